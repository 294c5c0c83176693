"""Files of an answer, for a model that can't open addresses: photos as images, documents as text."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from marketplace.core.media_types import DOCX

PHOTOS_AT_MOST, PHOTO_SIDE, PHOTO_BYTES = 4, 1024, 30 * 1024 * 1024
INLINE: Final = 20_000  # characters of texts that an answer carries
FILE, FROM = "fileId", "textFrom"  # arguments of tools that show files
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


def documents_in(body: Any, arguments: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Documents whose text is shown; with `fileId` in the arguments of the call, that one alone."""
    only = (arguments or {}).get(FILE)
    found = [file for file in files_in(body) if file["contentType"] in DOCUMENTS and file["size"] <= DOCUMENT_BYTES]
    return [file for file in found if only in (None, file.get("id"))]


def reads_on(arguments: Mapping[str, Any]) -> bool:
    """Does the call ask for more of a text that an earlier answer began? Then its photos were shown there."""
    return FILE in arguments or bool(arguments.get(FROM))


class Reading:
    """The texts of an answer's documents, put beside them: up to INLINE characters in all, from the character on that the call asks
    for. What is left is said: `textNextFrom` with `fileId` reads on.
    """

    def __init__(self, body: Any, arguments: Mapping[str, Any]) -> None:
        self._body, self._start, self._left = body, int(arguments.get(FROM, 0)), INLINE
        self.files = documents_in(body, arguments)

    def put(self, file: dict[str, Any], text: str) -> None:
        """Set a document's text beside it, as much of it as there is room for."""
        end = self._start + self._left
        file["text"], file["textTruncated"] = text[self._start : end], len(text) > end
        file["textCharacters"] = len(text)
        if file["textTruncated"]:
            file["textNextFrom"] = end
        self._left -= len(file["text"])
        _drop_second(self._body, file, text)


def _drop_second(value: Any, file: Mapping[str, Any], text: str) -> None:
    """Of an object that holds a document beside the beginning of its text, the latter goes: the text is there once."""
    if isinstance(value, list):
        for one in value:
            _drop_second(one, file, text)
    elif isinstance(value, dict):
        beginning = value.get("text")
        if any(one is file for one in value.get("files") or ()) and beginning and text.startswith(beginning):
            value.pop("text")
            value.pop("textTruncated", None)
        for part in value.values():
            _drop_second(part, file, text)


def about_photos(body: Any, shown: int) -> list[dict[str, Any]]:
    """A text beside the photos of an answer: how many photos in it are not included. `shown` is the number that are."""
    missing = sum(map(_is_photo, files_in(body))) - shown
    words = f"{missing} of the photos can't be shown here. Open them by their url before you judge, or ask a person to."
    return [{"type": "text", "text": words}] if missing else []


def _is_photo(file: dict[str, Any]) -> bool:
    return str(file["contentType"]).startswith("image/")
