"""The states of an escrow, its fee and its dates."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from marketplace.core.states import Machine

# Contract, section 3. `undeliver` is a rejection or a redo request; `refund` is every return to the pool or the wallet.
_END = {"release": "released", "refund": "refunded"}
_FREEZE = {"dispute": "disputed"}
# The states in which a dispute can be opened, and to which a seat returns when it is withdrawn.
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
        # Frozen: this row has none of the actions above, so only staff can move the money, no timer and neither party.
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
PAID: Final = ("released", "resolved")  # the worker was paid: `earned_cents`
ENDED: Final = ("released", "refunded", "resolved", "cancelled", "expired")  # no money is held any more: `ended_at`
REFUNDED: Final = ("refunded", "resolved")  # money went back: `refunded_to`
DISPUTED: Final = ("disputed", "resolved")  # states that only a dispute leads to
WARRANTY_MAX_DAYS: Final = 90
REVIEW_HOURS = 72  # delivered work that was not reviewed is accepted after this

# The REST actions that the poster may call in each state of a seat.
_POSTER: Final = {
    "locked": ["release", "cancel", "dispute"],
    "delivered": ["complete", "release", "dispute"],
    "warranty_hold": ["release", "dispute"],
    "completed": ["release", "dispute"],
}


def poster_actions(status: str, *, ever_delivered: bool) -> list[str]:
    """The REST actions that are allowed now; a seat that ever delivered can't be cancelled."""
    return [verb for verb in _POSTER.get(status, []) if not (verb == "cancel" and ever_delivered)]


def judging_actions(status: str) -> list[str]:
    """What the poster may do about delivered work instead of cancelling, including the review of pending evidence."""
    return [*(["request_redo"] if status == "delivered" else []), *poster_actions(status, ever_delivered=True)]


# Kinds of work that can have their own fee rate (contract, section 8). `service` is a subscription's cycle, `direct` a
# hire of a named person.
WORK_KINDS: Final = ("bounty", "direct", "picture", "cake", "humanization", "service", "qa", "taste")
FEE_MAX_BPS: Final = (
    10_000  # the fee is at most the pay itself; wallet.rules.checkouts.CHECKOUT_MAX_CENTS depends on it
)


def fee_cents(price_cents: int, bps: int) -> int:
    """The platform's fee on top of a seat's price, rounded half up to the cent: 500 -> 90 at 1800 basis points."""
    return (price_cents * bps + 5000) // 10_000


@dataclass(frozen=True, slots=True)
class Unit:
    """The cost of one seat: the worker's price and our fee, in cents."""

    price: int
    fee: int

    @property
    def total(self) -> int:
        return self.price + self.fee


def unit(price_cents: int, bps: int) -> Unit:
    return Unit(price_cents, fee_cents(price_cents, bps))


@dataclass(frozen=True, slots=True)
class Band:
    """One band of the release ladder, for seats of up to `max_cents` in total; None: no upper limit."""

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
    """The first band whose limit is at least the seat's total. The last band has no upper limit."""
    for band in ladder:
        if band.max_cents is None or total_cents <= band.max_cents:
            return band
    return ladder[-1]
