"""File names inside a dataset archive: portable, unique, with the real type and without personal data."""

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
    """`app_…/01.jpg`, with the extension of the content type. Without the person's name and the original file name, which often
    contains it, since archives are passed on; the manifest has both."""
    return f"{application_id}/{number:02d}.{_EXTENSIONS.get(content_type, 'bin')}"
