"""The stretch of time that a page is about, as its reader chooses it: whole days of their own zone."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace.core import clock

LONGEST = timedelta(days=366)
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_MONTH = re.compile(r"20\d\d-(0[1-9]|1[0-2])", re.ASCII)
DAYS = {"1": gettext_lazy("Today"), "7": gettext_lazy("The last 7 days"), "30": gettext_lazy("The last 30 days")}
CHOICES = (*DAYS.items(), ("90", gettext_lazy("The last 90 days")), ("365", gettext_lazy("The last 365 days")))


@dataclass(frozen=True, slots=True)
class Period:
    """From `start` up to `end`, which is not part of it (UTC); `first` and `last` are its days in the reader's zone."""

    first: date
    last: date

    @property
    def start(self) -> datetime:
        return midnight(self.first)

    @property
    def end(self) -> datetime:
        return midnight(self.last + timedelta(days=1))

    @property
    def days(self) -> list[date]:
        return [self.first + timedelta(days=number) for number in range((self.last - self.first).days + 1)]


def midnight(day: date) -> datetime:
    """When this day begins in the reader's zone, in UTC."""
    return datetime.combine(day, time(), timezone.get_current_timezone()).astimezone(UTC)


def today() -> date:
    """In the reader's zone."""
    return timezone.localtime(clock.now()).date()


def read(query: QueryDict, *, default: str = "30") -> tuple[Period | None, dict[str, str]]:
    """The period that the fields `from`, `to` and `period` of a form ask for, and what is wrong with them, by field.

    `from` and `to` come first; one alone is open to today, or begins one of `LONGEST`. None: all time, where `default` is empty.
    Where something is wrong, the period is the usual one, and the page shows none of its rows.
    """
    first, last, now, faults = query.get("from", "").strip(), query.get("to", "").strip(), today(), {}
    if not first and not last:
        length = query.get("period", default)
        if not length.isdigit() or not 1 <= int(length) <= LONGEST.days:
            length = default
        return (Period(now - timedelta(days=int(length) - 1), now) if length else None), {}
    days = {name: _day(text) for name, text in (("from", first), ("to", last)) if text}
    faults = {name: _("Give a day, such as 2026-11-23.") for name, found in days.items() if found is None}
    begin, until = days.get("from"), days.get("to") or now
    if begin is None:
        begin = until - LONGEST + timedelta(days=1)
    if not faults and until < begin:
        faults["to"] = _("Give a day that is not before the first one.")
    if not faults and until - begin >= LONGEST:
        faults["from"] = _("A period is 366 days long at most.")
    if faults:
        return (Period(now - timedelta(days=int(default) - 1), now) if default else None), faults
    return Period(begin, until), {}


def choices(query: QueryDict) -> list[tuple[str, Any]]:
    """The lengths to choose from. Where days were typed, these hold, and no length is shown as the chosen one."""
    return [*([("", _("The days below"))] if is_typed(query) else []), *CHOICES]


def chosen(query: QueryDict, *, default: str = "30") -> str:
    """Which of the lengths is in force; empty where it is days that were typed."""
    length = query.get("period", default)
    known = dict(CHOICES)
    return "" if is_typed(query) else length if length in known else default


def is_typed(query: QueryDict) -> bool:
    """Were days typed?"""
    return any(query.get(name, "").strip() for name in ("from", "to"))


def month(name: str) -> Period | None:
    """2026-11 as a period; None for anything else."""
    if not _MONTH.fullmatch(name):
        return None
    first = date.fromisoformat(f"{name}-01")
    return Period(first, (first.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1))


def _day(text: str) -> date | None:
    """A day between 2000 and 2199."""
    try:
        found = date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None
    return found if found is not None and 2000 <= found.year < 2200 else None
