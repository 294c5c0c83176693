"""The release ladder that operators have set."""

from datetime import timedelta
from typing import Any

from django.db.models import Case, DurationField, ExpressionWrapper, F, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Coalesce

from escrow.models import LadderBand
from escrow.rules.escrows import DEFAULT_LADDER, REVIEW_HOURS, Band

_HOUR = timedelta(hours=1)


def bands() -> tuple[Band, ...]:
    """The bands in ascending order; the defaults when the table is empty."""
    rows = LadderBand.objects.order_by(F("max_cents").asc(nulls_last=True))
    return (
        tuple(
            Band(row.max_cents, timedelta(hours=row.dispute_window_hours), timedelta(hours=row.auto_release_hours))
            for row in rows
        )
        or DEFAULT_LADDER
    )


def wait_after_acceptance(cents: str) -> Coalesce:
    """How long after the acceptance a seat is paid by itself, as an expression over the column `cents`, its total. Read by the
    statement that it is part of; one band covers everything above, or the table is empty and the defaults hold."""
    covers = Q(max_cents=None) | Q(max_cents__gte=OuterRef(cents))
    hours = ExpressionWrapper(F("auto_release_hours") * _HOUR, output_field=DurationField())
    rows = LadderBand.objects.filter(covers).order_by(F("max_cents").asc(nulls_last=True)).values(wait=hours)
    limited = [(band.max_cents, band.auto_release) for band in DEFAULT_LADDER if band.max_cents is not None]
    defaults = Case(
        *(When(**{f"{cents}__lte": most}, then=Value(wait)) for most, wait in limited),
        default=Value(DEFAULT_LADDER[-1].auto_release),
        output_field=DurationField(),
    )
    return Coalesce(Subquery(rows[:1]), defaults)


def policy() -> dict[str, Any]:
    """The release ladder for the tools' policies: by seat total (cents, fee included), the dispute window and the automatic
    release, both counted from the acceptance of the work."""
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
