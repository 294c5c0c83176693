"""Files as a form sends them."""

import io
import struct
import zlib
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from PIL import Image

from marketplace.core.transactions import unit
from marketplace.models import Account, File
from marketplace.services import files


def picture(
    kind: str = "JPEG", size: tuple[int, int] = (8, 8), name: str = "photo.jpg", **how: Any
) -> SimpleUploadedFile:
    """A red picture; `how` goes to Pillow (exif=…)."""
    out = io.BytesIO()
    Image.new("RGB", size, "red").save(out, kind, **how)
    return SimpleUploadedFile(name, out.getvalue())


def hostile_png() -> SimpleUploadedFile:
    """With an empty colour profile behind its pixels, on which Pillow breaks in the middle of unpacking."""
    good = picture("PNG").read()
    end = good.index(b"IEND") - 4
    profile = struct.pack(">I4sI", 0, b"iCCP", zlib.crc32(b"iCCP"))
    return SimpleUploadedFile("photo.png", good[:end] + profile + good[end:])


def given_file(owner: Account, upload: UploadedFile, purpose: str = "test") -> File:
    """Kept and entered."""
    [file] = kept = files.store(owner, [upload], purpose=purpose)
    unit(lambda: files.insert_rows(kept))
    return file
