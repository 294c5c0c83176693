"""A summary of a pool and its seats."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection

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


# Other seats of the bounty wait for it, so it is not built and planned anew.
_SUMMARY: Final = f"""
select seat.status, count(seat.completed_at), count(seat.id) filter (where seat.ended_at is null), {balances.CENTS_SQL}
from {Escrow._meta.db_table} pool left join {Escrow._meta.db_table} seat on seat.parent_id = pool.id
where pool.id = %s group by seat.status
"""  # noqa: S608


def seat_summary(pool_id: UUID | None) -> SeatSummary:
    """The sums over a pool's seats, and its balance: one query. Locks nothing; both stay so while the caller keeps what the pool
    pays for from being changed by other seats."""
    with connection.prepared() as cursor:  # type: ignore[attr-defined]  # of config/postgres
        cursor.execute(*summary_statement(pool_id))
        return summary_of(cursor.fetchall())


def summary_statement(pool_id: UUID | None) -> tuple[str, list[Any]]:
    """Statement and parameters of `seat_summary`, for a caller who sends another with it; `summary_of` reads what it answers."""
    assert pool_id is not None  # every bounty has one
    return _SUMMARY, [ledger.pool(pool_id), pool_id]


def summary_of(found: Sequence[tuple[str | None, int, int, int | None]]) -> SeatSummary:
    """`found`: a row for each status, or one without a status if nobody was hired."""
    return SeatSummary(
        frozenset(status for status, _, held, _ in found if held and status),
        sum(accepted for _, accepted, _, _ in found),
        any(status in PAID for status, _, _, _ in found),
        max((rest or 0 for _, _, _, rest in found), default=0),
    )
