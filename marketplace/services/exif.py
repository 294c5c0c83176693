"""Removes location data from photos before they are stored; from videos it is `videos` that does.

Lossless: images are not re-encoded, only their metadata blocks are changed. Orientation and capture time are kept, in a small
Exif block of our own.
"""

import itertools
import re
import struct
import tempfile
import threading
import zlib
from collections.abc import Callable
from datetime import UTC, datetime
from typing import IO, Any, Final

from PIL import Image

from marketplace.services import videos
from marketplace.services.videos import Damaged, check_parts

_ORIENTATION, _EXIF_IFD, _TAKEN, _OFFSET = 0x0112, 0x8769, 0x9003, 0x9011
_TIME = re.compile(r"\d{4}:\d\d:\d\d \d\d:\d\d:\d\d")
_ZONE = re.compile(r"[+-]\d\d:\d\d")
_in_memory = threading.BoundedSemaphore(2)  # pictures in memory at once, per process


def strip_location(stream: IO[Any], content_type: str) -> IO[Any]:
    """A stream without location data: `stream` itself, rewound, when it has none, else a new temporary file, which the caller
    closes.

    Pictures are read into memory, at most two at a time. Raises Damaged.
    """
    stream.seek(0)
    if content_type in ("video/mp4", "video/quicktime"):
        return videos.strip_location(stream)
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


def taken(stream: IO[Any]) -> tuple[datetime, str] | None:
    """When a picture was taken by its own metadata, and who says so: `exif`, or `exif_local` without a zone, which is read as UTC.

    Only its head is read; the stream is rewound. None where it says nothing, or nothing that is a time.
    """
    try:
        with Image.open(stream) as image:
            found = image.getexif().get_ifd(_EXIF_IFD)
            at, zone = str(found.get(_TAKEN, "")), str(found.get(_OFFSET, ""))
            is_sure = bool(_ZONE.fullmatch(zone))
            moment = datetime.strptime(at + (zone if is_sure else "+00:00"), "%Y:%m:%d %H:%M:%S%z")
            return moment.astimezone(UTC), "exif" if is_sure else "exif_local"
    except Exception:  # a broken block says nothing; Pillow raises many types for one
        return None
    finally:
        stream.seek(0)


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
        check_parts(seen)
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
        check_parts(seen)
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
        check_parts(seen)
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
        check_parts(seen)
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
