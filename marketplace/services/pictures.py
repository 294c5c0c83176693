"""What can be said about an image without looking at it: is it blank, does it look like another."""

import io
import struct
import threading
from dataclasses import dataclass
from typing import IO, Any, Final

from PIL import Image, ImageOps

_SIDE = 8  # a difference hash of 8 x 8 comparisons: 64 bits
_ALIKE_BITS = 5  # two hashes that differ in at most this many bits show the same picture
_BLANK_SPREAD = 8  # of 255 grey levels
_PIXELS_AT_MOST = 24_000_000  # of a picture that is unpacked whole, a WebP to fifteen bytes for each
_SCALED_PIXELS_AT_MOST = 80_000_000  # of a JPEG that is unpacked at a fraction of its size
TOO_LARGE: Final = (
    "this picture is too large. Send a JPEG of up to 80 megapixels; a progressive JPEG, PNG, WebP or GIF may have up "
    "to 24."
)
turn = threading.BoundedSemaphore(2)  # pictures that a process unpacks at once
# What Pillow raises for a picture that is damaged, or made to damage.
BROKEN: Final = (OSError, EOFError, SyntaxError, ValueError, TypeError, LookupError, ArithmeticError, struct.error)


@dataclass(frozen=True, slots=True)
class Impression:
    """`hash` is a signed 64-bit difference hash (it survives resizing and re-encoding)."""

    hash: int
    is_blank: bool


class Unreadable(Exception):
    """The picture breaks off, or is none."""


def is_too_large(image: Image.Image) -> bool:
    """To be unpacked. Only a JPEG comes at a fraction of its size, but a progressive one lies in memory whole before."""
    is_scaled = image.format in ("JPEG", "MPO") and not image.info.get("progressive")
    return image.width * image.height > (_SCALED_PIXELS_AT_MOST if is_scaled else _PIXELS_AT_MOST)


def impression(stream: IO[Any]) -> Impression | None:
    """None for one too large to be opened safely. The stream is rewound. Raises Unreadable."""
    try:
        with turn, Image.open(stream) as image:
            if is_too_large(image):
                return None
            image.draft("L", (256, 256))
            small = image.convert("L").resize((_SIDE + 1, _SIDE), Image.Resampling.LANCZOS)
    except Image.DecompressionBombError:
        return None
    except BROKEN as error:
        raise Unreadable from error
    finally:
        stream.seek(0)
    pixels = small.tobytes()
    low, high = small.getextrema()
    return Impression(_signed(_difference(pixels)), int(high) - int(low) <= _BLANK_SPREAD)  # type: ignore[arg-type]


def shrunk(stream: IO[Any], side: int, *, quality: int = 80) -> bytes | None:
    """The picture as a JPEG of at most `side` pixels each way, upright and without metadata; None for one that can't be read.
    The stream is closed."""
    out = io.BytesIO()
    try:
        with stream, turn, Image.open(stream) as image:
            if is_too_large(image):
                return None
            image.draft("RGB", (side, side))
            image.thumbnail((side, side), Image.Resampling.LANCZOS)
            upright = ImageOps.exif_transpose(image)
            upright.convert("RGB").save(out, "JPEG", quality=quality, optimize=True)
    except (Image.DecompressionBombError, *BROKEN):
        return None
    return out.getvalue()


def alike(one: int, other: int) -> bool:
    return ((one ^ other) & (2**64 - 1)).bit_count() <= _ALIKE_BITS


def _difference(pixels: bytes) -> int:
    """One bit for each pair of neighbours in a row: is the right one brighter?"""
    bits = 0
    for row in range(_SIDE):
        start = row * (_SIDE + 1)
        for column in range(_SIDE):
            bits = bits << 1 | (pixels[start + column] < pixels[start + column + 1])
    return bits


def _signed(bits: int) -> int:
    """PostgreSQL's bigint has a sign."""
    return bits - 2**64 if bits >= 2**63 else bits
