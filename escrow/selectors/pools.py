"""A summary of a pool and its seats."""

from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, Q

from escrow.models import Escrow
from escrow.rules.escrows import PAID
from wallet import ledger
from wallet.selectors import balances


class SeatSummary(NamedTuple):
    """`open`: statuses of the seats whose money is still held; `accepted`: number of seats whose work was accepted; `paid`:
    whether any worker was paid; `rest_cents`: what the pool itself still holds, for the free seats."""

    open: frozenset[str]
    accepted: int
    paid: bool
    rest_cents: int


def seat_summary(pool_id: UUID | None) -> SeatSummary:
    """The sums over a pool's seats, and its balance: one query. Locks nothing; both stay so while the caller keeps what the pool
    pays for from being changed by other seats."""
    assert pool_id is not None  # every bounty has one
    rows = Escrow.objects.filter(pk=pool_id).values_list(
        "seats__status"
    )  # one row without a status if nobody was hired
    found = list(
        rows.annotate(
            accepted=Count("seats__completed_at"),
            held=Count("seats", filter=Q(seats__ended_at=None)),
            rest=balances.cents(ledger.pool(pool_id)),
        )
    )
    return SeatSummary(
        frozenset(status for status, _, held, _ in found if held),
        sum(accepted for _, accepted, _, _ in found),
        any(status in PAID for status, _, _, _ in found),
        max((rest or 0 for _, _, _, rest in found), default=0),
    )
