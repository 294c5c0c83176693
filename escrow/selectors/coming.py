"""What a worker has coming from undecided seats."""

from uuid import UUID

from django.db.models import Q, Sum

from escrow.models import Escrow
from escrow.rules import OPEN_SEAT


def held(account_id: UUID) -> tuple[int, int]:
    """(cents in undecided seats, cents in disputes)."""
    rows = Escrow.objects.filter(worker_id=account_id)
    sums = rows.aggregate(
        held=Sum("human_payout_cents", filter=Q(status__in=OPEN_SEAT)),
        disputed=Sum("human_payout_cents", filter=Q(status="disputed")),
    )
    return int(sums["held"] or 0), int(sums["disputed"] or 0)
