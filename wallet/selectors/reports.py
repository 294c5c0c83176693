"""The spending report of a range of time: what went into work and came back by the ledger, what was paid by upper steps."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db import connection

from wallet import ledger
from wallet.ports import Paid, work


@dataclass(frozen=True, slots=True)
class BountyRow:
    """In cents: `funded` with the fee, `settled` the worker's pay, `refunded` to the wallet. Without a bounty: all that was
    set aside for none, such as service bookings; it comes last."""

    bounty_id: UUID | None
    funded: int
    settled: int
    refunded: int
    seats: int


@dataclass(frozen=True, slots=True)
class Report:
    """In cents, by the time of each event; `in_escrow` and `pending_release` are as of now."""

    profile_id: UUID
    start: datetime
    end: datetime
    settled: int = 0
    paid: int = 0
    refunded: int = 0
    in_escrow: int = 0
    pending_release: int = 0
    by_bounty: list[BountyRow] = field(default_factory=list)
    by_human: list[Paid] = field(default_factory=list)
    currency: str = "usd"


# A tip goes to earnings, not into a bounty's escrow: it is paid, but funds nothing.
_MOVES = """
select m.bounty_id,
       coalesce(sum(m.cents) filter (where m.source_id = mine.id and d.kind in ('pool', 'hold')), 0),
       coalesce(sum(m.cents) filter (where m.destination_id = mine.id and s.kind in ('pool', 'hold')), 0)
  from ledger_account mine
  join ledger_move m on mine.id in (m.source_id, m.destination_id)
  join ledger_account s on s.id = m.source_id
  join ledger_account d on d.id = m.destination_id
 where mine.code = %s and m.created_at >= %s and m.created_at <= %s
 group by m.bounty_id
"""


def report(account_id: UUID, profile_id: UUID, start: datetime, end: datetime) -> Report:
    """From `start` until `end`, both included. A constant number of queries."""
    with connection.cursor() as cursor:
        cursor.execute(_MOVES, [ledger.wallet(account_id), start, end])
        moved = {bounty: (int(funded), int(refunded)) for bounty, funded, refunded in cursor.fetchall()}
    settled: Counter[UUID | None] = Counter()
    seats: Counter[UUID | None] = Counter()
    people: list[Paid] = []
    in_escrow = pending = 0
    for read in work.all():
        found = read(account_id, start, end)
        settled.update(found.settled)
        seats.update(found.seats)
        people += found.paid
        in_escrow, pending = in_escrow + found.in_escrow, pending + found.pending_release
    named = sorted(moved.keys() | settled.keys() | seats.keys(), key=lambda key: (key is None, key or account_id))
    nothing = (0, 0)
    rows = [
        BountyRow(key, moved.get(key, nothing)[0], settled[key], moved.get(key, nothing)[1], seats[key])
        for key in named
    ]
    return Report(
        profile_id=profile_id,
        start=start,
        end=end,
        settled=sum(settled.values()),
        paid=sum(person.cents for person in people),
        refunded=sum(refunded for _, refunded in moved.values()),
        in_escrow=in_escrow,
        pending_release=pending,
        by_bounty=[row for row in rows if row.funded or row.settled or row.refunded or row.seats],
        by_human=people,
    )
