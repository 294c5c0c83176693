"""State machines and times of QA runs and their escalations."""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from marketplace.core.states import Machine

RUN: Final = Machine(
    "QA run",
    {
        "funding": {"open": "open", "fail": "failed"},
        "open": {"drain": "draining", "review": "reviewing", "close": "closed", "expire": "expired", "fail": "failed"},
        "draining": {"review": "reviewing", "close": "closed", "expire": "expired", "fail": "failed"},
        # Asking a tester for new evidence reopens a run in review.
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
WORKING: Final = ("open", "draining", "reviewing")  # with a bounty that has not ended
ENDED: Final = ("closed", "failed", "expired")

FUND_EVERY: Final = timedelta(hours=1)
FUND_WITHIN: Final = timedelta(hours=24)

ESCALATION: Final = Machine("escalation", {"open": {"accept": "accepted", "revise": "revised", "settle": "settled"}})
ESCALATION_KINDS: Final = ("application", "submission", "dispute")
ESCALATION_STATUSES: Final = ("open", "accepted", "revised", "settled")


MAIL_DELAY: Final = timedelta(minutes=1)
MAIL_INTERVAL: Final = timedelta(hours=24)  # between two mails to an owner about skipped and failed runs


def mail_due(now: datetime, mailed_at: datetime | None) -> datetime:
    """When (UTC) to mail about a run that failed now; `mailed_at`: the owner's last such mail."""
    soon = now + MAIL_DELAY
    return soon if mailed_at is None else max(soon, mailed_at + MAIL_INTERVAL)


def nobody(*, stopped: bool) -> str:
    """Why a run expired: its owner ended it, or nobody came."""
    return "stopped" if stopped else "nobody_tested"


class Stop(NamedTuple):
    state: str
    requested_at: datetime


def working_status(*, stopped: bool, intake_over: bool, at_work: int) -> str:
    """The status of a run whose bounty has not ended. `at_work`: the number of seats whose tester still has to submit."""
    if at_work:
        return "draining" if stopped else "open"
    return "reviewing" if intake_over else "open"
