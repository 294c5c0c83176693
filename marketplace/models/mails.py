from django.db import models
from django.db.models import Q

from marketplace.models.base import FollowedUp, Row


class Mail(FollowedUp, Row):
    """A mail, written in the transaction of its cause and sent by a task. In a sandbox these rows are the mailbox, too."""

    PREFIX = "mai"

    to = models.EmailField(max_length=254)
    subject = models.CharField(max_length=255)
    text = models.TextField()
    html = models.TextField(blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    last_error = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(sent_at=None) | Q(next_attempt_at=None), name="mail_sent_is_not_due")
        ]
        indexes = [
            models.Index(fields=["next_attempt_at"], condition=Q(next_attempt_at__isnull=False), name="mail_due"),
            models.Index(fields=["to", "-id"], name="mail_of_address"),
            models.Index(fields=["created_at"], condition=Q(next_attempt_at=None), name="mail_age"),
        ]
