"""Pure rules of this step: fees, the states of an escrow, its dates. No database, no clock, no settings."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from marketplace.core.states import Machine

# Contract, section 3. `undeliver` is a reject or a redo; `refund` is every way back to the pool or the wallet.
_END = {"release": "released", "refund": "refunded"}
_FREEZE = {"dispute": "disputed"}
# What a dispute may come from, and go back to when it is withdrawn.
DISPUTABLE: Final = ("locked", "delivered", "completed", "warranty_hold")
SEAT: Final = Machine(
    "escrow",
    {
        "locked": {"deliver": "delivered", **_END, **_FREEZE},
        "delivered": {
            "complete": "completed",
            "hold": "warranty_hold",
            "undeliver": "locked",
            "deliver": "delivered",
            **_END,
            **_FREEZE,
        },
        "warranty_hold": {"mature": "completed", "release": "released", **_FREEZE},
        "completed": {"release": "released", **_FREEZE},
        # Frozen: none of the verbs above is in this row, so no clock and nobody but staff moves the money.
        "disputed": {
            "award": "released",
            "return": "refunded",
            "split": "resolved",
            **{f"resume_{state}": state for state in DISPUTABLE},
        },
    },
)
POOL: Final = Machine(
    "escrow",
    {
        "funding": {"fund": "funded", "cancel": "cancelled", "lapse": "expired"},
        "funded": {"spend": "released", "return": "refunded"},
    },
)
STATUSES: Final = sorted(SEAT.states | POOL.states)
OPEN_SEAT: Final = DISPUTABLE
PAID: Final = ("released", "resolved")  # the worker got something: `earned_cents`
DISPUTED: Final = ("disputed", "resolved")  # the states of a seat that a dispute makes
WARRANTY_MAX_DAYS: Final = 90
REVIEW_HOURS = 72  # delivered work that nobody reviewed counts as accepted after this

# What the poster may call by REST, in each state of a seat.
_POSTER: Final = {
    "locked": ["release", "cancel", "dispute"],
    "delivered": ["complete", "release", "dispute"],
    "warranty_hold": ["release", "dispute"],
    "completed": ["release", "dispute"],
}


def poster_actions(status: str, *, ever_delivered: bool) -> list[str]:
    """The REST verbs that would be taken now; a seat that ever delivered can't be cancelled."""
    return [verb for verb in _POSTER.get(status, []) if not (verb == "cancel" and ever_delivered)]


def judging_actions(status: str) -> list[str]:
    """What the poster may do about delivered work instead of cancelling: evidence that waits is reviewed, too."""
    return [*(["request_redo"] if status == "delivered" else []), *poster_actions(status, ever_delivered=True)]


# Kinds of work that operators may give a fee rate of its own (contract, section 8). `service` is a subscription's cycle,
# `direct` a person hired by name.
WORK_KINDS: Final = ("bounty", "direct", "picture", "cake", "humanization", "service", "qa", "taste")
FEE_MAX_BPS: Final = 10_000  # the fee is at most the pay itself: wallet.rules.CHECKOUT_MAX_CENTS reckons with it


def fee_cents(price_cents: int, bps: int) -> int:
    """The platform's part on top of a seat's price, half up to the cent: 500 -> 90 at 1800 basis points."""
    return (price_cents * bps + 5000) // 10_000


@dataclass(frozen=True, slots=True)
class Unit:
    """What one seat costs: the worker's price and our fee, in cents."""

    price: int
    fee: int

    @property
    def total(self) -> int:
        return self.price + self.fee


def unit(price_cents: int, bps: int) -> Unit:
    return Unit(price_cents, fee_cents(price_cents, bps))


@dataclass(frozen=True, slots=True)
class Band:
    """One rung of the release ladder: seats of up to `max_cents` in total."""

    max_cents: int | None
    dispute_window: timedelta
    auto_release: timedelta


DEFAULT_LADDER: Final = (
    Band(999, timedelta(hours=24), timedelta(days=3)),
    Band(4_999, timedelta(hours=48), timedelta(days=5)),
    Band(24_999, timedelta(hours=72), timedelta(days=7)),
    Band(49_999, timedelta(days=5), timedelta(days=10)),
    Band(None, timedelta(days=7), timedelta(days=14)),
)


def band_for(total_cents: int, ladder: tuple[Band, ...]) -> Band:
    """The first rung that holds the seat's total. The last rung has no upper end."""
    for band in ladder:
        if band.max_cents is None or total_cents <= band.max_cents:
            return band
    return ladder[-1]


# ------------------------------------------------------------------ transfers

TRANSFER: Final = Machine("transfer", {"pending": {"complete": "completed", "fail": "failed"}})
PAYOUT_STATUS: Final = {"pending": "hold", "completed": "paid", "failed": "failed"}
TRANSFER_MIN_CENTS: Final = 100
TRANSFER_MAX_CENTS: Final = 1_000_000
TRANSFER_LIFE: Final = timedelta(hours=24)  # of a page that nobody pays
BULK_MAX: Final = 100


# ------------------------------------------------------------------ disputes

DISPUTE: Final = Machine(
    "dispute",
    {
        "open": {"decide": "resolved", "propose": "awaiting_approval", "withdraw": "withdrawn"},
        "awaiting_approval": {"approve": "resolved", "send_back": "open"},
    },
)
OPEN_DISPUTE: Final = ("open", "awaiting_approval")
CATEGORIES: Final = (
    *("not_delivered", "poor_quality", "not_as_described", "communication_issue", "non_payment", "fraud", "other"),
)
DECISIONS: Final = ("release", "refund", "split")
EVIDENCE_MAX: Final = 50  # pieces of each party in one dispute
DEFAULT_APPROVAL_CENTS: Final = 25_000


@dataclass(frozen=True, slots=True)
class Award:
    """Where the cents of a disputed seat go; together they are its whole amount."""

    worker: int
    fee: int
    refund: int

    @property
    def kind(self) -> str:
        return "split" if self.worker and self.refund else "release" if self.worker else "refund"


def award(worker_cents: int, *, payout_cents: int, bps: int) -> Award:
    """`worker_cents` of 0 to `payout_cents` for the worker, our fee on just that at the seat's own rate, and the rest for
    the funder."""
    if not 0 <= worker_cents <= payout_cents:
        raise ValueError("a decision gives the worker nothing, the pay, or something between")
    fee = fee_cents(worker_cents, bps)
    return Award(worker_cents, fee, unit(payout_cents, bps).total - worker_cents - fee)
