"""Attendance states of a worker, and the distance between two points."""

from datetime import timedelta
from math import asin, cos, radians, sin, sqrt
from typing import Final

from marketplace.core.states import Machine

ATTENDANCE: Final = Machine(
    "attendance",
    {
        "none": {"on_the_way": "on_the_way", "arrived": "arrived"},
        "on_the_way": {"arrived": "arrived"},
        "arrived": {"left": "left"},
        "left": {},
    },
)
STATES: Final = ("on_the_way", "arrived", "left")
# A phone without signal reports later; a report older than a day is refused.
CAPTURED_MAX_AGE: Final = timedelta(hours=24)
CAPTURED_MAX_SKEW: Final = timedelta(minutes=2)
_EARTH_METERS: Final = 6_371_000


def meters_between(lat1: float, lng1: float, lat2: float, lng2: float) -> int:
    """Great-circle distance in whole metres; arguments in degrees."""
    a = (
        sin(radians(lat2 - lat1) / 2) ** 2
        + cos(radians(lat1)) * cos(radians(lat2)) * sin(radians(lng2 - lng1) / 2) ** 2
    )
    return round(2 * _EARTH_METERS * asin(min(1.0, sqrt(a))))
