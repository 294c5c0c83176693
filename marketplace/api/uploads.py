"""Request bodies with files: each file's size is limited while it is streamed to disk, and a multipart form is read as the
object that JSON would give.
"""

from collections.abc import Mapping, Set
from tempfile import SpooledTemporaryFile
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request

from marketplace.api.wire import loads
from marketplace.core.errors import TooLarge

_IN_MEMORY = 1024 * 1024


class BoundedUploadHandler(TemporaryFileUploadHandler):
    """Streams uploads to disk and stops the request when a file exceeds FILE_LIMIT (413)."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self.received = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        self.received += len(raw_data)
        if self.received > settings.FILE_LIMIT:
            raise TooLarge(
                f"{self.file_name}: one file may have up to {settings.FILE_LIMIT:,} bytes.",
                maxBytes=settings.FILE_LIMIT,
            )
        super().receive_data_chunk(raw_data, start)


FormParser = MultiPartParser


class RecordingParser(BaseParser):
    """The body is one recording, whose size the middleware has limited; a long one is spooled to disk. The body may be empty."""

    media_type = "audio/wav"
    # The last for generated clients, most of which know no other name for bytes.
    media_types = ("audio/wav", "audio/wave", "audio/x-wav", "audio/vnd.wave", "application/octet-stream")

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        file = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115  it lives as long as the request
        size = 0
        while chunk := stream.read(64 * 1024):
            size += file.write(chunk)
        file.seek(0)
        return UploadedFile(file, name="recording.wav", content_type="audio/wav", size=size)


def read_form(request: Request, *, many: Set[str], json: Set[str] = frozenset()) -> Any:
    """A multipart form as a JSON-like object: repeated fields (`many`) become lists, `json` fields are parsed. A JSON body is
    returned unchanged.

    Raises BadRequest (400) `invalid_json` for a `json` field that isn't JSON.
    """
    data: Any = request.data
    if not hasattr(data, "getlist"):
        return data
    return {
        name: data.getlist(name) if name in many else loads(str(data[name]).encode()) if name in json else data[name]
        for name in data
    }
