"""Pure rules of this step: fees, the states of an escrow, its dates. No database, no clock, no settings."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from marketplace.core.states import Machine

# Contract, section 3. `undeliver` is a reject or a redo; `refund` is every way back to the pool or the wallet.
_END = {"release": "released", "refund": "refunded"}
SEAT: Final = Machine(
    "escrow",
    {
        "locked": {"deliver": "delivered", **_END},
        "delivered": {"complete": "completed", "undeliver": "locked", "deliver": "delivered", **_END},
        "completed": {"release": "released"},
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
OPEN_SEAT: Final = ("locked", "delivered", "completed")
DISPUTED: Final = ("disputed", "resolved")  # the states of a seat that a dispute makes
REVIEW_HOURS = 72  # delivered work that nobody reviewed counts as accepted after this

# What the poster may call by REST, in each state of a seat.
_POSTER: Final = {
    "locked": ["release", "cancel"],
    "delivered": ["complete", "release"],
    "completed": ["release"],
}


def poster_actions(status: str, *, ever_delivered: bool) -> list[str]:
    """The REST verbs that would be taken now; a seat that ever delivered can't be cancelled."""
    return [verb for verb in _POSTER.get(status, []) if not (verb == "cancel" and ever_delivered)]


def judging_actions(status: str) -> list[str]:
    """What the poster may do about delivered work instead of cancelling: evidence that waits is reviewed, too."""
    return [*(["request_redo"] if status == "delivered" else []), *poster_actions(status, ever_delivered=True)]


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
TRANSFER_MIN_CENTS: Final = 100
TRANSFER_MAX_CENTS: Final = 1_000_000
TRANSFER_LIFE: Final = timedelta(hours=24)  # of a page that nobody pays
BULK_MAX: Final = 100
