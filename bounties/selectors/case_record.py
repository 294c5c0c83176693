"""What both sides of a case did in other jobs: on time, sent back, rejected."""

from typing import Any
from uuid import UUID

from django.db.models import Count, F, Q

from bounties.models import Application, Submission
from escrow.ports import Mark


def record(*, funder: UUID, worker: UUID) -> tuple[list[Mark], list[Mark]]:
    """Of the funder as a funder, of the worker as a worker. Four queries, each over an index of that person."""
    return [*_rejecting(Q(bounty__owner_id=funder), "Evidence sent back")], [
        *_on_time(worker),
        *_rejecting(Q(application__human_id=worker), "Own evidence sent back"),
    ]


def _on_time(worker: UUID) -> list[Mark]:
    hired = Application.objects.filter(human_id=worker, escrow__isnull=False)
    told: dict[str, Any] = hired.aggregate(
        hires=Count("pk"),
        delivered=Count("pk", filter=Q(escrow__delivered_at__isnull=False)),
        late=Count("pk", filter=Q(escrow__delivered_at__gt=F("complete_by"))),
        expired=Count("pk", filter=Q(status="expired")),
        left=Count("pk", filter=Q(status="withdrawn")),
        silent=Count("pk", filter=Q(ghost_flagged_at__isnull=False)),
    )
    on_time = told["delivered"] - told["late"]
    return [
        Mark("Hires", str(told["hires"])),
        Mark("Delivered on time", _share(on_time, told["delivered"])),
        Mark("Seats that ended unfinished", f"{told['expired']} expired, {told['left']} left", bool(told["expired"])),
        Mark("Flagged as silent", str(told["silent"]), bool(told["silent"])),
    ]


def _rejecting(whose: Q, label: str) -> list[Mark]:
    told: dict[str, Any] = Submission.objects.filter(whose).aggregate(
        judged=Count("pk", filter=Q(finalized_at__isnull=False)),
        rejected=Count("pk", filter=Q(status="rejected")),
        redo=Count("pk", filter=Q(status="redo_requested")),
    )
    back = told["rejected"] + told["redo"]
    words = f"{_share(back, told['judged'])} ({told['rejected']} rejected, {told['redo']} to do again)"
    return [Mark(label, words, told["judged"] >= 4 and back * 2 > told["judged"])]


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole}" if whole else "none yet"
