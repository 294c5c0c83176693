"""What an account has in work, and what its work has paid: the escrow's part of the wallet report. One query per group."""

from datetime import datetime
from uuid import UUID

from django.db import connection
from django.db.models import Count, Q, Sum

from escrow.models import Escrow, Transfer
from escrow.rules import OPEN_SEAT, PAID
from marketplace.models import Account
from wallet import ledger
from wallet.ports import Paid, Work


def work(account_id: UUID, start: datetime, end: datetime) -> Work:
    """In cents; both ends are in the range. A seat counts where it was funded or decided in the range, once."""
    during = {"released_at__gte": start, "released_at__lte": end}
    seats = Escrow.objects.filter(owner_id=account_id, kind="seat").order_by()
    touched = Q(funded_at__gte=start, funded_at__lte=end) | Q(ended_at__gte=start, ended_at__lte=end)
    settled = seats.filter(status__in=PAID, **during).values_list("bounty_id").annotate(Sum("earned_cents"))
    counted = seats.filter(touched).values_list("bounty_id").annotate(Count("pk"))
    return Work(
        settled={bounty: int(cents) for bounty, cents in settled},
        seats=dict(counted),
        paid=_paid(account_id, start, end),
        in_escrow=_held(account_id),
        pending_release=_pending(account_id),
    )


def _paid(account_id: UUID, start: datetime, end: datetime) -> list[Paid]:
    """Who was paid, the most first."""
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


def _held(account_id: UUID) -> int:
    """What pools and holds of this account contain right now, fee included, in one look at the ledger."""
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
    """The workers' pay of seats that are delivered or completed, and not released."""
    waiting = [status for status in OPEN_SEAT if status != "locked"]
    rows = Escrow.objects.filter(owner_id=account_id, kind="seat", status__in=waiting)
    return int(rows.aggregate(total=Sum("human_payout_cents"))["total"] or 0)
