"""Names inside a dataset archive: safe on every system, unique, telling what a file really is and nothing of whose it is."""

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


def path_of(*, application_id: str, number: int, content_type: str) -> str:
    """`app_…/01.jpg`: the extension tells the content. Neither the person's name nor the one that the file was sent with,
    which often holds it: archives are handed on. The manifest has both."""
    return f"{application_id}/{number:02d}.{_EXTENSIONS.get(content_type, 'bin')}"
