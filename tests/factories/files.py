"""Files as a form sends them."""

import io
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image


def picture(
    kind: str = "JPEG", size: tuple[int, int] = (8, 8), name: str = "photo.jpg", **how: Any
) -> SimpleUploadedFile:
    """A red picture; `how` goes to Pillow (exif=…)."""
    out = io.BytesIO()
    Image.new("RGB", size, "red").save(out, kind, **how)
    return SimpleUploadedFile(name, out.getvalue())
