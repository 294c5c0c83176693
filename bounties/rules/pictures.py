"""Picture requests (spec, Picture request): the two tiers, the pay from a budget, the poll interval."""

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
    """`budget` in US cents with our fee. `target` counts from the request, `work` from the hire."""

    budget: int
    target: timedelta
    work: timedelta


TIERS: Final = {
    "standard": Tier(2_000, timedelta(hours=25), timedelta(hours=6)),
    "express": Tier(10_000, timedelta(hours=6), timedelta(hours=2)),
}
WORK_AT_LEAST: Final = timedelta(hours=1)  # minimum for somebody hired shortly before the target
UNPAID_MOST: Final = 20  # requests of one owner that wait for money
RETRY_AFTER_SECONDS: Final = (60, 900)  # seconds
SIDE_MOST: Final = 4096  # pixels of the longer side of the returned image


def worker_pay(budget_cents: int, bps: int) -> int:
    """The largest pay in cents whose sum with the fee (`bps` basis points) is within the budget: 16.95 + 3.05 = 20.00,
    84.74 + 15.25 = 99.99."""
    return (budget_cents * 10_000 + 4_999) // (10_000 + bps)  # the fee is rounded half up


def work_due(tier: str, deliver_by: datetime, now: datetime) -> datetime:
    """The deadline (UTC) of somebody who is hired now."""
    return max(min(now + TIERS[tier].work, deliver_by), now + WORK_AT_LEAST)


def retry_after(deliver_by: datetime, now: datetime) -> int:
    """Seconds for the Retry-After header: a tenth of the remaining time, 60 to 900."""
    least, most = RETRY_AFTER_SECONDS
    return int(min(most, max(least, (deliver_by - now).total_seconds() / 10)))
