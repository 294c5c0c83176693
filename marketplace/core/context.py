"""The request id of whatever runs now, for log lines, facts and answers; tasks inherit it from the request that queued them."""

import logging
import re
import secrets
from contextvars import ContextVar

_request_id: ContextVar[str] = ContextVar("request_id", default="")
_ACCEPTED = re.compile(r"[A-Za-z0-9._:-]{8,128}")


def request_id() -> str:
    """The id of the present request or task, empty outside of both."""
    return _request_id.get()


def begin(offered: str | None = None) -> str:
    """Take the caller's id when it is well formed, else make one."""
    chosen = offered if offered and _ACCEPTED.fullmatch(offered) else f"req_{secrets.token_hex(12)}"
    _request_id.set(chosen)
    return chosen


def end() -> None:
    _request_id.set("")


class RequestFilter(logging.Filter):
    """Puts the request id on every log record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.requestId = _request_id.get() or None
        return True
