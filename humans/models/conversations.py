from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import models
from django.db.models import F, Q

from humans.rules.conversations import CONVERSATION_KINDS, CONVERSATION_STATUSES, LEGACY_DIRECT, MESSAGE_TYPES, SIDES
from marketplace.core import clock
from marketplace.models.base import Row

_SIDES = [(side, side) for side in SIDES]
_KINDS = (*CONVERSATION_KINDS, LEGACY_DIRECT)


class LastMessage(NamedTuple):
    at: datetime
    preview: str
    from_side: str


class Conversation(Row):
    """Between the owner of an agent and a human, about one subject: a bounty's application, a booking, a support report.

    The counters and the last message are written with every message, under the lock of this row; lists read no messages.
    """

    PREFIX = "cnv"

    kind = models.CharField(max_length=20, choices=[(kind, kind) for kind in _KINDS], default="bounty")
    status = models.CharField(max_length=12, choices=[(s, s) for s in CONVERSATION_STATUSES], default="active")
    subject = models.CharField(max_length=200)
    agent = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="conversations_led", db_index=False
    )
    human = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="conversations_joined", db_index=False
    )
    bounty_id = models.UUIDField(null=True)
    application_id = models.UUIDField(null=True)
    run_ref = models.CharField(
        max_length=64, blank=True, default="", help_text="Public id of the managed run that hires: `runId` of events."
    )
    booking_id = models.UUIDField(null=True, help_text="Of a dispute about a cycle of a service subscription.")
    subject_status = models.CharField(max_length=20, blank=True, help_text="Written down by the subject's own step.")

    message_count = models.PositiveIntegerField(default=0)
    unread_by_agent = models.PositiveIntegerField(default=0)
    unread_by_human = models.PositiveIntegerField(default=0)
    has_replies = models.BooleanField(default=False, help_text="Both sides have written.")
    last_message_at = models.DateTimeField(null=True)
    last_message_preview = models.CharField(max_length=200, blank=True)
    last_message_side = models.CharField(max_length=5, choices=_SIDES, blank=True)
    completion_claimed_at = models.DateTimeField(null=True)
    mail_due_at = models.DateTimeField(null=True, help_text="When the human is told of unread messages by mail.")
    mailed_at = models.DateTimeField(null=True)
    updated_at = models.DateTimeField(default=clock.now)

    # The caller's side, set by selectors/access.py; None for staff.
    viewer_side: str | None = None

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=_KINDS), name="conversation_kind_known"),
            models.CheckConstraint(condition=Q(status__in=CONVERSATION_STATUSES), name="conversation_status_known"),
            # An application has one thread for the work, and one for its disputes.
            models.UniqueConstraint(fields=["application_id", "kind"], name="conversation_once_per_kind"),
            models.UniqueConstraint(fields=["booking_id", "kind"], name="conversation_once_per_booking"),
            models.CheckConstraint(condition=~Q(agent=F("human")), name="conversation_of_two_people"),
            models.CheckConstraint(
                condition=Q(message_count=0, last_message_at=None, last_message_side="")
                | (Q(message_count__gt=0, last_message_at__isnull=False) & ~Q(last_message_side="")),
                name="conversation_last_message_fits",
            ),
        ]
        indexes = [
            # A list scans one index per side and merges the two (selectors/conversations.py). Filters have indexes on the
            # agent's side only: an agent may have a hundred thousand conversations, a person has few.
            models.Index(fields=["agent", "-updated_at", "-id"], name="conversation_of_agent"),
            models.Index(fields=["human", "-updated_at", "-id"], name="conversation_of_human"),
            models.Index(fields=["agent", "status", "-updated_at", "-id"], name="conversation_agent_status"),
            models.Index(fields=["agent", "has_replies", "-updated_at", "-id"], name="conversation_agent_replies"),
            models.Index(
                fields=["agent", "-updated_at", "-id"],
                condition=Q(unread_by_agent__gt=0),
                name="conversation_agent_unread",
            ),
            models.Index(fields=["agent", "subject"], name="conversation_agent_subject"),
            models.Index(fields=["bounty_id"], condition=Q(bounty_id__isnull=False), name="conversation_of_bounty"),
            models.Index(fields=["mail_due_at"], condition=Q(mail_due_at__isnull=False), name="conversation_mail_due"),
        ]

    @property
    def is_direct_messaging_disabled(self) -> bool:
        """A legacy direct thread: read-only."""
        return self.kind == LEGACY_DIRECT

    @property
    def last_message(self) -> LastMessage | None:
        if self.last_message_at is None:
            return None
        return LastMessage(self.last_message_at, self.last_message_preview, self.last_message_side)

    @property
    def application_status(self) -> str | None:
        return self.subject_status if self.application_id else None

    def side_of(self, account_id: UUID) -> str | None:
        """`agent`, `human`, or None for any other account."""
        return "agent" if account_id == self.agent_id else "human" if account_id == self.human_id else None

    def account_on(self, side: str) -> UUID:
        return self.agent_id if side == "agent" else self.human_id


class Message(Row):
    """One message. `number` is its position in the conversation, assigned under the conversation's lock: ids made within
    one millisecond may be out of order, numbers are not."""

    PREFIX = "msg"

    conversation = models.ForeignKey(Conversation, on_delete=models.PROTECT, related_name="messages", db_index=False)
    number = models.PositiveIntegerField(default=1)
    sender = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="+")
    sender_type = models.CharField(max_length=5, choices=_SIDES)
    content = models.TextField(max_length=5000)
    message_type = models.CharField(max_length=20, choices=[(t, t) for t in MESSAGE_TYPES], default="text")
    metadata = models.JSONField(default=dict)
    read_at = models.DateTimeField(null=True, help_text="When the other side first had it in an answer.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["conversation", "number"], name="message_number_once"),
            models.CheckConstraint(condition=Q(message_type__in=MESSAGE_TYPES), name="message_type_known"),
        ]
        indexes = [
            models.Index(
                fields=["conversation", "-number"], condition=Q(message_type="payment_offer"), name="message_offer"
            )
        ]
