"""Events as timelines for people and audit logs, and as the inbox of an account."""

from collections.abc import Collection, Iterable
from uuid import UUID

from django.db.models import Max, QuerySet

from marketplace.core.transactions import write_gathered_events
from webhooks.models import Event


def timeline(subject_id: UUID) -> QuerySet[Event]:
    """Every event about one row, oldest first, including those of the current transaction."""
    write_gathered_events()
    return Event.objects.filter(subject_id=subject_id).order_by("id")


def story(subject_ids: Iterable[UUID], *, latest: int) -> list[Event]:
    """The `latest` events about several related rows, oldest first."""
    rows = Event.objects.filter(subject_id__in=list(subject_ids)).order_by("-id")[:latest]
    return list(reversed(rows))


def last_position(account_id: UUID) -> int:
    """The last position in an account's inbox; 0 while it is empty."""
    return int(Event.objects.filter(account=account_id).aggregate(last=Max("position"))["last"] or 0)


def inbox(account_id: UUID, *, after: int, until: int, types: Collection[str], limit: int) -> list[Event]:
    """The first `limit` events with `after` < position <= `until`, in order; of any type when `types` is empty."""
    rows = Event.objects.filter(account=account_id, position__gt=after, position__lte=until).order_by("position")
    if not types:
        return list(rows[:limit])
    # One index scan per type: a rare type among a million events is found without reading the others.
    first, *others = [rows.filter(type=type_)[:limit] for type_ in sorted(set(types))]
    return list(first.union(*others, all=True).order_by("position")[:limit] if others else first)
