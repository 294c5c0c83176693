"""Removes location data from photos and videos before they are stored.

Lossless: images are not re-encoded, only their metadata blocks are changed. Orientation and capture time are kept, in a small
Exif block of our own.
"""

import io
import itertools
import re
import shutil
import struct
import tempfile
import threading
import zlib
from collections.abc import Callable, Iterator
from typing import IO, Any, Final, NamedTuple

from PIL import Image

_ORIENTATION, _EXIF_IFD, _TAKEN, _OFFSET = 0x0112, 0x8769, 0x9003, 0x9011
_TIME = re.compile(r"\d{4}:\d\d:\d\d \d\d:\d\d:\d\d")
_ZONE = re.compile(r"[+-]\d\d:\d\d")
_CHUNK = 1024 * 1024
# Segments, chunks, blocks or boxes per file: a list of millions of tiny ones would exhaust the memory.
MAX_PARTS: Final = 100_000
_in_memory = threading.BoundedSemaphore(2)  # pictures in memory at once, per process


class Damaged(ValueError):
    """The file's structure can't be parsed, so it can't be said what metadata it has."""


def _check(seen: Iterator[int]) -> None:
    """Called once per part. Raises Damaged when there are too many."""
    if next(seen) > MAX_PARTS:
        raise Damaged(f"more than {MAX_PARTS:,} parts")


def strip_location(stream: IO[Any], content_type: str) -> IO[Any]:
    """A stream without location data: `stream` itself, rewound, when it has none, else a new temporary file, which the caller
    closes.

    Pictures are read into memory, at most two at a time. Raises Damaged.
    """
    stream.seek(0)
    if content_type in ("video/mp4", "video/quicktime"):
        return _video(stream)
    clean = _CLEANERS.get(content_type)
    if clean is None:
        return stream
    with _in_memory:
        data = stream.read()
        stream.seek(0)
        try:
            kept = clean(data)
        except (struct.error, IndexError):
            raise Damaged(f"this {content_type} ends in the middle of itself")
        if kept == data:
            return stream
        copy = tempfile.TemporaryFile()  # noqa: SIM115 (the caller closes it)
        copy.write(kept)
    copy.seek(0)
    return copy


def _small_exif(old: bytes) -> bytes:
    """A TIFF block with only the orientation and capture time of `old`; empty when it has neither."""
    before, after = Image.Exif(), Image.Exif()
    try:
        before.load(old)
        orientation, times = before.get(_ORIENTATION), before.get_ifd(_EXIF_IFD)
    except Exception:  # a broken block is dropped; Pillow raises many types for one
        return b""
    if orientation in range(2, 9):
        after[_ORIENTATION] = orientation
    kept = {
        tag: value
        for tag, form in ((_TAKEN, _TIME), (_OFFSET, _ZONE))
        if isinstance(value := times.get(tag), str) and form.fullmatch(value)
    }
    if kept:
        after[_EXIF_IFD] = kept
    return after.tobytes().removeprefix(b"Exif\0\0") if len(after) else b""


# ------------------------------------------------------------------ JPEG

_EXIF_HEAD = b"Exif\0\0"
# APP1 is Exif and XMP, APP13 is IPTC. APP2 may index further pictures behind the first, which are dropped, too.
_NEXT_MARKER = re.compile(rb"\xff(?![\x00\xd0-\xd7\xff])", re.DOTALL)


def _jpeg(data: bytes) -> bytes:
    """The first picture from start to end without its metadata. What is appended to it (motion photo videos, further pictures)
    can have location data, too, and is dropped.
    """
    head, rest, exif, at = [data[:2]], [], b"", 2
    seen = itertools.count(1)
    while True:
        _check(seen)
        if at >= len(data):
            break  # truncated: viewers show what there is
        if data[at] != 0xFF:
            raise Damaged("no marker where a JPEG has one")
        marker = data[at + 1]
        if marker == 0xFF:  # padding
            at += 1
            continue
        if marker == 0xD9:
            rest.append(data[at : at + 2])
            break
        (length,) = struct.unpack_from(">H", data, at + 2)
        end = at + 2 + length
        segment = data[at:end]
        if marker == 0xE1:
            if segment[4:10] == _EXIF_HEAD and not exif:
                exif = segment[4:]
        elif marker == 0xED or (marker == 0xE2 and segment[4:8] == b"MPF\0"):
            pass
        elif marker == 0xE0 and not rest:
            head.append(segment)
        else:
            rest.append(segment)
        if marker == 0xDA:
            found = _NEXT_MARKER.search(data, end)
            rest.append(data[end : found.start() if found else len(data)])
            end = found.start() if found else len(data)
        at = end
    if exif and (small := _small_exif(exif)):
        body = _EXIF_HEAD + small
        head.append(b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body)
    return b"".join(head + rest)


# ------------------------------------------------------------------ PNG

_RAW_PROFILE = b"Raw profile type "
_XMP_KEYWORD = b"XML:com.adobe.xmp\0"


def _png(data: bytes) -> bytes:
    """Every chunk except Exif, XMP and raw profiles; nothing after the end chunk."""
    kept, exif, at = [data[:8]], b"", 8
    seen = itertools.count(1)
    while at < len(data):
        _check(seen)
        length, kind = struct.unpack_from(">I4s", data, at)
        body, end = data[at + 8 : at + 8 + length], at + 12 + length
        if kind == b"eXIf":
            exif = body
        elif not (kind in (b"iTXt", b"tEXt", b"zTXt") and body.startswith((_XMP_KEYWORD, _RAW_PROFILE))):
            kept.append(data[at:end])
        if kind == b"IEND":
            break
        at = end
    if exif and (small := _small_exif(_EXIF_HEAD + exif)):
        chunk = b"eXIf" + small
        whole = struct.pack(">I", len(small)) + chunk + struct.pack(">I", zlib.crc32(chunk))
        kept.insert(2, whole)  # directly after the header
    return b"".join(kept)


# ------------------------------------------------------------------ WebP

_HAS_EXIF, _HAS_XMP = 0x08, 0x04


def _webp(data: bytes) -> bytes:
    """Every chunk except EXIF and XMP, with the flags and the file size corrected."""
    (size,) = struct.unpack_from("<I", data, 4)
    end_of_file = min(len(data), size + 8)
    kept: list[bytes] = []
    exif, at = b"", 12
    seen = itertools.count(1)
    while at + 8 <= end_of_file:
        _check(seen)
        kind, length = struct.unpack_from("<4sI", data, at)
        end = at + 8 + length + length % 2
        if kind == b"EXIF":
            exif = data[at + 8 : at + 8 + length]
        elif kind != b"XMP ":
            kept.append(data[at:end])
        at = end
    small = _small_exif(_EXIF_HEAD + exif.removeprefix(_EXIF_HEAD)) if exif else b""
    if small:
        kept.append(b"EXIF" + struct.pack("<I", len(small)) + small + b"\0" * (len(small) % 2))
    if kept and kept[0].startswith(b"VP8X"):
        flags = kept[0][8] & ~(_HAS_EXIF | _HAS_XMP) | (_HAS_EXIF if small else 0)
        kept[0] = kept[0][:8] + bytes([flags]) + kept[0][9:]
    body = b"WEBP" + b"".join(kept)
    return b"RIFF" + struct.pack("<I", len(body)) + body


# ------------------------------------------------------------------ GIF

_LOOP_EXTENSIONS = (
    b"NETSCAPE2.0",
    b"ANIMEXTS1.0",
)  # loop count of an animation: the only application extension that is kept


def _gif(data: bytes) -> bytes:
    """Frames, their timing and plain text. Comments, application data (XMP) and appended data are dropped. A truncated file is
    kept as far as it goes.
    """
    at = 13 + _color_table_size(data[10])
    kept = [data[:at]]
    seen = itertools.count(1)
    while at < len(data):
        _check(seen)
        kind = data[at]
        if kind == 0x3B:
            kept.append(data[at : at + 1])
            break
        if kind == 0x21:
            body, label = at + 2, data[at + 1]
            shown = label in (0x01, 0xF9) or (label == 0xFF and data[at + 3 : at + 14] in _LOOP_EXTENSIONS)
        elif kind == 0x2C:
            body, shown = at + 11 + _color_table_size(data[at + 9]), True
        else:
            raise Damaged("no block where a GIF has one")
        while body < len(data) and data[body]:
            body += data[body] + 1
        if shown:
            kept.append(data[at : body + 1])
        at = body + 1
    return b"".join(kept)


def _color_table_size(flags: int) -> int:
    """Size in bytes of the colour table that these flags announce."""
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


_CLEANERS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "image/jpeg": _jpeg,
    "image/png": _png,
    "image/webp": _webp,
    "image/gif": _gif,
}

# ------------------------------------------------------------------ MP4 and MOV

_CONTAINERS = {b"moov", b"udta", b"meta", b"trak", b"ilst"}
_LOCATION_BOXES = {b"\xa9xyz", b"loci", b"XMP_", b"GPMF", b"uuid"}  # uuid boxes have XMP, and locations of some cameras
_MAX_DEPTH = 8
_MAX_KEYS_BYTES = 64 * 1024


class Box(NamedTuple):
    at: int
    kind: bytes
    body: int
    end: int


def _video(stream: IO[Any]) -> IO[Any]:
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
        _check(seen)
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
