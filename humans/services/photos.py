"""Profile photos: every upload is decoded and re-encoded, so that no metadata (place, device, file name) is kept."""

import io
import warnings
from collections.abc import Sequence
from uuid import UUID

from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from PIL import Image, ImageOps

from humans.errors import PhotoLimitReached
from humans.models import Profile
from humans.rules.people import PHOTO_BYTES_MAX, PHOTO_PIXELS_MAX, PHOTO_SIDE, PHOTOS_MAX
from humans.services import profiles
from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound, TooLarge
from marketplace.models import File
from marketplace.services import files, pictures

_FORMATS = ("JPEG", "PNG", "WEBP", "GIF")


def keep(actor: Actor, uploads: Sequence[UploadedFile]) -> list[File]:
    """Re-encode each upload as a JPEG of at most 2048 pixels a side, upright, without metadata, and store it.

    Call it outside any transaction, before `add`. Raises Invalid (400) for what is no picture or decodes to too many pixels,
    PhotoLimitReached (409), TooLarge (413) above 10 MB, StorageUnavailable (503).
    """
    for upload in uploads:
        if (upload.size or 0) > PHOTO_BYTES_MAX:
            raise TooLarge(
                f"{upload.name}: a photo may have up to {PHOTO_BYTES_MAX:,} bytes.", maxBytes=PHOTO_BYTES_MAX
            )
    _check_limit(profiles.own(actor), len(uploads))
    encoded = [SimpleUploadedFile("photo.jpg", _as_jpeg(upload), content_type="image/jpeg") for upload in uploads]
    return files.store(actor.me, encoded, purpose="photo", field="photos")


def add(actor: Actor, kept: Sequence[File]) -> Profile:
    """Append files stored by `keep` to the caller's profile. Runs in the caller's transaction. Locks the profile.

    Raises PhotoLimitReached (409).
    """
    profile = profiles.own_locked(actor)
    _check_limit(profile, len(kept))
    files.insert_rows(kept)
    return _save_photos(profile, [*profile.photo_ids, *(file.pk for file in kept)])


def _check_limit(profile: Profile, more: int) -> None:
    if len(profile.photo_ids) + more > PHOTOS_MAX:
        raise PhotoLimitReached(maximum=PHOTOS_MAX, present=len(profile.photo_ids))


def remove(actor: Actor, file_id: str) -> Profile:
    """Remove a photo from the caller's profile and delete its file. Runs in the caller's transaction. Locks the profile.

    Raises NotFound (404) for a file that is no photo of the caller's.
    """
    profile = profiles.own_locked(actor)
    try:
        pk: UUID = ids.decode("fil", file_id)
        file = File.objects.get(pk=pk, owner_id=actor.id, purpose="photo")
    except (ValueError, File.DoesNotExist):
        raise NotFound("There is no such photo on your profile. GET /api/humans/me lists them.")
    files.delete(file)
    return _save_photos(profile, [other for other in profile.photo_ids if other != pk])


def _save_photos(profile: Profile, photo_ids: list[UUID]) -> Profile:
    profile.photo_ids, profile.updated_at = photo_ids, clock.now()
    profile.save(update_fields=["photo_ids", "updated_at"])
    return profile


def _as_jpeg(upload: UploadedFile) -> bytes:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # our own limit is lower
            with pictures.decoding_slots, Image.open(upload, formats=_FORMATS) as picture:
                if pictures.is_too_large(picture):
                    raise Invalid({"photos": [f"{upload.name}: {pictures.TOO_LARGE}"]})
                picture.draft("RGB", (PHOTO_SIDE, PHOTO_SIDE))
                if picture.width * picture.height > PHOTO_PIXELS_MAX:
                    raise Invalid({"photos": [f"{upload.name}: a photo may have up to {PHOTO_PIXELS_MAX:,} pixels."]})
                return _encoded(picture)
    except (Image.DecompressionBombError, *pictures.BROKEN):
        raise Invalid({"photos": [f"{upload.name}: this is no JPEG, PNG, WebP or GIF picture that can be read."]})
    finally:
        upload.seek(0)


def _encoded(picture: Image.Image) -> bytes:
    """A JPEG of the pixels alone: upright, white where it was transparent."""
    flat = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    flat.thumbnail((PHOTO_SIDE, PHOTO_SIDE))
    flat = ImageOps.exif_transpose(flat)
    ground = Image.new("RGB", flat.size, "white")
    ground.paste(flat, mask=flat.getchannel("A") if flat.mode == "RGBA" else None)
    out = io.BytesIO()
    ground.save(out, "JPEG", quality=85, optimize=True)
    return out.getvalue()
