"""What workers have earned from seats."""

from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, Sum

from escrow.models import Escrow
from escrow.rules.escrows import PAID


class Earned(NamedTuple):
    """The number of seats that one worker was paid for, and the cents they got for them."""

    seats: int = 0
    cents: int = 0


def by_worker(account_ids: Collection[UUID]) -> dict[UUID, Earned]:
    """By worker, in one query. Workers without a paid seat are left out."""
    rows = Escrow.objects.filter(worker_id__in=account_ids, status__in=PAID).order_by()
    sums = rows.values("worker_id").annotate(paid=Count("id"), total=Sum("earned_cents"))
    return {row["worker_id"]: Earned(row["paid"], int(row["total"])) for row in sums}
