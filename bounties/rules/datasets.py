"""Names inside a dataset archive: safe on every system, unique, and telling what a file really is."""

import re
from typing import Final

_EXTENSIONS: Final = {
    "image/jpeg": "jpg",
    "image/png": "png",
    "image/webp": "webp",
    "image/gif": "gif",
    "video/mp4": "mp4",
    "video/quicktime": "mov",
    "video/webm": "webm",
    "application/pdf": "pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "text/plain": "txt",
}
_ODD = re.compile(r"[^A-Za-z0-9]+")


def _words(text: str, longest: int) -> str:
    return _ODD.sub("-", text)[:longest].strip("-").lower()


def path_of(*, human_name: str, application_id: str, number: int, name: str, content_type: str) -> str:
    """`ada-lovelace-app_…/01-shop-front.jpg`: the ids make it unique, the content (not the sent name) the extension."""
    folder = "-".join(part for part in (_words(human_name, 40), application_id) if part)
    stem = "-".join(part for part in (f"{number:02d}", _words(name.rpartition(".")[0] or name, 60)) if part)
    return f"{folder}/{stem}.{_EXTENSIONS.get(content_type, 'bin')}"
