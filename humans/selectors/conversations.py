"""What lists and reads of conversations need, and what upper steps ask about one."""

from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from humans.models import Conversation, Message
from humans.rules import SIDES
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.errors import InvalidCursor

NEWEST_ACTIVITY = ("-updated_at", "-id")


def of(actor: Actor) -> list[QuerySet[Conversation]]:
    """The caller's conversations, by side: two querysets, for `page()` to merge. No index walks both sides in order."""
    rows = Conversation.objects.select_related("human")
    return [rows.filter(**{side: actor.id}) for side in SIDES]


def messages(conversation: Conversation) -> QuerySet[Message]:
    return Message.objects.filter(conversation_id=conversation.pk).select_related("sender")


def messages_after(conversation: Conversation, message_id: str) -> QuerySet[Message]:
    """Those behind this message. Raises InvalidCursor (400) for anything but a message of this conversation."""
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
    Either side may offer, nobody is bound: the agent pays, and decides."""
    rows = Message.objects.filter(conversation_id=conversation_id, message_type="payment_offer")
    return rows.order_by("-number").first()


def words_of_human_between(conversation_id: UUID, start: datetime, end: datetime) -> list[datetime]:
    """When the human's side wrote in this time."""
    rows = Message.objects.filter(conversation_id=conversation_id, sender_type="human", created_at__range=(start, end))
    return list(rows.values_list("created_at", flat=True))


def last_words_of_human(conversation_id: UUID) -> datetime | None:
    """When the human's side wrote last; None when it never did."""
    rows = Message.objects.filter(conversation_id=conversation_id, sender_type="human")
    return rows.order_by("-number").values_list("created_at", flat=True).first()


def is_between(conversation_id: UUID, one: UUID, other: UUID) -> bool:
    """Do these two accounts, in whatever roles, talk in this conversation?"""
    pairs = Conversation.objects.filter(pk=conversation_id).values_list("agent_id", "human_id")
    return any({one, other} == set(pair) for pair in pairs)
