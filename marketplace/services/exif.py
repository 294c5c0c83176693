"""Where a photo or video was taken is nobody else's business: place data leaves a file before it is kept.

Without loss: pictures are not encoded again, only the blocks of metadata beside them change. What a file says about its
orientation and the moment it was taken stays, in a small Exif block of ours.
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
# Segments, chunks, blocks or boxes of one file; a list of millions of tiny ones would fill the memory.
PARTS_AT_MOST: Final = 100_000
_whole = threading.BoundedSemaphore(2)  # pictures that a process holds in memory at once


class Damaged(ValueError):
    """The file's structure can't be followed, so nobody can say what it still tells."""


def _check(seen: Iterator[int]) -> None:
    """Call it for each part that is met."""
    if next(seen) > PARTS_AT_MOST:
        raise Damaged(f"more than {PARTS_AT_MOST:,} parts")


def without_place(stream: IO[Any], content_type: str) -> IO[Any]:
    """`stream` itself, rewound, when it tells no place, else a new stream of what may be kept. Raises Damaged.

    Pictures are read into memory, two at a time, and what is new goes to disk.
    """
    stream.seek(0)
    if content_type in ("video/mp4", "video/quicktime"):
        return _video(stream)
    clean = _PICTURES.get(content_type)
    if clean is None:
        return stream
    with _whole:
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
    """A TIFF block with nothing but orientation and time of `old`; empty when it has neither."""
    before, after = Image.Exif(), Image.Exif()
    try:
        before.load(old)
        orientation, times = before.get(_ORIENTATION), before.get_ifd(_EXIF_IFD)
    except Exception:  # a broken block is dropped like any other; what the library raises then has no end
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
# APP1 is Exif and XMP, APP13 is IPTC; APP2 may be an index of further pictures behind the first, which goes with them.
_NEXT_MARKER = re.compile(rb"\xff(?![\x00\xd0-\xd7\xff])", re.DOTALL)


def _jpeg(data: bytes) -> bytes:
    """Everything from start to end of the first picture, less its metadata; what hangs behind it (videos of motion
    photos, further pictures) tells places, too, and is left out."""
    head, rest, exif, at = [data[:2]], [], b"", 2
    seen = itertools.count(1)
    while True:
        _check(seen)
        if at >= len(data):
            break  # cut off: shown as far as it goes
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
    """Every chunk but Exif, XMP and profiles in text form; nothing behind the end."""
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
        kept.insert(2, whole)  # right behind the header
    return b"".join(kept)


# ------------------------------------------------------------------ WebP

_HAS_EXIF, _HAS_XMP = 0x08, 0x04


def _webp(data: bytes) -> bytes:
    """Every chunk but EXIF and XMP, with the flags and the length of the whole put right."""
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

_LOOPS = (b"NETSCAPE2.0", b"ANIMEXTS1.0")  # how often an animation runs: the one application block that is shown


def _gif(data: bytes) -> bytes:
    """Frames, their timing and plain text; comments and what applications (XMP) left behind go, and so does what hangs
    behind the end. One that is cut off is kept as far as it goes."""
    at = 13 + _table(data[10])
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
            shown = label in (0x01, 0xF9) or (label == 0xFF and data[at + 3 : at + 14] in _LOOPS)
        elif kind == 0x2C:
            body, shown = at + 11 + _table(data[at + 9]), True
        else:
            raise Damaged("no block where a GIF has one")
        while body < len(data) and data[body]:
            body += data[body] + 1
        if shown:
            kept.append(data[at : body + 1])
        at = body + 1
    return b"".join(kept)


def _table(flags: int) -> int:
    """Bytes of the colour table that these flags announce."""
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


_PICTURES: Final[dict[str, Callable[[bytes], bytes]]] = {
    "image/jpeg": _jpeg,
    "image/png": _png,
    "image/webp": _webp,
    "image/gif": _gif,
}

# ------------------------------------------------------------------ MP4 and MOV

_CONTAINERS = {b"moov", b"udta", b"meta", b"trak", b"ilst"}
_PLACES = {b"\xa9xyz", b"loci", b"XMP_", b"GPMF", b"uuid"}  # uuid boxes hold XMP, and places of some cameras
_DEEPEST = 8
_KEYS_AT_MOST = 64 * 1024


class Box(NamedTuple):
    at: int
    kind: bytes
    body: int
    end: int


def _video(stream: IO[Any]) -> IO[Any]:
    """Boxes that tell a place become free space of the same length, so that no offset of the file moves."""
    size = stream.seek(0, io.SEEK_END)
    found = list(_telling(stream, 0, size, 0, itertools.count(1)))
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


def _telling(stream: IO[Any], start: int, end: int, depth: int, seen: Iterator[int]) -> Iterator[Box]:
    """Boxes between two offsets that tell a place, to any depth."""
    named: set[int] = set()
    for box in boxes(stream, start, end, seen):
        if box.kind in _PLACES or int.from_bytes(box.kind) in named:
            yield box
        elif box.kind == b"keys":
            named = _place_keys(stream, box)
        elif box.kind == b"ilst":
            items = boxes(stream, box.body, box.end, seen)
            yield from (item for item in items if item.kind in _PLACES or int.from_bytes(item.kind) in named)
        elif box.kind in _CONTAINERS and depth < _DEEPEST:
            yield from _telling(stream, _first(stream, box), box.end, depth + 1, seen)


def boxes(stream: IO[Any], start: int, end: int, seen: Iterator[int]) -> Iterator[Box]:
    """Boxes between two offsets; `seen` counts those of the whole file, however they nest. Raises Damaged for too many."""
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
            return  # no box: players stop here, too
        yield Box(at, kind, body, min(stop, end))  # the last one may be cut off
        at = stop


def _first(stream: IO[Any], box: Box) -> int:
    """Where the inner boxes begin: an MP4's `meta` has four bytes of version before them, a MOV's has none."""
    if box.kind != b"meta":
        return box.body
    stream.seek(box.body + 4)
    return box.body if stream.read(4) == b"hdlr" else box.body + 4


def _place_keys(stream: IO[Any], box: Box) -> set[int]:
    """Which numbers of a MOV's metadata are about a location."""
    stream.seek(box.body)
    table = stream.read(min(box.end - box.body, _KEYS_AT_MOST))
    found, at, number = set(), 8, 1
    while at + 8 <= len(table):
        (length,) = struct.unpack_from(">I", table, at)
        if length < 8:
            break
        if b"location" in table[at + 8 : at + length].lower():
            found.add(number)
        at, number = at + length, number + 1
    return found
