"""Attendance states of a worker."""

from datetime import timedelta
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
