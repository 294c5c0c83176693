"""The spending report of an account and the earnings of a worker, from the ledger and the escrows."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Count, Q, QuerySet, Sum

from escrow.models import Escrow, Transfer
from escrow.rules.escrows import OPEN_SEAT, PAID
from escrow.selectors import corrections
from marketplace.models import Account
from wallet import ledger
from wallet.models import EarningsHold
from wallet.ports import jobs
from wallet.selectors import balances, flows, kept


@dataclass(frozen=True, slots=True)
class BountyRow:
    """In cents: `funded` including the fee, `settled` to workers, `refunded` to the wallet, `fee` of what was settled, where it was
    asked for. The row without a bounty sums up
    work such as service bookings; it comes last. Only that one has no title; `category` is a slug, None without one."""

    bounty_id: UUID | None
    funded: int
    settled: int
    refunded: int
    seats: int
    title: str | None = None
    category: str | None = None
    fee: int = 0


class CategoryRow(NamedTuple):
    """The sums of the bounties of one category, in cents; None: of those without one, and of work without a bounty."""

    category: str | None
    funded: int
    settled: int
    refunded: int
    bounties: int
    fee: int = 0


class Paid(NamedTuple):
    """One worker's pay in the range, in cents, from `seats` released seats and from completed transfers."""

    human_id: UUID
    name: str
    cents: int
    seats: int


@dataclass(frozen=True, slots=True)
class Spending:
    """All in cents. Sums cover `start` to `end` (UTC, both included); `in_escrow` and `pending_release` are as of now. `has_more`:
    another part follows, by that cursor."""

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
    has_more: bool = False
    next_cursor: str | None = None
    currency: str = "usd"

    @property
    def fees(self) -> int:
        return sum(row.fee for row in self.by_bounty)


@dataclass(frozen=True, slots=True)
class Earnings:
    """All in cents: `available` to withdraw, `held` in open seats, `disputed`, and finally `withdrawn`; `kept` of what is earned
    can't be withdrawn yet, since the decision that gave it may be appealed."""

    available: int
    held: int
    disputed: int
    withdrawn: int
    kept: list[EarningsHold]

    @property
    def kept_cents(self) -> int:
        return sum(row.cents for row in self.kept)


def earnings(account_id: UUID) -> Earnings:
    available, withdrawn = balances.earnings(account_id)
    sums = Escrow.objects.filter(worker_id=account_id, ended_at=None).aggregate(
        held=Sum("human_payout_cents", filter=Q(status__in=OPEN_SEAT)),
        disputed=Sum("human_payout_cents", filter=Q(status="disputed")),
    )
    kept_rows = list(kept.rows(account_id))
    free = max(0, available - sum(row.cents for row in kept_rows))
    return Earnings(free, int(sums["held"] or 0), int(sums["disputed"] or 0), withdrawn, kept_rows)


def spending(
    account_id: UUID, profile_id: UUID, start: datetime, end: datetime, *, with_fees: bool = False
) -> Spending:
    """The spending report from `start` to `end` (UTC, both included), in a constant number of queries. A seat is counted once
    when it was funded or ended in the range; what an appeal has changed counts when it was decided. `with_fees`: our fee, too, for
    one query more. Spec: Wallet report."""
    moved = balances.moved(account_id, start, end)
    found = _seats(account_id, start, end)
    corrected = corrections.of_owner(account_id, start, end)
    settled: dict[UUID | None, int] = {}
    seats: dict[UUID | None, int] = {}
    for one in found:
        if one.released:
            settled[one.bounty] = settled.get(one.bounty, 0) + one.earned
        if one.touched:
            seats[one.bounty] = seats.get(one.bounty, 0) + one.touched
    fees = flows.fees_by_bounty(_released(account_id, start, end).values("pk")) if with_fees else {}
    for change in corrected:
        settled[change.seat.bounty_id] = settled.get(change.seat.bounty_id, 0) + change.pay
        fees[change.seat.bounty_id] = fees.get(change.seat.bounty_id, 0) + change.fee
    named = sorted(moved.keys() | settled.keys() | seats.keys(), key=lambda key: (key is None, key or account_id))
    about = jobs.get()(account_id, [key for key in named if key is not None])
    rows = []
    for key in named:
        funded, refunded = moved.get(key, (0, 0))
        job = about.get(key) if key is not None else None
        title, category = (job.title, job.category or None) if job else (None, None)
        sums = (funded, settled.get(key, 0), refunded, seats.get(key, 0))
        rows.append(BountyRow(key, *sums, title=title, category=category, fee=fees.get(key, 0)))
    rows = [row for row in rows if row.funded or row.settled or row.refunded or row.seats or row.fee]
    people = _paid(account_id, start, end, found, corrected)
    in_escrow, pending = _open_now(account_id)
    return Spending(
        profile_id=profile_id,
        start=start,
        end=end,
        settled=sum(settled.values()),
        paid=sum(person.cents for person in people),
        refunded=sum(row.refunded for row in rows),
        in_escrow=in_escrow,
        pending_release=pending,
        by_bounty=rows,
        by_human=people,
        by_category=_by_category(rows),
    )


def part(found: Spending, offset: int, limit: int) -> Spending:
    """The report with at most `limit` bounties and people, from `offset` on in their order. Totals and categories stay those of
    all."""
    end = offset + limit
    more = max(len(found.by_bounty), len(found.by_human)) > end
    return replace(found, by_bounty=found.by_bounty[offset:end], by_human=found.by_human[offset:end], has_more=more)


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
            sums.fee + row.fee,
        )
    return sorted(found.values(), key=lambda row: (-row.funded, row.category or "~"))


class _Seats(NamedTuple):
    """The seats of one worker in one bounty: of those released in the range their number and pay in cents; `touched`: how many were
    funded or ended in it."""

    bounty: UUID | None
    worker: UUID | None
    released: int
    earned: int
    touched: int


def _released(account_id: UUID, start: datetime, end: datetime) -> QuerySet[Escrow]:
    """The seats that were paid in the range."""
    rows = Escrow.objects.filter(owner_id=account_id, kind="seat", status__in=PAID)
    return rows.filter(released_at__gte=start, released_at__lte=end).order_by()


def _seats(account_id: UUID, start: datetime, end: datetime) -> list[_Seats]:
    """One query."""
    released = Q(status__in=PAID, released_at__gte=start, released_at__lte=end)
    touched = Q(funded_at__gte=start, funded_at__lte=end) | Q(ended_at__gte=start, ended_at__lte=end)
    rows = Escrow.objects.filter(released | touched, owner_id=account_id, kind="seat").order_by()
    summed = rows.values("bounty_id", "worker_id").annotate(
        paid=Count("pk", filter=released),
        earned=Sum("earned_cents", filter=released, default=0),
        touched=Count("pk", filter=touched),
    )
    return [
        _Seats(row["bounty_id"], row["worker_id"], row["paid"], int(row["earned"]), row["touched"]) for row in summed
    ]


def _paid(
    account_id: UUID,
    start: datetime,
    end: datetime,
    seats: Iterable[_Seats],
    corrected: Iterable[corrections.Correction],
) -> list[Paid]:
    """The people who were paid, highest sum first."""
    tips = Transfer.objects.filter(
        sender_id=account_id, status="completed", completed_at__gte=start, completed_at__lte=end
    ).order_by()
    cents: dict[UUID, int] = {}
    number: dict[UUID, int] = {}
    for row in seats:
        if row.worker is not None and row.released:
            cents[row.worker] = cents.get(row.worker, 0) + row.earned
            number[row.worker] = number.get(row.worker, 0) + row.released
    for worker, pay in tips.values_list("recipient_id").annotate(Sum("amount_cents")):
        cents[worker] = cents.get(worker, 0) + int(pay)
    for one in corrected:
        cents[one.worker.pk] = cents.get(one.worker.pk, 0) + one.pay
    people = {person.pk: person for person in Account.objects.filter(pk__in=list(cents))}
    rows = [
        Paid(people[worker].profile_id, people[worker].display_name, pay, number.get(worker, 0))
        for worker, pay in cents.items()
    ]
    return sorted(rows, key=lambda row: (-row.cents, row.human_id))


def held(account_id: UUID) -> int:
    """Cents in the open pools and holds of this account right now, fee included, in one query."""
    return sum(held_by_job(account_id).values())


def held_by_job(account_id: UUID) -> dict[UUID | None, int]:
    """The same for each bounty, by its key; None: what is held for no bounty."""
    with connection.cursor() as cursor:
        cursor.execute(
            """select e.bounty_id, sum(a.balance) from escrow_escrow e join ledger_account a
                 on a.code = case e.kind when 'pool' then %s else %s end || e.id
                where e.owner_id = %s and e.ended_at is null group by e.bounty_id""",
            [ledger.POOL, ledger.HOLD, account_id],
        )
        return {bounty_id: int(cents) for bounty_id, cents in cursor.fetchall()}


def _open_now(account_id: UUID) -> tuple[int, int]:
    """What `held` says, and of it the workers' pay, in cents, of seats that are delivered or completed but not released; in one
    query."""
    waiting = [status for status in OPEN_SEAT if status != "locked"]
    with connection.cursor() as cursor:
        cursor.execute(
            """select coalesce(sum(a.balance), 0),
                      coalesce(sum(e.human_payout_cents) filter (where e.kind = 'seat' and e.status = any(%s)), 0)
                 from escrow_escrow e left join ledger_account a on a.code = case e.kind when 'pool' then %s else %s end || e.id
                where e.owner_id = %s and e.ended_at is null""",
            [waiting, ledger.POOL, ledger.HOLD, account_id],
        )
        held_cents, pending = cursor.fetchone()
    return int(held_cents), int(pending)
