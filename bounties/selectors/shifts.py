"""Shifts of one person: a bounty with a fixed start at a place is a shift of its estimated hours from there."""

from datetime import timedelta
from uuid import UUID

from django.db import connection
from django.db.models import Q

from bounties.models import Application, Bounty

_SHIFTS = 4921  # first key of this kind of PostgreSQL advisory lock


# Somebody must be there: on site, in a named city, or with a sign in their hands.
_HAS_PLACE = Q(bounty__is_remote_allowed=False) | ~Q(bounty__city="") | ~Q(bounty__signage="")


def is_shift(bounty: Bounty) -> bool:
    """Whether it is shift work: a scheduled start with a place. A remote task with a start is none."""
    has_place = not bounty.is_remote_allowed or bool(bounty.city or bounty.signage)
    return bounty.scheduled_start_at is not None and has_place


def overlapping(bounty: Bounty, human_id: UUID) -> Bounty | None:
    """A shift that this person is hired for at the same time, of whatever owner. Back-to-back shifts do not overlap.

    Takes an advisory lock on the person's shifts until the end of the transaction, so that concurrent hires by two owners are
    checked one after the other.
    """
    if bounty.scheduled_start_at is None or not is_shift(bounty):
        return None
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(%s, %s)", [_SHIFTS, human_id.int % 2**31])
    start = bounty.scheduled_start_at
    end = start + timedelta(hours=float(bounty.estimated_hours))
    others = Application.objects.filter(
        _HAS_PLACE,
        human_id=human_id,
        status="accepted",
        escrow__ended_at=None,
        bounty__scheduled_start_at__lt=end,
    ).exclude(bounty_id=bounty.pk)
    for other in others.select_related("bounty"):
        begun = other.bounty.scheduled_start_at
        assert begun is not None
        if begun + timedelta(hours=float(other.bounty.estimated_hours)) > start:
            found: Bounty = other.bounty
            return found
    return None
