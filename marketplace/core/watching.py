"""What the current request or task has cost so far: statements, time in the database and in Redis. Counted where the work is
done, read once when it ends: for its line in the log and for the metrics.

Never holds values: a statement is kept as its text with placeholders, an address as the pattern of its route.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final, Optional

from django.conf import settings

log = logging.getLogger(__name__)
_MOST: Final = 1000  # characters of a slow statement that are logged


@dataclass(slots=True)
class Work:
    """A request or a task. `name`: the pattern of the route, or the task's name. `outer`: what it interrupts (a task that runs
    at once, within a request)."""

    kind: str
    name: str
    began: float = field(default_factory=lambda: time.monotonic())
    statements: int = 0
    database_seconds: float = 0.0
    redis_seconds: float = 0.0
    woken_by: str = ""
    outer: Optional["Work"] = None
    opened: Any = None  # its span, where there are any

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began


_work: ContextVar[Work | None] = ContextVar("work", default=None)


def current() -> Work | None:
    """What this thread is doing; None outside of requests and tasks."""
    return _work.get()


def begin(kind: str, name: str, woken_by: str = "") -> Work:
    """A request or task begins."""
    work = Work(kind, name, woken_by=woken_by, outer=_work.get())
    _work.set(work)
    return work


def end(work: Work) -> None:
    """It is over: what it interrupted goes on."""
    _work.set(work.outer)


def run_statement(run: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
    """Around each statement (`config/postgres`)."""
    began = time.perf_counter()
    try:
        return run(sql, params, many, context)
    finally:
        _count_statement(sql, time.perf_counter() - began)


def _count_statement(sql: Any, seconds: float) -> None:
    work = _work.get()
    if work is not None:
        work.statements += 1
        work.database_seconds += seconds
    if 0 < settings.SLOW_STATEMENT_MS <= seconds * 1000:
        extra = {
            "route": work.name if work else "",
            "ms": round(seconds * 1000),
            "statement": " ".join(str(sql).split())[:_MOST],
        }
        log.warning("slow statement", extra=extra)


@contextmanager
def in_database() -> Iterator[None]:
    """A round trip to the database that is no statement of ours: a commit, which waits for the disk."""
    began = time.perf_counter()
    try:
        yield
    finally:
        if (work := _work.get()) is not None:
            work.database_seconds += time.perf_counter() - began


@contextmanager
def in_redis() -> Iterator[None]:
    """A round trip to Redis: the limits, and what is queued."""
    began = time.perf_counter()
    try:
        yield
    finally:
        if (work := _work.get()) is not None:
            work.redis_seconds += time.perf_counter() - began


def line(work: Work) -> dict[str, Any]:
    """The figures of its line in the log."""
    return {
        "ms": round(work.seconds * 1000, 1),
        "statements": work.statements,
        "databaseMs": round(work.database_seconds * 1000, 1),
        "redisMs": round(work.redis_seconds * 1000, 1),
    }


def level(work: Work, *, may_wait: bool = False) -> int:
    """WARNING from SLOW_REQUEST_MS on, but for what is meant to wait."""
    is_slow = 0 < settings.SLOW_REQUEST_MS <= work.seconds * 1000
    return logging.WARNING if is_slow and not may_wait else logging.INFO
