"""A summary of a pool's seats."""

from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, Q

from escrow.models import Escrow
from escrow.rules import PAID


class SeatSummary(NamedTuple):
    """`open`: statuses of the seats whose money is still held; `accepted`: number of seats whose work was accepted; `paid`:
    whether any worker was paid."""

    open: frozenset[str]
    accepted: int
    paid: bool


def seat_summary(pool_id: UUID | None) -> SeatSummary:
    rows = Escrow.objects.filter(parent_id=pool_id).values_list("status")
    found = list(rows.annotate(accepted=Count("completed_at"), held=Count("pk", filter=Q(ended_at=None))))
    return SeatSummary(
        frozenset(status for status, _, held in found if held),
        sum(accepted for _, accepted, _ in found),
        any(status in PAID for status, _, _ in found),
    )
