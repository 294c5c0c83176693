"""Events as timelines for people and audit logs, and as the inbox of an account."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import connection
from django.db.models import Min, Q, QuerySet

from marketplace.core.transactions import write_gathered_events
from webhooks.models import Event
from webhooks.rules.readings import Choice, Seen


def timeline(subject_id: UUID) -> QuerySet[Event]:
    """Every event about one row, oldest first, including those of the current transaction."""
    write_gathered_events()
    return Event.objects.filter(subject_id=subject_id).order_by("id")


def story(subject_ids: Iterable[UUID], *, latest: int) -> list[Event]:
    """The `latest` events about several related rows, oldest first."""
    rows = Event.objects.filter(subject_id__in=list(subject_ids)).order_by("-id")[:latest]
    return list(reversed(rows))


def latest_about(account_id: UUID, entity: str) -> str:
    """The id of an account's newest event about one thing, by its public id, with those of the current transaction; empty without
    any."""
    write_gathered_events()
    rows = Event.objects.filter(entity=entity, account=account_id, public=True).order_by("-id")
    return str(rows.values_list("key", flat=True).first() or "")


def end(account_id: UUID) -> tuple[int, int, int]:
    """The last position in an account's inbox, 0 while it is empty; the epoch of all inboxes; and the position behind which the
    inbox is whole, 0 while nothing was deleted. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(_END, [account_id, account_id])
        last, epoch, whole_after = cursor.fetchone()
    return max(int(last), int(whole_after)), int(epoch), int(whole_after)


def first_since(account_id: UUID, moment: datetime) -> int | None:
    """The first position of an account's events from this moment on; None when there are none, or none that is numbered. An event
    of before may come behind it, since events are numbered after their commit, but none of later ones before it."""
    rows = Event.objects.filter(account=account_id, public=True, created_at__gte=moment, position__isnull=False)
    found: int | None = rows.aggregate(first=Min("position"))["first"]
    return found


def inbox(account_id: UUID, *, seen: Seen, choice: Choice, until: int, limit: int) -> list[Event]:
    """The first `limit` events of this choice up to the position `until` that were not `seen`, in order."""
    rows = Event.objects.filter(account=account_id, position__lte=until).order_by("position")
    if choice.bounty_id:
        rows = rows.filter(data__bountyId=choice.bounty_id)
    # One index scan per type: a rare type among a million events is found without reading the others.
    first, *others = [_unread(rows, seen, each)[:limit] for each in choice.by_type()]
    return list(first.union(*others, all=True).order_by("position")[:limit] if others else first)


def _unread(rows: QuerySet[Event], seen: Seen, choice: Choice) -> QuerySet[Event]:
    """Of these rows those of the types of this choice that were not read."""
    rows = rows.filter(position__gt=seen.start(choice))
    if choice.types:
        rows = rows.filter(type__in=choice.types)
    for part, position in seen.read_of(choice):
        unread = Q(position__gt=position)
        if part.bounty_id and not choice.bounty_id:
            unread |= Q(data__bountyId__isnull=True) | ~Q(data__bountyId=part.bounty_id)
        if part.types and not choice.types:
            unread |= ~Q(type__in=part.types)
        rows = rows.filter(unread)
    return rows


def grown_inboxes(known: Mapping[UUID, int]) -> list[UUID]:
    """Of these accounts those that have a public event after the position that is `known` of each, numbered or not yet."""
    with connection.cursor() as cursor:
        cursor.execute(_GROWN, [list(known), list(known.values())])
        return [row[0] for row in cursor.fetchall()]


_END: Final = """
    select coalesce((select max(position) from webhooks_event where account_id = %s), 0),
           coalesce((select max(epoch) from webhooks_restoration), 0),
           coalesce((select position from webhooks_inboxstart where account_id = %s), 0)
"""
_GROWN: Final = """
    select known.account from unnest(%s::uuid[], %s::bigint[]) as known (account, position)
    where exists (select from webhooks_event e where e.account_id = known.account and e.public and e.position is null)
    or exists (select from webhooks_event e where e.account_id = known.account and e.position > known.position)
"""
