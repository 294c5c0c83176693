"""How money and times are written for a reader, on pages and in mails: by the locale and in the zone that are active
(`core/reader.py`)."""

from datetime import UTC, date, datetime, time
from decimal import Decimal
from functools import lru_cache
from typing import Any

from django.utils import formats, timezone, translation

from marketplace.core import clock


def cents_words(amount: int) -> str:
    """1250 -> $12.50, as a text."""
    return _cents_words(amount, translation.get_language())


@lru_cache(maxsize=4096)
def _cents_words(amount: int, _language: str | None) -> str:
    number = formats.number_format(Decimal(abs(amount)) / 100, decimal_pos=2, force_grouping=True)
    return f"{'−' if amount < 0 else ''}${number}"


def sentence(words: str) -> str:
    """Somebody's words as a sentence among others: with a full stop where they have no end."""
    told = words.rstrip()
    return told if told.endswith((".", "!", "?", "…")) else f"{told}."


def as_moment(value: Any) -> datetime:
    """A datetime, or the text of one as the API's answers have it."""
    moment = value if isinstance(value, datetime) else datetime.fromisoformat(str(value))
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def moment_words(value: Any, *, with_zone: bool = True, with_year: bool = False, now: datetime | None = None) -> str:
    """Tue 24 November, 14:30 WET; with the year where it is not this one, or where it is asked for."""
    local = timezone.localtime(as_moment(value))
    same_year = not with_year and local.year == (now or clock.now()).astimezone(local.tzinfo).year
    language = translation.get_language()
    zone = f" {local.tzname()}" if with_zone else ""
    return f"{_day_words(local.date(), same_year, language)}, {time_words(local.hour, local.minute, language)}{zone}"


# A list has many moments, of few days: each is written once for a language.
@lru_cache(maxsize=2048)
def _day_words(on: date, same_year: bool, _language: str | None) -> str:
    day = formats.date_format(on, "MONTH_DAY_FORMAT") if same_year else date_words(on)
    return f"{formats.date_format(on, 'D')} {day}"


@lru_cache(maxsize=2048)
def time_words(hour: int, minute: int, language: str | None) -> str:
    """Only Americans read 2:30 p.m.; the library would write it for the British, too."""
    return formats.time_format(time(hour, minute), "TIME_FORMAT" if language == "en-us" else "H:i")


def date_words(on: date) -> str:
    """A day in full, as documents have it: 27 November 2026, November 27, 2026 or 27 de noviembre de 2026."""
    language = translation.get_language() or ""
    long = {"en-us": "F j, Y", "en-gb": "j F Y"}.get(language, "DATE_FORMAT")
    return formats.date_format(on, long)
