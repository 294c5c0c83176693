"""`unit()` is the outermost transaction of every verb; the other functions are variants for callers and timers.

Tasks to run after a commit are queued by `marketplace.core.queue`.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any, TypeVar

from django.db import OperationalError, transaction
from django.db.models import Q, QuerySet

from marketplace.core.errors import Problem

log = logging.getLogger(__name__)
T = TypeVar("T")

DEADLOCK_TRIES = 3
_nested_commits = ContextVar("nested_commits", default=False)


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
                return work()
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
    """For timers: call `work(pk)` for up to `batch` due rows, oldest `by` first, each in a transaction of its own.

    A row that fails is logged, left unchanged and tried again by the next run; the rows after it are still processed, up to ten
    batches in all. Returns the number of rows that succeeded.
    """
    done = tried = 0
    after_last = Q()
    while done < batch and tried < 10 * batch:
        page = list(rows.filter(after_last).order_by(by, "pk").values_list("pk", by)[:batch])
        for pk, _ in page:
            try:
                unit(partial(work, pk))
                done += 1
            except Exception:
                log.exception("a due row could not be processed", extra={"row": str(pk)})
        tried += len(page)
        if len(page) < batch:
            break
        last_pk, last = page[-1]
        after_last = Q(**{f"{by}__gt": last}) | Q(**{by: last, "pk__gt": last_pk})
    return done


def write_gathered_events() -> None:
    """Insert the events that this transaction still buffers (`webhooks.outbox`). Called before money moves, and before events
    are read in the same transaction.
    """
    transaction.get_connection().write_gathered()


def _sqlstate(error: BaseException) -> str | None:
    return getattr(error.__cause__, "sqlstate", None)
