"""Uploaded files: named by us, typed by their content, kept under their hash, read by signed addresses."""

import hashlib
import struct
import zipfile
from typing import IO

import puremagic
from django.conf import settings
from django.core.files.base import File as Content
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction

from marketplace.core import clock, crypto, ids
from marketplace.core.errors import Invalid, NotFound, TooLarge
from marketplace.models import Account, File
from marketplace.services import exif, pictures

LINK_SECONDS = 3600
_CHUNK = 1024 * 1024
_ZIP_END = 65_557  # the end record and the longest comment behind it
_ZIP_CONTENTS = 1024 * 1024
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
# What evidence may be; everything else is refused, whatever its name says.
ALLOWED = {
    "image/jpeg", "image/png", "image/webp", "image/gif",
    "video/mp4", "video/quicktime", "video/webm",
    "application/pdf", DOCX, "text/plain",
}  # fmt: skip
_TAKEN = "JPEG, PNG, WebP or GIF pictures, MP4, MOV or WebM videos, PDF, DOCX or plain text"
# Place data can't be taken out of these without encoding them again, so they are not taken at all.
_PICTURE_BRANDS = {
    *(b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1", b"miaf"),
    *(b"avif", b"avis", b"jpeg", b"jpgs", b"crx "),
}
NO_HEIC = (
    "HEIC, AVIF and raw photos are not taken. Send JPEG, PNG, WebP or GIF; an iPhone makes JPEG with Settings, Camera, "
    "Formats, Most Compatible."
)


def store(owner: Account, upload: UploadedFile, *, purpose: str, field: str = "files") -> File:
    """Keep one upload, less the place where a picture or video was taken; size and hash are of what is kept. The bytes
    are written before the row: a rollback leaves a nameless file, never a row without one.

    Raises Invalid (400) for an empty or damaged file or a type that is no evidence, TooLarge (413).
    """
    size = upload.size or 0
    if size == 0:
        raise Invalid({field: [f"{upload.name}: the file is empty."]})
    if size > settings.FILE_LIMIT:
        raise TooLarge(
            f"{upload.name}: one file may have up to {settings.FILE_LIMIT:,} bytes.", maxBytes=settings.FILE_LIMIT
        )
    content_type = sniff(upload)
    if content_type == "image/heic":
        raise Invalid({field: [f"{upload.name}: {NO_HEIC}"]})
    if content_type not in ALLOWED:
        raise Invalid({field: [f"{upload.name}: {content_type} is not taken. Send {_TAKEN}."]})
    try:
        content = Content(exif.without_place(upload, content_type), name=upload.name)
        seen = pictures.impression(content) if content_type.startswith("image/") else None
    except (exif.Damaged, pictures.Unreadable):
        raise Invalid({field: [f"{upload.name}: this file is damaged. Save it again, then send it."]})
    digest = hashlib.sha256()
    for chunk in content.chunks(_CHUNK):
        digest.update(chunk)
    content.seek(0)
    file = File(
        owner=owner,
        name=_safe_name(upload.name or "file"),
        content_type=content_type,
        size=content.size,
        sha256=digest.hexdigest(),
        purpose=purpose,
    )
    if seen is not None:
        file.perceptual_hash, file.is_blank = seen.hash, seen.is_blank
    file.storage_key = default_storage.save(f"{file.pk.hex[:2]}/{file.pk.hex}", content)
    file.save(force_insert=True)
    return file


def sniff(upload: UploadedFile) -> str:
    """The type that the content shows; the name and the caller's Content-Type are not believed."""
    head = upload.read(_CHUNK)
    upload.seek(0)
    if head[4:8] == b"ftyp":
        return _by_brand(head[8:12])
    try:
        found = str(puremagic.from_string(head, mime=True))
    except (puremagic.PureError, ValueError):
        found = ""
    if head[:4] == b"PK\x03\x04":
        return DOCX if _is_docx(upload) else "application/zip"
    if found in ALLOWED and found not in ("text/plain", DOCX):
        return found
    return "text/plain" if _is_text(head) else found or "application/octet-stream"


def _by_brand(brand: bytes) -> str:
    """MP4, MOV and HEIC (AVIF, raw photos) are one container; the brand tells them apart."""
    if brand in _PICTURE_BRANDS:
        return "image/heic"
    return "video/quicktime" if brand == b"qt  " else "video/mp4"


def _is_docx(upload: UploadedFile) -> bool:
    """A ZIP that is a Word document; only its table of contents is read, nothing is unpacked, and no huge one at all."""
    if not _has_small_contents(upload):
        return False
    try:
        with zipfile.ZipFile(upload) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        return False
    finally:
        upload.seek(0)
    return {"[Content_Types].xml", "word/document.xml"} <= names


def _has_small_contents(upload: UploadedFile) -> bool:
    """The end record of a ZIP names the length of its table of contents: a hostile one would fill the memory."""
    upload.seek(max(0, (upload.size or 0) - _ZIP_END))
    tail = upload.read(_ZIP_END)
    upload.seek(0)
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) < at + 22:
        return False
    entries, length = struct.unpack_from("<HI", tail, at + 10)
    return bool(entries <= 5000 and length <= _ZIP_CONTENTS)


def _is_text(head: bytes) -> bool:
    """UTF-8 without control characters, and no markup that a browser would run."""
    try:
        text = head.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # A character cut in two by the end of the window is still text.
        if len(head) < _CHUNK or error.start < len(head) - 4:
            return False
        text = head[: error.start].decode("utf-8-sig")
    return "\x00" not in text and not text.lstrip().startswith("<")


def signed_url(file: File) -> str:
    """An address that works for an hour, for whoever holds it."""
    expires = str(int(clock.wall().timestamp()) + LINK_SECONDS)
    tag = crypto.sign(f"{file.public_id}:{expires}", "file")
    return f"{settings.BASE_URL}/files/{file.public_id}?expires={expires}&sig={tag}"


def open_signed(file_id: str, *, expires: str, tag: str) -> tuple[File, IO[bytes]]:
    """The file behind a signed address. Raises NotFound for a bad, changed or expired one."""
    gone = NotFound("This file address is not valid (any more). Read the submission again for a fresh one.")
    if not expires.isascii() or not expires.isdigit() or len(expires) > 12 or int(expires) < clock.wall().timestamp():
        raise gone
    if not crypto.signed(f"{file_id}:{expires}", tag, "file"):
        raise gone
    try:
        file = File.objects.get(pk=ids.decode("fil", file_id))
        return file, default_storage.open(file.storage_key)
    except (ValueError, File.DoesNotExist, FileNotFoundError):
        raise gone


def open_photo(file_id: str) -> tuple[File, IO[bytes]]:
    """A photo of a profile: public, under an address that stays. Raises NotFound for every other file."""
    try:
        file = File.objects.get(pk=ids.decode("fil", file_id), purpose="photo")
        return file, default_storage.open(file.storage_key)
    except (ValueError, File.DoesNotExist, FileNotFoundError):
        raise NotFound("There is no such photo (any more).")


def discard(file: File) -> None:
    """Delete the row, and the bytes once that is certain. The caller's transaction."""
    transaction.on_commit(lambda: default_storage.delete(file.storage_key))
    file.delete()


def _safe_name(name: str) -> str:
    kept = "".join(c if c.isalnum() or c in " ._-()" else "_" for c in name.replace("\\", "/").rsplit("/", 1)[-1])
    return kept.strip(" .")[-200:] or "file"
