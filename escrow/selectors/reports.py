"""The spending report of an account and the earnings of a worker, from the ledger and the escrows."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Count, Q, Sum

from escrow.models import Escrow, Transfer
from escrow.rules.escrows import OPEN_SEAT, PAID
from marketplace.models import Account
from wallet import ledger
from wallet.ports import jobs
from wallet.selectors import balances


@dataclass(frozen=True, slots=True)
class BountyRow:
    """In cents: `funded` including the fee, `settled` to workers, `refunded` to the wallet. The row without a bounty sums up
    work such as service bookings; it comes last. Only that one has no title; `category` is a slug, None without one."""

    bounty_id: UUID | None
    funded: int
    settled: int
    refunded: int
    seats: int
    title: str | None = None
    category: str | None = None


class CategoryRow(NamedTuple):
    """The sums of the bounties of one category, in cents; None: of those without one, and of work without a bounty."""

    category: str | None
    funded: int
    settled: int
    refunded: int
    bounties: int


class Paid(NamedTuple):
    """One worker's pay in the range, in cents, from `seats` released seats and from completed transfers."""

    human_id: UUID
    name: str
    cents: int
    seats: int


@dataclass(frozen=True, slots=True)
class Spending:
    """All in cents. Sums cover `start` to `end` (UTC, both included); `in_escrow` and `pending_release` are as of now."""

    profile_id: UUID
    start: datetime
    end: datetime
    settled: int
    paid: int
    refunded: int
    in_escrow: int
    pending_release: int
    by_bounty: list[BountyRow]
    by_human: list[Paid]
    by_category: list[CategoryRow]
    currency: str = "usd"


@dataclass(frozen=True, slots=True)
class Earnings:
    """All in cents: `available` to withdraw, `held` in open seats, `disputed`, and finally `withdrawn`."""

    available: int
    held: int
    disputed: int
    withdrawn: int


def earnings(account_id: UUID) -> Earnings:
    available, withdrawn = balances.earnings(account_id)
    sums = Escrow.objects.filter(worker_id=account_id).aggregate(
        held=Sum("human_payout_cents", filter=Q(status__in=OPEN_SEAT)),
        disputed=Sum("human_payout_cents", filter=Q(status="disputed")),
    )
    return Earnings(available, int(sums["held"] or 0), int(sums["disputed"] or 0), withdrawn)


def spending(account_id: UUID, profile_id: UUID, start: datetime, end: datetime) -> Spending:
    """The spending report from `start` to `end` (UTC, both included), in a constant number of queries. A seat is counted once
    when it was funded or ended in the range. Spec: Wallet report."""
    moved = balances.moved(account_id, start, end)
    mine = Escrow.objects.filter(owner_id=account_id, kind="seat").order_by()
    released = mine.filter(status__in=PAID, released_at__gte=start, released_at__lte=end)
    touched = Q(funded_at__gte=start, funded_at__lte=end) | Q(ended_at__gte=start, ended_at__lte=end)
    settled = {bounty: int(cents) for bounty, cents in released.values_list("bounty_id").annotate(Sum("earned_cents"))}
    seats: dict[UUID | None, int] = dict(mine.filter(touched).values_list("bounty_id").annotate(Count("pk")))
    named = sorted(moved.keys() | settled.keys() | seats.keys(), key=lambda key: (key is None, key or account_id))
    about = jobs.get()(account_id, [key for key in named if key is not None])
    rows = []
    for key in named:
        funded, refunded = moved.get(key, (0, 0))
        job = about.get(key) if key is not None else None
        names = (job.title, job.category or None) if job else (None, None)
        rows.append(BountyRow(key, funded, settled.get(key, 0), refunded, seats.get(key, 0), *names))
    rows = [row for row in rows if row.funded or row.settled or row.refunded or row.seats]
    people = _paid(account_id, start, end)
    return Spending(
        profile_id=profile_id,
        start=start,
        end=end,
        settled=sum(settled.values()),
        paid=sum(person.cents for person in people),
        refunded=sum(row.refunded for row in rows),
        in_escrow=held(account_id),
        pending_release=_pending(account_id),
        by_bounty=rows,
        by_human=people,
        by_category=_by_category(rows),
    )


def _by_category(rows: list[BountyRow]) -> list[CategoryRow]:
    """The highest sum first."""
    found: dict[str | None, CategoryRow] = {}
    for row in rows:
        sums = found.get(row.category) or CategoryRow(row.category, 0, 0, 0, 0)
        found[row.category] = CategoryRow(
            row.category,
            sums.funded + row.funded,
            sums.settled + row.settled,
            sums.refunded + row.refunded,
            sums.bounties + (row.bounty_id is not None),
        )
    return sorted(found.values(), key=lambda row: (-row.funded, row.category or "~"))


def _paid(account_id: UUID, start: datetime, end: datetime) -> list[Paid]:
    """The people who were paid, highest sum first."""
    seats = Escrow.objects.filter(
        owner_id=account_id, kind="seat", status__in=PAID, released_at__gte=start, released_at__lte=end
    ).order_by()
    tips = Transfer.objects.filter(
        sender_id=account_id, status="completed", completed_at__gte=start, completed_at__lte=end
    ).order_by()
    cents: dict[UUID, int] = {}
    number: dict[UUID, int] = {}
    for worker, pay, count in seats.values_list("worker_id").annotate(Sum("earned_cents"), Count("pk")):
        if worker is not None:
            cents[worker], number[worker] = int(pay), count
    for worker, pay in tips.values_list("recipient_id").annotate(Sum("amount_cents")):
        cents[worker] = cents.get(worker, 0) + int(pay)
    people = {person.pk: person for person in Account.objects.filter(pk__in=list(cents))}
    rows = [
        Paid(people[worker].profile_id, people[worker].display_name, pay, number.get(worker, 0))
        for worker, pay in cents.items()
    ]
    return sorted(rows, key=lambda row: (-row.cents, row.human_id))


def held(account_id: UUID) -> int:
    """Cents in the open pools and holds of this account right now, fee included, in one query."""
    with connection.cursor() as cursor:
        cursor.execute(
            """select coalesce(sum(a.balance), 0) from escrow_escrow e join ledger_account a
                 on a.code = case e.kind when 'pool' then %s else %s end || e.id
                where e.owner_id = %s and e.ended_at is null""",
            [ledger.POOL, ledger.HOLD, account_id],
        )
        (total,) = cursor.fetchone()
    return int(total)


def _pending(account_id: UUID) -> int:
    """The workers' pay, in cents, of seats that are delivered or completed but not released."""
    waiting = [status for status in OPEN_SEAT if status != "locked"]
    rows = Escrow.objects.filter(owner_id=account_id, kind="seat", status__in=waiting)
    return int(rows.aggregate(total=Sum("human_payout_cents"))["total"] or 0)
