"""What an owner paid people in a stretch of time: each seat that was paid, and each tip."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet, Sum

from escrow.models import Escrow, Transfer
from escrow.rules.escrows import PAID
from escrow.selectors import corrections
from marketplace.core import ids
from wallet.ports import Job, jobs
from wallet.selectors import flows


class Line(NamedTuple):
    """A payment to a person, in cents. `job`: None for an appointment, which has its page in `appointment`; `receipt`: the page of
    its receipt, empty without one."""

    at: datetime
    person: str
    job: Job | None
    receipt: str
    pay: int
    fee: int
    is_tip: bool
    is_correction: bool = False  # after an appeal: what it took more, or gave back
    is_unanswered: bool = False  # paid automatically, because nobody answered
    appointment: str = ""

    @property
    def total(self) -> int:
        return self.pay + self.fee


@dataclass(frozen=True, slots=True)
class PaidPeople:
    """The first of the payments by time, and the sums of all of them, in cents."""

    lines: list[Line]
    count: int
    pay: int
    fee: int

    @property
    def total(self) -> int:
        return self.pay + self.fee


def paid(account_id: UUID, start: datetime, end: datetime, *, limit: int) -> PaidPeople:
    """Seats that were paid, transfers that were sent and what appeals corrected from `start` up to `end` (UTC, not part of it), at
    most `limit` of them, with the sums of all, in a constant number of queries."""
    seats = Escrow.objects.filter(
        owner_id=account_id, kind="seat", status__in=PAID, released_at__gte=start, released_at__lt=end
    )
    tips = Transfer.objects.filter(
        sender_id=account_id, status="completed", completed_at__gte=start, completed_at__lt=end
    )
    shown_seats = list(seats.select_related("worker").order_by("released_at", "pk")[:limit])
    shown_tips = list(tips.select_related("recipient").order_by("completed_at", "pk")[:limit])
    corrected = corrections.of_owner(account_id, start, end, with_end=False)
    lines = sorted(_lines(account_id, shown_seats, shown_tips, corrected), key=lambda line: line.at)[:limit]
    payout = flows.of_all_seats(seats.order_by().values("pk"))
    sent, number = _sum(tips)
    return PaidPeople(
        lines,
        seats.count() + number + len(corrected),
        payout.pay + sent + sum(one.pay for one in corrected),
        payout.fee + sum(one.fee for one in corrected),
    )


def _sum(tips: QuerySet[Transfer]) -> tuple[int, int]:
    found = tips.order_by().aggregate(cents=Sum("amount_cents"))
    return int(found["cents"] or 0), tips.count()


def _lines(
    account_id: UUID, seats: list[Escrow], tips: list[Transfer], corrected: list[corrections.Correction]
) -> list[Line]:
    about = {seat.bounty_id for seat in seats if seat.bounty_id} | {tip.bounty_id for tip in tips}
    about |= {one.seat.bounty_id for one in corrected if one.seat.bounty_id}
    named = jobs.get()(account_id, about)
    paid_out = flows.of_seats([seat.pk for seat in seats])
    lines = []
    for seat in seats:
        assert seat.released_at is not None and seat.worker is not None
        job = named.get(seat.bounty_id) if seat.bounty_id else None
        receipt = f"/owner/jobs/{ids.encode('bty', seat.bounty_id)}/receipt" if job and seat.bounty_id else ""
        sums = paid_out.get(seat.pk, flows.Payout())
        lines.append(
            Line(
                seat.released_at,
                seat.worker.display_name,
                job,
                receipt,
                sums.pay,
                sums.fee,
                False,
                is_unanswered=seat.accepted_unanswered,
                appointment=_appointment(seat),
            )
        )
    for one in corrected:
        job = named.get(one.seat.bounty_id) if one.seat.bounty_id else None
        page = _appointment(one.seat)
        lines.append(Line(one.at, one.worker.display_name, job, "", one.pay, one.fee, False, True, appointment=page))
    for tip in tips:
        assert tip.completed_at is not None
        lines.append(
            Line(
                tip.completed_at,
                tip.recipient.display_name,
                named.get(tip.bounty_id),
                "",
                tip.amount_cents,
                0,
                True,
            )
        )
    return lines


def _appointment(seat: Escrow) -> str:
    """Its page; empty for a seat of a job."""
    return f"/owner/appointments/{ids.encode('sbk', seat.booking_id)}" if seat.booking_id else ""
