"""The release ladder as operators have set it."""

from datetime import timedelta
from typing import Any

from django.db.models import F

from escrow.models import LadderBand
from escrow.rules import DEFAULT_LADDER, REVIEW_HOURS, Band

_HOUR = timedelta(hours=1)


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


def told() -> dict[str, Any]:
    """For the tools' policies: how long a seat of up to so many cents, our fee included, can be disputed, and when its
    money is released by itself, both from the acceptance of the work."""
    return {
        "hoursToReviewEvidence": REVIEW_HOURS,
        "releaseLadder": [
            {
                "seatAtMostCents": band.max_cents,
                "disputeWindowHours": band.dispute_window // _HOUR,
                "autoReleaseHours": band.auto_release // _HOUR,
            }
            for band in bands()
        ],
    }
