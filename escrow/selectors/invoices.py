"""Invoices of our fee: what they are made of, from the ledger, and an owner's own."""

from datetime import UTC, date, datetime
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from escrow.models import BillingDetails, Invoice
from marketplace.core import ids
from marketplace.core.errors import NotFound

MOST = 500  # lines of owners that one look reads, and one transaction writes invoices and mails of


class Line(NamedTuple):
    """Of one owner and rate: `bps` is None for what appeals changed in this month. In cents."""

    account_id: UUID
    bps: int | None
    jobs: int
    pay: int
    fee: int


# The moves of a month lie together, and a block-range index on their time finds them. A hold pays the worker and our fee in one
# transaction; attendance and decisions, too.
_OF_MONTH = """
with moved as (
  select m.id, m.transaction_id, m.source_id, m.destination_id, m.cents from ledger_move m
   where m.created_at >= %(start)s and m.created_at < %(end)s),
fees as (select id from ledger_account where code = 'fees')
select owner_id, fee_bps::int, count(*)::int, sum(pay)::bigint, sum(fee)::bigint from (
    select e.owner_id, e.fee_bps, m.cents as fee,
           (select coalesce(sum(p.cents), 0) from ledger_move p join ledger_account d on d.id = p.destination_id
             where p.transaction_id = m.transaction_id and p.source_id = m.source_id and d.kind = 'earnings') as pay
      from moved m join fees f on f.id = m.destination_id
           join ledger_account h on h.id = m.source_id and h.kind = 'hold' join escrow_escrow e on e.id = h.owner_id) seat
 where (%(after)s::uuid is null or owner_id > %(after)s) group by 1, 2
union all
select owner_id, null, count(*)::int, 0, sum(fee)::bigint from (
    select w.owner_id, case when m.destination_id = f.id then m.cents else -m.cents end as fee
      from moved m join fees f on f.id in (m.source_id, m.destination_id)
           join ledger_transaction t on t.id = m.transaction_id and t.kind = 'correction'
           join ledger_account w on w.kind = 'wallet' and w.id in (m.source_id, m.destination_id)) corrected
 where (%(after)s::uuid is null or owner_id > %(after)s) group by 1
 order by 1, 2 nulls last limit %(limit)s
"""


def of_month(month: date, after: UUID | None) -> list[tuple[UUID, list[Line]]]:
    """The next owners, in order of their ids, whose money became a fee of ours in this month (UTC), or was given back; each with
    all their lines. Empty when there are no more."""
    start = datetime(month.year, month.month, 1, tzinfo=UTC)
    given: dict[str, Any] = {"start": start, "end": next_month(start), "after": after, "limit": MOST}
    with connection.cursor() as cursor:
        cursor.execute(_OF_MONTH, given)
        rows = [Line(*row) for row in cursor.fetchall()]
    found = [(key, list(lines)) for key, lines in groupby(rows, key=lambda row: row.account_id)]
    # The last one may have more lines than were read; an owner alone has as many as there are rates.
    return found if len(rows) < MOST or len(found) == 1 else found[:-1]


def next_month(first: datetime) -> datetime:
    return first.replace(year=first.year + first.month // 12, month=first.month % 12 + 1)


def first_fee() -> datetime | None:
    """When our first fee was earned."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select created_at from ledger_move where destination_id = (select id from ledger_account where code = 'fees') "
            "order by id limit 1"
        )
        row = cursor.fetchone()
    return row[0] if row else None


def own(account_id: UUID) -> QuerySet[Invoice]:
    """This owner's invoices, the latest first."""
    return Invoice.objects.filter(account_id=account_id).order_by("-year", "-number")


def own_invoice(account_id: UUID, invoice_id: str) -> Invoice:
    """One of this owner's (inv_…). Raises NotFound (404) for anybody else's."""
    try:
        found: Invoice = own(account_id).get(pk=ids.decode("inv", invoice_id))
    except (ValueError, Invoice.DoesNotExist):
        raise NotFound("There is no such invoice among yours. GET /api/wallet/invoices lists them.")
    return found


def billed_to(account_id: UUID) -> str:
    """To whom the next invoices are made out; empty until the owner says it."""
    return BillingDetails.objects.filter(pk=account_id).values_list("text", flat=True).first() or ""
