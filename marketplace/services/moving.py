"""Copies an instance's files from one storage to another. Deletes nothing, and skips what is there already."""

import hashlib
import tempfile
from collections.abc import Iterator

from django.core.files.base import File as Content
from django.core.files.storage import Storage

from marketplace.core.batches import in_batches
from marketplace.models import File

_CHUNK = 1024 * 1024


def copy(file: File, source: Storage, target: Storage) -> str:
    """Copy one file. Returns `copied`, `there` (already), `missing` in the source, or `damaged` (size or hash differs from its
    row; not copied).

    Locks nothing. Raises StorageUnavailable (503), OSError.
    """
    if target.exists(file.storage_key):
        if target.size(file.storage_key) == file.size:
            return "there"
        target.delete(file.storage_key)  # an interrupted copy
    digest, size = hashlib.sha256(), 0
    with tempfile.TemporaryFile() as buffer:
        try:
            with source.open(file.storage_key) as stream:
                while chunk := stream.read(_CHUNK):
                    digest.update(chunk)
                    size += buffer.write(chunk)
        except FileNotFoundError:
            return "missing"
        if (size, digest.hexdigest()) != (file.size, file.sha256):
            return "damaged"
        buffer.seek(0)
        content = Content(buffer, name=file.name)
        content.content_type = file.content_type  # type: ignore[attr-defined]
        target.save(file.storage_key, content)
    return "copied"


def copy_all(source: Storage, target: Storage) -> Iterator[tuple[File, str]]:
    """Copy every file that has a row, oldest first; yields each with the result of `copy`."""
    for file in in_batches(File.objects.all(), by="pk", size=500):
        yield file, copy(file, source, target)
