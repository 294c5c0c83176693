"""Generated pictures: initials on a colour for portraits, a simple street for photos."""

import io
import random

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, ImageDraw, ImageFont

SIDE = 480
_WIDE, _HIGH = 640, 420


def portrait(name: str, colour: str) -> SimpleUploadedFile:
    """A portrait as an upload."""
    picture = Image.new("RGB", (SIDE, SIDE), colour)
    initials = "".join(word[0] for word in name.split()[:2])
    font = ImageFont.load_default(size=SIDE // 3)
    ImageDraw.Draw(picture).text((SIDE / 2, SIDE / 2), initials, fill="white", font=font, anchor="mm")
    return _upload(picture, "portrait.png", "PNG")


def street(seed: str, caption: str, *, name: str = "photo.jpg") -> SimpleUploadedFile:
    """A street photo as an upload: the same seed gives the same picture, another seed one that looks different."""
    rng = random.Random(seed)  # noqa: S311  (not for security: the demo is the same every time)
    picture = Image.new("RGB", (_WIDE, _HIGH), (rng.randint(120, 200), 190, 230))
    draw = ImageDraw.Draw(picture)
    left = 0
    while left < _WIDE:
        width, height = rng.randint(60, 150), rng.randint(120, 330)
        shade = tuple(rng.randint(70, 220) for _ in range(3))
        draw.rectangle((left, _HIGH - height, left + width, _HIGH), fill=shade)
        for row in range(_HIGH - height + 16, _HIGH - 40, 36):
            for column in range(left + 10, left + width - 18, 28):
                draw.rectangle((column, row, column + 12, row + 18), fill=(250, 240, rng.choice((120, 200))))
        left += width
    draw.rectangle((0, _HIGH - 26, _WIDE, _HIGH), fill=(60, 60, 64))
    draw.text((10, _HIGH - 22), caption, fill="white", font=ImageFont.load_default(size=16))
    return _upload(picture, name, "JPEG")


def _upload(picture: Image.Image, name: str, kind: str) -> SimpleUploadedFile:
    out = io.BytesIO()
    picture.save(out, kind)
    return SimpleUploadedFile(name, out.getvalue(), content_type=f"image/{kind.lower()}")
