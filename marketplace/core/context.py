"""The request id of whatever runs now, for log lines, facts and answers; tasks inherit it from the request that queued them.
And where a request comes from, for whoever is told of what it did.
"""

import logging
import re
import secrets
from contextvars import ContextVar

_request_id: ContextVar[str] = ContextVar("request_id", default="")
_caller: ContextVar[tuple[str, str]] = ContextVar("caller", default=("", ""))
_ACCEPTED = re.compile(r"[A-Za-z0-9._:-]{8,128}")


def request_id() -> str:
    """The id of the present request or task, empty outside of both."""
    return _request_id.get()


def caller() -> tuple[str, str]:
    """The network address and the User-Agent of the present request; both empty in a task."""
    return _caller.get()


def comes_from(address: str, user_agent: str) -> None:
    _caller.set((address, user_agent))


def begin(offered: str | None = None) -> str:
    """Take the caller's id when it is well formed, else make one."""
    chosen = offered if offered and _ACCEPTED.fullmatch(offered) else f"req_{secrets.token_hex(12)}"
    _request_id.set(chosen)
    return chosen


def end() -> None:
    _request_id.set("")
    _caller.set(("", ""))


class RequestFilter(logging.Filter):
    """Puts the request id on every log record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.requestId = _request_id.get() or None
        return True
