"""Removes location data from MP4 and MOV files, and finds their boxes. Nothing is re-encoded."""

import io
import itertools
import shutil
import struct
import tempfile
from collections.abc import Iterator
from typing import IO, Any, Final, NamedTuple

_CHUNK = 1024 * 1024
# Segments, chunks, blocks or boxes per file: a list of millions of tiny ones would exhaust the memory.
MAX_PARTS: Final = 100_000
_CONTAINERS = {b"moov", b"udta", b"meta", b"trak", b"ilst"}
_LOCATION_BOXES = {b"\xa9xyz", b"loci", b"XMP_", b"GPMF", b"uuid"}  # uuid boxes have XMP, and locations of some cameras
_MAX_DEPTH = 8
_MAX_KEYS_BYTES = 64 * 1024


class Damaged(ValueError):
    """The file's structure can't be parsed, so it can't be said what metadata it has."""


def check_parts(seen: Iterator[int]) -> None:
    """Called once per part. Raises Damaged when there are too many."""
    if next(seen) > MAX_PARTS:
        raise Damaged(f"more than {MAX_PARTS:,} parts")


class Box(NamedTuple):
    at: int
    kind: bytes
    body: int
    end: int


def strip_location(stream: IO[Any]) -> IO[Any]:
    """Boxes with a location are overwritten by free space of the same size, so that no offset in the file changes."""
    size = stream.seek(0, io.SEEK_END)
    found = list(_location_boxes(stream, 0, size, 0, itertools.count(1)))
    stream.seek(0)
    if not found:
        return stream
    copy = tempfile.TemporaryFile()  # noqa: SIM115 (the caller closes it)
    shutil.copyfileobj(stream, copy, _CHUNK)
    stream.seek(0)
    for box in found:
        copy.seek(box.at + 4)
        copy.write(b"free")
        copy.seek(box.body)
        for start in range(box.body, box.end, _CHUNK):
            copy.write(b"\0" * min(_CHUNK, box.end - start))
    copy.seek(0)
    return copy


def _location_boxes(stream: IO[Any], start: int, end: int, depth: int, seen: Iterator[int]) -> Iterator[Box]:
    """Boxes between two offsets that have location data, to any depth."""
    named: set[int] = set()
    for box in boxes(stream, start, end, seen):
        if box.kind in _LOCATION_BOXES or int.from_bytes(box.kind) in named:
            yield box
        elif box.kind == b"keys":
            named = _location_keys(stream, box)
        elif box.kind == b"ilst":
            items = boxes(stream, box.body, box.end, seen)
            yield from (item for item in items if item.kind in _LOCATION_BOXES or int.from_bytes(item.kind) in named)
        elif box.kind in _CONTAINERS and depth < _MAX_DEPTH:
            yield from _location_boxes(stream, _first_inner(stream, box), box.end, depth + 1, seen)


def boxes(stream: IO[Any], start: int, end: int, seen: Iterator[int]) -> Iterator[Box]:
    """Boxes between two offsets. `seen` counts the boxes of the whole file, however they nest. Raises Damaged when there are too
    many.
    """
    at = start
    while at + 8 <= end:
        check_parts(seen)
        stream.seek(at)
        size, kind = struct.unpack(">I4s", stream.read(8))
        body = at + 8
        if size == 1:
            wide = stream.read(8)
            if len(wide) < 8:
                return
            (size,), body = struct.unpack(">Q", wide), at + 16
        stop = end if size == 0 else at + size
        if stop < body:
            return  # invalid: players stop here, too
        yield Box(at, kind, body, min(stop, end))  # the last one may be truncated
        at = stop


def _first_inner(stream: IO[Any], box: Box) -> int:
    """Where the inner boxes begin: `meta` of an MP4 starts with four bytes of version, that of a MOV doesn't."""
    if box.kind != b"meta":
        return box.body
    stream.seek(box.body + 4)
    return box.body if stream.read(4) == b"hdlr" else box.body + 4


def _location_keys(stream: IO[Any], box: Box) -> set[int]:
    """Indexes of a MOV's metadata keys that are about a location."""
    stream.seek(box.body)
    table = stream.read(min(box.end - box.body, _MAX_KEYS_BYTES))
    found, at, number = set(), 8, 1
    while at + 8 <= len(table):
        (length,) = struct.unpack_from(">I", table, at)
        if length < 8:
            break
        if b"location" in table[at + 8 : at + length].lower():
            found.add(number)
        at, number = at + length, number + 1
    return found
