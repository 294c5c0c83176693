"""Image analysis for evidence: blank pictures, near duplicates (perceptual hash), thumbnails. Decoding is bounded in pixels."""

import io
import struct
import threading
from dataclasses import dataclass
from typing import IO, Any, Final

from PIL import Image, ImageOps

_SIDE = 8  # a difference hash of 8 x 8 comparisons: 64 bits
_SIMILAR_BITS = 5  # two hashes that differ in at most this many bits show the same picture
_BLANK_SPREAD = 8  # of 255 grey levels
_FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
_MAX_PIXELS = 24_000_000  # for formats decoded at full size; a WebP takes up to fifteen bytes per pixel
_MAX_SCALED_PIXELS = 80_000_000  # for a JPEG decoded at reduced size
TOO_LARGE: Final = (
    "this picture is too large. Send a JPEG of up to 80 megapixels; a progressive JPEG, PNG, WebP or GIF may have up "
    "to 24."
)
decoding_slots = threading.BoundedSemaphore(2)  # pictures being decoded at once, per process
# What Pillow raises for damaged and malicious pictures.
BROKEN: Final = (OSError, EOFError, SyntaxError, ValueError, TypeError, LookupError, ArithmeticError, struct.error)


@dataclass(frozen=True, slots=True)
class Analysis:
    """`hash` is a signed 64-bit difference hash, stable under resizing and re-encoding."""

    hash: int
    is_blank: bool


class Unreadable(Exception):
    """The picture is truncated, or not a picture."""


def is_too_large(image: Image.Image) -> bool:
    """Too large to decode? Only a JPEG can be decoded at reduced size, and not a progressive one, which is held in memory at
    full size first.
    """
    is_scaled = image.format in ("JPEG", "MPO") and not image.info.get("progressive")
    return image.width * image.height > (_MAX_SCALED_PIXELS if is_scaled else _MAX_PIXELS)


def analyse(stream: IO[Any]) -> Analysis | None:
    """Analyse a picture; None when it is too large to decode safely. The stream is rewound. Raises Unreadable."""
    try:
        with decoding_slots, Image.open(stream) as image:
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
    return Analysis(_signed(_difference(pixels)), int(high) - int(low) <= _BLANK_SPREAD)  # type: ignore[arg-type]


def thumbnail(stream: IO[Any], side: int, *, quality: int = 80) -> bytes | None:
    """A JPEG thumbnail of at most `side` pixels in each direction, upright, white where it was transparent and without any
    metadata; None when the picture can't be read. `quality` is Pillow's, 1 to 95. The stream is closed.
    """
    out = io.BytesIO()
    try:
        with stream, decoding_slots, Image.open(stream, formats=_FORMATS) as image:
            if is_too_large(image):
                return None
            image.draft("RGB", (side, side))
            image.thumbnail((side, side), Image.Resampling.LANCZOS)
            _pixels(ImageOps.exif_transpose(image)).save(out, "JPEG", quality=quality, optimize=True)
    except (Image.DecompressionBombError, *BROKEN):
        return None
    return out.getvalue()


def _pixels(image: Image.Image) -> Image.Image:
    """A new image of these pixels: Pillow would write the comment of the old one into the file."""
    plain = Image.new("RGB", image.size, "white")
    shown = image.convert("RGBA" if image.has_transparency_data else "RGB")
    plain.paste(shown, mask=shown.getchannel("A") if shown.mode == "RGBA" else None)
    return plain


def is_similar(one: int, other: int) -> bool:
    """Do two hashes differ in at most five bits?"""
    return ((one ^ other) & (2**64 - 1)).bit_count() <= _SIMILAR_BITS


def _difference(pixels: bytes) -> int:
    """Difference hash: one bit per pair of horizontal neighbours, set when the right one is brighter."""
    bits = 0
    for row in range(_SIDE):
        start = row * (_SIDE + 1)
        for column in range(_SIDE):
            bits = bits << 1 | (pixels[start + column] < pixels[start + column + 1])
    return bits


def _signed(bits: int) -> int:
    """As a signed 64-bit integer, for PostgreSQL's bigint."""
    return bits - 2**64 if bits >= 2**63 else bits
