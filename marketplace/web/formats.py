"""How money, times and sizes are written on pages, each in one place. Numbers and dates go by the reader's locale, times by their
zone, which is named."""

import re
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from django.utils import formats, timezone, translation
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from marketplace.core import clock
from marketplace.services import accounts, keys, thumbnails

_ADDRESS = re.compile(r"(https?://[^\s<>\"'`]{1,2000})", re.IGNORECASE)


def cents(amount: int) -> SafeString:
    """1250 -> $12.50"""
    return format_html('<span class="money">{}</span>', cents_words(amount))


def cents_words(amount: int) -> str:
    """The same within a sentence that is kept as a text."""
    return _cents_words(amount, translation.get_language())


@lru_cache(maxsize=4096)
def _cents_words(amount: int, _language: str | None) -> str:
    number = formats.number_format(Decimal(abs(amount)) / 100, decimal_pos=2, force_grouping=True)
    return f"{'−' if amount < 0 else ''}${number}"


def dollars(amount: float | int | Decimal) -> SafeString:
    """12.5, as the API's answers have it -> $12.50"""
    return cents(int((Decimal(str(amount)) * 100).to_integral_value()))


def distance(meters: int) -> str:
    """How far a town is from another, rounded, since they are known by their middles only."""
    if meters < 5000:
        return _("in your town or close by")
    return _("about %s away") % length_of_way(meters / 1000)


def length_of_way(km: float) -> str:
    """50 km; for Americans 30 mi."""
    return f"{_rounded(km / 1.609344)} mi" if translation.get_language() == "en-us" else f"{_rounded(km)} km"


def _rounded(number: float) -> int:
    step = 1 if number < 10 else 5 if number < 100 else 10
    return max(round(number / step) * step, 1)


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
    return f"{_day_words(local.date(), same_year, language)}, {_time_words(local.hour, local.minute, language)}{zone}"


# A list has many moments, of few days: each is written once for a language.
@lru_cache(maxsize=2048)
def _day_words(on: date, same_year: bool, _language: str | None) -> str:
    day = formats.date_format(on, "MONTH_DAY_FORMAT") if same_year else date_words(on)
    return f"{formats.date_format(on, 'D')} {day}"


@lru_cache(maxsize=2048)
def _time_words(hour: int, minute: int, language: str | None) -> str:
    """Only Americans read 2:30 p.m.; the library would write it for the British, too."""
    return formats.time_format(time(hour, minute), "TIME_FORMAT" if language == "en-us" else "H:i")


def date_words(on: date) -> str:
    """A day in full, as documents have it: 27 November 2026, November 27, 2026 or 27 de noviembre de 2026."""
    language = translation.get_language() or ""
    long = {"en-us": "F j, Y", "en-gb": "j F Y"}.get(language, "DATE_FORMAT")
    return formats.date_format(on, long)


def short_moment(value: Any) -> str:
    """The same for a narrow column of a document, in two parts that may stand below one another: Nov. 27, 2026 14:30."""
    local = timezone.localtime(as_moment(value))
    day = formats.date_format(local, "DATE_FORMAT")
    return f"{day} {_time_words(local.hour, local.minute, translation.get_language())}"


def moment(value: Any, how: str = "") -> SafeString:
    """When something is or was, as a `time` element. `how`: year, where it is kept for long."""
    at = as_moment(value)
    return format_html('<time datetime="{}">{}</time>', at.isoformat(), moment_words(at, with_year=how == "year"))


def day(value: Any) -> SafeString:
    """The day of a moment, where its time says nothing; its month is written as `moment` writes it."""
    at = as_moment(value)
    return format_html('<time datetime="{}">{}</time>', at.isoformat(), date_words(timezone.localtime(at).date()))


def ago(value: Any) -> SafeString:
    """3 h ago, with the moment as its title."""
    at, now = as_moment(value), clock.now()
    words = _("just now") if now - at < timedelta(minutes=1) else _span_words(now - at, is_over=True)
    return format_html('<time datetime="{}" title="{}">{}</time>', at.isoformat(), moment_words(at, now=now), words)


def active(value: Any) -> SafeString:
    """When somebody was there last, as far as it is known: that is written down once an hour."""
    at, now = as_moment(value), clock.now()
    if now - at < accounts.ACTIVITY_INTERVAL:
        return format_html("{}", _("active in the last hour"))
    words = _("last active about %s ago") % length(now - at)
    return format_html('<time datetime="{}" title="{}">{}</time>', at.isoformat(), moment_words(at, now=now), words)


def used(value: Any) -> SafeString:
    """When a key was used last; that is written down once a minute."""
    if clock.now() - as_moment(value) < keys.TOUCH_INTERVAL:
        return format_html("{}", _("in the last minute"))
    return moment(value)


def until(value: Any) -> SafeString:
    """until Tue 14:30, in 3 h: the script counts it down by the server's clock."""
    at, now = as_moment(value), clock.now()
    left, iso = at - now, at.isoformat()
    words = _span_words(abs(left), is_over=left <= timedelta())
    soon = " soon" if timedelta() < left < timedelta(hours=2) else " over" if left <= timedelta() else ""
    return format_html(
        '<time class="until{}" datetime="{}">{}<span class="left" data-until="{}">{}</span></time>',
        soon, iso, moment_words(at, now=now), iso, words,
    )  # fmt: skip


def length(span: timedelta) -> str:
    """The largest unit that says it: 45 min, 3 h, 2 days."""
    return _length_words(_minutes(span), translation.get_language())


def _span_words(span: timedelta, *, is_over: bool) -> str:
    """in 3 h, or 3 h ago"""
    return _left_words(_minutes(span), is_over, translation.get_language())


def _minutes(span: timedelta) -> int:
    """Whole minutes, without the rest that `length` leaves unsaid: of hours from six on, of days from two on."""
    minutes = max(0, int(span.total_seconds() // 60))
    return minutes - minutes % (1 if minutes < 6 * 60 else 60 if minutes < 48 * 60 else 24 * 60)


@lru_cache(maxsize=2048)
def _left_words(minutes: int, is_over: bool, language: str | None) -> str:
    words = _length_words(minutes, language)
    return _("%s ago") % words if is_over else _("in %s") % words


@lru_cache(maxsize=2048)
def _length_words(minutes: int, _language: str | None) -> str:
    if minutes < 1:
        return _("under a minute")
    if minutes < 60:
        return _("%d min") % minutes
    if minutes < 48 * 60:
        hours, rest = divmod(minutes, 60)
        return _("%d h") % hours if hours >= 6 or not rest else _("%(h)d h %(m)d min") % {"h": hours, "m": rest}
    days = minutes // (24 * 60)
    return ngettext("%d day", "%d days", days) % days


def span_words() -> dict[str, str]:
    """What `until` and `length` say, with places for the numbers, for the script that counts down."""
    return {
        "in": _("in %s"),
        "ago": _("%s ago"),
        "under": _("under a minute"),
        "minutes": _("%d min"),
        "hours": _("%d h"),
        "both": _("%(h)d h %(m)d min"),
    }


def told_as(method: str) -> str:
    """How a payment came, as it is stored masked ("card •••• 4242"), in the reader's language."""
    kind, _between, end = method.partition(" •••• ")
    if kind != "card":
        return method
    return _("card •••• %s") % end if end else _("card")


def size(count: int) -> str:
    """1536000 -> 1.5 MB"""
    for unit, factor in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= factor:
            return f"{formats.number_format(Decimal(count) / factor, decimal_pos=1)} {unit}"
    return _("%d bytes") % count


def linked(text: str) -> SafeString:
    """A text that somebody wrote, escaped, with its web addresses as links that vouch for nothing."""
    return format_html_join(
        "", "{}", ((_link(part) if number % 2 else part,) for number, part in enumerate(_ADDRESS.split(text)))
    )


def _link(address: str) -> SafeString:
    shown = address.rstrip(".,;:!?)]}*_")  # what ends the sentence, not the address
    return format_html('<a href="{}" rel="noopener nofollow ugc">{}</a>{}', shown, shown, address[len(shown) :])


def attached(file: dict[str, Any]) -> dict[str, Any]:
    """A file for the photo grid: by its path, since pages load nothing from another host, and an image with its thumbnails."""
    at = urlsplit(file["url"])
    is_image = file["contentType"].startswith("image/")
    small = thumbnails.address(file["id"]) if is_image else ""
    return file | {"url": f"{at.path}?{at.query}", "isImage": is_image, "small": small}
