"""Uploads: every file is counted while it streams to disk, and stops the request when it grows too large; and a multipart
form is read as the same object that JSON would be."""

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
    """The body is one recording, bounded by the front door; a long one waits on disk. An empty body is no recording."""

    media_type = "audio/wav"
    media_types = ("audio/wav", "audio/wave", "audio/x-wav", "audio/vnd.wave")

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        file = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115  it lives as long as the request
        size = 0
        while chunk := stream.read(64 * 1024):
            size += file.write(chunk)
        file.seek(0)
        return UploadedFile(file, name="recording.wav", content_type="audio/wav", size=size)


def read_form(request: Request, *, many: Set[str], json: Set[str] = frozenset()) -> Any:
    """Repeated fields (`many`) become lists, `json` fields are parsed. A JSON body is returned as it is.

    Raises BadRequest `invalid_json` for a field that is to be JSON and is not.
    """
    data: Any = request.data
    if not hasattr(data, "getlist"):
        return data
    return {
        name: data.getlist(name) if name in many else loads(str(data[name]).encode()) if name in json else data[name]
        for name in data
    }
