"""Which subjects of events are not finished: money is held for them, or a case about them is open."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from escrow.models import Case, Dispute, Escrow, Transfer
from escrow.rules.disputes import OPEN_DISPUTE


def subjects(keys: Collection[UUID]) -> set[UUID]:
    """Of these keys those of escrows, disputes, cases and transfers that are not ended, and of what they are about."""
    wanted = set(keys)
    is_open = Q(ended_at=None) | Exists(Case.objects.filter(escrow=OuterRef("pk"), closed_at=None))
    named = Q(pk__in=wanted) | Q(subject_id__in=wanted) | Q(bounty_id__in=wanted)
    found = set[UUID]()
    for row in Escrow.objects.filter(is_open & named).values_list("pk", "subject_id", "bounty_id"):
        found |= wanted.intersection(row)
    about = Q(pk__in=wanted) | Q(dispute_id__in=wanted) | Q(escrow_id__in=wanted)
    for row in Case.objects.filter(about, closed_at=None).values_list("pk", "dispute_id", "escrow_id"):
        found |= wanted.intersection(row)
    found |= set(Dispute.objects.filter(pk__in=wanted, status__in=OPEN_DISPUTE).values_list("pk", flat=True))
    found |= set(Transfer.objects.filter(pk__in=wanted, status="pending").values_list("pk", flat=True))
    return found
