"""The life of a QA run."""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from marketplace.core.states import Machine

RUN: Final = Machine(
    "QA run",
    {
        "funding": {"open": "open", "fail": "failed"},
        "open": {"drain": "draining", "review": "reviewing", "close": "closed", "expire": "expired", "fail": "failed"},
        "draining": {"review": "reviewing", "close": "closed", "expire": "expired", "fail": "failed"},
        # A tester who was asked for new evidence works again.
        "reviewing": {
            "work": "open",
            "drain": "draining",
            "close": "closed",
            "expire": "expired",
            "fail": "failed",
        },
    },
)
STATUSES: Final = ("funding", "open", "draining", "reviewing", "closed", "failed", "expired")
ACTIVE: Final = ("funding", "open", "draining", "reviewing")
WORKING: Final = ("open", "draining", "reviewing")  # it has a bounty that is not over
ENDED: Final = ("closed", "failed", "expired")

FUND_EVERY: Final = timedelta(hours=1)
FUND_WITHIN: Final = timedelta(hours=24)

ESCALATION: Final = Machine("escalation", {"open": {"accept": "accepted", "revise": "revised", "settle": "settled"}})
ESCALATION_KINDS: Final = ("application", "submission", "dispute")
ESCALATION_STATUSES: Final = ("open", "accepted", "revised", "settled")


class Stop(NamedTuple):
    state: str
    requested_at: datetime


def standing(*, stopped: bool, intake_over: bool, at_work: int) -> str:
    """What a run with a live bounty is: `at_work` are seats whose tester still has something to do."""
    if at_work:
        return "draining" if stopped else "open"
    return "reviewing" if intake_over else "open"
