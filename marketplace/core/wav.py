"""WAV headers, validated against the length of the file. Nothing is decoded.

Accepted: PCM with 8, 16, 24 or 32 bits and 32-bit float, 1 to 8 channels, 8 to 192 kHz. A header that claims more bytes than the
file has is rejected.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

_PCM: Final = 1
_FLOAT: Final = 3
_EXTENSIBLE: Final = 0xFFFE  # the real format is in the sub-format field
_MOST_CHUNKS: Final = 64  # a handful is usual; limits the work for a file of a million empty chunks
RATES: Final = range(8_000, 192_001)


class BadWav(ValueError):
    """The text says what is wrong, for the person who made the recording."""


@dataclass(frozen=True, slots=True)
class Wav:
    """Where the samples are in the file (`start`, `length` in bytes) and their format. `rate` is in Hz."""

    channels: int
    rate: int
    bits: int
    is_float: bool
    start: int
    length: int

    @property
    def frame(self) -> int:
        """Bytes of one sample on all channels."""
        return self.channels * self.bits // 8

    @property
    def frames(self) -> int:
        return self.length // self.frame

    @property
    def seconds(self) -> float:
        return self.frames / self.rate


def inspect(file: BinaryIO, size: int) -> Wav:
    """Read the header of a file of `size` bytes. Raises BadWav."""
    form: tuple[int, int, int, int] | None = None
    for name, start, length in chunks(file, size):
        if name == b"fmt ":
            form = _format(file, start, length)
        elif name == b"data":
            if form is None:
                raise BadWav("its samples come before their format")
            return _samples(form, start, length)
    raise BadWav("it has no samples" if form else "it has neither a format nor samples")


def chunks(file: BinaryIO, size: int) -> Iterator[tuple[bytes, int, int]]:
    """(name, start, length) of each chunk, in order. Raises BadWav for one that would end beyond the file."""
    file.seek(0)
    head = file.read(12)
    if len(head) < 12 or head[:4] != b"RIFF" or head[8:] != b"WAVE":
        raise BadWav("it does not begin like a WAV file")
    if struct.unpack_from("<I", head, 4)[0] + 8 > size:
        raise BadWav("its header claims more bytes than were sent")
    at = 12
    for _ in range(_MOST_CHUNKS):
        file.seek(at)
        head = file.read(8)
        if len(head) < 8:
            return
        name, length = struct.unpack("<4sI", head)
        if at + 8 + length > size:
            raise BadWav("its header claims more bytes than were sent")
        yield name, at + 8, length
        at += 8 + length + length % 2
    raise BadWav(f"it has more than {_MOST_CHUNKS} parts")


def _format(file: BinaryIO, start: int, length: int) -> tuple[int, int, int, int]:
    """(format, channels, rate, bits), checked for consistency."""
    if length < 16:
        raise BadWav("its format is cut off")
    file.seek(start)
    raw = file.read(min(length, 26))
    kind, channels, rate, byte_rate, block, bits = struct.unpack_from("<HHIIHH", raw)
    if kind == _EXTENSIBLE and len(raw) == 26:
        kind = struct.unpack_from("<H", raw, 24)[0]
    if (kind, bits) not in ((_PCM, 8), (_PCM, 16), (_PCM, 24), (_PCM, 32), (_FLOAT, 32)):
        raise BadWav("its samples are compressed, or of an unusual size: save it as PCM with 16 bits")
    if not 1 <= channels <= 8 or rate not in RATES:
        raise BadWav("it is not of one to eight channels at 8,000 to 192,000 samples a second")
    if block != channels * bits // 8 or byte_rate != block * rate:
        raise BadWav("the numbers of its format contradict each other")
    return kind, channels, rate, bits


def _samples(form: tuple[int, int, int, int], start: int, length: int) -> Wav:
    kind, channels, rate, bits = form
    found = Wav(channels, rate, bits, kind == _FLOAT, start, length)
    if length == 0:
        raise BadWav("it has no samples")
    if length % found.frame:
        raise BadWav("its last sample is cut off")
    return found
