"""Facts as people and audit logs read them."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import QuerySet

from webhooks.models import Event


def timeline(subject_id: UUID) -> QuerySet[Event]:
    """Everything that happened to one row, oldest first."""
    return Event.objects.filter(subject_id=subject_id).order_by("id")


def story(subject_ids: Iterable[UUID], *, latest: int) -> list[Event]:
    """What happened to several rows that belong together: the `latest` facts, oldest first."""
    rows = Event.objects.filter(subject_id__in=list(subject_ids)).order_by("-id")[:latest]
    return list(reversed(rows))
