"""The files of an instance, copied from one storage to another. Nothing is deleted, and what is there is not copied again."""

import hashlib
import tempfile
from collections.abc import Iterator

from django.core.files.base import File as Content
from django.core.files.storage import Storage

from marketplace.models import File

_CHUNK = 1024 * 1024


def copy(file: File, source: Storage, target: Storage) -> str:
    """`copied`, `there` already, `missing` in the source, or `damaged`: not what its row says, and not copied.

    Raises StorageUnavailable, OSError.
    """
    if target.exists(file.storage_key):
        if target.size(file.storage_key) == file.size:
            return "there"
        target.delete(file.storage_key)  # a copy that broke off
    digest, size = hashlib.sha256(), 0
    with tempfile.TemporaryFile() as whole:
        try:
            with source.open(file.storage_key) as stream:
                while chunk := stream.read(_CHUNK):
                    digest.update(chunk)
                    size += whole.write(chunk)
        except FileNotFoundError:
            return "missing"
        if (size, digest.hexdigest()) != (file.size, file.sha256):
            return "damaged"
        whole.seek(0)
        content = Content(whole, name=file.name)
        content.content_type = file.content_type  # type: ignore[attr-defined]
        target.save(file.storage_key, content)
    return "copied"


def copy_all(source: Storage, target: Storage) -> Iterator[tuple[File, str]]:
    """Every file that a row names, oldest first, and what became of it."""
    for file in File.objects.order_by("pk").iterator(chunk_size=500):
        yield file, copy(file, source, target)
