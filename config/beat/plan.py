"""When each timer runs and is asked about next. No database, no Redis: moments are monotonic seconds, given by the caller."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from math import inf
from typing import Final

SAFETY_SECONDS: Final = 60.0  # after which every timer is asked about, whether or not anybody said so
SHORTEST_PAUSE: Final = 1.0  # seconds between two runs of a timer, however much becomes due
LONGEST_PAUSE: Final = 30.0
AGAIN_SECONDS: Final = 5.0  # after a look that failed


@dataclass(slots=True)
class Timer:
    """A timer. `every`: seconds until what stays due is tried again. `is_steady`: it waits for no row and runs so often that no row
    remembers when."""

    name: str
    every: float
    is_steady: bool = False
    due: float = inf  # when a row is due, as far as is known
    look: float = 0.0  # when it is asked about again
    stays_look: float = 0.0  # before that the rows that may stay due are not asked for again
    has_skipped: bool = False  # the last look did not ask for them because of that
    sent: float = -inf
    sent_at: datetime | None = None  # business time
    sent_wall: datetime | None = None

    @property
    def pause(self) -> float:
        return min(max(SHORTEST_PAUSE, self.every / 10), LONGEST_PAUSE)

    @property
    def run(self) -> float:
        """When it runs next: no two runs are closer than its pause."""
        return max(self.due, self.sent + self.pause)

    def looks_beyond(self, now: float) -> bool:
        """Shall this look leave out what was due before the last run? What a run left as it was is tried again after `every`; what
        became due since must not wait that long behind it."""
        return now < self.sent + self.every


class Plan:
    """All timers. The rows of a timer that ran are looked at again after its pause, and all that is due after `every`."""

    def __init__(self, timers: Iterable[Timer], now: float) -> None:
        self.timers = {timer.name: timer for timer in timers}
        self.safety = now
        for timer in self.timers.values():
            if timer.is_steady:
                timer.due, timer.look = now, inf

    def look_at_all(self, now: float) -> None:
        """Ask about every timer at once: what is known may be wrong."""
        self.safety = now

    def look_at(self, names: Collection[str], now: float) -> None:
        """Ask about these at once: somebody wrote their rows."""
        for name in names:
            if (timer := self.timers.get(name)) is not None and not timer.is_steady:
                timer.look = min(timer.look, now)

    def to_look_at(self, now: float) -> list[Timer]:
        """The timers to ask about now. All of them, when it is time for that."""
        if now >= self.safety:
            self.safety = now + SAFETY_SECONDS
            return [timer for timer in self.timers.values() if not timer.is_steady]
        return [timer for timer in self.timers.values() if now >= timer.look]

    def seen(self, found: Mapping[str, float], asked: Iterable[Timer], now: float) -> None:
        """A look has ended. `found`: when the first row of each is due; those that have none are missing."""
        for timer in asked:
            timer.due = found.get(timer.name, inf)
            timer.look = timer.sent + timer.every if timer.looks_beyond(now) else inf
            if timer.has_skipped:
                timer.look = min(timer.look, timer.stays_look)

    def not_seen(self, asked: Iterable[Timer], now: float) -> None:
        """A look has failed: until one succeeds these run by their interval, as if something were due."""
        for timer in asked:
            timer.due = min(timer.due, max(timer.sent, now - timer.every) + timer.every)
            timer.look = now + AGAIN_SECONDS

    def due(self, now: float) -> list[Timer]:
        return [timer for timer in self.timers.values() if now >= timer.run]

    def ran(self, timer: Timer, now: float, at: datetime, wall: datetime) -> None:
        timer.sent, timer.sent_at, timer.sent_wall = now, at, wall
        if timer.is_steady:
            timer.due = now + timer.every
        else:
            timer.due, timer.look = inf, now + timer.pause

    def next_moment(self) -> float:
        """When there is something to do: a run, or a look."""
        return min(self.safety, *(min(timer.run, timer.look) for timer in self.timers.values()))
