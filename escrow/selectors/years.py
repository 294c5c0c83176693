"""What people were paid in a calendar year (UTC), month by month, from the ledger: for their own yearly statement, and for what
operators report to tax offices (DAC7 by quarter, form 1099-K by month)."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db import connection

from marketplace.core import clock
from marketplace.models import Account
from wallet.models import ProviderAccount

BATCH = 500  # payees that are read by one statement
FIRST = 2020  # no instance is older


@dataclass(frozen=True, slots=True)
class Month:
    """In cents. `jobs` were paid for, with `pay`; `tips` counts tips and money laid out, of `tipped`; `corrected`: by appeals,
    negative for what they took back; `withdrawn`: less what came back; `fee`: what the funders paid us on top of `pay`."""

    jobs: int = 0
    pay: int = 0
    tips: int = 0
    tipped: int = 0
    corrected: int = 0
    withdrawn: int = 0
    fee: int = 0

    @property
    def total(self) -> int:
        """What the person was paid."""
        return self.pay + self.tipped + self.corrected

    @property
    def payments(self) -> int:
        return self.jobs + self.tips

    def __add__(self, other: "Month") -> "Month":
        return Month(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))


NOTHING = Month()


@dataclass(frozen=True, slots=True)
class Year:
    """The months 1 to 12 of one person's year; a month without an entry is left out."""

    year: int
    months: dict[int, Month] = field(default_factory=dict)

    def month(self, number: int) -> Month:
        return self.months.get(number, NOTHING)

    def quarter(self, number: int) -> Month:
        return sum((self.month(3 * number - left) for left in (2, 1, 0)), NOTHING)

    @property
    def total(self) -> Month:
        return sum(self.months.values(), NOTHING)


@dataclass(frozen=True, slots=True)
class Payee:
    """A person with their year. `country` as it was verified, else as it was said at the sign-up; empty if neither is known."""

    account: Account
    country: str
    payout_ref: str
    year: Year


def bounds(year: int) -> tuple[datetime, datetime]:
    """From, and up to, in UTC."""
    return datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)


def read(text: str) -> int | None:
    """A year that has begun, such as `2026`; None for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) == 4):
        return None
    return int(text) if FIRST <= int(text) <= clock.now().year else None


_MINE = """
with mine as (select id, owner_id from ledger_account where code = any(%(codes)s)),
line as (
  select mine.owner_id, m.created_at, m.transaction_id, s.kind as other, t.kind as cause, m.cents
    from mine join ledger_move m on m.destination_id = mine.id and m.created_at >= %(start)s and m.created_at < %(end)s
         join ledger_account s on s.id = m.source_id join ledger_transaction t on t.id = m.transaction_id
  union all
  select mine.owner_id, m.created_at, m.transaction_id, d.kind, t.kind, -m.cents
    from mine join ledger_move m on m.source_id = mine.id and m.created_at >= %(start)s and m.created_at < %(end)s
         join ledger_account d on d.id = m.destination_id join ledger_transaction t on t.id = m.transaction_id)
select owner_id, extract(month from created_at at time zone 'UTC')::int,
       count(distinct transaction_id) filter (where other = 'hold'),
       coalesce(sum(cents) filter (where other = 'hold'), 0)::bigint,
       count(*) filter (where cause in ('transfer', 'bulk_transfer')),
       coalesce(sum(cents) filter (where cause in ('transfer', 'bulk_transfer')), 0)::bigint,
       coalesce(sum(cents) filter (where cause = 'correction'), 0)::bigint,
       -coalesce(sum(cents) filter (where other = 'transit' or other like 'world.%%'), 0)::bigint
  from line group by 1, 2 order by 1, 2
"""
# The fee left the same hold in the same transaction. What an appeal changed of a fee counts when it did.
_FEES = """
select e.worker_id, extract(month from m.created_at at time zone 'UTC')::int,
       sum(case when m.destination_id = f.id then m.cents else -m.cents end)::bigint
  from ledger_account f, escrow_escrow e join ledger_account h on h.code = 'hold:' || e.id join ledger_move m on m.source_id = h.id
 where f.code = 'fees' and e.kind = 'seat' and e.worker_id = any(%(owners)s) and m.destination_id = f.id
   and m.created_at >= %(start)s and m.created_at < %(end)s
 group by 1, 2
union all
select d.worker_id, extract(month from m.created_at at time zone 'UTC')::int,
       sum(case when m.destination_id = f.id then m.cents else -m.cents end)::bigint
  from ledger_account f, escrow_dispute d join ledger_transaction t on t.key = 'correct:' || d.id
       join ledger_move m on m.transaction_id = t.id
 where f.code = 'fees' and d.worker_id = any(%(owners)s) and f.id in (m.source_id, m.destination_id)
   and m.created_at >= %(start)s and m.created_at < %(end)s
 group by 1, 2
"""


def of_workers(account_ids: Collection[UUID], year: int) -> dict[UUID, Year]:
    """The year of each of these people, in two queries; who was paid nothing and withdrew nothing has no months."""
    start, end = bounds(year)
    found = {key: Year(year) for key in account_ids}
    given: dict[str, Any] = {
        "codes": [f"earnings:{key}" for key in account_ids],
        "owners": list(account_ids),
        "start": start,
        "end": end,
    }
    with connection.cursor() as cursor:
        cursor.execute(_MINE, given)
        for owner, month, *sums in cursor.fetchall():
            found[owner].months[month] = Month(*sums)
        cursor.execute(_FEES, given)
        for owner, month, fee in cursor.fetchall():
            mine = found[owner]
            mine.months[month] = mine.month(month) + Month(fee=fee)
    return found


def of_worker(account_id: UUID, year: int) -> Year:
    return of_workers([account_id], year)[account_id]


def years(code: str) -> list[int]:
    """The years in which something moved into or out of the account with this code, the latest first: of somebody's earnings, or of
    an owner's wallet."""
    with connection.cursor() as cursor:
        cursor.execute(_SPAN, [code])
        first, last = cursor.fetchone()
    return list(range(last.astimezone(UTC).year, first.astimezone(UTC).year - 1, -1)) if first else []


_SPAN = """
select min(m.created_at), max(m.created_at) from ledger_account a
  cross join lateral ((select created_at from ledger_move where destination_id = a.id order by id limit 1) union all
                      (select created_at from ledger_move where destination_id = a.id order by id desc limit 1) union all
                      (select created_at from ledger_move where source_id = a.id order by id desc limit 1)) m
 where a.code = %s
"""


def payees(year: int, *, country: str = "") -> Iterator[Payee]:
    """Everybody who was paid something in this year, in the order in which they were first paid, a batch at a time: never in memory
    as a whole. `country` (two letters): only those of it."""
    after = 0
    while batch := _paid_after(after, year):
        after = batch[-1][0]
        keys = [owner for _, owner in batch]
        found, accounts = of_workers(keys, year), Account.objects.in_bulk(keys)
        onboarded = ProviderAccount.objects.filter(account__in=keys).exclude(payout_ref="")
        refs = dict(onboarded.values_list("account_id", "payout_ref"))
        for key in keys:
            mine = Payee(accounts[key], _country(accounts[key]), refs.get(key, ""), found[key])
            total = mine.year.total
            if (total.payments or total.total) and country in ("", mine.country):
                yield mine


def _country(account: Account) -> str:
    return account.identity_country or account.signup_country


def _paid_after(after: int, year: int) -> list[tuple[int, UUID]]:
    """The next earnings accounts, by their ids, into which something moved in this year or later; and whose they are."""
    with connection.cursor() as cursor:
        cursor.execute(_NEXT, [after, bounds(year)[0], BATCH])
        return [(int(pk), owner) for pk, owner in cursor.fetchall()]


_NEXT = """
select a.id, a.owner_id from ledger_account a
 where a.id > %s and a.kind = 'earnings'
   and exists (select from ledger_move m where m.destination_id = a.id and m.created_at >= %s)
 order by a.id limit %s
"""
