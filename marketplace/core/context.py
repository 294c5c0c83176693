"""Context of the current request or task: the request id, which is put into log lines, events and answers and is inherited by
the tasks that a request queues; the caller's network address and User-Agent, which security mails report; and the call itself,
of which a line is kept when it changes something (`marketplace/services/calls.py`).
"""

import logging
import re
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

_request_id: ContextVar[str] = ContextVar("request_id", default="")
_caller: ContextVar[tuple[str, str]] = ContextVar("caller", default=("", ""))
_call: ContextVar["Call | None"] = ContextVar("call", default=None)
_ACCEPTED = re.compile(r"[A-Za-z0-9._:-]{8,128}")


@dataclass(slots=True)
class Call:
    """One operation that a request asks for: a request of its own, or what a tool call runs. `operation` is its operationId;
    empty for a page. `spent` has the cents that left wallets since `begin_work`, by account. `is_written`: its line is there.
    `changes_nothing`: the verb knows it as one that was carried out before. `is_dry`: it only asks what it would change.
    """

    method: str
    path: str
    operation: str = ""
    idempotency_key: str = ""
    spent: Counter[str] = field(default_factory=Counter)
    is_written: bool = False
    changes_nothing: bool = False
    is_dry: bool = False

    def begin_work(self) -> None:
        """A transaction begins, perhaps for the second time after a deadlock: nothing was spent in it yet."""
        self.spent.clear()
        self.changes_nothing = False


def request_id() -> str:
    """The id of the current request or task; empty outside of both."""
    return _request_id.get()


def caller() -> tuple[str, str]:
    """The network address and the User-Agent of the current request; both empty in a task."""
    return _caller.get()


def set_caller(address: str, user_agent: str) -> None:
    """Store the network address and the User-Agent of the current request."""
    _caller.set((address, user_agent))


def call() -> Call | None:
    """The call that is being answered; None in a task."""
    return _call.get()


@contextmanager
def answering(asked: Call) -> Iterator[Call]:
    """Within this block `asked` is the call."""
    token = _call.set(asked)
    try:
        yield asked
    finally:
        _call.reset(token)


def changes_nothing() -> None:
    """The verb found that this call was carried out before, by an id of its own: it is no line of the timeline."""
    if (asked := _call.get()) is not None:
        asked.changes_nothing = True


def add_spent(account: str, cents: int) -> None:
    """`cents` left the wallet of this account (its primary key as text)."""
    if (asked := _call.get()) is not None:
        asked.spent[account] += cents


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
