"""What appeals have corrected, as dated facts of their own: the seat keeps how it ended first, sums of a stretch of time count a
correction when it was made (docs/money.md, Appeals)."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from escrow.models import DisputeDecision, Escrow
from marketplace.models import Account
from wallet.selectors import flows


class Correction(NamedTuple):
    """In cents, as the funder sees it: what their wallet paid more, negative for what came back. What the platform bore is not
    in it, so it may be 0."""

    at: datetime
    seat: Escrow
    worker: Account
    pay: int
    fee: int


def of_owner(account_id: UUID, start: datetime, end: datetime, *, with_end: bool = True) -> list[Correction]:
    """What this funder's wallet paid or got back by appeals that were decided from `start` to `end` (UTC, part of it unless
    `with_end` is false), in two queries."""
    rows = _final().filter(dispute__owner_id=account_id, decided_at__gte=start)
    return _corrections(rows.filter(decided_at__lte=end) if with_end else rows.filter(decided_at__lt=end))


def of_bounty(bounty_id: UUID) -> list[Correction]:
    """The corrections of a bounty's seats, in two queries."""
    return _corrections(_final().filter(dispute__escrow__bounty_id=bounty_id))


def _final() -> QuerySet[DisputeDecision]:
    return DisputeDecision.objects.filter(round=2, state="final")


def _corrections(found: QuerySet[DisputeDecision]) -> list[Correction]:
    rows: Iterable[DisputeDecision] = found.select_related("dispute__escrow", "dispute__worker")
    decided = sorted(rows, key=lambda row: (row.decided_at or row.created_at, row.pk))
    disputed = [(row.decided_at, row.dispute) for row in decided if row.dispute is not None]
    sums = flows.of_corrections([dispute.pk for _, dispute in disputed]) if disputed else {}
    made = []
    for decided_at, dispute in disputed:
        moved = sums.get(dispute.pk)
        if moved is not None and (moved.pay or moved.fee) and decided_at is not None:
            made.append(Correction(decided_at, dispute.escrow, dispute.worker, moved.pay, moved.fee))
    return made
