"""The release ladder as operators have set it."""

from datetime import timedelta

from django.db.models import F

from escrow.models import LadderBand
from escrow.rules import DEFAULT_LADDER, Band


def bands() -> tuple[Band, ...]:
    """From the smallest rung up; the defaults when operators have emptied the table."""
    rows = LadderBand.objects.order_by(F("max_cents").asc(nulls_last=True))
    return (
        tuple(
            Band(row.max_cents, timedelta(hours=row.dispute_window_hours), timedelta(hours=row.auto_release_hours))
            for row in rows
        )
        or DEFAULT_LADDER
    )
