"""States and limits of a bounty, and the plan of its cost."""

from dataclasses import dataclass
from datetime import timedelta
from decimal import ROUND_CEILING, Decimal
from typing import Final

from bounties.errors import PoolTooLarge, SeatTooSmall
from marketplace.core.money import half_up
from marketplace.core.states import Machine

# Contract, section 4. `fill_*` and `lose_*` are seats hired and lost; `stop` leads to closed or cancelled, in the same
# transaction unless the pool can't be refunded just then. A bounty that takes no applications keeps its status when a seat is
# lost, except with no free spot left: then it is assigned.
_NOT_RECRUITING = {"lose_one": "{0}", "lose_all": "{0}", "stay_full": "assigned", "stop": "closing"}
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
        "paused": {state: to.format("paused") for state, to in _NOT_RECRUITING.items()} | {"reopen": "open"},
        "in_review": {state: to.format("in_review") for state, to in _NOT_RECRUITING.items()}
        | {"fill_one": "in_review", "fill_last": "assigned", "reopen": "open"},
        "pending_funding": {state: to.format("pending_funding") for state, to in _NOT_RECRUITING.items()}
        | {"reopen": "open", "await_funding": "pending_funding"},
        "assigned": {
            "lose_one": "partially_filled",
            "lose_all": "open",
            "stay_full": "assigned",
            "widen": "partially_filled",
            "finish": "completed",
            "stop": "closing",
        },
        # The decision of a dispute may remove the last seat of a completed bounty.
        "completed": {"pay": "paid", "stop": "closing"},
        "closing": {"close": "closed", "cancel": "cancelled"},
    },
)
STATUSES: Final = sorted(BOUNTY.states)
LIVE: Final = ("open", "partially_filled")  # takes applications
HIRES: Final = (*LIVE, "in_review")  # the owner can accept; in_review takes no new applications
# With free spots, which are removed after the deadline.
UNFILLED: Final = ("open", "partially_filled", "paused", "in_review", "pending_funding")
REVIEWABLE: Final = (
    "open",
    "partially_filled",
    "paused",
    "in_review",
)  # the owner can still reject and un-reject applicants
FULL: Final = ("assigned", "completed", "paid")  # no spot is left
CLOSED: Final = ("closed", "cancelled")
OVER: Final = (*CLOSED, "paid")
# Statuses by which the public may filter (spec); the others are for the owner only.
PUBLIC_STATUSES: Final = (
    *("open", "partially_filled", "assigned", "closing", "closed", "completed", "paid", "cancelled"),
)

KINDS: Final = ("ordinary", "rental", "personal", "picture", "humanization", "qa", "taste", "cake")
RUNS: Final = ("qa", "taste")  # of a managed run, whose public id is the bounty's product_ref
DIRECT: Final = ("rental", "personal")  # one named person is hired when the deposit is paid, without applying
MANAGED: Final = (
    "picture",
    "humanization",
    "qa",
    "taste",
    "cake",
)  # managed by a product of ours; the owner can't edit them
# Kind -> kind of work that determines the fee rate (escrow.rules.WORK_KINDS).
FEE_KIND: Final = {"ordinary": "bounty", **dict.fromkeys(DIRECT, "direct"), **{kind: kind for kind in MANAGED}}
MODES: Final = ("application", "photo_upload", "video_upload", "document_upload")
# Upload mode -> its settings: (wire name, field name).
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
RAISE_LIFE: Final = timedelta(hours=24)  # an unpaid raise is abandoned after this
REFILL: Final = timedelta(hours=72)  # how long after the deadline those who applied in time can still be accepted
NOTICE_HOURS: Final = 48  # for on-site bounties without an operator's rule
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
    """The cost of a bounty: one seat's worker pay in cents, and the number of seats. Used by the dry run and by creation."""

    seat_cents: int
    spots: int

    @property
    def worker_cents(self) -> int:
        return self.seat_cents * self.spots


def plan_bounty(
    *, price_cents: int, price_type: str, estimated_hours: Decimal, spots: int, limited: bool = True
) -> Plan:
    """The pay of a seat in cents: the price, or for hourly ones price x estimated hours, rounded half up.

    `limited` false: an edit that lowers the total, which is allowed above the maximum, too. Raises SeatTooSmall (400)
    below a cent, PoolTooLarge (400) above 10,000 USD of worker pay.
    """
    seat = price_cents if price_type == "fixed" else half_up(price_cents * estimated_hours)
    if seat < 1:
        raise SeatTooSmall()
    plan = Plan(seat, spots)
    if limited and plan.worker_cents > POOL_MAX_CENTS:
        raise PoolTooLarge(workerTotalCents=plan.worker_cents, maximumCents=POOL_MAX_CENTS)
    return plan


def least_price(hourly_cents: int, *, price_type: str, estimated_hours: Decimal) -> int:
    """The lowest price in cents that pays an hour this much: the hour's, or the whole seat's, rounded up."""
    if price_type == "hourly":
        return hourly_cents
    return int((hourly_cents * estimated_hours).to_integral_value(ROUND_CEILING))


def owner_actions(status: str, *, taken: int) -> list[str]:
    """The owner's actions with `taken` spots filled: by PATCH (status), POST /api/bounties/deposit and DELETE."""
    moves = BOUNTY.table.get(status, {})
    actions = [action for action in ("pause", "shut", "reopen") if action in moves]
    actions += {"paused": ["shut"], "in_review": ["pause"], "pending_deposit": ["deposit"]}.get(status, [])
    return [*actions, "close", "cancel"] if "stop" in moves and not taken and status != "completed" else actions


def seat_filled_action(spots: int, taken: int) -> str:
    """The state action after an acceptance, with `taken` of the `spots` filled now."""
    return "fill_last" if taken >= spots else "fill_one"


def seat_lost_action(spots: int, taken: int) -> str:
    """The state action after a lost seat, with `taken` of the remaining `spots` filled."""
    if spots == 0:
        return "stop"
    if taken == 0:
        return "lose_all"
    return "stay_full" if taken >= spots else "lose_one"


def recruiting_status(spots: int, taken: int) -> str:
    """The status of a bounty that recruits again, by its filled spots: assigned when all are."""
    if taken == 0:
        return "open"
    return "assigned" if taken >= spots else "partially_filled"
