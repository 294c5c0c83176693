"""Uploaded files: stored under our own names, typed by their content, hashed, and read through signed URLs.

`store` writes the bytes before a transaction, `insert_rows` inserts the rows in it, `delete` deletes a row. The storage may be a
slow remote service, so it is never used while a transaction is open.
"""

import hashlib
import logging
import struct
import zipfile
from collections.abc import Sequence
from datetime import timedelta
from typing import IO, Any

import puremagic
from django.conf import settings
from django.core.files.base import File as Content
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile

from marketplace.core import clock, crypto, dry_runs, ids, queue, transactions
from marketplace.core.errors import Invalid, NotFound, TooLarge
from marketplace.core.media_types import DOCX
from marketplace.errors import StorageUnavailable
from marketplace.models import Account, File, OrphanedFile, Thumbnail
from marketplace.services import exif, pictures

log = logging.getLogger(__name__)
LINK_SECONDS = 3600
ORPHANED_AFTER = timedelta(hours=2)  # far longer than the slowest upload takes from storing to its row
_CHUNK = 1024 * 1024
_ZIP_END = 65_577  # ZIP64 locator, end record and the longest comment after it
_MAX_DIRECTORY_BYTES = 1024 * 1024
# Accepted types; everything else is rejected, whatever its name says.
ALLOWED = {
    "image/jpeg", "image/png", "image/webp", "image/gif",
    "video/mp4", "video/quicktime", "video/webm",
    "application/pdf", DOCX, "text/plain",
}  # fmt: skip
_ACCEPTED = "JPEG, PNG, WebP or GIF pictures, MP4, MOV or WebM videos, PDF, DOCX or plain text"
# Location data can't be removed from these without re-encoding, so they are rejected.
_HEIF_BRANDS = {
    *(b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1", b"miaf"),
    *(b"avif", b"avis", b"jpeg", b"jpgs", b"crx "),
}
NO_HEIC = (
    "HEIC, AVIF and raw photos are not taken. Send JPEG, PNG, WebP or GIF; an iPhone makes JPEG with Settings, Camera, "
    "Formats, Most Compatible."
)


def store(owner: Account, uploads: Sequence[UploadedFile], *, purpose: str, field: str = "files") -> list[File]:
    """Store uploads, without the location data of pictures and videos; size and SHA-256 are of the stored bytes. Spec: Size and
    value limits.

    owner: whose files. purpose: `File.purpose`. field: the name of the request's field, for error messages.
    Returns rows that are not saved: call this before the transaction, and `insert_rows` in it. Until then they are orphaned files,
    which are deleted when due.

    Locks nothing. Raises Invalid (400) for an empty or damaged file or a type that is not accepted, TooLarge (413),
    StorageUnavailable (503), RuntimeError inside a transaction. Sizes and types are checked before the first file is stored. A dry
    run makes every check and stores nothing.
    """
    kept = [_as_row(owner, upload, _checked_type(upload, field), purpose) for upload in uploads]
    if kept:
        transactions.commit_first(lambda: register_orphaned(kept))
    for file, upload in zip(kept, uploads, strict=True):
        _write(file, upload, field)
    return kept


def check(uploads: Sequence[UploadedFile], *, field: str = "files") -> None:
    """Raises what `store` raises for sizes and types, before anybody is asked about something else. Stores and locks nothing."""
    for upload in uploads:
        _checked_type(upload, field)


def store_made(owner: Account, content: IO[bytes], *, name: str, content_type: str, purpose: str) -> File:
    """Store a file that was made here. As `store`: returns a row that is not saved, for `insert_rows`.

    content: a seekable stream. name, content_type, purpose: of the row. Locks nothing. Raises StorageUnavailable (503),
    RuntimeError inside a transaction.
    """
    file = File(owner=owner, name=name, content_type=content_type, size=0, purpose=purpose)
    file.storage_key = f"{clock.wall():%Y/%m/%d}/{file.pk.hex}"
    transactions.commit_first(lambda: register_orphaned([file]))
    _save(file, Content(content, name=name))
    return file


def _as_row(owner: Account, upload: UploadedFile, content_type: str, purpose: str) -> File:
    file = File(owner=owner, name=_safe_name(upload.name or "file"), content_type=content_type, size=0, purpose=purpose)
    file.storage_key = f"{clock.wall():%Y/%m/%d}/{file.pk.hex}"  # folders by day, small enough to list
    return file


def register_orphaned(kept: Sequence[File | Thumbnail]) -> None:
    """Register files as orphaned before their bytes are written. In a transaction of its own."""
    due = clock.wall() + ORPHANED_AFTER
    OrphanedFile.objects.bulk_create(
        [OrphanedFile(pk=file.pk, storage_key=file.storage_key, due_at=due) for file in kept]
    )


def insert_rows(kept: Sequence[File]) -> None:
    """Insert the rows of stored files; once committed, the bytes are kept. In the caller's transaction.

    Deletes, and so locks, their rows of OrphanedFile. Raises StorageUnavailable (503) when the bytes were deleted meanwhile.
    """
    if not kept:
        return
    claimed, _ = OrphanedFile.objects.filter(pk__in=[file.pk for file in kept], is_doomed=False).delete()
    if claimed != len(kept):
        raise StorageUnavailable("These files took too long to arrive and were given up. Send them again.")
    File.objects.bulk_create(kept)


def delete(file: File) -> None:
    """Delete a file's row and its thumbnails, and their bytes soon after the commit. In the caller's transaction. Locks the file's
    row, so that no thumbnail is made meanwhile.
    """
    File.objects.locked().get(pk=file.pk)
    small = file.thumbnails.all()
    gone = [(file.pk, file.storage_key), *((row.pk, row.storage_key) for row in small if row.storage_key)]
    OrphanedFile.objects.bulk_create([OrphanedFile(pk=pk, storage_key=key, due_at=clock.wall()) for pk, key in gone])
    small.delete()
    file.delete()
    queue.enqueue("marketplace.delete_orphaned_files")


def _checked_type(upload: UploadedFile, field: str) -> str:
    """The detected type. Raises Invalid (400), TooLarge (413)."""
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
        raise Invalid({field: [f"{upload.name}: {content_type} is not taken. Send {_ACCEPTED}."]})
    return content_type


def _write(file: File, upload: UploadedFile, field: str) -> None:
    """Write the bytes to the storage, and fill in the columns that need the whole content."""
    try:
        content = Content(exif.strip_location(upload, file.content_type), name=upload.name)
        analysis = pictures.analyse(content) if file.content_type.startswith("image/") else None
    except (exif.Damaged, pictures.Unreadable):
        raise Invalid({field: [f"{upload.name}: this file is damaged. Save it again, then send it."]})
    if analysis is not None:
        file.perceptual_hash, file.is_blank = analysis.hash, analysis.is_blank
        file.captured_at, file.captured_by = exif.taken(content) or (None, "")
    _save(file, content)


def _save(file: File, content: Content) -> None:
    digest = hashlib.sha256()
    for chunk in content.chunks(_CHUNK):
        digest.update(chunk)
    content.seek(0)
    file.size, file.sha256 = content.size, digest.hexdigest()
    content.content_type = file.content_type  # type: ignore[attr-defined]  # for storages that record it
    if dry_runs.is_on():
        return
    try:
        default_storage.save(file.storage_key, content)
    except OSError as error:  # a full or unwritable folder; an object store raises StorageUnavailable itself
        raise _unavailable(file, error) from error


def _unavailable(file: File, error: Exception) -> StorageUnavailable:
    log.error("the file storage can't be used", extra={"key": file.storage_key, "cause": str(error)[:300]})
    return StorageUnavailable()


def sniff(upload: UploadedFile) -> str:
    """The media type detected from the content; the file name and the caller's Content-Type are ignored. Rewinds the upload."""
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
    """MP4, MOV and HEIC (AVIF, raw photos) share a container; the brand distinguishes them."""
    if brand in _HEIF_BRANDS:
        return "image/heic"
    return "video/quicktime" if brand == b"qt  " else "video/mp4"


def _is_docx(upload: UploadedFile) -> bool:
    """Is this ZIP a Word document? Only its central directory is read, nothing is unpacked, and a very large directory is
    rejected.
    """
    if not _has_small_directory(upload):
        return False
    try:
        with zipfile.ZipFile(upload) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        return False
    finally:
        upload.seek(0)
    return {"[Content_Types].xml", "word/document.xml"} <= names


def _has_small_directory(upload: UploadedFile) -> bool:
    """Is the central directory, as the end record states it, small enough to read? A ZIP64, which states it elsewhere, is
    rejected: no document needs one.
    """
    upload.seek(max(0, (upload.size or 0) - _ZIP_END))
    tail = upload.read(_ZIP_END)
    upload.seek(0)
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) < at + 22 or tail[:at][-20:].startswith(b"PK\x06\x07"):
        return False
    entries, length = struct.unpack_from("<HI", tail, at + 10)
    return bool(entries <= 5000 and length <= _MAX_DIRECTORY_BYTES)


def _is_text(head: bytes) -> bool:
    """UTF-8 without NUL, and not markup that a browser would run."""
    try:
        text = head.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # A character split by the end of the chunk is still text.
        if len(head) < _CHUNK or error.start < len(head) - 4:
            return False
        text = head[: error.start].decode("utf-8-sig")
    return "\x00" not in text and not text.lstrip().startswith("<")


def signed_url(file: File) -> str:
    """A URL that gives anyone who has it access to the file for one hour."""
    expires = str(int(clock.wall().timestamp()) + LINK_SECONDS)
    tag = crypto.sign(f"{file.public_id}:{expires}", "file")
    return f"{settings.BASE_URL}/files/{file.public_id}?expires={expires}&sig={tag}"


def open_signed(file_id: str, *, expires: str, tag: str) -> tuple[File, Content]:
    """The file and its content for a signed URL.

    file_id: `fil_…`. expires: Unix seconds, as text. tag: the signature. Raises NotFound (404) for an invalid, changed or
    expired URL, StorageUnavailable (503).
    """
    check_address(file_id, expires=expires, tag=tag, purpose="file")
    return _opened(file_id, _gone())


def lend_signed(file_id: str, *, expires: str, tag: str) -> str | None:
    """The store's own address of a file, for the address that we have signed, where the store lends files (`downloads=direct` in
    STORAGE_URL); None elsewhere. Arguments and errors as `open_signed`; that the bytes are there is not looked at.
    """
    store: Any = default_storage
    if not getattr(store, "lends", False):
        return None
    check_address(file_id, expires=expires, tag=tag, purpose="file")
    file = _row(file_id, _gone())
    address: str = store.lend(file.storage_key, filename=file.name, content_type=file.content_type)
    return address


def check_address(file_id: str, *, expires: str, tag: str, purpose: str) -> None:
    """Raises NotFound (404) for an invalid, changed or expired address of this file. `purpose`: what was signed."""
    if not expires.isascii() or not expires.isdigit() or len(expires) > 12 or int(expires) < clock.wall().timestamp():
        raise _gone()
    if not crypto.verify(f"{file_id}:{expires}", tag, purpose):
        raise _gone()


def _gone() -> NotFound:
    return NotFound("This file address is not valid (any more). Read the submission again for a fresh one.")


def open_photo(file_id: str) -> tuple[File, Content]:
    """The photo of a profile (`fil_…`): public, under a stable URL. Raises NotFound (404) for any other file, StorageUnavailable
    (503).
    """
    return _opened(file_id, NotFound("There is no such photo (any more)."), purpose="photo")


def _opened(file_id: str, gone: NotFound, **only: Any) -> tuple[File, Content]:
    file = _row(file_id, gone, **only)
    try:
        return file, default_storage.open(file.storage_key)
    except FileNotFoundError:
        raise gone
    except OSError as error:
        raise _unavailable(file, error) from error


def _row(file_id: str, gone: NotFound, **only: Any) -> File:
    try:
        return File.objects.get(pk=ids.decode("fil", file_id), **only)
    except (ValueError, File.DoesNotExist):
        raise gone


def by_id(file_id: str) -> Content:
    """The content of a file (`fil_…`) that the caller is known to be allowed to read. Raises NotFound (404), StorageUnavailable
    (503).
    """
    return _opened(file_id, NotFound("This file is gone."))[1]


def _safe_name(name: str) -> str:
    kept = "".join(c if c.isalnum() or c in " ._-()" else "_" for c in name.replace("\\", "/").rsplit("/", 1)[-1])
    return kept.strip(" .")[-200:] or "file"
