"""What an owner's wallet did in a calendar year (UTC), month by month, from the ledger: for their own yearly statement."""

from dataclasses import dataclass, field, fields
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import connection

from escrow.selectors import years
from wallet import ledger
from wallet.selectors import statement


@dataclass(frozen=True, slots=True)
class Month:
    """In cents. `jobs` seats were paid, with `pay` and our `fee`; `tipped`: tips and money laid out; `corrected` and
    `fee_corrected`: what appeals changed of pay and fee, below zero where it came back. `came`: paid in; `left`: paid out to a
    bank, a card or a chain, less what came back; `aside`: put into jobs, less what returned from them unused."""

    jobs: int = 0
    pay: int = 0
    fee: int = 0
    tipped: int = 0
    corrected: int = 0
    fee_corrected: int = 0
    came: int = 0
    left: int = 0
    aside: int = 0

    @property
    def fees(self) -> int:
        """As on the invoice of the month."""
        return self.fee + self.fee_corrected

    @property
    def spent(self) -> int:
        """What people and we were paid."""
        return self.pay + self.tipped + self.corrected + self.fees

    @property
    def reserved(self) -> int:
        """By how much more is set aside for unfinished jobs at the end than at the beginning."""
        return self.aside - self.pay - self.fee

    @property
    def change(self) -> int:
        """Of the wallet's balance."""
        return self.came - self.left - self.spent - self.reserved

    def __add__(self, other: "Month") -> "Month":
        return Month(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))


NOTHING = Month()


@dataclass(frozen=True, slots=True)
class Year:
    """The months 1 to 12; one without an entry is left out. `opening`: the wallet's balance at the beginning, in cents."""

    year: int
    opening: int
    months: dict[int, Month] = field(default_factory=dict)

    @property
    def total(self) -> Month:
        return sum(self.months.values(), NOTHING)

    def balances(self) -> dict[int, int]:
        """The wallet's balance, in cents, at the end of each of these months."""
        found, balance = {}, self.opening
        for number, month in sorted(self.months.items()):
            balance += month.change
            found[number] = balance
        return found

    @property
    def closing(self) -> int:
        return self.opening + self.total.change


# What moved out of or into the wallet, each line in one of five columns, so that they add up to the change of its balance.
_WALLET = """
with mine as (select id from ledger_account where code = %(code)s),
line as (
  select m.created_at, s.kind as other, s.code, t.kind as cause, m.cents
    from mine join ledger_move m on m.destination_id = mine.id and m.created_at >= %(start)s and m.created_at < %(end)s
         join ledger_account s on s.id = m.source_id join ledger_transaction t on t.id = m.transaction_id
  union all
  select m.created_at, d.kind, d.code, t.kind, -m.cents
    from mine join ledger_move m on m.source_id = mine.id and m.created_at >= %(start)s and m.created_at < %(end)s
         join ledger_account d on d.id = m.destination_id join ledger_transaction t on t.id = m.transaction_id),
sorted as (
  select extract(month from created_at at time zone 'UTC')::int as month, cents,
         case when cause = 'correction' then case when code = 'fees' then 'fee' else 'corrected' end
              when other in ('pool', 'hold') then 'aside'
              when other = 'earnings' then 'tipped'
              when cause = any(%(added)s) then 'came' else 'left' end as what
    from line)
select month, -coalesce(sum(cents) filter (where what = 'tipped'), 0)::bigint,
       -coalesce(sum(cents) filter (where what = 'corrected'), 0)::bigint,
       -coalesce(sum(cents) filter (where what = 'fee'), 0)::bigint,
       coalesce(sum(cents) filter (where what = 'came'), 0)::bigint,
       -coalesce(sum(cents) filter (where what = 'left'), 0)::bigint,
       -coalesce(sum(cents) filter (where what = 'aside'), 0)::bigint
  from sorted group by 1
"""
# A hold pays the worker and our fee in one transaction, when its seat ends; the escrow's own time finds it, a day's room beside.
_SEATS = """
select extract(month from m.created_at at time zone 'UTC')::int,
       count(distinct m.transaction_id) filter (where d.kind = 'earnings'),
       coalesce(sum(m.cents) filter (where d.kind = 'earnings'), 0)::bigint,
       coalesce(sum(m.cents) filter (where d.code = 'fees'), 0)::bigint
  from escrow_escrow e join ledger_account h on h.code = 'hold:' || e.id join ledger_move m on m.source_id = h.id
       join ledger_account d on d.id = m.destination_id and (d.kind = 'earnings' or d.code = 'fees')
 where e.owner_id = %(owner)s and e.kind = 'seat' and e.ended_at >= %(from)s and e.ended_at < %(until)s
   and m.created_at >= %(start)s and m.created_at < %(end)s
 group by 1
"""
_ROOM = timedelta(days=1)


def of_owner(account_id: UUID, year: int) -> Year:
    """This owner's year, in four queries; without an entry it has no months."""
    start, end = years.bounds(year)
    given: dict[str, Any] = {
        "code": ledger.wallet(account_id),
        "owner": account_id,
        "added": list(statement.ADDED),
        "start": start,
        "end": end,
        "from": start - _ROOM,
        "until": end + _ROOM,
    }
    found: dict[int, Month] = {}
    with connection.cursor() as cursor:
        cursor.execute(_WALLET, given)
        for month, tipped, corrected, fee, came, left, aside in cursor.fetchall():
            found[month] = Month(
                tipped=tipped, corrected=corrected, fee_corrected=fee, came=came, left=left, aside=aside
            )
        cursor.execute(_SEATS, given)
        for month, jobs, pay, fee in cursor.fetchall():
            found[month] = found.get(month, NOTHING) + Month(jobs=jobs, pay=pay, fee=fee)
    return Year(year, statement.balance_at(account_id, start), found)
