"""Deletes what has been kept long enough: each kind after its keeping time, in batches, one transaction each.

Each kind has a `Keeper`, which finds what may go and deletes it: `ByTime` by an index of the time, `ByAge` by the primary key,
which is ordered by time, so that no index has to be kept for this alone. Upper apps plug theirs into `marketplace.ports.keepers`.
"""

import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, ClassVar, Final

from django.db.models import Model, QuerySet

from marketplace.core import clock, transactions
from marketplace.core.errors import Problem
from marketplace.core.keeping import KEEPING
from marketplace.models import ApiKey, Call, IdempotencyRecord, KeepingTime, Mail, PrivateRead, Push
from marketplace.ports import Keeper, Old, keepers
from marketplace.services import archive

log = logging.getLogger(__name__)
BATCH: Final = 1000


class ByTime:
    """`rows`: those from before a time, which an index finds, however many others there are."""

    def __init__(self, rows: Callable[[datetime], QuerySet[Any]]) -> None:
        self.rows = rows

    def find(self, before: datetime, place: Any) -> Old:
        keys = list(self.rows(before).order_by("created_at").values_list("pk", flat=True)[:BATCH])  # else it may scan
        return Old(keys, None, len(keys) < BATCH)

    def delete(self, keys: Sequence[Any], before: datetime) -> int:
        rows = self.rows(before)
        return int(rows.model._default_manager.filter(pk__in=rows.filter(pk__in=keys).values("pk")).delete()[0])

    def lines(self, keys: Sequence[Any]) -> list[dict[str, Any]]:
        return list(self.rows(clock.now()).model._default_manager.filter(pk__in=keys).order_by("pk").values())


class ByAge(ABC):
    """Walks along the primary key, from the oldest row on. What may not go yet is passed over, at each run again."""

    model: ClassVar[type[Model]]

    @abstractmethod
    def free(self, keys: Sequence[Any], before: datetime) -> list[Any]:
        """Which of these rows may go."""

    @abstractmethod
    def delete(self, keys: Sequence[Any], before: datetime) -> int:
        """See Keeper."""

    def lines(self, keys: Sequence[Any]) -> list[dict[str, Any]]:
        return list(self.model._default_manager.filter(pk__in=keys).order_by("pk").values())

    def find(self, before: datetime, place: Any) -> Old:
        rows = self.model._default_manager.order_by("pk")
        if place is not None:
            rows = rows.filter(pk__gt=place)
        seen = list(rows.values_list("pk", "created_at")[:BATCH])
        old = [pk for pk, at in seen if at < before]
        is_last = len(seen) < BATCH or not old
        return Old(self.free(old, before) if old else [], seen[-1][0] if seen else place, is_last)


class _Keys(ByTime):
    """Idempotency keys: never one that a call is waiting at."""

    def delete(self, keys: Sequence[Any], before: datetime) -> int:
        free = self.rows(before).filter(pk__in=keys).select_for_update(skip_locked=True).values_list("pk", flat=True)
        return int(IdempotencyRecord.objects.filter(pk__in=list(free)).delete()[0])


class _Addresses(ByAge):
    """From which network address a key was used last, when that is long ago. The key stays."""

    model = ApiKey

    def free(self, keys: Sequence[Any], before: datetime) -> list[Any]:
        rows = ApiKey.objects.filter(pk__in=keys, last_used_at__lt=before)
        return list(rows.exclude(last_used_from="", last_used_by="").values_list("pk", flat=True))

    def delete(self, keys: Sequence[Any], before: datetime) -> int:
        free = ApiKey.objects.filter(pk__in=self.free(keys, before))
        return int(free.update(last_used_from="", last_used_by=""))


_OWN: Final[dict[str, Keeper]] = {
    "identity_signals": _Addresses(),
    "private_reads": ByTime(lambda before: PrivateRead.objects.filter(created_at__lt=before)),
    "calls": ByTime(lambda before: Call.objects.filter(created_at__lt=before)),
    "mails": ByTime(lambda before: Mail.objects.filter(next_attempt_at=None, created_at__lt=before)),
    "pushes": ByTime(lambda before: Push.objects.filter(created_at__lt=before).exclude(outcome="")),
    "idempotency_keys": _Keys(lambda before: IdempotencyRecord.objects.filter(created_at__lt=before, intent="")),
    "payment_keys": _Keys(lambda before: IdempotencyRecord.objects.filter(created_at__lt=before).exclude(intent="")),
}


def keeper(kind: str) -> Keeper:
    """What keeps this kind of rows: one of this app's own, or the one that another app has registered."""
    return _OWN[kind] if kind in _OWN else keepers.get(kind)


def delete_old(*, until: float) -> int:
    """Delete what is older than its keeping time; returns how many rows. One transaction per batch.

    until: of `time.monotonic()`; what is left then waits for the next run. A kind that can't be archived is left alone, and
    logged; the others go on. Locks the rows of a batch, and what their keeper says.
    """
    settings = {row.kind: row for row in KeepingTime.objects.all()}
    deleted = 0
    for kind in KEEPING:
        try:
            deleted += _delete_kind(kind, settings.get(kind), until)
        except Exception as error:
            told = "the storage can't be used" if isinstance(error, Problem | OSError) else "see the traceback"
            log.exception("old records could not be deleted", extra={"kind": kind, "cause": told})
    return deleted


def days(kind: str) -> int:
    """How long records of this kind are kept now."""
    return _days(kind, KeepingTime.objects.filter(pk=kind).first())


def before(kind: str, setting: KeepingTime | None) -> datetime:
    """Up to when records of this kind are deleted."""
    return clock.now() - timedelta(days=_days(kind, setting))


def _days(kind: str, setting: KeepingTime | None) -> int:
    """Never below the floor, whatever the row says."""
    return max(setting.days if setting is not None else KEEPING[kind].days, KEEPING[kind].floor)


def _delete_kind(kind: str, setting: KeepingTime | None, until: float) -> int:
    is_archived = setting is not None and setting.is_archived and KEEPING[kind].may_be_archived
    old, place, deleted = before(kind, setting), None, 0
    rows = keeper(kind)
    while time.monotonic() < until:
        found = rows.find(old, place)
        if found.keys:
            if is_archived:
                archive.write(kind, rows.lines(found.keys))
            gone = transactions.unit(partial(rows.delete, found.keys, old))
            deleted += gone
            if gone == 0 and found.place is None:
                break  # somebody holds all of them: the next run
        if found.is_last:
            break
        place = found.place
    return deleted
