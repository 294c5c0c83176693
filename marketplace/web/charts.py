"""Charts, drawn on the server as SVG without styles or scripts; the colours are those of `site.css`. They repeat what a table or a
sentence beside them says, so that nobody has to see them."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.utils import formats as numbers
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from marketplace.web import formats

_WIDTH, _HEIGHT, _LEAST = 100, 60, 1.5  # of what is not nothing, so that it can be seen


class Day(NamedTuple):
    on: date
    cents: int


class Pair(NamedTuple):
    """Two numbers of a day, drawn side by side."""

    on: date
    first: int
    second: int


class Stripe(NamedTuple):
    """A day of a status: `tone` is good, wait, bad, or empty for a day of which nothing is known; `words` say the same."""

    on: date
    tone: str
    words: str


def bar(cents: int, most: int, tone: str = "") -> SafeString:
    """One horizontal bar, `most` being the whole width. `tone`: wait or bad, else the accent."""
    width = _share(cents, most)
    return format_html(
        '<svg class="bar-of {}" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        '<rect class="track" width="100" height="8" rx="2"/><rect class="fill" width="{}" height="8" rx="2"/></svg>',
        tone, _number(width),
    )  # fmt: skip


def meter(spent: int, cap: int) -> SafeString:
    """How much of a cap is used: from four fifths on it warns."""
    tone = "bad" if spent >= cap else "wait" if spent * 5 >= cap * 4 else ""
    return bar(spent, cap, tone)


def columns(days: Sequence[Day], name: str) -> SafeString:
    """A column a day, each with its day and sum as its title, after the scale that it is drawn to."""
    most = _top(max((day.cents for day in days), default=0))
    step = _WIDTH / max(len(days), 1)
    drawn = format_html_join(
        "",
        '<rect class="{}" x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>',
        (_column(day, place * step, step, most) for place, day in enumerate(days)),
    )
    scale = format_html_join("", "<span>{}</span>", ((formats.cents_words(sum_),) for sum_ in (most, most // 2, 0)))
    return format_html(
        '<p class="scale fine soft" aria-hidden="true">{}</p>'
        '<svg class="columns" viewBox="0 0 {} {}" preserveAspectRatio="none" role="img" aria-label="{}">'
        '<path class="rule" d="M0 0H{}M0 {}H{}"/>{}</svg>',
        scale, _WIDTH, _HEIGHT, name, _WIDTH, _HEIGHT // 2, _WIDTH, drawn,
    )  # fmt: skip


def _top(cents: int) -> int:
    """Where the scale ends: at the least of $1, $2, $5, $10, $20, … that nothing is above."""
    unit = 100
    while True:
        for factor in (1, 2, 5):
            if unit * factor >= cents:
                return unit * factor
        unit *= 10


def _column(day: Day, left: float, step: float, most: int) -> tuple[str, ...]:
    height = _share(day.cents, most) * _HEIGHT / 100
    shown = max(height, 0.6)  # a day without anything has its place, too
    words = f"{numbers.date_format(day.on, 'DATE_FORMAT')}: {formats.cents_words(day.cents)}"
    place = (_number(left + step * 0.1), _number(_HEIGHT - shown), _number(step * 0.8), _number(shown))
    return ("fill" if day.cents else "track", *place, words)


def pairs(days: Sequence[Pair], name: str, words: tuple[str, str]) -> SafeString:
    """Two columns a day, each with its day and number as its title. `words`: what the two numbers are."""
    most = max((max(day.first, day.second) for day in days), default=0)
    step = _WIDTH / max(len(days), 1)
    drawn = []
    for place, day in enumerate(days):
        for half, (number, what) in enumerate(zip((day.first, day.second), words, strict=True)):
            shown = max(_share(number, most) * _HEIGHT / 100, 0.6)
            left = (place + 0.1 + half * 0.42) * step
            tone = ("fill", "fill other")[half] if number else "track"
            title = f"{numbers.date_format(day.on, 'DATE_FORMAT')}: {number} {what}"
            drawn.append((tone, _number(left), _number(_HEIGHT - shown), _number(step * 0.38), _number(shown), title))
    return format_html(
        '<svg class="columns" viewBox="0 0 {} {}" preserveAspectRatio="none" role="img" aria-label="{}">{}</svg>',
        _WIDTH,
        _HEIGHT,
        name,
        format_html_join("", '<rect class="{}" x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>', drawn),
    )


def days(stripes: Sequence[Stripe], name: str) -> SafeString:
    """A stripe a day, each with its day and words as its title."""
    step = _WIDTH / max(len(stripes), 1)
    drawn = format_html_join(
        "",
        '<rect class="{}" x="{}" y="0" width="{}" height="{}"><title>{}: {}</title></rect>',
        (
            (
                *(one.tone or "track", _number(place * step + step * 0.1), _number(step * 0.8), _HEIGHT),
                *(numbers.date_format(one.on, "DATE_FORMAT"), one.words),
            )
            for place, one in enumerate(stripes)
        ),
    )
    return format_html(
        '<svg class="columns days" viewBox="0 0 {} {}" preserveAspectRatio="none" role="img" aria-label="{}">{}</svg>',
        _WIDTH,
        _HEIGHT,
        name,
        drawn,
    )


def _share(cents: int, most: int) -> float:
    if cents <= 0 or most <= 0:
        return 0
    return max(min(cents * 100 / most, 100), _LEAST)


def _number(value: float) -> str:
    """As SVG has it, in every language."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
