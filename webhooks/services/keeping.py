"""What is deleted of events and deliveries after their keeping time, and never: what is still to be sent, what is about unfinished
work, and what an inbox has not numbered without saying so to its readers.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import Exists, OuterRef

from marketplace.services.keeping import ByAge
from webhooks.models import Attempt, Delivery, Event
from webhooks.models.deliveries import OPEN
from webhooks.ports import open_subjects
from webhooks.services import restorations
from webhooks.services.inbox import NUMBERING


class Deliveries(ByAge):
    """Closed deliveries with their attempts; not those that were tried again lately."""

    model = Delivery

    def free(self, keys: Sequence[Any], before: datetime) -> list[Any]:
        late = Attempt.objects.filter(delivery=OuterRef("pk"), at__gte=before)
        rows = Delivery.objects.filter(~Exists(late), pk__in=keys).exclude(status__in=OPEN)
        return _finished(dict(rows.order_by("pk").values_list("pk", "event__subject_id")))

    def lines(self, keys: Sequence[Any]) -> list[dict[str, Any]]:
        """Each with its attempts."""
        rows = super().lines(keys)
        tries: dict[Any, list[dict[str, Any]]] = {row["id"]: [] for row in rows}
        for one in Attempt.objects.filter(delivery__in=keys).order_by("delivery_id", "number").values():
            tries[one["delivery_id"]].append({**one})
        return [row | {"tries": tries[row["id"]]} for row in rows]

    def delete(self, keys: Sequence[Any], before: datetime) -> int:
        """Locks the deliveries; one that somebody else has locked stays."""
        locked = Delivery.objects.filter(pk__in=keys).select_for_update(skip_locked=True, of=("self",)).order_by("pk")
        gone = self.free(list(locked.values_list("pk", flat=True)), before)
        with connection.cursor() as cursor:
            cursor.execute("delete from webhooks_attempt where delivery_id = any(%s)", [gone])
            attempts = cursor.rowcount
            cursor.execute("delete from webhooks_delivery where id = any(%s)", [gone])
            return int(cursor.rowcount + attempts)


class Events(ByAge):
    """Events whose deliveries are gone. An account's inbox notes up to where it is no longer whole (`InboxStart`)."""

    model = Event

    def free(self, keys: Sequence[Any], before: datetime) -> list[Any]:
        sent = Delivery.objects.filter(event=OuterRef("pk"))
        rows = Event.objects.filter(~Exists(sent), pk__in=keys).exclude(public=True, fanned_out_at=None)
        return _finished(dict(rows.order_by("pk").values_list("pk", "subject_id")))

    def delete(self, keys: Sequence[Any], before: datetime) -> int:
        """Locks the numbering of the accounts' inboxes, then the events; one that somebody else has locked stays."""
        accounts = Event.objects.filter(pk__in=keys, public=True, account__isnull=False).values_list("account_id")
        with connection.cursor() as cursor:
            for account in sorted({str(account) for (account,) in accounts}):
                cursor.execute("select pg_advisory_xact_lock(%s, hashtext(%s))", [NUMBERING, account])
            locked = Event.objects.filter(pk__in=keys).select_for_update(skip_locked=True, of=("self",)).order_by("pk")
            gone = self.free(list(locked.values_list("pk", flat=True)), before)
            cursor.execute(_NOTE, [gone])
            cursor.execute("delete from webhooks_event where id = any(%s)", [gone])
            return int(cursor.rowcount)


# An event that nobody numbered lies behind all that are: the place behind the inbox's end counts as its own.
_NOTE: Final = f"""
    with gone as (
        select account_id, max(position) as position, bool_or(position is null) as is_behind, max(created_at) as until
        from webhooks_event where id = any(%s) and public and account_id is not null group by account_id
    )
    insert into webhooks_inboxstart as start (account_id, position, until)
    select gone.account_id, case when not gone.is_behind then gone.position else 1 + greatest(
        (select coalesce(max(position), 0) from webhooks_event e where e.account_id = gone.account_id),
        (select coalesce(max(position), 0) from webhooks_inboxstart s where s.account_id = gone.account_id),
        (select coalesce(max(epoch), 0) from webhooks_restoration) * {restorations.SPAN}
    ) end, gone.until
    from gone order by gone.account_id
    on conflict (account_id) do update
    set position = greatest(start.position, excluded.position), until = greatest(start.until, excluded.until)
"""  # noqa: S608


def _finished(subjects: dict[Any, UUID | None]) -> list[Any]:
    """Those whose subject no app calls unfinished."""
    named = {subject for subject in subjects.values() if subject is not None}
    unfinished = set[UUID]().union(*(find(named) for find in open_subjects.all())) if named else set[UUID]()
    return [pk for pk, subject in subjects.items() if subject not in unfinished]
