"""Pictures of people and places that don't exist: initials on a colour, a street under a sky."""

import io
import random

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, ImageDraw, ImageFont

SIDE = 480
_WIDE, _HIGH = 640, 420


def portrait(name: str, colour: str) -> SimpleUploadedFile:
    """As a person would send it."""
    picture = Image.new("RGB", (SIDE, SIDE), colour)
    initials = "".join(word[0] for word in name.split()[:2])
    font = ImageFont.load_default(size=SIDE // 3)
    ImageDraw.Draw(picture).text((SIDE / 2, SIDE / 2), initials, fill="white", font=font, anchor="mm")
    return _sent(picture, "portrait.png", "PNG")


def street(seed: str, caption: str, *, name: str = "photo.jpg") -> SimpleUploadedFile:
    """A photo from a street: the same seed gives the same picture, another one something that looks different."""
    draw_lots = random.Random(seed)  # noqa: S311 (no secret: the same market every time)
    picture = Image.new("RGB", (_WIDE, _HIGH), (draw_lots.randint(120, 200), 190, 230))
    draw = ImageDraw.Draw(picture)
    left = 0
    while left < _WIDE:
        width, height = draw_lots.randint(60, 150), draw_lots.randint(120, 330)
        shade = tuple(draw_lots.randint(70, 220) for _ in range(3))
        draw.rectangle((left, _HIGH - height, left + width, _HIGH), fill=shade)
        for row in range(_HIGH - height + 16, _HIGH - 40, 36):
            for column in range(left + 10, left + width - 18, 28):
                draw.rectangle((column, row, column + 12, row + 18), fill=(250, 240, draw_lots.choice((120, 200))))
        left += width
    draw.rectangle((0, _HIGH - 26, _WIDE, _HIGH), fill=(60, 60, 64))
    draw.text((10, _HIGH - 22), caption, fill="white", font=ImageFont.load_default(size=16))
    return _sent(picture, name, "JPEG")


def _sent(picture: Image.Image, name: str, kind: str) -> SimpleUploadedFile:
    out = io.BytesIO()
    picture.save(out, kind)
    return SimpleUploadedFile(name, out.getvalue(), content_type=f"image/{kind.lower()}")
