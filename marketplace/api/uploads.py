"""Hostile uploads: every file is counted while it streams to disk, and stops the request when it grows too large."""

from typing import Any

from django.conf import settings
from django.core.files.uploadhandler import TemporaryFileUploadHandler

from marketplace.core.errors import TooLarge


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
