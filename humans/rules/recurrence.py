"""The dates of a subscription's appointments, and whether two of them meet."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, TypeAlias, TypedDict
from zoneinfo import ZoneInfo

from humans.rules.people import WEEKDAYS


@dataclass(frozen=True, slots=True)
class Recurrence:
    """The dates of a subscription's appointments, in the provider's local time: 10:00 stays 10:00 across clock changes.

    `first`: date of the first appointment. A monthly series keeps its week of the month (first to fourth such weekday);
    when `first` is a fifth such weekday, it takes the last one of each month.
    """

    first: date
    interval: str
    start: time
    minutes: int
    zone: str

    def falls_on(self, day: date) -> bool:
        if day < self.first or day.weekday() != self.first.weekday():
            return False
        if self.interval == "monthly":
            last = (day + timedelta(days=7)).month != day.month
            return last if _week_of_month(self.first) == 5 else _week_of_month(day) == _week_of_month(self.first)
        return (day - self.first).days % (14 if self.interval == "biweekly" else 7) == 0

    def after(self, day: date) -> date:
        """The date of the first appointment after this day."""
        day = max(day, self.first - timedelta(days=1)) + timedelta(days=1)
        while not self.falls_on(day):
            day += timedelta(days=1)
        return day

    def next(self, now: datetime, day: date) -> date:
        """The first date after this day whose appointment has not begun by `now`."""
        day = self.after(max(day, now.astimezone(ZoneInfo(self.zone)).date() - timedelta(days=2)))
        while self.begins(day) <= now:
            day = self.after(day)
        return day

    def begins(self, day: date) -> datetime:
        """In UTC. A local time that a clock change skips is moved an hour later; of one that occurs twice, the first is taken."""
        return datetime.combine(day, self.start, ZoneInfo(self.zone)).astimezone(UTC)

    def ends(self, day: date) -> datetime:
        return self.begins(day) + timedelta(minutes=self.minutes)


def first_day(weekday: int, start: time, zone: str, earliest: datetime) -> date:
    """The first date with this weekday (0 is Monday) on which `start` in `zone` is not before `earliest` (UTC)."""
    day = earliest.astimezone(ZoneInfo(zone)).date()
    day += timedelta(days=(weekday - day.weekday()) % 7)
    begins = datetime.combine(day, start, ZoneInfo(zone)).astimezone(UTC)
    return day if begins >= earliest else day + timedelta(days=7)


class Span(TypedDict):
    """A part of a day, HH:mm in the zone of the profile."""

    start: str
    end: str


Availability: TypeAlias = dict[str, list[Span]]  # by weekday


def fits_week(availability: Availability, weekday: int, start: int, end: int) -> bool:
    """Whether the availability covers minute `start` to minute `end` of this weekday; adjacent spans are joined. A person
    without any availability can be booked at any time."""
    if not any(availability.values()):
        return True
    spans = sorted((minute_of(s["start"]), minute_of(s["end"])) for s in availability.get(WEEKDAYS[weekday], ()))
    for begins, ends in spans:
        if begins <= start < ends:
            start = ends
    return bool(spans) and start >= end


def clash(one: Recurrence, other: Recurrence) -> bool:
    """Whether two series would ever overlap.

    Each is treated as weekly: a biweekly slot reserves the weeks in between too. With two different time zones, a
    year is compared week by week, so that both their clock changes are covered.
    """
    if one.zone == other.zone:
        apart = one.first.weekday() != other.first.weekday()
        return not apart and _overlap(*_minutes(one), *_minutes(other))
    begin = max(one.first, other.first)
    first, second = ([_week(r, begin, number) for number in range(54)] for r in (one, other))
    return any(
        _overlap(*slot, *taken)
        for number, slot in enumerate(first)
        for taken in second[max(0, number - 1) : number + 2]
    )


def minute_of(hh_mm: str) -> int:
    return int(hh_mm[:2]) * 60 + int(hh_mm[3:])


def _minutes(recurrence: Recurrence) -> tuple[int, int]:
    start = recurrence.start.hour * 60 + recurrence.start.minute
    return start, start + recurrence.minutes


def _week(recurrence: Recurrence, begin: date, number: int) -> tuple[datetime, datetime]:
    day = begin + timedelta(days=(recurrence.first.weekday() - begin.weekday()) % 7 + 7 * number)
    return recurrence.begins(day), recurrence.ends(day)


def _overlap(start: Any, end: Any, other_start: Any, other_end: Any) -> bool:
    return bool(start < other_end and other_start < end)


def _week_of_month(day: date) -> int:
    return (day.day - 1) // 7 + 1
