from django.db import models
from django.db.models import Q

from marketplace.core import clock
from marketplace.models.base import Row


class Conversation(Row):
    """Between the owner of an agent and a human, about one subject that an upper step names by kind and id."""

    PREFIX = "cnv"

    kind = models.CharField(max_length=20, default="bounty")
    status = models.CharField(max_length=12, default="active")
    subject = models.CharField(max_length=200)
    agent = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="conversations_led")
    human = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="conversations_joined")
    bounty_id = models.UUIDField(null=True)
    application_id = models.UUIDField(null=True, unique=True)
    subject_status = models.CharField(max_length=20, blank=True, help_text="Written down by the subject's own step.")
    message_count = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(default=clock.now)

    class Meta:
        indexes = [
            models.Index(fields=["agent", "-updated_at"], name="conversation_of_agent"),
            models.Index(fields=["human", "-updated_at"], name="conversation_of_human"),
            models.Index(fields=["bounty_id"], condition=Q(bounty_id__isnull=False), name="conversation_of_bounty"),
        ]


class Message(Row):
    PREFIX = "msg"

    conversation = models.ForeignKey(Conversation, on_delete=models.PROTECT, related_name="messages")
    sender = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="+")
    sender_type = models.CharField(max_length=5, choices=[("agent", "agent"), ("human", "human")])
    content = models.TextField(max_length=5000)
    message_type = models.CharField(max_length=20, default="text")
    metadata = models.JSONField(default=dict)
    read_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["conversation", "-id"], name="message_of_conversation")]
