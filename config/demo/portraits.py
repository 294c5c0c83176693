"""Photos of people who don't exist: their initials on a colour."""

import io

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, ImageDraw, ImageFont

SIDE = 480


def portrait(name: str, colour: str) -> SimpleUploadedFile:
    """As a person would send it."""
    picture = Image.new("RGB", (SIDE, SIDE), colour)
    initials = "".join(word[0] for word in name.split()[:2])
    font = ImageFont.load_default(size=SIDE // 3)
    ImageDraw.Draw(picture).text((SIDE / 2, SIDE / 2), initials, fill="white", font=font, anchor="mm")
    out = io.BytesIO()
    picture.save(out, "PNG")
    return SimpleUploadedFile("portrait.png", out.getvalue(), content_type="image/png")
