"""Old records in the storage of files, written before they are deleted from the database: JSON lines, compressed by gzip, and
beside each part a manifest, which is written last.

`archive/<kind>/<year>/<month>/<day>/<name>.jsonl.gz` and `<name>.json`. A part without a manifest is not whole: its records are
in a later one. A record may be in two parts, when a run was killed in between; its `id` tells. Nothing here reads or deletes them.
"""

import base64
import gzip
import hashlib
import logging
from collections.abc import Sequence
from typing import Any, Final

import orjson
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from marketplace.core import clock, ids
from marketplace.core.open_mappings import Columns
from marketplace.errors import StorageUnavailable

log = logging.getLogger(__name__)
FOLDER: Final = "archive/"


def write(kind: str, lines: Sequence[Columns]) -> str:
    """Write a part of this kind; returns the key of its manifest. With no transaction open.

    lines: records, oldest first; each has `id` and a time. Raises StorageUnavailable (503).
    """
    text = b"".join(orjson.dumps(line, default=_plain, option=orjson.OPT_APPEND_NEWLINE) for line in lines)
    packed = gzip.compress(text, mtime=0)
    now = clock.wall()
    name = f"{FOLDER}{kind}/{now:%Y/%m/%d}/{ids.new().hex}"
    manifest = {
        "kind": kind,
        "file": f"{name}.jsonl.gz",
        "records": len(lines),
        "bytes": len(packed),
        "sha256": hashlib.sha256(packed).hexdigest(),
        "first": lines[0]["id"],
        "last": lines[-1]["id"],
        "fields": sorted(lines[0]),
        "writtenAt": now,
    }
    _save(manifest["file"], packed)
    return _save(f"{name}.json", orjson.dumps(manifest, default=_plain, option=orjson.OPT_INDENT_2))


def _save(key: Any, content: bytes) -> str:
    try:
        return str(default_storage.save(key, ContentFile(content)))
    except OSError as error:  # a full or unwritable folder; an object store raises StorageUnavailable itself
        log.error("the archive can't be written", extra={"key": key, "cause": str(error)[:300]})
        raise StorageUnavailable() from error


def _plain(value: Any) -> Any:
    """Bytes as base64; ids and times are known to orjson."""
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode()
    raise TypeError(type(value).__name__)
