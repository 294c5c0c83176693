"""A verb that is stopped on its way, in a thread and a transaction of its own, and another that has no time to wait for it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from bounties.services import (
    applications,
    attendance,
    counts,
    extensions,
    seat_ends,
    seats,
    submissions,
)
from escrow.services import escrows, releases
from marketplace.core import clock
from marketplace.core.transactions import unit, write_gathered_events
from tests.factories.market import Seat, acting, given_application, given_bounty, given_funded_agent, given_hired

Verb = Callable[[], Any]
EVIDENCE = {"text_evidence": "Done.", "links": [], "answers": []}


def ids_of(seat: Seat) -> tuple[str, str]:
    return seat.bounty.public_id, seat.application.public_id


def review(seat: Seat, action: str) -> Any:
    sent = seat.application.submissions.get().public_id
    return submissions.review(acting(seat.agent), seat.bounty.public_id, sent, action=action, response="Seen.")


def attend(seat: Seat) -> Any:
    where = {"lat": 38.7, "lng": -9.1, "accuracy_meters": 5.0, "captured_at": clock.wall()}
    return attendance.report(acting(seat.worker), seat.bounty.public_id, state="on_the_way", **where)


def ask_for_time(seat: Seat) -> Any:
    return extensions.request(acting(seat.worker), *ids_of(seat), hours=2, reason="Rain.")


# Each with the step until which its seat was played, empty for an applicant.
VERBS: dict[str, tuple[str, Callable[[Seat], Any]]] = {
    "accept": ("", lambda seat: applications.accept(acting(seat.agent), *ids_of(seat))),
    "reject": ("", lambda seat: applications.reject(acting(seat.agent), *ids_of(seat))),
    "withdraw the application": ("", lambda seat: applications.withdraw(acting(seat.worker), *ids_of(seat))),
    "confirm": ("accept", lambda seat: seats.confirm(acting(seat.worker), *ids_of(seat))),
    "start": ("confirm", lambda seat: seats.start(acting(seat.worker), *ids_of(seat))),
    "check in": ("confirm", attend),
    "ask for time": ("confirm", ask_for_time),
    "grant time": (
        "confirm",
        lambda seat: extensions.decide(acting(seat.agent), *ids_of(seat), action="grant", hours=2),
    ),
    "submit": ("confirm", lambda seat: submissions.submit(acting(seat.worker), seat.bounty.public_id, EVIDENCE)),
    "approve": ("deliver", lambda seat: review(seat, "approve")),
    "send back": ("deliver", lambda seat: review(seat, "request_redo")),
    "confirm delivery": (
        "deliver",
        lambda seat: escrows.confirm_delivery(acting(seat.agent), seat.escrow.public_id),
    ),
    "release": (
        "approve",
        lambda seat: releases.release(acting(seat.agent), seat.escrow.public_id, acknowledged=True),
    ),
    "give up": ("confirm", lambda seat: applications.withdraw(acting(seat.worker), *ids_of(seat))),
    "expire": ("confirm", lambda seat: seat_ends.expire(acting(seat.agent), *ids_of(seat))),
    "cancel the seat": ("confirm", lambda seat: escrows.cancel(acting(seat.agent), seat.escrow.public_id)),
}


def given_seats(until: str, count: int = 2) -> list[Seat]:
    """Seats of one bounty with this many spots."""
    agent = given_funded_agent(count * 590)
    bounty = given_bounty(agent, spots_available=count, completion_window_hours=24)
    if until:
        return [given_hired(agent=agent, bounty=bounty, until=until) for _ in range(count)]
    made = [given_application(bounty) for _ in range(count)]
    return [Seat(agent, worker, bounty, application) for worker, application in made]


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
            if not self.counted:
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

    def run(*values: Any, **more: Any) -> bool:
        if not held.counted:
            held.stop_here()
        done = original(*values, **more)
        held.stop_here()
        return done

    counts._run = run
    try:
        held.begin()
        yield held
    finally:
        held.go_on()
        counts._run = original


def without_waiting(verb: Verb) -> Any:
    """Run `verb` in a transaction that waits for no lock longer than a moment. Raises OperationalError when it has to."""

    def work() -> Any:
        with connection.cursor() as cursor:
            cursor.execute("set local lock_timeout = '200ms'")
        return verb()

    return unit(work)


_WAITERS = """
select pg_sleep(0.01), count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
"""


def wait_for_a_waiter(count: int = 1) -> None:
    """Until so many wait for a lock."""
    for _ in range(2000):
        with connection.cursor() as cursor:
            cursor.execute(_WAITERS)
            if cursor.fetchone()[1] >= count:
                return
    raise AssertionError("nobody waits")


def started(verb: Callable[[], Any]) -> Callable[[], Any]:
    """Run in a thread of its own; the answer, or the error, once it is there."""
    found: list[Any] = []

    def run() -> None:
        try:
            found.append(unit(verb))
        except Exception as error:
            found.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()

    def answer() -> Any:
        thread.join(timeout=20)
        return found[0]

    return answer
