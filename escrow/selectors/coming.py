"""What a worker has coming from undecided seats."""

from uuid import UUID

from django.db.models import Sum

from escrow.models import Escrow
from escrow.rules import OPEN_SEAT


def held(account_id: UUID) -> tuple[int, int]:
    """(cents in undecided seats, cents in disputes)."""
    rows = Escrow.objects.filter(worker_id=account_id, status__in=OPEN_SEAT)
    return int(rows.aggregate(total=Sum("human_payout_cents"))["total"] or 0), 0
