"""Which subjects of events are not finished: bounties that go on, and what belongs to them."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from bounties.models import Application, Bounty, Submission
from escrow.models import Case

_OVER = ("paid", "closed", "cancelled")


def subjects(keys: Collection[UUID]) -> set[UUID]:
    """Of these keys those of bounties that go on, of their applications and submissions, and of seats that a case is about."""
    found = set(Bounty.objects.filter(pk__in=keys).exclude(status__in=_OVER).values_list("pk", flat=True))
    case = Exists(Case.objects.filter(escrow=OuterRef("escrow"), closed_at=None))
    open_seat = Q(escrow__isnull=False) & (Q(escrow__ended_at=None) | case)
    runs = ~Q(bounty__status__in=_OVER)
    found |= set(Application.objects.filter(runs | open_seat, pk__in=keys).values_list("pk", flat=True))
    seats = Application.objects.filter(runs | open_seat, pk=OuterRef("application"))
    found |= set(Submission.objects.filter(Exists(seats), pk__in=keys).values_list("pk", flat=True))
    return found
