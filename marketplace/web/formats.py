"""How money, times and sizes are written on pages, each in one place; `core/written.py` has what is so in mails, too. Numbers and
dates go by the reader's locale, times by their zone, which is named."""

import re
from datetime import timedelta
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
from marketplace.core.written import as_moment, cents_words, date_words, moment_words, time_words
from marketplace.services import accounts, keys, thumbnails

CLOSE_BY = 5000  # metres between the middles of two towns that are as good as one
_ADDRESS = re.compile(r"(https?://[^\s<>\"'`]{1,2000})", re.IGNORECASE)


def cents(amount: int) -> SafeString:
    """1250 -> $12.50"""
    return format_html('<span class="money">{}</span>', cents_words(amount))


def dollars(amount: float | int | Decimal) -> SafeString:
    """12.5, as the API's answers have it -> $12.50"""
    return cents(int((Decimal(str(amount)) * 100).to_integral_value()))


def distance(meters: int) -> str:
    """How far a town is from another, rounded, since they are known by their middles only."""
    if meters < CLOSE_BY:
        return _("in your town or close by")
    return _("about %s away") % length_of_way(meters / 1000)


def length_of_way(km: float) -> str:
    """50 km; for Americans 30 mi."""
    return f"{_rounded(km / 1.609344)} mi" if translation.get_language() == "en-us" else f"{_rounded(km)} km"


def _rounded(number: float) -> int:
    step = 1 if number < 10 else 5 if number < 100 else 10
    return max(round(number / step) * step, 1)


def short_moment(value: Any) -> str:
    """The same for a narrow column of a document, in two parts that may stand below one another: Nov. 27, 2026 14:30."""
    local = timezone.localtime(as_moment(value))
    day = formats.date_format(local, "DATE_FORMAT")
    return f"{day} {time_words(local.hour, local.minute, translation.get_language())}"


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
        '<time class="until{}" datetime="{}">{} <span class="left" data-until="{}">{}</span></time>',
        soon, iso, moment_words(at, now=now), iso, words,
    )  # fmt: skip


def length(span: timedelta) -> str:
    """In two units, so that what is cut off does not matter: 45 min, 3 h 20 min, 2 days 23 h; from a week on in days."""
    return _length_words(_minutes(span), translation.get_language())


def _span_words(span: timedelta, *, is_over: bool) -> str:
    """in 3 h, or 3 h ago"""
    return _left_words(_minutes(span, is_over=is_over), is_over, translation.get_language())


def _minutes(span: timedelta, *, is_over: bool = False) -> int:
    """Whole minutes, without the rest that is left unsaid: of what is over, sooner than of what somebody has left."""
    minutes = max(0, int(span.total_seconds() // 60))
    by_minute, by_hour = (6, 48) if is_over else (24, 7 * 24)
    return minutes - minutes % (1 if minutes < by_minute * 60 else 60 if minutes < by_hour * 60 else 24 * 60)


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
    hours, rest = divmod(minutes, 60)
    if hours < 24:
        return _("%(h)d h %(m)d min") % {"h": hours, "m": rest} if rest else _("%d h") % hours
    days, rest = divmod(hours, 24)
    words = ngettext("%d day", "%d days", days) % days
    return _("%(d)s %(h)d h") % {"d": words, "h": rest} if rest else words


def span_words() -> dict[str, str]:
    """What `until` and `length` say, with places for the numbers, for the script that counts down."""
    return {
        "in": _("in %s"),
        "ago": _("%s ago"),
        "under": _("under a minute"),
        "minutes": _("%d min"),
        "hours": _("%d h"),
        "both": _("%(h)d h %(m)d min"),
        "days": _("%(d)s %(h)d h"),
    }


def work_time(hours: float | Decimal | str) -> str:
    """How long work takes, from hours as the API has them: 0.5 -> 30 min, 1.5 -> 1 h 30 min, 40 -> 40 h."""
    whole, rest = divmod(round(float(hours) * 60), 60)
    if whole and rest:
        return _("%(h)d h %(m)d min") % {"h": whole, "m": rest}
    return _("%d h") % whole if whole else _("%d min") % rest


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
