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


# What the automatic checks say in one word means this, and no more. They count what is there; none looks at what it shows.
LOOKS_COMPLETE: Final = "looks_complete"
NEEDS_REVIEW: Final = "needs_review"
MEANINGS: Final = {
    LOOKS_COMPLETE: "Every kind of evidence that was asked for is there, and no check found anything against it. Nothing here has "
    "looked at what it shows or says: judge that before you approve or pay.",
    NEEDS_REVIEW: "A check found something: `findings` has what. The checks don't look at what the evidence shows or says either: "
    "judge that before you approve or pay.",
}

SEVERITIES: Final = ("low", "medium", "high", "critical")  # of what a tester found
