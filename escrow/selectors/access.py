"""Fetch an escrow with a permission check (404 for strangers, 403 for a party in the wrong role), or locked for a service."""

from uuid import UUID

from django.db.models import Q, QuerySet

from escrow.errors import NotPoster
from escrow.models import Escrow
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound


def visible(actor: Actor) -> QuerySet[Escrow]:
    """The escrows that this caller pays or earns, with both accounts; for staff all, for a member those that the account pays."""
    return _of(actor).select_related("worker", "owner")


def as_participant(actor: Actor, escrow_id: str) -> Escrow:
    """One escrow with both accounts. Raises NotFound (404) for strangers."""
    return _one(visible(actor), escrow_id)


def _of(actor: Actor) -> QuerySet[Escrow]:
    rows = Escrow.objects.all()
    if actor.member is not None:  # what the account earns is its own person's
        return rows.filter(owner_id=actor.id)
    return rows if actor.is_staff else rows.filter(Q(owner_id=actor.id) | Q(worker_id=actor.id))


def _one(rows: QuerySet[Escrow], escrow_id: str) -> Escrow:
    try:
        found: Escrow = rows.get(pk=ids.decode("esc", escrow_id))
        return found
    except (ValueError, Escrow.DoesNotExist):
        raise NotFound("There is no such escrow among yours. GET /api/escrow lists them.")


def as_poster(actor: Actor, escrow_id: str) -> Escrow:
    """One escrow that the caller funds, to decide about it. Raises NotFound (404) for strangers, NotPoster (403) for the worker and
    for staff, who decide in the admin, NotForOneself (403) for a member who is the worker."""
    found = _one(_of(actor), escrow_id)
    if found.owner_id != actor.id:
        raise NotPoster()
    actor.check_not_about_oneself(found.worker_id)
    return found


def lock_seat(pk: UUID) -> Escrow:
    """A seat's row, locked, with its worker and its pool. The caller holds the locks of what it pays for."""
    found: Escrow = Escrow.objects.locked().select_related("worker", "parent").get(pk=pk)
    return found


def lock_pool(pool_id: UUID | None) -> Escrow:
    """A bounty's pool, locked for a change of what a seat costs; every bounty has one. The caller has locked the whole bounty.

    FOR UPDATE, so that a seat's verb that waited reads the new price (`bounties/selectors/locks.py`).
    """
    assert pool_id is not None
    pool: Escrow = Escrow.objects.select_for_update(of=("self",)).get(pk=pool_id, kind="pool")
    return pool


def get_pool(pool_id: UUID | None) -> Escrow:
    """A bounty's pool, for a caller who keeps others from changing it by what they hold of the bounty."""
    assert pool_id is not None
    pool: Escrow = Escrow.objects.get(pk=pool_id, kind="pool")
    return pool
