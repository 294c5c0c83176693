"""What a worker's pay is for: the held seats and the lines of the statement, each with its work."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet, Sum

from bounties.models import Application, Bounty
from bounties.rules.hiring import review_until
from escrow.models import Escrow, Transfer
from humans.models import Booking
from marketplace.core import ids
from wallet.selectors import balances


class Work(NamedTuple):
    """What was, or will be, paid for. `href` is its page for who did it; `kind` is the job's, and `complete_by` the clock
    of this worker's place in it."""

    title: str
    href: str
    kind: str = ""
    complete_by: datetime | None = None

    def review_until(self, seat: Escrow) -> datetime | None:
        """Until when its owner can judge what was delivered, before a clock pays it."""
        return review_until(self.kind, seat.review_due_at, self.complete_by)


class Payer(NamedTuple):
    """By the name that they hire under; `reason`: their words about a tip."""

    name: str = ""
    reason: str = ""


def held(worker_id: UUID) -> QuerySet[Escrow]:
    """The seats whose pay is held for this worker now, also in a dispute."""
    return Escrow.objects.filter(worker_id=worker_id, kind="seat", ended_at=None)


def of_seats(worker_id: UUID, seats: Iterable[Escrow]) -> dict[UUID, Work]:
    """The work of each of these seats, by the seat's key, in two queries."""
    rows = list(seats)
    jobs = _jobs(worker_id, {row.application_id for row in rows if row.application_id}, set())
    services = _services({row.pk for row in rows if row.booking_id})
    found = {row.pk: jobs.get(row.application_id) or services.get(row.pk) for row in rows}
    return {key: work for key, work in found.items() if work is not None}


def of_lines(worker_id: UUID, lines: Iterable[Any]) -> dict[int, Work]:
    """The work that each of these lines of the statement is about, by the line's `move_id`, in two queries. A line without work,
    such as a withdrawal, is left out."""
    rows = list(lines)
    jobs = _jobs(worker_id, set(), {row.bounty_id for row in rows if row.bounty_id})
    services = _services({row.escrow_id for row in rows if row.escrow_id and not row.bounty_id})
    found = {row.move_id: jobs.get(row.bounty_id) or services.get(row.escrow_id) for row in rows}
    return {key: work for key, work in found.items() if work is not None}


def tips(worker_id: UUID, bounty_id: UUID) -> list[Transfer]:
    """The tips and reimbursements that this worker got for one job, the first first, with their senders."""
    rows = Transfer.objects.filter(bounty_id=bounty_id, recipient_id=worker_id, status="completed")
    return list(rows.select_related("sender").order_by("completed_at", "id"))


def tips_of_job(bounty_id: UUID) -> QuerySet[Transfer]:
    """The tips and reimbursements that all workers of one job got, the first first: beside the job's own money."""
    rows: QuerySet[Transfer] = Transfer.objects.filter(bounty_id=bounty_id, status="completed")
    return rows.select_related("recipient").order_by("completed_at", "id")


def tips_cents(bounty_id: UUID) -> int:
    """What they are together, in cents."""
    return int(tips_of_job(bounty_id).aggregate(sum=Sum("amount_cents"))["sum"] or 0)


def lines_of(worker_id: UUID, transaction_id: str) -> list[Any]:
    """The lines that one transaction (txn_…) left in this worker's statement; none for anybody else's."""
    try:
        key = ids.decode("txn", transaction_id)
    except ValueError:
        return []
    return list(balances.earned_lines(worker_id).filter(transaction_id=key).order_by("move_id"))


def payer(worker_id: UUID, rows: list[Any]) -> Payer:
    """Who paid what one transaction brought this worker; nobody where it is no pay, such as a withdrawal. At most two queries."""
    first = rows[0]
    if first.transaction.kind in ("transfer", "bulk_transfer"):
        batch = first.transaction.tags.get("batch")
        named = Q(batch_id=batch) if batch else Q(pk=first.transfer_id)
        tip = Transfer.objects.filter(named, recipient_id=worker_id).select_related("sender").first()
        return Payer(tip.sender.display_name, tip.description) if tip is not None else Payer()
    seat = Escrow.objects.filter(pk=first.escrow_id).select_related("owner").first() if first.escrow_id else None
    if seat is None:
        return Payer()
    by_agent = ""
    if seat.bounty_id is not None:
        by_agent = Bounty.objects.values_list("agent_name", flat=True).get(pk=seat.bounty_id)
    return Payer(by_agent or seat.owner.display_name)


def _jobs(worker_id: UUID, applications: set[UUID], bounties: set[UUID]) -> dict[UUID | None, Work]:
    """By the keys that were asked for: of the applications, and of the bounties."""
    if not applications and not bounties:
        return {}
    asked = Q(pk__in=applications) | Q(bounty_id__in=bounties)
    columns = ("pk", "bounty_id", "bounty__title", "bounty__kind", "complete_by")
    rows = Application.objects.filter(asked, human_id=worker_id).values_list(*columns)
    found: dict[UUID | None, Work] = {}
    for application, bounty, title, kind, complete_by in rows:
        href = f"/work/{ids.encode('app', application)}"
        found[application] = found[bounty] = Work(title, href, kind, complete_by)
    return found


def _services(escrows: set[UUID]) -> dict[UUID | None, Work]:
    if not escrows:
        return {}
    rows = Booking.objects.filter(escrow_id__in=escrows).values_list("escrow_id", "subscription__title")
    return {escrow_id: Work(title, "/profile/services") for escrow_id, title in rows}
