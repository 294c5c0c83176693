"""Pure rules of this step: states, limits, the plan of a bounty. No database, no clock, no settings."""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Final

from bounties.errors import PoolTooLarge
from marketplace.core.money import half_up
from marketplace.core.states import Machine

# Contract, section 4. What later parts add (review, pause, closing) joins these tables.
BOUNTY: Final = Machine(
    "bounty",
    {
        "pending_deposit": {"fund": "open", "cancel": "cancelled"},
        "open": {"fill_one": "partially_filled", "fill_last": "assigned", "cancel": "cancelled"},
        "partially_filled": {
            "fill_one": "partially_filled",
            "fill_last": "assigned",
            "lose_one": "partially_filled",
            "lose_all": "open",
        },
        "assigned": {
            "lose_one": "partially_filled",
            "lose_all": "open",
            "stay_full": "assigned",
            "finish": "completed",
            "cancel": "cancelled",
        },
        "completed": {"pay": "paid"},
    },
)
APPLICATION: Final = Machine(
    "application",
    {
        "pending": {"accept": "accepted", "reject": "rejected"},
        "accepted": {"expire": "expired"},
    },
)
SUBMISSION: Final = Machine(
    "submission",
    {"pending_review": {"approve": "approved", "reject": "rejected", "request_redo": "redo_requested"}},
)
LIVE: Final = ("open", "partially_filled")  # takes applications and acceptances
HIDDEN: Final = ("pending_deposit", "cancelled")  # for the owner and staff only
STATUSES: Final = sorted(BOUNTY.states)

POOL_MAX_CENTS: Final = 1_000_000
SPOTS_MAX: Final = 2000
CONFIRM_WITHIN: Final = timedelta(hours=2)
DEFAULT_DEADLINE: Final = timedelta(days=30)
DEADLINE_MAX: Final = timedelta(days=365)
UNPAID_LIFE: Final = timedelta(days=7)  # an unfunded bounty is closed after this
EVIDENCE: Final = ("text", "photo", "video", "link")
CATEGORIES: Final = (
    "computer-gigs",
    "creative-gigs",
    "crew-gigs",
    "domestic-gigs",
    "event-gigs",
    "labor-gigs",
    "talent-gigs",
    "writing-gigs",
)
CANCEL_REASONS: Final = (
    "not_enough_applicants",
    "applicants_not_fit",
    "worker_not_completed",
    "task_no_longer_needed",
    "budget_timing_requirements_changed",
    "other",
)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a bounty will cost: one seat's worker pay in cents, and the seats. The same object serves dry run and create."""

    seat_cents: int
    spots: int

    @property
    def worker_cents(self) -> int:
        return self.seat_cents * self.spots


def plan_bounty(*, price_cents: int, price_type: str, estimated_hours: Decimal, spots: int) -> Plan:
    """The price of a seat: the price itself, or, hourly, price x estimated hours, half up to the cent, once.

    Raises PoolTooLarge (400) above 10,000 USD of worker pay.
    """
    seat = price_cents if price_type == "fixed" else half_up(price_cents * estimated_hours)
    plan = Plan(seat, spots)
    if plan.worker_cents > POOL_MAX_CENTS:
        raise PoolTooLarge(workerTotalCents=plan.worker_cents, maximumCents=POOL_MAX_CENTS)
    return plan


def filled(spots: int, taken: int) -> str:
    """Which step a bounty takes when `taken` of its `spots` are hired after one more acceptance."""
    return "fill_last" if taken >= spots else "fill_one"


def lost(spots: int, taken: int) -> str:
    """Which step it takes when a seat was lost: `taken` of the `spots` that are left stay hired."""
    if spots == 0:
        return "cancel"
    if taken == 0:
        return "lose_all"
    return "stay_full" if taken >= spots else "lose_one"
