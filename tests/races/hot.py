"""A verb that is stopped on its way, in a thread and a transaction of its own, and another that has no time to wait for it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from bounties.services import counts
from marketplace.core.transactions import unit, write_gathered_events

Verb = Callable[[], Any]


class Stopped:
    """The verb on its way, and what it returned or raised once it went on."""

    def __init__(self, verb: Verb, *, counted: bool) -> None:
        self.result: Any = None
        self.counted = counted
        self._verb, self._goes_on, self._is_there = verb, threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run)

    def begin(self) -> None:
        self._thread.start()
        assert self._is_there.wait(20), "it did not come so far"

    def stop_here(self) -> None:
        """In its own thread, once: wait until the test lets it go on."""
        if threading.current_thread() is self._thread and not self._is_there.is_set():
            self._is_there.set()
            assert self._goes_on.wait(20)

    def let_go(self) -> None:
        self._goes_on.set()

    def go_on(self) -> Any:
        self.let_go()
        self._thread.join(timeout=20)
        assert not self._thread.is_alive()
        return self.result

    def _run(self) -> None:
        def work() -> Any:
            done = self._verb()
            write_gathered_events()
            self.stop_here()
            return done

        try:
            self.result = unit(work)
        except Exception as error:
            self.result = error
        finally:
            self._is_there.set()
            connection.close()


@contextmanager
def stopped(verb: Verb, *, counted: bool = False) -> Iterator[Stopped]:
    """`verb` has taken its locks and done its work, but for what counts the seats of its bounty and follows from that, or, with
    `counted`, just after it; where it counts nothing, it is about to commit."""
    held, original = Stopped(verb, counted=counted), counts._run

    def run(*values: Any) -> bool:
        if not held.counted:
            held.stop_here()
        done = original(*values)
        held.stop_here()
        return done

    counts._run = run
    try:
        held.begin()
        yield held
    finally:
        held.go_on()
        counts._run = original


def at_once(verb: Verb) -> Any:
    """Run `verb` in a transaction that waits for no lock longer than a moment. Raises OperationalError when it has to."""

    def work() -> Any:
        with connection.cursor() as cursor:
            cursor.execute("set local lock_timeout = '200ms'")
        return verb()

    return unit(work)


def wait_for_a_waiter(count: int = 1) -> None:
    """Until so many wait for a lock."""
    for _ in range(2000):
        with connection.cursor() as cursor:
            cursor.execute("select pg_sleep(0.01), count(*) from pg_stat_activity where wait_event_type = 'Lock'")
            if cursor.fetchone()[1] >= count:
                return
    raise AssertionError("nobody waits")
