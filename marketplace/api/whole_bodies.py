"""A body that ends before its length has come is refused. Django reads it as if it were whole: of a form with photos whose sender's
network went, those that had arrived would be taken for all of them.
"""

import io
from typing import Any

from django.core.handlers.wsgi import LimitedStream
from django.http import HttpRequest


class CutOff(OSError):
    """The sender is gone. Django makes an UnreadablePostError (400) of it, and nothing was done yet."""


class WholeBody(io.IOBase):
    """A request's body, to be read instead of `stream`, which ends quietly."""

    def __init__(self, stream: LimitedStream) -> None:
        self.stream: Any = stream

    def read(self, size: int | None = -1, /) -> bytes:
        left = self.stream.limit - self.stream._pos
        wanted = left if size is None or size < 0 else min(size, left)
        pieces = []
        while wanted > 0:
            pieces.append(self._piece(self.stream.read, wanted))
            wanted -= len(pieces[-1])
        return b"".join(pieces)

    def readline(self, size: int | None = -1, /) -> bytes:
        return self._piece(self.stream.readline, size)

    def _piece(self, read: Any, size: int | None) -> bytes:
        piece: bytes = read(size)
        if not piece and size != 0 and self.stream._pos < self.stream.limit:
            raise CutOff(f"{self.stream._pos} of {self.stream.limit} bytes came")
        return piece


def require_whole(request: HttpRequest) -> None:
    """Whoever reads this request's body gets all of it, or an UnreadablePostError. Reads nothing itself. A body without a length
    (chunked) ends by its own mark, and is not Django's to bound."""
    stream = getattr(request, "_stream", None)
    if isinstance(stream, LimitedStream):
        request._stream = WholeBody(stream)  # type: ignore[assignment]
