"""Voice recordings, kept only until they are scored.

A recording never becomes a File and never gets a URL. In the storage it is registered as an orphaned file before its first byte:
it is deleted once it is scored, and RETENTION after the upload in any case.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import BinaryIO, Final, cast
from uuid import UUID

from django.core.files.base import File as Content
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile

from marketplace.core import clock, dry_runs, ids, queue, transactions, wav
from marketplace.errors import InvalidRecording, StorageUnavailable
from marketplace.models import OrphanedFile

RETENTION: Final = timedelta(hours=2)


@dataclass(frozen=True, slots=True)
class StoredRecording:
    """A stored recording: its id, its storage key, and its parsed header."""

    id: UUID
    storage_key: str
    header: wav.Wav


def inspect(sent: object) -> tuple[UploadedFile, wav.Wav]:
    """Validate an uploaded body as a WAV file. Returns the upload and its parsed header. Raises InvalidRecording (400)."""
    if not isinstance(sent, UploadedFile) or not sent.size:
        raise InvalidRecording("The body is empty. Send the bytes of a WAV file, with Content-Type: audio/wav.")
    try:
        return sent, wav.inspect(cast(BinaryIO, sent), sent.size)
    except wav.BadWav as error:
        raise InvalidRecording(f"This is no WAV file that can be used: {error}.")


def store(upload: UploadedFile, header: wav.Wav) -> StoredRecording:
    """Store a validated recording. Call it before the transaction that refers to it.

    A dry run stores nothing. Locks nothing. Raises StorageUnavailable (503); RuntimeError inside a transaction.
    """
    key = ids.new()
    kept = StoredRecording(key, f"{clock.wall():%Y/%m/%d}/{key.hex}", header)
    due = clock.wall() + RETENTION
    transactions.commit_first(lambda: OrphanedFile.objects.create(pk=kept.id, storage_key=kept.storage_key, due_at=due))
    if dry_runs.is_on():
        return kept
    upload.seek(0)
    content = Content(upload.file, name="recording.wav")
    content.content_type = "audio/wav"  # type: ignore[attr-defined]  # for storages that record it
    try:
        default_storage.save(kept.storage_key, content)
    except OSError as error:
        raise StorageUnavailable() from error
    return kept


def read(storage_key: str) -> bytes:
    """The bytes of a recording. Raises FileNotFoundError when it was deleted, StorageUnavailable (503), OSError."""
    with default_storage.open(storage_key) as stream:
        data: bytes = stream.read()
        return data


def delete_later(key: UUID) -> None:
    """Delete a recording soon after the commit. In the caller's transaction. Locks its OrphanedFile row."""
    if OrphanedFile.objects.filter(pk=key).update(due_at=clock.wall()):
        queue.enqueue("marketplace.delete_orphaned_files")
