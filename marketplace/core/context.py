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

from marketplace.core import clock, traces
from marketplace.core.open_mappings import JsonObject

_request_id: ContextVar[str] = ContextVar("request_id", default="")
_offered_trace: ContextVar[str] = ContextVar("offered_trace", default="")
_caller: ContextVar[tuple[str, str]] = ContextVar("caller", default=("", ""))
_call: ContextVar["Call | None"] = ContextVar("call", default=None)
_ACCEPTED = re.compile(r"[A-Za-z0-9._:-]{8,128}")
_OWN = re.compile(r"req_[0-9a-f]{24}")
_FIRST = 1_760_000_000  # no id of ours was made before, in Unix seconds


@dataclass(slots=True)
class Call:
    """One operation that a request asks for: a request of its own, or what a tool call runs. `operation` is its operationId;
    empty for a page. `spent` has the cents that left wallets since `begin_work`, by account. `is_written`: its line is there.
    `changes_nothing`: the verb knows it as one that was carried out before. `is_dry`: it only asks what it would change. `note`:
    what it changed, in words for the account's owner, where the verb says so. `sent`: its body, of a read its query, as the caller
    sent it.
    """

    method: str
    path: str
    operation: str = ""
    idempotency_key: str = ""
    spent: Counter[str] = field(default_factory=Counter)
    is_written: bool = False
    changes_nothing: bool = False
    is_dry: bool = False
    note: str = ""
    sent: JsonObject = field(default_factory=dict)

    def begin_work(self) -> None:
        """A transaction begins, perhaps for the second time after a deadlock: nothing was spent in it yet."""
        self.spent.clear()
        self.changes_nothing = False
        self.note = ""


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


def note(words: str) -> None:
    """The call's line of the timeline says this, in words for the account's owner."""
    if (asked := _call.get()) is not None:
        asked.note = words


def add_spent(account: str, cents: int) -> None:
    """`cents` left the wallet of this account (its primary key as text)."""
    if (asked := _call.get()) is not None:
        asked.spent[account] += cents


def begin(offered: str | None = None, trace: str = "") -> str:
    """Set the request id: `offered` (by the caller) if it is well formed, else a new one. Returns it. `trace`: the trace id that
    the caller brought, if any.
    """
    chosen = offered if offered and _ACCEPTED.fullmatch(offered) else new_request_id()
    _request_id.set(chosen)
    _offered_trace.set(trace)
    return chosen


def new_request_id() -> str:
    """`req_` and 24 hex digits: milliseconds since 1970, by which what it caused is found, and chance."""
    return f"req_{int(clock.wall().timestamp() * 1000):012x}{secrets.token_hex(6)}"


def made_at(request_id: str) -> float | None:
    """When one of our own ids was made, in Unix seconds; None for an id that a caller chose, or an implausible one."""
    if not _OWN.fullmatch(request_id):
        return None
    seconds = int(request_id[4:16], 16) / 1000
    return seconds if _FIRST <= seconds <= clock.wall().timestamp() + 86_400 else None


def offered_trace() -> str:
    """The trace id that the caller brought; empty if none."""
    return _offered_trace.get()


def trace_id() -> str:
    """The trace of the current request or task; empty outside of both."""
    return _offered_trace.get() or traces.of_request(_request_id.get())


@contextmanager
def on_behalf(request_id: str | None, trace: str | None = None) -> Iterator[None]:
    """Within this block a task works on a row that another request caused: what it logs and writes names that request, not the
    one that woke the task. Nothing changes for a row that names none.
    """
    if not request_id:
        yield
        return
    before = _request_id.set(request_id), _offered_trace.set(trace or "")
    try:
        yield
    finally:
        _request_id.reset(before[0])
        _offered_trace.reset(before[1])


def end() -> None:
    """Clear the context at the end of a request or task."""
    _request_id.set("")
    _offered_trace.set("")
    _caller.set(("", ""))


class RequestFilter(logging.Filter):
    """Adds `requestId` to every log record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.requestId = _request_id.get() or None
        return True
