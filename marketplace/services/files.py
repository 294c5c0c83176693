"""Uploaded files: named by us, typed by their content, told apart by their hash, read by signed addresses.

`keep` stores the bytes before a transaction, `enter` writes the rows in it, `discard` takes a row away. The storage is
never asked while a transaction is open: it may be another machine, and slow.
"""

import hashlib
import logging
import struct
import zipfile
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import puremagic
from django.conf import settings
from django.core.files.base import File as Content
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile

from marketplace.core import clock, crypto, ids, queue, transactions
from marketplace.core.errors import Invalid, NotFound, TooLarge
from marketplace.errors import StorageUnavailable
from marketplace.models import Account, File, OrphanedFile
from marketplace.services import exif, pictures

log = logging.getLogger(__name__)
LINK_SECONDS = 3600
STRAY_AFTER = timedelta(hours=2)  # far longer than the slowest upload takes from here to its row
_CHUNK = 1024 * 1024
_ZIP_END = 65_577  # the locator of a ZIP64, the end record and the longest comment behind it
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


def keep(owner: Account, uploads: Sequence[UploadedFile], *, purpose: str, field: str = "files") -> list[File]:
    """Store uploads, each less the place where a picture or video was taken; size and hash are of what is kept. Call it
    before the transaction that enters the rows it returns: until then they are strays, which are deleted when due.

    Raises Invalid (400) for an empty or damaged file or a type that is no evidence, TooLarge (413) - all of them are
    looked at before the first is stored - and StorageUnavailable (503). RuntimeError inside a transaction.
    """
    kept = [_as_row(owner, upload, _checked_type(upload, field), purpose) for upload in uploads]
    if kept:
        transactions.commit_first(lambda: _expect(kept))
    for file, upload in zip(kept, uploads, strict=True):
        _lay_down(file, upload, field)
    return kept


def _as_row(owner: Account, upload: UploadedFile, content_type: str, purpose: str) -> File:
    file = File(owner=owner, name=_safe_name(upload.name or "file"), content_type=content_type, size=0, purpose=purpose)
    file.storage_key = f"{clock.wall():%Y/%m/%d}/{file.pk.hex}"  # by day: a folder can be listed, and copied, whole
    return file


def _expect(kept: Sequence[File]) -> None:
    due = clock.wall() + STRAY_AFTER
    OrphanedFile.objects.bulk_create(
        [OrphanedFile(pk=file.pk, storage_key=file.storage_key, due_at=due) for file in kept]
    )


def enter(kept: Sequence[File]) -> None:
    """Write the rows of what was kept: from the commit on these bytes stay. The caller's transaction.

    Raises StorageUnavailable (503) when the bytes were given up meanwhile.
    """
    if not kept:
        return
    spared, _ = OrphanedFile.objects.filter(pk__in=[file.pk for file in kept], is_doomed=False).delete()
    if spared != len(kept):
        raise StorageUnavailable("These files took too long to arrive and were given up. Send them again.")
    File.objects.bulk_create(kept)


def discard(file: File) -> None:
    """Delete the row, and the bytes soon after the commit. The caller's transaction."""
    OrphanedFile.objects.create(pk=file.pk, storage_key=file.storage_key, due_at=clock.wall())
    file.delete()
    queue.enqueue("marketplace.delete_orphaned_files")


def _checked_type(upload: UploadedFile, field: str) -> str:
    """What it is. Raises Invalid, TooLarge."""
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
    return content_type


def _lay_down(file: File, upload: UploadedFile, field: str) -> None:
    """Into the storage, and into the row what only a look at the whole content tells."""
    try:
        content = Content(exif.without_place(upload, file.content_type), name=upload.name)
        seen = pictures.impression(content) if file.content_type.startswith("image/") else None
    except (exif.Damaged, pictures.Unreadable):
        raise Invalid({field: [f"{upload.name}: this file is damaged. Save it again, then send it."]})
    digest = hashlib.sha256()
    for chunk in content.chunks(_CHUNK):
        digest.update(chunk)
    content.seek(0)
    file.size, file.sha256 = content.size, digest.hexdigest()
    if seen is not None:
        file.perceptual_hash, file.is_blank = seen.hash, seen.is_blank
    content.content_type = file.content_type  # type: ignore[attr-defined]  # for a storage that writes it down
    try:
        default_storage.save(file.storage_key, content)
    except OSError as error:  # a folder that is full or not ours; an object store has its own words
        raise _unavailable(file, error) from error


def _unavailable(file: File, error: Exception) -> StorageUnavailable:
    log.error("the folder of files can't be used", extra={"key": file.storage_key, "cause": str(error)[:300]})
    return StorageUnavailable()


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
    """The end record of a ZIP names the length of its table of contents: a hostile one would fill the memory. A ZIP64 names
    it in a record of its own, which would count instead; no document needs one."""
    upload.seek(max(0, (upload.size or 0) - _ZIP_END))
    tail = upload.read(_ZIP_END)
    upload.seek(0)
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) < at + 22 or tail[:at][-20:].startswith(b"PK\x06\x07"):
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


def open_signed(file_id: str, *, expires: str, tag: str) -> tuple[File, Content]:
    """The file behind a signed address. Raises NotFound for a bad, changed or expired one, StorageUnavailable (503)."""
    gone = NotFound("This file address is not valid (any more). Read the submission again for a fresh one.")
    if not expires.isascii() or not expires.isdigit() or len(expires) > 12 or int(expires) < clock.wall().timestamp():
        raise gone
    if not crypto.signed(f"{file_id}:{expires}", tag, "file"):
        raise gone
    return _opened(file_id, gone)


def open_photo(file_id: str) -> tuple[File, Content]:
    """A photo of a profile: public, under an address that stays. Raises NotFound for every other file,
    StorageUnavailable (503)."""
    return _opened(file_id, NotFound("There is no such photo (any more)."), purpose="photo")


def _opened(file_id: str, gone: NotFound, **only: Any) -> tuple[File, Content]:
    try:
        file = File.objects.get(pk=ids.decode("fil", file_id), **only)
    except (ValueError, File.DoesNotExist):
        raise gone
    try:
        return file, default_storage.open(file.storage_key)
    except FileNotFoundError:
        raise gone
    except OSError as error:
        raise _unavailable(file, error) from error


def by_id(file_id: str) -> Content:
    """The bytes of a file that the caller is known to be allowed to read. Raises NotFound, StorageUnavailable (503)."""
    return _opened(file_id, NotFound("This file is gone."))[1]


def _safe_name(name: str) -> str:
    kept = "".join(c if c.isalnum() or c in " ._-()" else "_" for c in name.replace("\\", "/").rsplit("/", 1)[-1])
    return kept.strip(" .")[-200:] or "file"
