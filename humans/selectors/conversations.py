"""Queries about conversations and messages, for this app's views and for the apps above."""

from collections.abc import Collection, Mapping
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from humans.models import Conversation, Message
from humans.rules.conversations import SIDES
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.errors import InvalidCursor

NEWEST_ACTIVITY = ("-updated_at", "-id")
# What somebody applied with is the first message, and was written when the conversation was opened. It counts as unread for the
# agents, by the API; for a person it is an application, which waits on its job's page.
# (A review's answer opens a conversation with its author too, and is a message.)
UNREAD_LETTER = Exists(
    Message.objects.filter(
        conversation_id=OuterRef("pk"),
        conversation__kind="bounty",
        number=1,
        sender_type="human",
        read_at=None,
        created_at=OuterRef("created_at"),
    )
)


def of(actor: Actor, *, only: str = "") -> list[QuerySet[Conversation]]:
    """The caller's conversations: one queryset per side, which `page()` merges, since no index covers both sides in order. Of a
    member those that the account leads as an agent. `only`: agent or human, that side alone."""
    rows = Conversation.objects.select_related("human")
    sides = [side for side in SIDES if actor.member is None or side == "agent"]
    return [rows.filter(**{side: actor.id}) for side in sides if only in ("", side)]


def messages(conversation: Conversation) -> QuerySet[Message]:
    return Message.objects.filter(conversation_id=conversation.pk).select_related("sender")


def messages_after(conversation: Conversation, message_id: str) -> QuerySet[Message]:
    """The messages after this one. Raises InvalidCursor (400) unless it is a message of this conversation."""
    rows = messages(conversation)
    try:
        number = Message.objects.values_list("number", flat=True).get(
            pk=ids.decode("msg", message_id), conversation_id=conversation.pk
        )
    except (ValueError, Message.DoesNotExist):
        raise InvalidCursor("after takes the id of a message of this conversation (msg_…).")
    return rows.filter(number__gt=number)


def latest_payment_offer(conversation_id: UUID) -> Message | None:
    """The last message of type payment_offer, of either side; `metadata["amountCents"]` is an integer, 100 to 1,000,000.
    An offer binds nobody; only the agent decides what is paid."""
    rows = Message.objects.filter(conversation_id=conversation_id, message_type="payment_offer")
    return rows.order_by("-number").first()


def human_message_times(spans: Mapping[UUID, tuple[datetime, datetime]]) -> dict[UUID, list[datetime]]:
    """When the human's side wrote in each of these conversations, between two moments (UTC, inclusive). One query at most."""
    within = Q()
    for conversation_id, span in spans.items():
        within |= Q(conversation_id=conversation_id, created_at__range=span)
    found: dict[UUID, list[datetime]] = {}
    rows = Message.objects.filter(within, sender_type="human").values_list("conversation_id", "created_at")
    for conversation_id, at in rows if spans else ():
        found.setdefault(conversation_id, []).append(at)
    return found


def last_human_message_at(conversation_id: UUID) -> datetime | None:
    """When the human's side wrote last; None when it never did."""
    rows = Message.objects.filter(conversation_id=conversation_id, sender_type="human")
    return rows.order_by("-number").values_list("created_at", flat=True).first()


def is_between(conversation_id: UUID, one: UUID, other: UUID) -> bool:
    """Whether these two accounts are the participants of this conversation, on whichever side."""
    pairs = Conversation.objects.filter(pk=conversation_id).values_list("agent_id", "human_id")
    return any({one, other} == set(pair) for pair in pairs)


def called(account_id: UUID, keys: Collection[UUID]) -> dict[UUID, str]:
    """What this account's conversations are about."""
    rows = Conversation.objects.filter(Q(agent_id=account_id) | Q(human_id=account_id), pk__in=keys)
    return {key: subject for key, subject in rows.values_list("pk", "subject") if subject}
