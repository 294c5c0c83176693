"""Uploaded files: named by us, typed by their content, kept under their hash, read by signed addresses."""

import hashlib
from typing import IO

import puremagic
from django.conf import settings
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile

from marketplace.core import clock, crypto, ids
from marketplace.core.errors import Invalid, NotFound, TooLarge
from marketplace.models import Account, File

LINK_SECONDS = 3600
_CHUNK = 1024 * 1024
# What evidence may be; everything else is refused, whatever its name says.
ALLOWED = {
    "image/jpeg", "image/png", "image/webp", "image/gif", "image/heic",
    "video/mp4", "video/quicktime", "video/webm",
    "application/pdf", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "text/plain",
}  # fmt: skip


def store(owner: Account, upload: UploadedFile, *, purpose: str, field: str = "files") -> File:
    """Keep one upload. The bytes are written before the row: a rollback leaves a nameless file, never a row without one.

    Raises Invalid (400) for an empty file or a type that is no evidence, TooLarge (413).
    """
    size = upload.size or 0
    if size == 0:
        raise Invalid({field: [f"{upload.name}: the file is empty."]})
    if size > settings.FILE_LIMIT:
        raise TooLarge(
            f"{upload.name}: one file may have up to {settings.FILE_LIMIT:,} bytes.", maxBytes=settings.FILE_LIMIT
        )
    content_type = sniff(upload)
    if content_type not in ALLOWED:
        raise Invalid(
            {field: [f"{upload.name}: {content_type} is not taken. Send images, videos, PDF, DOCX or plain text."]}
        )
    digest = hashlib.sha256()
    for chunk in upload.chunks(_CHUNK):
        digest.update(chunk)
    upload.seek(0)
    file = File(
        owner=owner,
        name=_safe_name(upload.name or "file"),
        content_type=content_type,
        size=size,
        sha256=digest.hexdigest(),
        purpose=purpose,
    )
    file.storage_key = default_storage.save(f"{file.pk.hex[:2]}/{file.pk.hex}", upload)
    file.save(force_insert=True)
    return file


def sniff(upload: UploadedFile) -> str:
    """The type that the content shows; the name and the caller's Content-Type are not believed."""
    head = upload.read(_CHUNK)
    upload.seek(0)
    try:
        found = puremagic.from_string(head, mime=True)
    except (puremagic.PureError, ValueError):
        found = ""
    if found in ALLOWED:
        return str(found)
    try:
        head.decode()
    except UnicodeDecodeError as error:
        # A character cut in two by the end of the window is still text.
        if error.start < len(head) - 4 or len(head) < _CHUNK:
            return str(found) or "application/octet-stream"
    if b"\x00" in head:
        return str(found) or "application/octet-stream"
    return "text/html" if head.lstrip()[:1] == b"<" else "text/plain"


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


def _safe_name(name: str) -> str:
    kept = "".join(c if c.isalnum() or c in " ._-()" else "_" for c in name.replace("\\", "/").rsplit("/", 1)[-1])
    return kept.strip(" .")[-200:] or "file"
