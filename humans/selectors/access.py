"""Fetch with permission: the two participants of a conversation may use it, staff may read it, others get 404. A review is
public; only the person reviewed answers it."""

from humans.errors import NotParticipant, NotReviewee
from humans.models import Conversation, Review
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


def other_side_is_gone(conversation: Conversation) -> bool:
    """Whether nobody reads what one writes here: the other side's account is closed for good. What staff answer goes on."""
    other = conversation.human if conversation.viewer_side == "agent" else conversation.agent
    return conversation.viewer_side is not None and other.closed_at is not None


def review_of_me(actor: Actor, review_id: str, *, lock: bool = False) -> Review:
    """A review of the caller, locked when `lock`. Raises NotReviewee (403) for somebody else's; NotFound (404) for an unknown
    one, and for one of a person whose account is closed, whose reviews nobody sees."""
    rows = Review.objects.select_related("human", "author")
    try:
        found: Review = (rows.locked() if lock else rows).get(pk=ids.decode("rev", review_id))
    except (ValueError, Review.DoesNotExist):
        raise _no_review()
    if found.human_id != actor.id:
        raise NotReviewee() if found.human.is_active else _no_review()
    return found


def _no_review() -> NotFound:
    return NotFound("There is no such review. GET /api/reviews?humanId=… lists those of a person.")


def _conversation(actor: Actor, conversation_id: str, *, lock: bool = False) -> Conversation:
    rows = Conversation.objects.select_related("agent", "human")
    try:
        found: Conversation = (rows.locked() if lock else rows).get(pk=ids.decode("cnv", conversation_id))
    except (ValueError, Conversation.DoesNotExist):
        raise _unknown()
    found.viewer_side = found.side_of(actor.id)
    if actor.member is not None and found.viewer_side == "human":  # the account's work is its own person's
        raise _unknown()
    return found


def _unknown() -> NotFound:
    return NotFound("There is no such conversation among yours. GET /api/conversations lists them.")
