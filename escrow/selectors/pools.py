"""How the seats of a pool stand, all in one query."""

from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, Q

from escrow.models import Escrow
from escrow.rules import PAID


class Seats(NamedTuple):
    """`open`: the statuses of those whose money is still held. `accepted`: on how many the work was. `paid`: any of them."""

    open: frozenset[str]
    accepted: int
    paid: bool


def seats_of(pool_id: UUID | None) -> Seats:
    rows = Escrow.objects.filter(parent_id=pool_id).values_list("status")
    found = list(rows.annotate(accepted=Count("completed_at"), held=Count("pk", filter=Q(ended_at=None))))
    return Seats(
        frozenset(status for status, _, held in found if held),
        sum(accepted for _, accepted, _ in found),
        any(status in PAID for status, _, _ in found),
    )
