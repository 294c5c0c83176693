"""The last days of /status: what worked on each, and every interruption, from the minutes that were noted."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from marketplace.core import clock
from marketplace.models import StatusDay

DAYS: Final = 90
MINUTES: Final = 24 * 60
# Fewer minutes without a note are none: the timer drifts, and programs are restarted.
SHORTEST: Final = 3


@dataclass(frozen=True, slots=True)
class DayOf:
    """`known` minutes of a day were watched, `missing` of them belong to an interruption."""

    on: date
    known: int
    missing: int

    @property
    def tone(self) -> str:
        """'' when nothing is known; an interruption of more than half an hour is bad."""
        if not self.known:
            return ""
        return "good" if not self.missing else "wait" if self.missing <= 30 else "bad"


@dataclass(frozen=True, slots=True)
class Interruption:
    part: str
    begun_at: datetime
    ended_at: datetime | None  # None: it goes on

    def length(self, now: datetime) -> timedelta:
        return (self.ended_at or now) - self.begun_at


@dataclass(frozen=True, slots=True)
class PartHistory:
    part: str
    days: list[DayOf]  # oldest first
    interruptions: list[Interruption]  # oldest first

    @property
    def share(self) -> float:
        """Percent of the known minutes in which it worked, rounded down: 100 is without any interruption."""
        known, missing = sum(day.known for day in self.days), sum(day.missing for day in self.days)
        return (known - missing) * 10_000 // known / 100 if known else 100.0


def history(parts: tuple[str, ...], *, days: int = DAYS) -> list[PartHistory]:
    """Of each part that was ever seen to work: its last days, today's until now. One query; locks nothing."""
    now = clock.wall().replace(second=0, microsecond=0)
    first = now.date() - timedelta(days=days - 1)
    noted: dict[str, dict[date, str]] = {part: {} for part in parts}
    rows = StatusDay.objects.filter(day__gte=first, day__lte=now.date(), part__in=parts)
    for day, part, minutes in rows.values_list("day", "part", "minutes"):
        noted[part][day] = _line(bytes(minutes))
    return [_of_part(part, found, first, now) for part, found in noted.items() if found]


def _line(minutes: bytes) -> str:
    """A character a minute: 1 it worked."""
    return f"{int.from_bytes(minutes, 'little'):0{MINUTES}b}"[::-1]


def _of_part(part: str, noted: dict[date, str], first: date, now: datetime) -> PartHistory:
    days = [first + timedelta(days=number) for number in range((now.date() - first).days + 1)]
    begins = datetime.combine(first, datetime.min.time(), UTC)
    line = "".join(noted.get(day, "0" * MINUTES) for day in days)
    line = line[: int((now - begins).total_seconds() // 60)]
    known_from = line.find("1")
    if known_from < 0:  # nothing but this very minute
        known_from = len(line)
    gaps = [gap.span() for gap in re.compile(f"0{{{SHORTEST},}}").finditer(line, known_from)]
    missing = [0] * len(days)
    for begin, end in gaps:
        for number in range(begin // MINUTES, (end - 1) // MINUTES + 1):
            missing[number] += min(end, (number + 1) * MINUTES) - max(begin, number * MINUTES)
    shown = []
    for number, day in enumerate(days):
        known = max(0, min(len(line), (number + 1) * MINUTES) - max(known_from, number * MINUTES))
        shown.append(DayOf(day, known, missing[number]))
    moments = [
        Interruption(
            part,
            begins + timedelta(minutes=begin),
            begins + timedelta(minutes=end) if end < len(line) else None,
        )
        for begin, end in gaps
    ]
    return PartHistory(part, shown, moments)
