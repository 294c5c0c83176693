"""Reads of a replica of PostgreSQL in place of the primary: lists that anybody may ask for, asked by nobody in particular, and what
staff only read (`marketplace/api/backoffice/reading.py`).

Whoever is known by a credential reads from the primary, as they may have written a moment ago. Somebody unknown has written
nothing, and sees a list that is `LAG` seconds old at most. A replica that is further behind, or away, is not asked.
"""

import functools
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Concatenate, Final, ParamSpec, Protocol, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, InternalError, OperationalError, connections

log = logging.getLogger(__name__)
REPLICA: Final = "replica"
LAG: Final = 5.0  # seconds
EVERY: Final = 1.0  # seconds between two looks of a process
AWAY: Final = 10.0  # seconds for which a replica that failed is left alone
# Of the server, not of the question: it can't be reached, it gave way to what it replays, or it refused a write (InternalError).
OF_THE_SERVER: Final = (OperationalError, InterfaceError, InternalError)
T = TypeVar("T")
P = ParamSpec("P")


class _Asked(Protocol):
    """A view: `caller` is None for somebody unknown."""

    @property
    def caller(self) -> Any: ...


V = TypeVar("V", bound=_Asked)


class Distance:
    """How far the replica is behind. The primary's position in its log is noted from time to time; a replica that has come to
    a position had everything that was committed when it was noted. So it needs neither equal clocks nor writes, and a replica
    that lost its primary is soon too far behind."""

    def __init__(self) -> None:
        self._noted: deque[tuple[float, int]] = deque(maxlen=60)
        self._near_until = self._next = 0.0
        self._looking = threading.Lock()

    def is_near(self) -> bool:
        """Looks at both servers at most every second; the other threads go by the look before."""
        now = time.monotonic()
        if now >= self._next and self._looking.acquire(blocking=False):
            try:
                self._next = now + EVERY
                self._look(now)
            except (DatabaseError, InterfaceError) as error:
                self.away(error)
            finally:
                self._looking.release()
        return now < self._near_until

    def away(self, error: Exception) -> None:
        """It is left alone for a while."""
        self._near_until, self._next = 0.0, time.monotonic() + AWAY
        with suppress(DatabaseError, InterfaceError):
            connections[REPLICA].close()  # it may be broken
        log.warning("replica is not read", extra={"error": type(error).__name__})

    def _look(self, now: float) -> None:
        self._noted.append((now, position(DEFAULT_DB_ALIAS, "pg_current_wal_lsn()")))
        reached = position(REPLICA, "pg_last_wal_replay_lsn()")
        had = [moment for moment, noted in self._noted if noted <= reached]
        self._near_until = max(had) + LAG if had else 0.0


def position(alias: str, function: str) -> int:
    """A position in the log of a server, in bytes. -1 for a server that has none such: a primary is no replica."""
    with connections[alias].cursor() as cursor:
        cursor.execute(f"select ({function} - '0/0')::bigint")
        (found,) = cursor.fetchone()
    return -1 if found is None else int(found)


_distance = Distance()


def for_anybody(view: Callable[Concatenate[V, P], T]) -> Callable[Concatenate[V, P], T]:
    """A view that only reads: for somebody unknown it reads the replica, if there is one that is near. If that fails, it begins
    again with the primary."""

    @functools.wraps(view)
    def either(self: V, *args: P.args, **named: P.kwargs) -> T:
        def work() -> T:
            return view(self, *args, **named)

        return work() if self.caller is not None else read(work)

    return either


def is_named() -> bool:
    """Is there a DATABASE_REPLICA_URL?"""
    return REPLICA in settings.DATABASES


def read(work: Callable[[], T]) -> T:
    """Do this, which only reads, with the replica, if there is one that is near; else, and if that fails, with the primary.

    A question that is wrong by itself, such as a staff filter with an impossible number, fails there again, and that is raised. The
    replica goes on being read then, by everybody else.
    """
    if not is_named() or not _distance.is_near():
        return work()
    try:
        with _instead():
            return work()
    except (DatabaseError, InterfaceError) as error:
        if isinstance(error, OF_THE_SERVER):
            _distance.away(error)
    return work()


@contextmanager
def _instead() -> Iterator[None]:
    """Meanwhile all statements of this thread, whoever makes them, go to the replica."""
    primary = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = connections[REPLICA]
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = primary
