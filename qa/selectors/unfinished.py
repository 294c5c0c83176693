"""Which subjects of events are not finished: runs that go on."""

from collections.abc import Collection
from uuid import UUID

from qa.models import Run, TasteRun


def subjects(keys: Collection[UUID]) -> set[UUID]:
    """Of these keys those of runs that have not ended."""
    found = set(Run.objects.filter(pk__in=keys, ended_at=None).values_list("pk", flat=True))
    return found | set(TasteRun.objects.filter(pk__in=keys, ended_at=None).values_list("pk", flat=True))
