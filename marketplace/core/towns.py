"""Where towns are: rough coordinates by name, and the towns around a point, offline.

Data: `data/towns.tsv`, made of GeoNames (CC BY 4.0, its licence beside it). A place is known to about a kilometre and only as a
town, so what is computed from it is said roughly. A country's lines are parsed when it is first asked for.
"""

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from math import cos, radians
from pathlib import Path
from typing import Final, NamedTuple

from marketplace.core.earth import meters_between

_FILE = Path(__file__).parent / "data" / "towns.tsv"
_KM_PER_DEGREE: Final = 111.2  # of latitude
CLEARLY_LARGER: Final = 5  # so many times the inhabitants, and a name alone means the larger of two towns
_ONE_PLACE: Final = (
    30_000  # metres: towns of one name this near, on two sides of a border of states, are one for our purposes
)
_STROKES: Final = str.maketrans("øłđıŧħ", "oldith")  # letters that are no letter and an accent


class Town(NamedTuple):
    lat: float
    lng: float
    thousands: int  # of inhabitants
    state: str  # its two letters, in the United States only
    names: tuple[str, ...]
    country: str  # ISO 3166 alpha-2

    @property
    def name(self) -> str:
        return self.names[0]


class _Country(NamedTuple):
    south: float
    north: float
    west: float
    east: float
    lines: str


def plain(text: str) -> str:
    """A name for comparing: without case, accents, dots and doubled spaces."""
    letters = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return " ".join(letters.casefold().translate(_STROKES).replace(".", "").replace("-", " ").split())


def find(city: str, country: str, state: str = "") -> Town | None:
    """The town of this name, in any of its spellings; None where it is not known, or where the name alone does not say which of
    several is meant. `state`: two letters, counts in the United States only."""
    found = _by_name(country).get(plain(city), ())
    if state:
        found = tuple(town for town in found if town.state in ("", state.upper()))
    if not found:
        return None
    largest, *others = found
    if any(largest.thousands < CLEARLY_LARGER * town.thousands and not _is_by(largest, town) for town in others):
        return None
    return largest


def _is_by(one: Town, other: Town) -> bool:
    return meters_between(one.lat, one.lng, other.lat, other.lng) <= _ONE_PLACE


def around(lat: float, lng: float, km: float) -> Iterator[Town]:
    """The towns whose middle is at most this far from the point (degrees), in whatever country they lie."""
    tall = km / _KM_PER_DEGREE
    wide = tall / max(cos(radians(min(abs(lat) + tall, 89))), 0.02)
    for code, known in _countries().items():
        if known.south - tall <= lat <= known.north + tall and _reaches(known, lng, wide):
            for town in _towns(code):
                if abs(town.lat - lat) <= tall and meters_between(lat, lng, town.lat, town.lng) <= km * 1000:
                    yield town


def _reaches(known: _Country, lng: float, wide: float) -> bool:
    """Whether the country has towns near this longitude; 180 and -180 are the same."""
    return any(known.west - wide <= lng + turn <= known.east + wide for turn in (-360, 0, 360))


@cache
def _countries() -> dict[str, _Country]:
    found = {}
    for block in _FILE.read_text(encoding="utf-8").split("#")[1:]:
        head, _, lines = block.partition("\n")
        code, *bounds = head.split("\t")
        south, north, west, east = map(float, bounds)
        found[code] = _Country(south, north, west, east, lines)
    return found


@lru_cache(maxsize=40)
def _towns(country: str) -> tuple[Town, ...]:
    """The largest first."""
    known = _countries().get(country)
    rows = (line.split("\t") for line in known.lines.splitlines()) if known else ()
    return tuple(
        Town(float(lat), float(lng), int(thousands), state, tuple(names.split("|")), country)
        for lat, lng, thousands, state, names in rows
    )


@lru_cache(maxsize=40)
def _by_name(country: str) -> dict[str, tuple[Town, ...]]:
    """The towns of each name, the largest first. Another town's second name counts only where no town is called so."""
    first: dict[str, list[Town]] = {}
    second: dict[str, list[Town]] = {}
    for town in _towns(country):
        first.setdefault(plain(town.name), []).append(town)
        for name in dict.fromkeys(map(plain, town.names[1:])):
            second.setdefault(name, []).append(town)
    return {name: tuple(towns) for name, towns in (second | first).items()}
