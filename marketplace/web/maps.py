"""Rough maps, drawn on the server as SVG: a place among the towns around it, with the names of the largest. They show where it
is as far as a town tells, and load nothing from anybody. The words beside them say the place, too."""

from collections.abc import Iterator
from math import cos, hypot, radians
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from marketplace.core import towns
from marketplace.core.towns import Town
from marketplace.web import formats

_WIDTH, _HEIGHT = 320, 200
_KM_PER_DEGREE: Final = 111.2
_SPANS: Final = (25, 60, 150, 400)  # kilometres from the middle to the upper edge: wider where few towns are
_ENOUGH: Final = 5  # towns
_MOST: Final = 150  # dots
_NAMES: Final = 6
_LETTER: Final = 6.2  # units that a letter takes at most
_LINE: Final = 15
_Box = tuple[float, float, float, float]  # left, top, right, bottom


def rough(here: Town, city: str, words: str) -> SafeString:
    """A map with `here` in its middle. `city`: its name as the job's owner wrote it. `words`: what is seen, for whoever doesn't."""
    span, around = _SPANS[-1], []
    for span in _SPANS:
        around = sorted(_around(here, span), key=lambda town: -town.thousands)
        if len(around) >= _ENOUGH:
            break
    scale = _HEIGHT / 2 / span  # units a kilometre
    points = [(town, *_point(town, here, scale)) for town in around if town != here]
    dots = format_html_join(
        "", '<circle cx="{}" cy="{}" r="{}"/>', ((x, y, _size(town)) for town, x, y in points[:_MOST])
    )
    middle = (_WIDTH // 2, _HEIGHT // 2)
    own = Truncator(city).chars(26)
    taken = [_box(own, *middle)]
    names = format_html_join("", '<text x="{}" y="{}" text-anchor="{}">{}</text>', _names(points, taken))
    bar = round(span * 0.4, -1)
    return format_html(
        '<svg class="map" viewBox="0 0 {} {}" role="img" aria-label="{}"><g class="towns">{}</g><g class="names">{}</g>'
        '<circle class="halo" cx="{}" cy="{}" r="12"/><circle class="here" cx="{}" cy="{}" r="5"/>'
        '<text class="own" x="{}" y="{}">{}</text>'
        '<path class="scale" d="M10 {}h{}"/><text class="scale-words" x="10" y="{}">{}</text></svg>',
        _WIDTH, _HEIGHT, words, dots, names, *middle, *middle, middle[0] + 10, middle[1] + 5, own,
        _HEIGHT - 8, round(bar * scale), _HEIGHT - 14, formats.length_of_way(bar),
    )  # fmt: skip


def _around(here: Town, span: int) -> Iterator[Town]:
    """The towns of the picture, which is wider than high."""
    corner = hypot(span, span * _WIDTH / _HEIGHT)
    for town in towns.around(here.lat, here.lng, corner):
        x, y = _point(town, here, _HEIGHT / 2 / span)
        if 4 <= x <= _WIDTH - 4 and 4 <= y <= _HEIGHT - 4:
            yield town


def _point(town: Town, here: Town, scale: float) -> tuple[int, int]:
    turn = (town.lng - here.lng + 180) % 360 - 180  # the short way, also across 180 degrees
    east = turn * cos(radians(here.lat)) * _KM_PER_DEGREE
    north = (town.lat - here.lat) * _KM_PER_DEGREE
    return round(_WIDTH / 2 + east * scale), round(_HEIGHT / 2 - north * scale)


def _size(town: Town) -> float:
    return 3.5 if town.thousands >= 500 else 2.5 if town.thousands >= 100 else 1.5


def _names(points: list[tuple[Town, int, int]], taken: list[_Box]) -> Iterator[tuple[int, int, str, str]]:
    """Where the names of the largest towns stand: beside their dots, on the side that has room, none upon another."""
    left = _NAMES
    for town, x, y in points:
        box = _box(town.name, x, y)
        if (
            left
            and box[0] > 0
            and box[1] > 0
            and box[3] < _HEIGHT - 24
            and not any(_meet(box, other) for other in taken)
        ):
            taken.append(box)
            left -= 1
            yield (x + 6, y + 4, "start", town.name) if x < _WIDTH / 2 else (x - 6, y + 4, "end", town.name)


def _box(name: str, x: int, y: int) -> _Box:
    """What a dot and its name cover: left, top, right, bottom."""
    long = len(name) * _LETTER + 14
    left = x - 6 if x <= _WIDTH / 2 else x - long
    return (left, y - _LINE / 2, left + long, y + _LINE / 2)


def _meet(one: _Box, other: _Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
