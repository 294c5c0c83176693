"""All accepted uploads of an upload-mode bounty: a manifest, and a ZIP that is streamed."""

import io
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, islice
from typing import Any

from django.core.files.base import File as Content
from django.core.files.storage import default_storage

from bounties.errors import NotACollection
from bounties.models import Application, Bounty
from bounties.rules.datasets import path_of
from marketplace.core import clock
from marketplace.models import File

_CHUNK = 256 * 1024
_MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class Upload:
    path: str
    file: File


@dataclass(frozen=True, slots=True)
class Applicant:
    application: Application
    files: list[Upload]


@dataclass(frozen=True, slots=True)
class Dataset:
    bounty: Bounty
    generated_at: datetime
    applicants: list[Applicant]

    @property
    def applicant_count(self) -> int:
        return len(self.applicants)

    @property
    def file_count(self) -> int:
        return sum(len(applicant.files) for applicant in self.applicants)


def dataset(bounty: Bounty) -> Dataset:
    """The accepted applicants in order of application, each with their uploads in order. Two queries. Raises
    NotACollection (409)."""
    if bounty.submission_mode == "application":
        raise NotACollection()
    rows = Application.objects.filter(bounty_id=bounty.pk, status="accepted").order_by("pk")
    found = list(rows.select_related("human").prefetch_related("files"))
    return Dataset(bounty, clock.now(), [Applicant(row, _uploads(row)) for row in found])


def _uploads(application: Application) -> list[Upload]:
    uploads = [file for file in application.files.all() if application.file_kinds.get(file.public_id) == "upload"]
    folder = application.public_id
    return [
        Upload(path_of(application_id=folder, number=number, content_type=file.content_type), file)
        for number, file in enumerate(sorted(uploads, key=lambda file: file.pk), start=1)
    ]


class _StreamBuffer(io.RawIOBase):
    """An unseekable file for `zipfile`: it holds what was written until it is taken."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        taken, self._parts = b"".join(self._parts), []
        return taken


def archive(manifest: bytes, uploads: Sequence[Upload], at: datetime) -> Iterator[bytes]:
    """The ZIP in pieces: the manifest, then each stored file, uncompressed. Without database queries, one piece in memory at
    a time; when the client disconnects, the open file is closed.

    The first file is opened at once, so that StorageUnavailable (503) is raised before anything is sent. A later failure
    aborts the stream without the ZIP's end record, so that no reader takes it for complete.
    """
    sources = _opened(uploads)
    first = [*islice(sources, 1)]
    return _pieces(manifest, chain(first, sources), at)


def _opened(uploads: Sequence[Upload]) -> Iterator[tuple[Upload, Content]]:
    """Opened files, each closed before the next, or when the generator is closed."""
    for upload in uploads:
        with default_storage.open(upload.file.storage_key) as source:
            yield upload, source


def _pieces(manifest: bytes, sources: Iterator[tuple[Upload, Content]], at: datetime) -> Iterator[bytes]:
    buffer = _StreamBuffer()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as packed:
        packed.writestr(_entry(_MANIFEST, at), manifest)
        yield buffer.take()
        for upload, source in sources:
            entry = _entry(upload.path, at)
            entry.file_size = upload.file.size
            with packed.open(entry, "w") as target:
                while piece := source.read(_CHUNK):
                    target.write(piece)
                    yield buffer.take()
    yield buffer.take()


def _entry(path: str, at: datetime) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(path, at.timetuple()[:6])
    entry.external_attr = 0o644 << 16
    return entry
