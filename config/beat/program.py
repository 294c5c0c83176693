"""The loop of beat: hold the place, ask what is due, send it, sleep."""

import logging
import time
from pathlib import Path
from typing import Final

from celery import Celery
from django.conf import settings
from django.db import Error, connection

from config.beat import looks
from config.beat.hints import Hints
from config.beat.plan import Plan, Timer
from marketplace.core import clock
from marketplace.services import beats
from marketplace.services.places import Place

log = logging.getLogger(__name__)

ASIDE_SECONDS: Final = 2.0  # between two tries of a second beat to get the place
LOOK_PAUSE: Final = 1.0  # between two looks because of hints: what is said meanwhile is asked about together
SANDBOX_SECONDS: Final = 1.0  # after which a move of the sandbox's clock is noticed, which is a number in a mapped file
CLOCK_SECONDS: Final = 5.0  # after such a move, before timers are run because of it
RETRY_SECONDS: Final = 2.0  # after a message that could not be sent
EXPIRES_SECONDS: Final = 10  # of a message that no worker takes, at least
CUT_SECONDS: Final = 1.0  # between two tries to reach the database


class Beat:
    """`app` sends the tasks. `alive`: a file that is touched in each turn, for probes."""

    def __init__(self, app: Celery, alive: Path | None = None) -> None:
        self._app, self._alive = app, alive
        self._hints = Hints()
        self._plan = Plan(looks.timers(), time.monotonic())
        self._place: Place | None = None
        self._looked = self._sends = self._quiet = (
            0.0  # hints last followed; nothing sent before; no timer of rows before
        )
        self._said: set[str] = set()  # timers of which somebody spoke, and that were not asked about yet
        self._offset = clock.offset_seconds()
        self._is_cut = self._is_blind = False  # from the database; from what is due

    def run(self) -> None:
        """Until an exception ends it (SystemExit by a signal). The place is then free at once."""
        try:
            while True:
                self._sleep(self.turn())
        finally:
            self._hints.close()
            if self._place is not None:
                self._place.release()

    def turn(self) -> float:
        """Do what is to be done now. Returns how long there will be nothing, in seconds, unless somebody wakes us."""
        if self._alive is not None:
            self._alive.touch()
        now = time.monotonic()
        if not self._holds(now):
            return ASIDE_SECONDS
        self._follow_clock(now)
        if now >= self._quiet:
            if self._said and now >= self._looked + LOOK_PAUSE:
                self._plan.look_at(self._said, now)
                self._said, self._looked = set(), now
            if asked := self._plan.to_look_at(now):
                self._look(asked, now)
        self._send(now)
        return self._idle_for(time.monotonic())

    def _sleep(self, seconds: float) -> None:
        if self._place is None:
            time.sleep(seconds)
            return
        said = self._hints.wait(seconds)
        if said is None:
            self._plan.look_at_all(time.monotonic())
        else:
            self._said |= said

    def _holds(self, now: float) -> bool:
        """Are we the beat? While the database does not answer, whoever was the beat goes on: tasks may be sent twice, and must not
        stop."""
        was_cut = self._is_cut
        try:
            connection.close_if_unusable_or_obsolete()
            if self._place is not None and not self._place.keep():
                self._place = None
                self._hints.close()  # nobody would read them
            if self._place is None and (place := beats.acquire()) is not None:
                log.info("this process is the beat")
                self._place = place
                beats.note_timers(looks.turns())
                self._plan.look_at_all(now)
            self._is_cut = False
        except Error as error:
            self._is_cut = True
            self._failed(error, "the database cannot be reached; timers run by their intervals", is_known=was_cut)
        if self._is_cut != was_cut:
            self._plan.look_at_all(now)
        return self._place is not None

    def _look(self, asked: list[Timer], now: float) -> None:
        try:
            self._plan.seen(looks.ask(asked, now), asked, now)
            self._is_blind = False
        except Error as error:
            self._plan.not_seen(asked, now)
            self._failed(error, "what is due cannot be read; timers run by their intervals", is_known=self._is_blind)
            self._is_blind = True

    def _failed(self, error: Error, what: str, *, is_known: bool) -> None:
        if not is_known:
            log.warning(what, extra={"cause": repr(error)[:300]})
        connection.close()

    def _send(self, now: float) -> None:
        if now < self._sends:
            return
        for timer in self._plan.due(now):
            if now < self._quiet and not timer.is_steady:
                continue
            try:
                expires = max(timer.every, EXPIRES_SECONDS)
                self._app.send_task(timer.name, expires=expires, retry=False, ignore_result=True)
            except Exception as error:  # of the transport, whichever it is
                self._sends = now + RETRY_SECONDS
                log.warning("the queue cannot be reached", extra={"task": timer.name, "cause": repr(error)[:300]})
                return
            self._plan.ran(timer, now, clock.now(), clock.wall())
            if timer.name in looks.turns():
                self._note_turn(timer)

    def _note_turn(self, timer: Timer) -> None:
        try:
            beats.next_turn(timer.name, timer.every)
        except Error as error:
            self._failed(error, "the next turn of a timer could not be written", is_known=False)

    def _follow_clock(self, now: float) -> None:
        """Whoever moves the sandbox's clock runs the timers, and answers when nothing is left to do: a worker that took some of it
        at the same time would not be done by then. What they leave is ours."""
        if (offset := clock.offset_seconds()) != self._offset:
            self._offset, self._quiet = offset, now + CLOCK_SECONDS
            self._plan.look_at_all(self._quiet)

    def _idle_for(self, now: float) -> float:
        assert self._place is not None
        moments = [max(self._plan.next_moment(), self._sends, min(self._quiet, now + 1.0)), self._place.renew_at]
        if self._said:
            moments.append(max(self._looked + LOOK_PAUSE, self._quiet))
        if settings.SANDBOX:
            moments.append(now + SANDBOX_SECONDS)
        return max(min(moments) - now, CUT_SECONDS if self._is_cut else 0.0)
