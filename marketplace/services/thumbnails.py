"""Small copies of image files, for pages: made when somebody first looks at one, and kept in the storage beside the original.

Who may see the original may see its thumbnails: their addresses are signed for whoever is shown the file, and the photos of
profiles are public as they are. A copy is registered as orphaned before it is written (`files.py`), so a crash leaves nothing
behind, and it is deleted with its file.
"""

from dataclasses import dataclass
from typing import Any, Final

from django.core.files.base import ContentFile
from django.core.files.base import File as Content
from django.core.files.storage import default_storage

from marketplace.core import clock, crypto, ids, transactions
from marketplace.core.errors import NotFound
from marketplace.errors import StorageUnavailable
from marketplace.models import File, OrphanedFile, Thumbnail
from marketplace.services import files, pictures

SIDES: Final = (96, 320, 640, 1280)  # pixels
_QUALITY = 78
_STEP = 900  # seconds for which the address of a thumbnail stays the same, so that browsers need not load it again


@dataclass(frozen=True, slots=True)
class Found:
    """`row` has no key when the image can't be shown. `seconds`: how long the address goes on to hold."""

    row: Thumbnail
    seconds: int


def address(file_id: str) -> str:
    """The path of a file's thumbnails, with `{side}` for one of SIDES. Whoever has it has access for 45 to 60 minutes, never
    longer than the address of the original made at the same time, so give it only to whom the file is shown.
    """
    expires = str((int(clock.wall().timestamp()) + files.LINK_SECONDS) // _STEP * _STEP)
    tag = crypto.sign(f"{file_id}:{expires}", "thumbnail")
    return f"/files/{file_id}/{{side}}?expires={expires}&sig={tag}"


def find_signed(file_id: str, *, side: int, expires: str, tag: str) -> Found:
    """The thumbnail of a signed address; made now when it is the first time.

    file_id: `fil_…`. side: one of SIDES. expires: Unix seconds, as text. tag: the signature. Locks the file when it makes one.
    Raises NotFound (404) for an invalid, changed or expired address and for files that are no images, StorageUnavailable (503).
    """
    files.check_address(file_id, expires=expires, tag=tag, purpose="thumbnail")
    return Found(_get_or_make(file_id, side), int(expires) - int(clock.wall().timestamp()))


def find_photo(file_id: str, *, side: int) -> Found:
    """The thumbnail of a profile's photo (`fil_…`), which is public. Otherwise as `find_signed`."""
    return Found(_get_or_make(file_id, side, purpose="photo"), 0)


def open_row(row: Thumbnail) -> Content:
    """The content of a thumbnail that has a key. Bytes that are gone are made again. Raises as `find_signed`."""
    try:
        return default_storage.open(row.storage_key)
    except FileNotFoundError:
        Thumbnail.objects.filter(pk=row.pk).delete()
        row = _make(row.file, row.side)
        if not row.storage_key:
            raise _nothing() from None
        return default_storage.open(row.storage_key)
    except OSError as error:
        raise StorageUnavailable() from error


def _get_or_make(file_id: str, side: int, **only: Any) -> Thumbnail:
    try:
        pk = ids.decode("fil", file_id)
    except ValueError:
        raise _nothing() from None
    if side not in SIDES:
        raise _nothing()
    within = {f"file__{name}": value for name, value in only.items()}
    made: Thumbnail | None = Thumbnail.objects.filter(file_id=pk, side=side, **within).select_related("file").first()
    if made is not None:
        return made
    file = File.objects.filter(pk=pk, content_type__startswith="image/", **only).first()
    if file is None:
        raise _nothing()
    return _make(file, side)


def _make(file: File, side: int) -> Thumbnail:
    """Two that ask at once both make it; one is kept."""
    row = Thumbnail(file=file, side=side)
    small = _copied(file, side)
    if small is not None:
        row.storage_key = f"{file.storage_key.rpartition('/')[0]}/{row.pk.hex}"
        transactions.commit_first(lambda: files.register_orphaned([row]))
        content = ContentFile(small)
        content.content_type = "image/jpeg"  # type: ignore[attr-defined]  # for storages that record it
        try:
            default_storage.save(row.storage_key, content)
        except OSError as error:
            raise StorageUnavailable() from error
    return transactions.unit(lambda: _insert(row))


def _copied(file: File, side: int) -> bytes | None:
    try:
        content = default_storage.open(file.storage_key)
    except FileNotFoundError:
        raise _nothing() from None
    except OSError as error:
        raise StorageUnavailable() from error
    return pictures.thumbnail(content, side, quality=_QUALITY)


def _insert(row: Thumbnail) -> Thumbnail:
    """The row, or the one that somebody else made meanwhile; the bytes of this one then stay orphaned. Locks the file, which may be
    gone by now.
    """
    if File.objects.locked().filter(pk=row.file_id).first() is None:
        raise _nothing()
    other: Thumbnail | None = Thumbnail.objects.filter(file_id=row.file_id, side=row.side).first()
    if other is not None:
        return other
    if row.storage_key and not OrphanedFile.objects.filter(pk=row.pk, is_doomed=False).delete()[0]:
        raise StorageUnavailable()
    row.save(force_insert=True)
    return row


def _nothing() -> NotFound:
    return NotFound("There is no such picture (any more).")
