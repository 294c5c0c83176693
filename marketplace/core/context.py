"""Context of the current request or task: the request id, which is put into log lines, events and answers and is inherited by
the tasks that a request queues; and the caller's network address and User-Agent, which security mails report.
"""

import logging
import re
import secrets
from contextvars import ContextVar

_request_id: ContextVar[str] = ContextVar("request_id", default="")
_caller: ContextVar[tuple[str, str]] = ContextVar("caller", default=("", ""))
_ACCEPTED = re.compile(r"[A-Za-z0-9._:-]{8,128}")


def request_id() -> str:
    """The id of the current request or task; empty outside of both."""
    return _request_id.get()


def caller() -> tuple[str, str]:
    """The network address and the User-Agent of the current request; both empty in a task."""
    return _caller.get()


def set_caller(address: str, user_agent: str) -> None:
    """Store the network address and the User-Agent of the current request."""
    _caller.set((address, user_agent))


def begin(offered: str | None = None) -> str:
    """Set the request id: `offered` (by the caller) if it is well formed, else a new one. Returns it."""
    chosen = offered if offered and _ACCEPTED.fullmatch(offered) else f"req_{secrets.token_hex(12)}"
    _request_id.set(chosen)
    return chosen


def end() -> None:
    """Clear the context at the end of a request or task."""
    _request_id.set("")
    _caller.set(("", ""))


class RequestFilter(logging.Filter):
    """Adds `requestId` to every log record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.requestId = _request_id.get() or None
        return True
