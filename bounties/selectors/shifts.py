"""Shifts of one person: a bounty with a fixed start is a shift of its estimated hours from there."""

from datetime import timedelta
from uuid import UUID

from django.db import connection

from bounties.models import Application, Bounty

_SHIFTS = 4921  # first key of this kind of PostgreSQL advisory lock


def overlapping(bounty: Bounty, human_id: UUID) -> str | None:
    """Public id of a shift that this person is hired for at the same time. Back-to-back shifts do not overlap.

    Takes an advisory lock on the person's shifts until the end of the transaction, so that concurrent hires by two owners are
    checked one after the other.
    """
    if bounty.scheduled_start_at is None:
        return None
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(%s, %s)", [_SHIFTS, human_id.int % 2**31])
    start = bounty.scheduled_start_at
    end = start + timedelta(hours=float(bounty.estimated_hours))
    others = Application.objects.filter(
        human_id=human_id,
        status="accepted",
        escrow__ended_at=None,
        bounty__scheduled_start_at__lt=end,
    ).exclude(bounty_id=bounty.pk)
    for other in others.select_related("bounty"):
        begun = other.bounty.scheduled_start_at
        assert begun is not None
        if begun + timedelta(hours=float(other.bounty.estimated_hours)) > start:
            return other.bounty.public_id
    return None
