"""Fresh pictures of places (spec, Picture request): the two tiers, what a budget pays, how long a caller waits."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from marketplace.core.states import Machine

PICTURE: Final = Machine(
    "picture",
    {
        "awaiting_funding": {"fund": "processing", "fail": "failed"},
        "processing": {"deliver": "delivered", "fail": "failed"},
    },
)
OPEN: Final = ("awaiting_funding", "processing")


@dataclass(frozen=True, slots=True)
class Tier:
    """`budget` in cents, our fee included. `target` counts from creation, `work` from the moment somebody is hired."""

    budget: int
    target: timedelta
    work: timedelta


TIERS: Final = {
    "standard": Tier(2_000, timedelta(hours=25), timedelta(hours=6)),
    "express": Tier(10_000, timedelta(hours=6), timedelta(hours=2)),
}
WORK_AT_LEAST: Final = timedelta(hours=1)  # who is hired shortly before the target has this long all the same
UNPAID_MOST: Final = 20  # requests of one owner that wait for money
ASK_AGAIN: Final = (60, 900)  # seconds
SIDE_MOST: Final = 4096  # pixels of the longer side of what is answered


def worker_pay(budget_cents: int, bps: int) -> int:
    """The largest pay, in cents, that fits the budget with its fee: 16.95 + 3.05 = 20.00, 84.74 + 15.25 = 99.99."""
    return (budget_cents * 10_000 + 4_999) // (10_000 + bps)  # the fee is rounded half up


def work_due(tier: str, deliver_by: datetime, now: datetime) -> datetime:
    """Until when somebody who is hired now has to send the picture."""
    return max(min(now + TIERS[tier].work, deliver_by), now + WORK_AT_LEAST)


def ask_again_in(deliver_by: datetime, now: datetime) -> int:
    """Seconds until it makes sense to look again: a tenth of the time that is left, 60 to 900."""
    least, most = ASK_AGAIN
    return int(min(most, max(least, (deliver_by - now).total_seconds() / 10)))
