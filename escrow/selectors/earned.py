"""What workers have been paid for seats."""

from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, Sum

from escrow.models import Escrow


class Earned(NamedTuple):
    """Released seats of one worker, and the cents that he got for them."""

    seats: int = 0
    cents: int = 0


def by_worker(account_ids: Collection[UUID]) -> dict[UUID, Earned]:
    """For all of them in one query. Somebody without a released seat is not in it."""
    rows = Escrow.objects.filter(worker_id__in=account_ids, status="released").order_by()
    sums = rows.values("worker_id").annotate(paid=Count("id"), total=Sum("human_payout_cents"))
    return {row["worker_id"]: Earned(row["paid"], int(row["total"])) for row in sums}
