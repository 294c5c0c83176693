"""Duration of a video, from the metadata of its container; only the beginning and the end of the file are read."""

import io
import itertools
import struct
from collections.abc import Iterator
from typing import IO, Any, Final, NamedTuple

from marketplace.services.videos import Damaged, boxes

_UNKNOWN: Final = (0, 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF)
_TAIL_BYTES: Final = 4 * 1024 * 1024
_SEGMENT, _INFO, _CLUSTER, _TIMECODE_SCALE, _DURATION, _TIMECODE = (
    0x18538067,
    0x1549A966,
    0x1F43B675,
    0x2AD7B1,
    0x4489,
    0xE7,
)
_MOST_ELEMENTS: Final = 1000


def seconds(stream: IO[Any], content_type: str) -> float | None:
    """The duration in seconds of an MP4, MOV or WebM; None when the container doesn't state it where it is read quickly.

    The stream is rewound.
    """
    size = stream.seek(0, io.SEEK_END)
    try:
        return _webm(stream, size) if content_type == "video/webm" else _mp4(stream, size)
    except (struct.error, IndexError, Damaged):  # truncated or malformed
        return None
    finally:
        stream.seek(0)


# ------------------------------------------------------------------ MP4 and MOV


def _mp4(stream: IO[Any], size: int) -> float | None:
    """From the movie header, or for a fragmented file from its fragment header."""
    seen = itertools.count(1)
    for movie in boxes(stream, 0, size, seen):
        if movie.kind != b"moov":
            continue
        scale, length = 0, 0
        for box in boxes(stream, movie.body, movie.end, seen):
            if box.kind == b"mvhd":
                scale, length = _movie_header(stream, box.body)
            elif box.kind == b"mvex" and length in _UNKNOWN:
                inner = boxes(stream, box.body, box.end, seen)
                length = next((_fragments(stream, one.body) for one in inner if one.kind == b"mehd"), 0)
        return length / scale if scale and length not in _UNKNOWN else None
    return None


def _movie_header(stream: IO[Any], at: int) -> tuple[int, int]:
    stream.seek(at)
    head = stream.read(32)
    scale, length = struct.unpack_from(">IQ", head, 20) if head[0] == 1 else struct.unpack_from(">II", head, 12)
    return int(scale), int(length)


def _fragments(stream: IO[Any], at: int) -> int:
    stream.seek(at)
    head = stream.read(12)
    return int(struct.unpack_from(">Q" if head[0] == 1 else ">I", head, 4)[0])


# ------------------------------------------------------------------ WebM


class _Element(NamedTuple):
    kind: int
    body: int
    end: int


def _webm(stream: IO[Any], size: int) -> float | None:
    """From the segment information; without it (browsers record without knowing the end) the timestamp of the last cluster."""
    segment = next((one for one in _elements(stream, 0, size) if one.kind == _SEGMENT), None)
    if segment is None:
        return None
    scale, length = 1_000_000, 0.0
    for element in _elements(stream, segment.body, segment.end):
        if element.kind == _CLUSTER:
            break
        if element.kind != _INFO:
            continue
        for one in _elements(stream, element.body, element.end):
            stream.seek(one.body)
            raw = stream.read(min(one.end - one.body, 8))
            if one.kind == _TIMECODE_SCALE:
                scale = int.from_bytes(raw)
            elif one.kind == _DURATION:
                length = struct.unpack(">f" if len(raw) == 4 else ">d", raw)[0]
    ticks = length if length > 0 else _last_cluster(stream, size)
    return None if ticks is None else ticks * scale / 1_000_000_000


def _last_cluster(stream: IO[Any], size: int) -> int | None:
    start = max(0, size - _TAIL_BYTES)
    stream.seek(start)
    at = stream.read(_TAIL_BYTES).rfind(_CLUSTER.to_bytes(4))
    if at < 0:
        return None
    cluster = next(_elements(stream, start + at, size))
    stamp = next((one for one in _elements(stream, cluster.body, cluster.end) if one.kind == _TIMECODE), None)
    if stamp is None:
        return None
    stream.seek(stamp.body)
    return int.from_bytes(stream.read(min(stamp.end - stamp.body, 8)))


def _elements(stream: IO[Any], start: int, end: int) -> Iterator[_Element]:
    at = start
    for _ in range(_MOST_ELEMENTS):
        if at >= end:
            return
        stream.seek(at)
        head = stream.read(12)
        kind_length = 9 - head[0].bit_length()
        kind = int.from_bytes(head[:kind_length])
        length = 9 - head[kind_length].bit_length()
        value = int.from_bytes(head[kind_length : kind_length + length]) & ((1 << 7 * length) - 1)
        body = at + kind_length + length
        is_open = value == (1 << 7 * length) - 1  # unknown size: the element was written as a stream
        at = end if is_open else min(body + value, end)
        yield _Element(kind, body, at)
