"""Who was in a dispute."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Count

from escrow.models import Escrow
from escrow.rules import DISPUTED


def counts(worker_ids: Iterable[UUID]) -> dict[UUID, int]:
    """Seats of each worker that are in a dispute or were decided by one, for all of them in one query. A dispute that
    was withdrawn leaves no trace here: its escrow went back to what it was."""
    rows = Escrow.objects.filter(worker_id__in=list(worker_ids), status__in=DISPUTED)
    return dict(rows.values_list("worker_id").annotate(Count("pk")))
