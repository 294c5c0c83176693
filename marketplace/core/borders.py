"""Offline lookup of the country at a coordinate.

Data: `data/borders.json` of country-coder 5.6 (rapideditor, ISC licence beside it): borders as mapped by OpenStreetMap. Each
polygon whose bounding box contains the point is tested by ray casting. The smallest match wins, so that an enclave takes
precedence over the country around it.
"""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

_FILE = Path(__file__).parent / "data" / "borders.json"
# Territories that have a code of their own in the data and none in ISO 3166.
_CODE_OVERRIDES = {"FX": "FR", "IC": "ES", "EA": "ES", "CQ": "GG"}

_Ring = list[list[float]]


class _Area(NamedTuple):
    west: float
    south: float
    east: float
    north: float
    rings: list[_Ring]
    code: str

    @property
    def size(self) -> float:
        return (self.east - self.west) * (self.north - self.south)


def country_at(lat: float, lng: float) -> str | None:
    """ISO 3166 alpha-2 code of the country at this point; None at sea.

    lat, lng: degrees, WGS 84.
    """
    matches = [
        area
        for area in _areas()
        if area.west <= lng <= area.east and area.south <= lat <= area.north and _contains(area.rings, lat, lng)
    ]
    return min(matches, key=lambda area: area.size).code if matches else None


@cache
def _areas() -> list[_Area]:
    """All polygons, parsed once per process on first use: 16 MB, about 10 ms."""
    found = []
    for feature in json.loads(_FILE.read_bytes())["features"]:
        code = feature["properties"].get("iso1A2") or feature["properties"].get("country")
        shape = feature["geometry"]
        if not code or not shape:
            continue
        for rings in shape["coordinates"] if shape["type"] == "MultiPolygon" else [shape["coordinates"]]:
            xs, ys = [point[0] for point in rings[0]], [point[1] for point in rings[0]]
            found.append(_Area(min(xs), min(ys), max(xs), max(ys), rings, _CODE_OVERRIDES.get(code, code)))
    return found


def _contains(rings: list[_Ring], lat: float, lng: float) -> bool:
    """Is the point inside the outer ring and in none of the holes?"""
    return _inside(rings[0], lat, lng) and not any(_inside(hole, lat, lng) for hole in rings[1:])


def _inside(ring: _Ring, lat: float, lng: float) -> bool:
    """Even-odd rule: does a ray to the east cross the ring an odd number of times?"""
    odd = False
    x2, y2 = ring[-1]
    for x1, y1 in ring:
        if (y1 > lat) != (y2 > lat) and lng < (x2 - x1) * (lat - y1) / (y2 - y1) + x1:
            odd = not odd
        x2, y2 = x1, y1
    return odd
