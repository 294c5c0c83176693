"""States and limits of a bounty, and the plan of what it costs."""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Final

from bounties.errors import PoolTooLarge, SeatTooSmall
from marketplace.core.money import half_up
from marketplace.core.states import Machine

# Contract, section 4. `fill_*` and `lose_*` follow the seats; `stop` begins the way to closed or cancelled, which ends
# in the same transaction unless the pool can't be returned just then. What is shut stays shut, but nothing that is full:
# a bounty without a free spot follows its seats.
_SHUT = {"lose_one": "{0}", "lose_all": "{0}", "stay_full": "assigned", "stop": "closing"}
BOUNTY: Final = Machine(
    "bounty",
    {
        "pending_deposit": {"fund": "open", "screen": "pending_review", "stop": "closing"},
        "pending_review": {"approve": "open", "stop": "closing"},
        "open": {
            "fill_one": "partially_filled",
            "fill_last": "assigned",
            "pause": "paused",
            "shut": "in_review",
            "await_funding": "pending_funding",
            "stop": "closing",
        },
        "partially_filled": {
            "fill_one": "partially_filled",
            "fill_last": "assigned",
            "lose_one": "partially_filled",
            "lose_all": "open",
            "stay_full": "assigned",
            "pause": "paused",
            "shut": "in_review",
            "await_funding": "pending_funding",
        },
        "paused": {state: to.format("paused") for state, to in _SHUT.items()} | {"reopen": "open"},
        "in_review": {state: to.format("in_review") for state, to in _SHUT.items()}
        | {"fill_one": "in_review", "fill_last": "assigned", "reopen": "open"},
        "pending_funding": {state: to.format("pending_funding") for state, to in _SHUT.items()}
        | {"reopen": "open", "await_funding": "pending_funding"},
        "assigned": {
            "lose_one": "partially_filled",
            "lose_all": "open",
            "stay_full": "assigned",
            "widen": "partially_filled",
            "finish": "completed",
            "stop": "closing",
        },
        # A dispute's decision may take the last seat of a completed one.
        "completed": {"pay": "paid", "stop": "closing"},
        "closing": {"close": "closed", "cancel": "cancelled"},
    },
)
STATUSES: Final = sorted(BOUNTY.states)
LIVE: Final = ("open", "partially_filled")  # takes applications
HIRES: Final = (
    *LIVE,
    "in_review",
)  # its owner accepts; in review the intake is shut, and he chooses among those who came
UNFILLED: Final = (
    "open",
    "partially_filled",
    "paused",
    "in_review",
    "pending_funding",
)  # the deadline drops what is left
REVIEWABLE: Final = ("open", "partially_filled", "paused", "in_review")  # the owner may still decide on applicants
FULL: Final = ("assigned", "completed", "paid")  # no spot is left
OVER: Final = ("closed", "cancelled", "paid")
# What the public may ask for by name (spec); the others are the owner's.
PUBLIC_STATUSES: Final = (
    *("open", "partially_filled", "assigned", "closing", "closed", "completed", "paid", "cancelled"),
)

KINDS: Final = ("ordinary", "rental", "personal", "picture", "humanization", "qa", "taste", "cake")
DIRECT: Final = ("rental", "personal")  # one named person is hired with the money, without an application of his
MANAGED: Final = ("picture", "humanization", "qa", "taste", "cake")  # a product of ours edits them, not the owner
# Kind -> the kind of work by which its fee is found (escrow.rules.WORK_KINDS).
FEE_KIND: Final = {"ordinary": "bounty", **dict.fromkeys(DIRECT, "direct"), **{kind: kind for kind in MANAGED}}
MODES: Final = ("application", "photo_upload", "video_upload", "document_upload")
# Upload mode -> the settings that it needs, and no other: on the wire and as a field.
UPLOAD_SETTINGS: Final = {
    "photo_upload": ("photoSubmission", "photo_submission"),
    "video_upload": ("videoSubmission", "video_submission"),
    "document_upload": ("documentSubmission", "document_submission"),
}

POOL_MAX_CENTS: Final = 1_000_000
SPOTS_MAX: Final = 2000
DEFAULT_DEADLINE: Final = timedelta(days=30)
DEADLINE_MAX: Final = timedelta(days=365)
UNPAID_LIFE: Final = timedelta(days=7)  # an unfunded bounty is closed after this
REFILL: Final = timedelta(hours=72)  # after the deadline, those who applied in time can still be accepted this long
NOTICE_HOURS: Final = 48  # an on-site bounty where no operator row says otherwise
EVIDENCE: Final = ("text", "photo", "video", "link")
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


def plan_bounty(
    *, price_cents: int, price_type: str, estimated_hours: Decimal, spots: int, limited: bool = True
) -> Plan:
    """The price of a seat: the price itself, or, hourly, price x estimated hours, half up to the cent, once.

    Raises SeatTooSmall (400) below a cent; PoolTooLarge (400) above 10,000 USD of worker pay, unless an edit makes it
    smaller anyway (`limited` false).
    """
    seat = price_cents if price_type == "fixed" else half_up(price_cents * estimated_hours)
    if seat < 1:
        raise SeatTooSmall()
    plan = Plan(seat, spots)
    if limited and plan.worker_cents > POOL_MAX_CENTS:
        raise PoolTooLarge(workerTotalCents=plan.worker_cents, maximumCents=POOL_MAX_CENTS)
    return plan


def owner_actions(status: str, *, taken: int) -> list[str]:
    """What the owner may ask for with `taken` spots hired: by PATCH (status), POST /api/bounties/deposit and DELETE."""
    moves = BOUNTY.table.get(status, {})
    actions = [action for action in ("pause", "shut", "reopen") if action in moves]
    actions += {"paused": ["shut"], "in_review": ["pause"], "pending_deposit": ["deposit"]}.get(status, [])
    return [*actions, "close", "cancel"] if "stop" in moves and not taken and status != "completed" else actions


def filled(spots: int, taken: int) -> str:
    """Which step a bounty takes when `taken` of its `spots` are hired after one more acceptance."""
    return "fill_last" if taken >= spots else "fill_one"


def lost(spots: int, taken: int) -> str:
    """Which step it takes when a seat was lost: `taken` of the `spots` that are left stay hired."""
    if spots == 0:
        return "stop"
    if taken == 0:
        return "lose_all"
    return "stay_full" if taken >= spots else "lose_one"


def recruiting(spots: int, taken: int) -> str:
    """The status of a bounty that takes people again, by how many of its spots are taken: assigned when all are."""
    if taken == 0:
        return "open"
    return "assigned" if taken >= spots else "partially_filled"
