"""The evidence bundle of a case: one ZIP that a stranger can read and check, written piece by piece while it is sent.

case.pdf          everything in words, to be read first
case.json         the same as data
evidence/001-…    each file as it was uploaded
MANIFEST.txt      the SHA-256 of everything above, as `sha256sum --check` reads it
"""

import hashlib
import io
import json
import logging
import re
import zipfile
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from django.conf import settings
from django.core.files.storage import default_storage

from escrow.models import Case
from escrow.ports import Paper
from escrow.selectors.papers import at
from marketplace.core import clock
from marketplace.models import File
from marketplace.web import pdf

log = logging.getLogger(__name__)
CHUNK: Final = 256 * 1024  # bytes in memory at once, beside the PDF
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._-]+")
_NAME: Final = 60
_INTRO: Final = (
    "This document was made by {service} on {at}. It holds what {service} knows about one piece of work that was paid through "
    "it, and about which the two sides do not agree. The funder paid the whole amount before the work began; {service} held it, "
    "and pays it out to the worker, or returns it to the funder, as decided. Times are UTC, amounts US dollars. Words of "
    "the two sides are given as they wrote them. The files that they uploaded come with this document as they were stored then; "
    "the list at its end has the SHA-256 of each, computed at that moment."
)


class Piece(NamedTuple):
    """A file of the bundle: its path there, and what it is."""

    path: str
    about: str
    file: File


def pieces(papers: Sequence[Paper]) -> list[Piece]:
    """The evidence files of all papers, each once, under names that are safe on every system."""
    found: dict[object, Piece] = {}
    for paper in papers:
        for about, file in paper.files:
            if file.pk not in found:
                path = f"evidence/{len(found) + 1:03d}-{safe_name(file.name)}"
                found[file.pk] = Piece(path, about, file)
    return list(found.values())


def safe_name(name: str) -> str:
    """Without folders, spaces, hidden or reserved beginnings, and signs that some system does not take; its ending stays."""
    plain = _UNSAFE.sub("-", name.replace("\\", "/").rpartition("/")[2]).lstrip(".-") or "file"
    stem, dot, ending = plain.rpartition(".")
    if not dot or len(ending) > 8:
        return plain[:_NAME]
    return f"{stem[: _NAME - len(ending) - 1]}.{ending}"


def in_words(case: Case, papers: Sequence[Paper], files: Sequence[Piece]) -> bytes:
    """Everything in words."""
    name, made = settings.SERVICE_NAME, at(clock.now())
    sheets = pdf.sheets(
        title=f"Evidence of case {case.public_id}", author=name, foot=f"{name} · {case.public_id} · {made}"
    )
    sheets.heading(f"Evidence of case {case.public_id}", first=True)
    sheets.note(_INTRO.format(service=name, at=made))
    for paper in papers:
        _write(sheets, paper)
    sheets.heading("Files that come with this document")
    if not files:
        sheets.note("None: neither side has uploaded a file.")
    for piece in files:
        sheets.ln(1.5)
        size = f"{piece.file.size:,} bytes, {piece.file.content_type}"
        facts = {"File": piece.path, "What it is": piece.about, "Uploaded": at(piece.file.created_at), "Size": size}
        sheets.facts([*facts.items(), ("SHA-256", piece.file.sha256)])
    return sheets.file()


def _write(sheets: "pdf.Sheets", paper: Paper) -> None:
    sheets.heading(paper.title)
    if not paper.rows:
        sheets.note("Nothing.")
    if len(paper.heads) == 2:
        sheets.facts((name, value) for name, value in paper.rows)
    else:
        for row in paper.rows:
            sheets.ln(1.5)
            sheets.facts((head, value) for head, value in zip(paper.heads, row, strict=True) if value)
    if paper.left_out:
        sheets.note(f"{paper.left_out} earlier entries are left out.")


def data(case: Case, papers: Sequence[Paper], files: Sequence[Piece]) -> bytes:
    """The same for programs."""
    whole = {
        "case": case.public_id,
        "madeAt": clock.now().isoformat(),
        "by": settings.SERVICE_NAME,
        "papers": [
            {"title": one.title, "rows": [dict(zip(one.heads, row, strict=True)) for row in one.rows]} for one in papers
        ],
        "files": [
            {"path": one.path, "about": one.about, "sha256": one.file.sha256, "size": one.file.size} for one in files
        ],
    }
    return json.dumps(whole, ensure_ascii=False, indent=1).encode()


class _Pipe(io.RawIOBase):
    """What the archive writes, until it is sent."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        part = bytes(data)  # type: ignore[call-overload]
        self._parts.append(part)
        return len(part)

    def drain(self) -> bytes:
        parts, self._parts = self._parts, []
        return b"".join(parts)


def archive(case: Case, papers: Sequence[Paper], files: Sequence[Piece]) -> Iterator[bytes]:
    """The ZIP, chunk by chunk: beside the PDF never more than `CHUNK` bytes of it are in memory. A file that the store can't give
    is named in the manifest instead, so that the rest arrives."""
    pipe, sums, lost = _Pipe(), [], []
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as out:
        for path, content in (("case.pdf", in_words(case, papers, files)), ("case.json", data(case, papers, files))):
            out.writestr(_entry(path), content)
            sums.append((hashlib.sha256(content).hexdigest(), path))
            yield pipe.drain()
        for piece in files:
            summed = hashlib.sha256()
            try:
                with (
                    default_storage.open(piece.file.storage_key) as stored,
                    out.open(_entry(piece.path, is_packed=True), "w", force_zip64=True) as target,
                ):
                    while chunk := stored.read(CHUNK):
                        summed.update(chunk)
                        target.write(chunk)
                        yield pipe.drain()
            except Exception:
                log.exception("a file of an evidence bundle can't be read", extra={"file": piece.file.public_id})
                lost.append(
                    f"# {piece.path}: not read from the store; its SHA-256 at its upload was {piece.file.sha256}"
                )
                continue
            sums.append((summed.hexdigest(), piece.path))
            if summed.hexdigest() != piece.file.sha256:
                lost.append(f"# {piece.path}: differs from its upload, whose SHA-256 was {piece.file.sha256}")
        lines = [*lost, *(f"{digest}  {path}" for digest, path in sums)]
        out.writestr(_entry("MANIFEST.txt"), "\n".join(lines) + "\n")
    yield pipe.drain()


def _entry(path: str, *, is_packed: bool = False) -> zipfile.ZipInfo:
    """`is_packed`: pictures and films are as small as they get."""
    now = clock.now()
    entry = zipfile.ZipInfo(path, (max(now.year, 1980), now.month, now.day, now.hour, now.minute, now.second))
    entry.compress_type = zipfile.ZIP_STORED if is_packed else zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry
