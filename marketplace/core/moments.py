"""Timestamps, dates and time zones as they are sent to us: RFC 3339, and zones of the tz list."""

import re
import zoneinfo
from datetime import UTC, date, datetime
from functools import cache
from typing import Final

# Python also reads week dates, dates without dashes and commas in seconds, which no other side of ours does.
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:?\d\d)?", re.ASCII)
_NO_PLACES: Final = frozenset({"Factory", "localtime", "posixrules"})  # files beside the zones


def read_moment(text: str) -> datetime:
    """A timestamp, naive when it names no offset. Raises ValueError."""
    if not _MOMENT.fullmatch(text):
        raise ValueError("no ISO 8601 timestamp")
    return datetime.fromisoformat(text.upper())


def read_day_or_moment(text: str) -> datetime:
    """A date, which is midnight UTC, or a timestamp, in UTC when it names no offset. Raises ValueError, OverflowError."""
    if _DATE.fullmatch(text):
        day = date.fromisoformat(text)
        return datetime(day.year, day.month, day.day, tzinfo=UTC)
    moment = read_moment(text)
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)


@cache
def time_zones() -> frozenset[str]:
    """IANA names. Cached: they are read from the file system."""
    return frozenset(name for name in zoneinfo.available_timezones() - _NO_PLACES if not name.startswith("SystemV/"))
