"""Fetch with permission: the two participants of a conversation may use it, staff may read it, others get 404."""

from humans.errors import NotParticipant
from humans.models import Conversation
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound


def readable_conversation(actor: Actor, conversation_id: str) -> Conversation:
    """For participants and staff, with `viewer_side` set (None for staff). Raises NotFound (404)."""
    found = _conversation(actor, conversation_id)
    if found.viewer_side is None and not actor.is_staff:
        raise _unknown()
    return found


def own_conversation(actor: Actor, conversation_id: str, *, lock: bool = False) -> Conversation:
    """For participants only, locked when `lock`. Raises NotFound (404), NotParticipant (403) for staff."""
    found = _conversation(actor, conversation_id, lock=lock)
    if found.viewer_side is None:
        raise NotParticipant() if actor.is_staff else _unknown()
    return found


def _conversation(actor: Actor, conversation_id: str, *, lock: bool = False) -> Conversation:
    rows = Conversation.objects.select_related("agent", "human")
    try:
        found: Conversation = (rows.locked() if lock else rows).get(pk=ids.decode("cnv", conversation_id))
    except (ValueError, Conversation.DoesNotExist):
        raise _unknown()
    found.viewer_side = found.side_of(actor.id)
    return found


def _unknown() -> NotFound:
    return NotFound("There is no such conversation among yours. GET /api/conversations lists them.")
