"""What lies in the storage without a row: deleted when due, one at a time; and a look at everything that lies there.

Only what a row of Stray names is ever deleted by itself. That a File is not there proves nothing: the database may be
another one, or an older one, and the files the only copy.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import islice
from uuid import UUID

from django.core.files.storage import Storage, default_storage
from django.db import transaction

from marketplace.core import clock
from marketplace.core.errors import Problem
from marketplace.models import File, OrphanedFile

log = logging.getLogger(__name__)
AGAIN = timedelta(minutes=10)
_BATCH = 500


def delete_due(batch: int = 500) -> int:
    """Delete the bytes of due rows, oldest first. Each is doomed in a transaction of its own, so that no row can name
    it any more, then deleted while nothing is locked, then forgotten: safe to die anywhere, and for two at a time.

    A storage that fails ends this look; what it failed at is due again in ten minutes. Returns how many went.
    """
    gone = 0
    while gone < batch and (orphaned := _doom_next()) is not None:
        try:
            default_storage.delete(orphaned.storage_key)
        except (Problem, OSError) as error:
            log.warning(
                "an orphaned file could not be deleted", extra={"key": orphaned.storage_key, "cause": str(error)[:300]}
            )
            break
        orphaned.delete()
        gone += 1
    return gone


def _doom_next() -> OrphanedFile | None:
    with transaction.atomic():
        due = OrphanedFile.objects.filter(due_at__lte=clock.wall()).order_by("due_at")
        orphaned: OrphanedFile | None = due.select_for_update(skip_locked=True).first()
        if orphaned is not None:
            orphaned.is_doomed, orphaned.due_at = True, clock.wall() + AGAIN
            orphaned.save(update_fields=["is_doomed", "due_at"])
        return orphaned


def keys(storage: Storage, folder: str = "", *, after: str = "") -> Iterator[str]:
    """What lies in a storage, in order, behind the key `after`; one folder, of a day, is listed at a time."""
    folders, names = _listed(storage, folder)
    inside = f"{folder}/" if folder else ""
    yield from (key for name in sorted(names) if (key := inside + name) > after)
    for name in sorted(folders):
        if f"{inside}{name}/" >= after[: len(inside + name) + 1]:
            yield from keys(storage, inside + name, after=after)


@dataclass(slots=True)
class Scan:
    """What one look found: `orphaned` are files of ours that no row names, `foreign` has names that we never gave."""

    seen: int = 0
    last: str = ""
    orphaned: dict[UUID, str] = field(default_factory=dict)
    foreign: list[str] = field(default_factory=list)


def scan(*, after: str, limit: int) -> Scan:
    """At `limit` keys behind `after`; `last` is where the next look begins. What is being uploaded is not orphaned: its row
    was there before its bytes."""
    found = Scan(last=after)
    lying = keys(default_storage, after=after)
    while batch := [*islice(lying, min(_BATCH, limit - found.seen))]:
        ours = {pk: key for key in batch if (pk := _id_in(key)) is not None}
        for model in (OrphanedFile, File):  # in this order: the one becomes the other
            for pk in model._default_manager.filter(pk__in=list(ours)).values_list("pk", flat=True):
                ours.pop(pk, None)
        found.orphaned |= ours
        found.foreign += [key for key in batch if _id_in(key) is None]
        found.seen, found.last = found.seen + len(batch), batch[-1]
    return found


def mark_for_deletion(found: Scan) -> None:
    """Let the orphaned files of a scan be deleted."""
    now = clock.wall()
    rows = [OrphanedFile(pk=pk, storage_key=key, due_at=now) for pk, key in found.orphaned.items()]
    OrphanedFile.objects.bulk_create(rows, ignore_conflicts=True)


def missing() -> Iterator[File]:
    """Files whose bytes are gone. One folder is listed at a time; what is doubtful is looked at again."""
    folder, names = None, set[str]()
    for file in File.objects.order_by("storage_key").iterator(chunk_size=_BATCH):
        home, _, name = file.storage_key.rpartition("/")
        if home != folder:
            folder, names = home, set(_listed(default_storage, home)[1])
        if (
            name not in names
            and not default_storage.exists(file.storage_key)
            and File.objects.filter(pk=file.pk).exists()
        ):
            yield file


def _listed(storage: Storage, folder: str) -> tuple[list[str], list[str]]:
    try:
        return storage.listdir(folder)
    except FileNotFoundError:  # a folder that nobody needed yet
        return [], []


def _id_in(key: str) -> UUID | None:
    """The id that a key of ours ends with."""
    try:
        return UUID(hex=key.rpartition("/")[2])
    except ValueError:
        return None
