"""States of a submission, and the windows of live captures and check-ins."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from marketplace.core.states import Machine

SUBMISSION: Final = Machine(
    "submission",
    {"pending_review": {"approve": "approved", "reject": "rejected", "request_redo": "redo_requested"}},
)
AGAINST: Final = ("rejected", "redo_requested")  # verdicts after which the worker sends new evidence
LIVE_WITHIN_SECONDS: Final = 600  # maximum age of a live capture when it is sent
CHECK_IN_WITHIN: Final = timedelta(minutes=15)  # a report within this distance of a check-in time counts


def is_checked_in(time: datetime, reports: Collection[datetime]) -> bool:
    """Whether one of the reports (UTC) is close enough to a check-in time."""
    return any(abs(report - time) <= CHECK_IN_WITHIN for report in reports)


SEVERITIES: Final = ("low", "medium", "high", "critical")  # of what a tester found
