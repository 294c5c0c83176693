"""Transactions and what comes after them.

`unit()` is the outermost transaction of every verb; `enqueue()` names a task to run once it has committed. Services
name tasks as text, so that they never import them; a queue that is away costs a log line, never the request.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from celery import current_app
from django.db import OperationalError, transaction
from django.db.models import Q, QuerySet

from marketplace.core import context
from marketplace.core.errors import Problem

log = logging.getLogger(__name__)
T = TypeVar("T")

DEADLOCK_TRIES = 3
QUEUE_REST = 5.0  # seconds without an attempt after the queue did not answer
_lost = 0
_queue_lock = threading.Lock()
_rest_until = 0.0
_alone = ContextVar("alone", default=False)
_is_doubtful = False  # the last message was lost


class Again(Exception):
    """The work of a `unit` met what somebody else changed meanwhile, and would go another way from the start. After the last
    try `problem` is raised."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


def unit(work: Callable[[], T]) -> T:
    """Run `work` in one transaction: all of it or none.

    A deadlock (40P01) is repeated up to 3 times: the loser's transaction left nothing behind. So is work that asks for it
    (`Again`). A Problem rolls back; its `after`, if any, then runs in a transaction of its own. Inside another transaction
    this is a savepoint.
    """
    for attempt in range(1, DEADLOCK_TRIES + 1):
        try:
            with transaction.atomic(), transaction.get_connection().gathering():
                return work()
        except OperationalError as error:
            nested = transaction.get_connection().in_atomic_block
            if nested or attempt == DEADLOCK_TRIES or _sqlstate(error) != "40P01":
                raise
            log.warning("deadlock, trying again", extra={"attempt": attempt})
        except Again as lost:
            if attempt == DEADLOCK_TRIES:
                raise lost.problem from lost
        except Problem as problem:
            after, nested = problem.after, transaction.get_connection().in_atomic_block
            if after is not None and not nested:
                problem.after = None
                with transaction.atomic():
                    after()
            raise
    raise AssertionError("unreachable")


def within(work: Callable[[], T]) -> T:
    """Run `work` in the caller's transaction, or, without one, in a `unit`. A caller who catches what it raises and goes on
    runs it in a `unit` of its own."""
    return work() if transaction.get_connection().in_atomic_block else unit(work)


def first(work: Callable[[], T]) -> T:
    """Run `work` in a transaction that is committed by the time this returns: it writes down what the outside world is
    going to be asked. RuntimeError inside another transaction, which would hold its locks while somebody else answers.
    """
    with transaction.atomic(durable=not _alone.get()):
        return work()


@contextmanager
def alone() -> Iterator[None]:
    """Nobody else is about yet, as while the demo is made: inside, `first` may stand in a transaction."""
    token = _alone.set(True)
    try:
        yield
    finally:
        _alone.reset(token)


def each(rows: QuerySet[Any], work: Callable[[Any], Any], *, by: str, batch: int = 100) -> int:
    """For timers: `work(pk)` on up to `batch` due rows, oldest `by` first, each in a transaction of its own.

    A row that fails is logged and left as it was. It must not hold up the others: the look goes on behind it, past at
    most ten batches of failures, and the next look finds it again. Returns how many went through.
    """
    done = tried = 0
    behind = Q()
    while done < batch and tried < 10 * batch:
        page = list(rows.filter(behind).order_by(by, "pk").values_list("pk", by)[:batch])
        for pk, _ in page:
            try:
                unit(partial(work, pk))
                done += 1
            except Exception:
                log.exception("a due row could not be worked on", extra={"row": str(pk)})
        tried += len(page)
        if len(page) < batch:
            break
        last_pk, last = page[-1]
        behind = Q(**{f"{by}__gt": last}) | Q(**{by: last, "pk__gt": last_pk})
    return done


def enqueue(task: str, **kwargs: Any) -> None:
    """Queue `task` when the present transaction commits, once however often it is asked for. Beat's sweeps find the work
    if the queue is away."""
    connection = transaction.get_connection()
    message, here = _Message(task, kwargs, context.request_id()), set(connection.savepoint_ids)
    # One that was queued within a savepoint may yet be dropped with it; any other leaves if this one does.
    if not any(queued == message and sids <= here for sids, queued, _ in connection.run_on_commit):
        transaction.on_commit(message)


def write_gathered() -> None:
    """Write the facts that this transaction still keeps back (`webhooks.outbox`): before its money moves, and before anybody
    reads them in it."""
    transaction.get_connection().write_gathered()


def lost_messages() -> int:
    """How many messages this process could not hand to the queue since it began."""
    return _lost


@dataclass(frozen=True, slots=True)
class _Message:
    task: str
    kwargs: dict[str, Any]
    request_id: str

    def __call__(self) -> None:
        _send(self.task, self.kwargs, {"request_id": self.request_id})


def _send(task: str, kwargs: dict[str, Any], headers: dict[str, str]) -> None:
    """A queue that hangs costs one time-out, not one per message: after a failure it is left alone for a while, and then
    asked by one message at a time."""
    global _lost
    cause = "resting after a failure"
    if _may_ask():
        try:
            current_app.send_task(task, kwargs=kwargs, headers=headers, retry=False, ignore_result=True)
            _trust()
            return
        except Exception as error:
            cause = repr(error)
            _rest()
    with _queue_lock:
        _lost += 1
    log.warning("the queue is away; the sweep will do it", extra={"task": task, "cause": cause})


def _may_ask() -> bool:
    global _rest_until
    with _queue_lock:
        if time.monotonic() < _rest_until:
            return False
        if _is_doubtful:  # the others rest while this one finds out
            _rest_until = time.monotonic() + QUEUE_REST
        return True


def _rest() -> None:
    global _rest_until, _is_doubtful
    with _queue_lock:
        _rest_until, _is_doubtful = time.monotonic() + QUEUE_REST, True


def _trust() -> None:
    global _rest_until, _is_doubtful
    if _is_doubtful:
        with _queue_lock:
            _rest_until, _is_doubtful = 0.0, False


def _sqlstate(error: BaseException) -> str | None:
    return getattr(error.__cause__, "sqlstate", None)
