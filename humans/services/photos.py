"""Photos of a profile: read as pictures and written anew, so that nothing of the camera's file (place, device, name) stays."""

import io
import warnings
from collections.abc import Sequence
from uuid import UUID

from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from PIL import Image, ImageOps

from humans.errors import PhotoLimitReached
from humans.models import Profile
from humans.rules import PHOTO_BYTES_MAX, PHOTO_PIXELS_MAX, PHOTO_SIDE, PHOTOS_MAX
from humans.services import profiles
from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound, TooLarge
from marketplace.models import File
from marketplace.services import files, pictures

_FORMATS = ("JPEG", "PNG", "WEBP", "GIF")


def keep(actor: Actor, uploads: Sequence[UploadedFile]) -> list[File]:
    """Store each upload as a fresh JPEG of at most 2048 pixels a side, upright, without any metadata: before the
    transaction of `add`.

    Raises TooLarge (413) above 10 MB, Invalid (400) for what is no picture or unpacks to too many pixels,
    PhotoLimitReached (409), StorageUnavailable (503).
    """
    for upload in uploads:
        if (upload.size or 0) > PHOTO_BYTES_MAX:
            raise TooLarge(
                f"{upload.name}: a photo may have up to {PHOTO_BYTES_MAX:,} bytes.", maxBytes=PHOTO_BYTES_MAX
            )
    _check_room(profiles.own(actor), len(uploads))
    drawn = [SimpleUploadedFile("photo.jpg", _as_jpeg(upload), content_type="image/jpeg") for upload in uploads]
    return files.store(actor.me, drawn, purpose="photo", field="photos")


def add(actor: Actor, kept: Sequence[File]) -> Profile:
    """Append photos that were kept to the caller's profile. Locks the profile; the caller's transaction.

    Raises PhotoLimitReached (409).
    """
    profile = profiles.own_locked(actor)
    _check_room(profile, len(kept))
    files.insert_rows(kept)
    return _show(profile, [*profile.photo_ids, *(file.pk for file in kept)])


def _check_room(profile: Profile, more: int) -> None:
    if len(profile.photo_ids) + more > PHOTOS_MAX:
        raise PhotoLimitReached(maximum=PHOTOS_MAX, present=len(profile.photo_ids))


def remove(actor: Actor, file_id: str) -> Profile:
    """Take a photo off the caller's profile and delete its file. Locks the profile; the caller's transaction.

    Raises NotFound for a file that is no photo of the caller's.
    """
    profile = profiles.own_locked(actor)
    try:
        pk: UUID = ids.decode("fil", file_id)
        file = File.objects.get(pk=pk, owner_id=actor.id, purpose="photo")
    except (ValueError, File.DoesNotExist):
        raise NotFound("There is no such photo on your profile. GET /api/humans/me lists them.")
    files.delete(file)
    return _show(profile, [other for other in profile.photo_ids if other != pk])


def _show(profile: Profile, photo_ids: list[UUID]) -> Profile:
    profile.photo_ids, profile.updated_at = photo_ids, clock.now()
    profile.save(update_fields=["photo_ids", "updated_at"])
    return profile


def _as_jpeg(upload: UploadedFile) -> bytes:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # our own bound is lower
            with pictures.decoding_slots, Image.open(upload, formats=_FORMATS) as picture:
                if pictures.is_too_large(picture):
                    raise Invalid({"photos": [f"{upload.name}: {pictures.TOO_LARGE}"]})
                picture.draft("RGB", (PHOTO_SIDE, PHOTO_SIDE))
                if picture.width * picture.height > PHOTO_PIXELS_MAX:
                    raise Invalid({"photos": [f"{upload.name}: a photo may have up to {PHOTO_PIXELS_MAX:,} pixels."]})
                return _drawn(picture)
    except (Image.DecompressionBombError, *pictures.BROKEN):
        raise Invalid({"photos": [f"{upload.name}: this is no JPEG, PNG, WebP or GIF picture that can be read."]})
    finally:
        upload.seek(0)


def _drawn(picture: Image.Image) -> bytes:
    """Upright, on white where it was transparent. Only the pixels are taken over."""
    flat = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    flat.thumbnail((PHOTO_SIDE, PHOTO_SIDE))
    flat = ImageOps.exif_transpose(flat)
    ground = Image.new("RGB", flat.size, "white")
    ground.paste(flat, mask=flat.getchannel("A") if flat.mode == "RGBA" else None)
    out = io.BytesIO()
    ground.save(out, "JPEG", quality=85, optimize=True)
    return out.getvalue()
