"""Reviews: one for each released seat, by the owner of its bounty."""

from uuid import UUID

from escrow.errors import WorkNotReleased
from escrow.selectors import hires
from humans.errors import AlreadyReviewed, NotOwner
from humans.models import Profile, Review
from humans.selectors import search
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound


def post(actor: Actor, *, bounty_id: str, human_id: str, rating: int, comment: str) -> Review:
    """Write the one review of a released seat and add it to the totals of the person's profile.

    `rating`: 1 to 5. Runs in the caller's transaction. Locks the profile.
    Raises NotFound (404) for an unknown bounty or person, NotOwner, WorkNotReleased (403), AlreadyReviewed (409).
    Route: POST /api/reviews.
    """
    bounty = _own_bounty(actor, bounty_id)
    account_id = search.account_id_of(human_id)
    if not hires.is_released(owner_id=actor.id, worker_id=account_id, bounty_id=bounty):
        raise WorkNotReleased()
    profile: Profile = Profile.objects.locked().select_related("account").get(pk=account_id)
    if Review.objects.filter(bounty_id=bounty, human_id=account_id).exists():
        raise AlreadyReviewed()
    review = Review(bounty_id=bounty, human=profile.account, author=actor.me, rating=rating, comment=comment)
    review.save(force_insert=True)
    profile.review_count += 1
    profile.rating_total += rating
    profile.save(update_fields=["review_count", "rating_total"])
    return review


def _own_bounty(actor: Actor, bounty_id: str) -> UUID:
    """The key of the caller's bounty. Raises NotOwner (403) for another owner's; NotFound (404) when strangers can't know
    that it exists: it was never funded, or it ended without any pay."""
    try:
        bounty = ids.decode("bty", bounty_id)
    except ValueError:
        bounty = None
    found = hires.owner_of(bounty) if bounty else None
    if bounty is None or found is None or (found[0] != actor.id and not found[1]):
        raise NotFound("There is no such bounty among yours. GET /api/bounties?mine=true lists them.")
    if found[0] != actor.id:
        raise NotOwner()
    return bounty
