from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from marketplace.core.states import Machine

SUBMISSION: Final = Machine(
    "submission",
    {"pending_review": {"approve": "approved", "reject": "rejected", "request_redo": "redo_requested"}},
)
LIVE_WITHIN_SECONDS: Final = 600  # a live capture was taken at most this long before it came
CHECK_IN_WITHIN: Final = timedelta(minutes=15)  # a sign of life so near to a check-in's time is that check-in


def is_checked_in(time: datetime, signs: Collection[datetime]) -> bool:
    return any(abs(sign - time) <= CHECK_IN_WITHIN for sign in signs)


SEVERITIES: Final = ("low", "medium", "high", "critical")  # of what a tester found
