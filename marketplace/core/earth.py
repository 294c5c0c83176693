"""Distances on the globe."""

from math import asin, cos, radians, sin, sqrt
from typing import Final

_METERS: Final = 6_371_000


def meters_between(lat1: float, lng1: float, lat2: float, lng2: float) -> int:
    """Great-circle distance in whole metres; arguments in degrees."""
    a = (
        sin(radians(lat2 - lat1) / 2) ** 2
        + cos(radians(lat1)) * cos(radians(lat2)) * sin(radians(lng2 - lng1) / 2) ** 2
    )
    return round(2 * _METERS * asin(min(1.0, sqrt(a))))
