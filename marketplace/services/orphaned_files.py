"""Orphaned files: bytes in the storage without a row. Deletes them when due, one at a time, and scans the storage for others.

Only files registered in OrphanedFile are deleted automatically. That a File row is missing proves nothing: this may be another
or an older database, and the files the only copy.
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
from marketplace.core.batches import in_batches
from marketplace.core.errors import Problem
from marketplace.models import File, OrphanedFile, Thumbnail
from marketplace.services.archive import FOLDER as ARCHIVE

log = logging.getLogger(__name__)
RETRY_AFTER = timedelta(minutes=10)
_BATCH = 500


def delete_due(batch: int = 500) -> int:
    """Delete the bytes of due orphaned files, oldest first, at most `batch`. Each is marked as doomed in a transaction of its
    own, so that no row can claim it any more, then deleted without a lock, then removed. Safe to interrupt anywhere, and to run
    concurrently.

    A storage error ends the run; the file is due again in ten minutes. Returns the number of files deleted. Locks one
    OrphanedFile row at a time.
    """
    deleted = 0
    while deleted < batch and (orphaned := _doom_next()) is not None:
        try:
            default_storage.delete(orphaned.storage_key)
        except (Problem, OSError) as error:
            log.warning(
                "an orphaned file could not be deleted", extra={"key": orphaned.storage_key, "cause": str(error)[:300]}
            )
            break
        orphaned.delete()
        deleted += 1
    return deleted


def _doom_next() -> OrphanedFile | None:
    with transaction.atomic():
        due = OrphanedFile.objects.filter(due_at__lte=clock.wall()).order_by("due_at")
        orphaned: OrphanedFile | None = due.select_for_update(skip_locked=True).first()
        if orphaned is not None:
            orphaned.is_doomed, orphaned.due_at = True, clock.wall() + RETRY_AFTER
            orphaned.save(update_fields=["is_doomed", "due_at"])
        return orphaned


def keys(storage: Storage, folder: str = "", *, after: str = "") -> Iterator[str]:
    """The keys in a storage, in order, after the key `after`. Lists one folder (a day) at a time."""
    folders, names = _listed(storage, folder)
    inside = f"{folder}/" if folder else ""
    yield from (key for name in sorted(names) if (key := inside + name) > after)
    for name in sorted(folders):
        if f"{inside}{name}/" >= after[: len(inside + name) + 1]:
            yield from keys(storage, inside + name, after=after)


@dataclass(slots=True)
class Scan:
    """The result of a scan: `orphaned` are files of ours without a row, `foreign` are keys that we never create."""

    seen: int = 0
    last: str = ""
    orphaned: dict[UUID, str] = field(default_factory=dict)
    foreign: list[str] = field(default_factory=list)


def scan(*, after: str, limit: int) -> Scan:
    """Scan `limit` keys after the key `after`; `last` of the result is where to continue. Files being uploaded don't count: they
    are registered before their bytes are written.
    """
    found = Scan(last=after)
    stored = keys(default_storage, after=after)
    while batch := [*islice(stored, min(_BATCH, limit - found.seen))]:
        ours = {pk: key for key in batch if (pk := _id_in(key)) is not None}
        for model in (
            OrphanedFile,
            File,
            Thumbnail,
        ):  # in this order: an OrphanedFile row is replaced by one of the others
            for pk in model._default_manager.filter(pk__in=list(ours)).values_list("pk", flat=True):
                ours.pop(pk, None)
        found.orphaned |= ours
        found.foreign += [key for key in batch if _id_in(key) is None and not key.startswith(ARCHIVE)]
        found.seen, found.last = found.seen + len(batch), batch[-1]
    return found


def mark_for_deletion(found: Scan) -> None:
    """Register the orphaned files of a scan, due now."""
    now = clock.wall()
    rows = [OrphanedFile(pk=pk, storage_key=key, due_at=now) for pk, key in found.orphaned.items()]
    OrphanedFile.objects.bulk_create(rows, ignore_conflicts=True)


def missing() -> Iterator[File]:
    """File rows whose bytes are missing. Lists one folder at a time: keys lie by day, as ids do. A doubtful file is checked
    individually. A missing thumbnail is made again.
    """
    folder, names = None, set[str]()
    for file in in_batches(File.objects.all(), by="pk", size=_BATCH):
        directory, _, name = file.storage_key.rpartition("/")
        if directory != folder:
            folder, names = directory, set(_listed(default_storage, directory)[1])
        if (
            name not in names
            and not default_storage.exists(file.storage_key)
            and File.objects.filter(pk=file.pk).exists()
        ):
            yield file


def _listed(storage: Storage, folder: str) -> tuple[list[str], list[str]]:
    try:
        return storage.listdir(folder)
    except FileNotFoundError:  # not created yet
        return [], []


def _id_in(key: str) -> UUID | None:
    """The id at the end of a key; None for a key that is not ours."""
    try:
        return UUID(hex=key.rpartition("/")[2])
    except ValueError:
        return None
