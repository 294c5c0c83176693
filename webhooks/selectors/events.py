"""Facts as people and audit logs read them, and as an account's inbox does."""

from collections.abc import Collection, Iterable
from uuid import UUID

from django.db.models import Max, QuerySet

from marketplace.core.transactions import write_gathered_events
from webhooks.models import Event


def timeline(subject_id: UUID) -> QuerySet[Event]:
    """Everything that happened to one row, oldest first, this transaction's own facts with it."""
    write_gathered_events()
    return Event.objects.filter(subject_id=subject_id).order_by("id")


def story(subject_ids: Iterable[UUID], *, latest: int) -> list[Event]:
    """What happened to several rows that belong together: the `latest` facts, oldest first."""
    rows = Event.objects.filter(subject_id__in=list(subject_ids)).order_by("-id")[:latest]
    return list(reversed(rows))


def last_position(account_id: UUID) -> int:
    """The last place of an account's inbox; 0 while it is empty."""
    return int(Event.objects.filter(account=account_id).aggregate(last=Max("position"))["last"] or 0)


def inbox(account_id: UUID, *, after: int, until: int, types: Collection[str], limit: int) -> list[Event]:
    """The first `limit` facts with places from behind `after` to `until`, in order; all types when none is named."""
    rows = Event.objects.filter(account=account_id, position__gt=after, position__lte=until).order_by("position")
    if not types:
        return list(rows[:limit])
    # Each type by its own index: a rare one among a million others is found without reading them.
    first, *others = [rows.filter(type=type_)[:limit] for type_ in sorted(set(types))]
    return list(first.union(*others, all=True).order_by("position")[:limit] if others else first)
