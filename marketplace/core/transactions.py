"""`unit()` is the outermost transaction of every verb; the other functions are variants for callers and timers.

Tasks to run after a commit are queued by `marketplace.core.queue`.
"""

import hashlib
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any, TypeVar

from django.db import OperationalError, transaction
from django.db.models import BooleanField, Func, Model, Q, QuerySet, Value

from marketplace.core.errors import Problem

log = logging.getLogger(__name__)
T = TypeVar("T")

DEADLOCK_TRIES = 3
RUN_SECONDS = 50.0  # of a timer: far below the time after which the queue gives its task to another worker
_nested_commits = ContextVar("nested_commits", default=False)
_last: ContextVar[list[Callable[[], object]] | None] = ContextVar("last", default=None)


class Retry(Exception):
    """Raised by the work of a `unit` when a row that it read was changed before it was locked: the work is run again from the
    start. After the last attempt `problem` is raised.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


def unit(work: Callable[[], T]) -> T:
    """Run `work` in one transaction: all of it or nothing.

    After a deadlock (40P01), or when `work` raises `Retry`, it is run again, at most 3 times in all; nothing is done twice,
    because the transaction was rolled back. A Problem rolls back; its `after`, if any, then runs in a transaction of its own.
    Inside another transaction this is a savepoint.
    """
    for attempt in range(1, DEADLOCK_TRIES + 1):
        try:
            with transaction.atomic(), transaction.get_connection().gathering():
                return _with_last(work)
        except OperationalError as error:
            nested = transaction.get_connection().in_atomic_block
            if nested or attempt == DEADLOCK_TRIES or _sqlstate(error) != "40P01":
                raise
            log.warning("deadlock; retrying", extra={"attempt": attempt})
        except Retry as lost:
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


def _with_last(work: Callable[[], T]) -> T:
    last: list[Callable[[], object]] = []
    token = _last.set(last)
    try:
        result = work()
        if last:
            write_gathered_events()
        for one in last:  # which may add more
            one()
        return result
    finally:
        _last.reset(token)


def at_last(work: Callable[[], object]) -> None:
    """Run `work` when everything else of the `unit` is done and written and its answer is made, right before the commit; outside of
    one at once. For what takes the locks that are wanted most. It may raise what the verb raises.
    """
    last = _last.get()
    if last is None:
        work()
    else:
        last.append(work)


def join_or_begin(work: Callable[[], T]) -> T:
    """Run `work` in the caller's transaction, or, without one, in a `unit`. A caller that catches an error of `work` and
    continues must use `unit`, whose savepoint rolls the work back.
    """
    return work() if transaction.get_connection().in_atomic_block else unit(work)


def commit_first(work: Callable[[], T]) -> T:
    """Run `work` in a transaction that has committed when this returns: used to record a request to a provider before it is
    sent.

    Raises RuntimeError inside another transaction, which would hold its locks during the network call.
    """
    with transaction.atomic(durable=not _nested_commits.get()):
        return work()


@contextmanager
def allow_nested_commits() -> Iterator[None]:
    """Within this block `commit_first` may run inside another transaction. For the demo data, which are created while nothing
    else runs.
    """
    token = _nested_commits.set(True)
    try:
        yield
    finally:
        _nested_commits.reset(token)


def for_each_due(rows: QuerySet[Any], work: Callable[[Any], Any], *, by: str, batch: int = 100) -> int:
    """For timers: call `work(pk)` for every due row, oldest `by` first, each in a transaction of its own, a page of `batch` after
    the other, until none is left or the run has taken `RUN_SECONDS`; the next run goes on then.

    Runs at one time share the rows: one that another run works on is passed over, without waiting for it. A row that fails is
    logged, left unchanged and tried again by the next run; the rows after it are still processed, up to ten batches of
    failures. Returns the number of rows that succeeded.
    """
    ends = time.monotonic() + RUN_SECONDS
    done = failed = 0
    after_last = Q()
    while True:
        page = list(rows.filter(after_last).order_by(by, "pk").values_list("pk", by)[:batch])
        for pk, _ in page:
            if time.monotonic() >= ends:
                return done
            try:
                done += unit(partial(_work_on, rows, pk, work))
            except Exception:
                log.exception("a due row could not be processed", extra={"row": str(pk)})
                failed += 1
        if len(page) < batch or failed >= 10 * batch:
            return done
        last_pk, last = page[-1]
        after_last = Q(**{f"{by}__gt": last}) | Q(**{by: last, "pk__gt": last_pk})


def _work_on(rows: QuerySet[Any], pk: Any, work: Callable[[Any], Any]) -> bool:
    """False for a row that another run has, or had: it is due no longer."""
    timer = getattr(work, "func", work).__qualname__  # another timer may want the same row now, for something else
    place = hashlib.blake2b(f"{rows.model._meta.db_table}:{timer}:{pk}".encode(), digest_size=8).digest()
    claim = Func(
        Value(int.from_bytes(place, signed=True)), function="pg_try_advisory_xact_lock", output_field=BooleanField()
    )
    model = rows.model._base_manager.filter(pk=pk)
    if not model.values_list(claim, flat=True).first():
        return False
    # A statement of its own: the one above may have begun before the other run committed, and got the lock after.
    if not rows.filter(pk=pk).order_by().exists():
        return False
    work(pk)
    return True


def insert_later(row: Model) -> None:
    """Save a new row by the statement that also writes the events of this transaction: before its money moves, at the latest before
    it commits; outside of a `unit` at once. For rows that nothing in the transaction reads, locks or changes afterwards.
    """
    transaction.get_connection().insert_later(row)


def write_gathered_events() -> None:
    """Insert the events that this transaction still buffers (`webhooks.outbox`), and the rows of `insert_later`. Called before
    money moves, and before they are read in the same transaction.
    """
    transaction.get_connection().write_gathered()


def _sqlstate(error: BaseException) -> str | None:
    return getattr(error.__cause__, "sqlstate", None)
