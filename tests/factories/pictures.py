"""Pictures that can be told apart: each number is another scene."""

import io
from random import Random
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image


def scene(number: int, *, size: tuple[int, int] = (640, 480), quality: int = 90, **how: Any) -> SimpleUploadedFile:
    """A JPEG of grey patches, drawn by `number`; the same at every size and quality to the eye, not in its bytes."""
    random = Random(number)
    small = Image.new("L", (9, 8))
    small.putdata([random.randrange(30, 226) for _ in range(72)])
    out = io.BytesIO()
    small.resize(size, Image.Resampling.NEAREST).convert("RGB").save(out, "JPEG", quality=quality, **how)
    return SimpleUploadedFile(f"scene-{number}.jpg", out.getvalue())
