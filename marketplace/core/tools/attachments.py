"""Files of an answer, for a model that can't open addresses: photos as images, documents as text."""

from collections.abc import Iterator
from typing import Any, Final

from marketplace.core.media_types import DOCX

PHOTOS_AT_MOST, PHOTO_SIDE, PHOTO_BYTES = 4, 1024, 30 * 1024 * 1024
DOCUMENT_BYTES: Final = 4 * 1024 * 1024
DOCUMENTS: Final = ("text/plain", "text/markdown", "text/csv", DOCX)


def files_in(value: Any) -> Iterator[dict[str, Any]]:
    """The files that an answer names, to any depth."""
    if isinstance(value, list):
        for one in value:
            yield from files_in(one)
    elif isinstance(value, dict):
        if {"contentType", "size", "url"} <= value.keys():
            yield value
        else:
            for part in value.values():
                yield from files_in(part)


def photos_in(body: Any) -> list[dict[str, Any]]:
    """Photos that aren't too large to be shown, more of them than are shown."""
    return [file for file in files_in(body) if _is_photo(file) and file["size"] <= PHOTO_BYTES]


def documents_in(body: Any) -> list[dict[str, Any]]:
    """Documents whose text is shown. Those that have a `text` beside them already have been read by the service."""
    return [file for file in files_in(body) if file["contentType"] in DOCUMENTS and file["size"] <= DOCUMENT_BYTES]


def put_text(file: dict[str, Any], text: str, left: int) -> int:
    """Set a document's text beside it, at most `left` characters of it. Returns how many are left for others."""
    file["text"], file["textTruncated"] = text[:left], len(text) > left
    return max(left - len(text), 0)


def about_photos(body: Any, shown: int) -> list[dict[str, Any]]:
    """A text beside the photos of an answer: how many photos in it are not included. `shown` is the number that are."""
    missing = sum(map(_is_photo, files_in(body))) - shown
    words = f"{missing} of the photos can't be shown here. Open them by their url before you judge, or ask a person to."
    return [{"type": "text", "text": words}] if missing else []


def _is_photo(file: dict[str, Any]) -> bool:
    return str(file["contentType"]).startswith("image/")
