"""The state of a hired seat, the next action and who has to take it: everything that jobOverview computes."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bounties.rules.bounties import RUNS
from bounties.rules.hiring import review_until
from bounties.rules.seats import closes_at, overdue_at
from bounties.rules.terms import SETTLE_WITHIN

# In order of precedence; all of them take precedence over the work states (spec, Application).
OUTCOMES: Final = ("released", "resolved", "refunded", "disputed", "seat_released", "cancelled")
WORK_STATES: Final = (
    *("awaiting_confirmation", "in_progress", "evidence_in_review", "redo_requested", "approved_awaiting_release"),
)
STATES: Final = (*WORK_STATES, *OUTCOMES)
DEADLINES: Final = ("confirmation", "start", "completion", "response", "review", "release", "settlement")
WORKER_ACTIONS: Final = ("confirm_seat", "start_work", "submit_evidence", "claim_completion")
OWNER_ACTIONS: Final = (
    *("decide_extension", "follow_up", "review_submission", "decide_escalation", "confirm_delivery", "release_payment"),
    "settle_attendance",
)
STAFF_ACTIONS: Final = ("staff_review", "resolve_dispute")
ACTIONS: Final = (*WORKER_ACTIONS, *OWNER_ACTIONS, *STAFF_ACTIONS)
# What evidence waits for that a managed run judges, by the kind of its bounty: what the rules of a QA run leave to its owner.
_OF_RUNS: Final = dict.fromkeys(RUNS, "") | {"qa": "decide_escalation"}
BUYER_ACTIONS: Final = ("approve", "request_redo", "reject")


@dataclass(frozen=True, slots=True)
class Facts:
    """The columns that the overview of a hired seat is computed from. `delivered` and `completed`: whether it ever was;
    `submission`: the latest one's status, `covered`: the kinds of evidence in it; `kind`: the bounty's."""

    application: str
    bounty: str
    escrow: str
    refunded_to: str | None = None
    delivered: bool = False
    completed: bool = False
    submission: str | None = None
    wanted: Sequence[str] = ()
    covered: Collection[str] = ()
    confirmed: bool = False
    started: bool = False
    flagged: bool = False
    left_at: datetime | None = None
    needs_staff: bool = False
    extension_pending: bool = False
    confirm_by: datetime | None = None
    start_by: datetime | None = None
    complete_by: datetime | None = None
    ends_at: datetime | None = None
    held_until: datetime | None = None
    flag_at: datetime | None = None
    review_due_at: datetime | None = None
    auto_release_at: datetime | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Deadline:
    kind: str
    at: datetime
    is_overdue: bool


@dataclass(frozen=True, slots=True)
class Action:
    kind: str

    @property
    def actor_is_owner(self) -> bool:
        return self.kind in OWNER_ACTIONS


@dataclass(frozen=True, slots=True)
class Overview:
    """`job_state` is the state of the work; it differs from `overall_state` only during a dispute. `ends_at`: when a clock
    ends the seat if nothing is sent."""

    overall_state: str
    job_state: str
    next_deadline: Deadline | None
    missing_evidence: list[str]
    next_action: Action | None
    buyer_actions: list[str]
    ends_at: datetime | None = None


def overview(facts: Facts, now: datetime) -> Overview:
    """The overview of a hired seat at `now` (UTC)."""
    outcome, work = outcome_of(facts), work_state(facts)
    if outcome is not None and outcome != "disputed":
        return Overview(outcome, outcome, None, [], None, [])
    missing = (
        [] if work == "approved_awaiting_release" else [kind for kind in facts.wanted if kind not in facts.covered]
    )
    if outcome == "disputed":  # all deadlines are paused, and both parties wait
        return Overview(outcome, work, None, missing, Action("resolve_dispute"), [])
    waits_for = next_action(facts, work)
    judges = facts.submission == "pending_review" and facts.kind not in _OF_RUNS
    return Overview(
        overall_state=work,
        job_state=work,
        next_deadline=_first(clocks(facts, work), now),
        missing_evidence=missing,
        next_action=Action(waits_for) if waits_for else None,
        buyer_actions=list(BUYER_ACTIONS) if judges else [],
        ends_at=ends_at(facts),
    )


def ends_at(facts: Facts) -> datetime | None:
    """When the seat ends by a clock (UTC) unless it is confirmed, begun or delivered; None once anything was delivered."""
    if facts.delivered:
        return None
    if not facts.confirmed:
        return facts.confirm_by
    moments = [
        None if facts.started else facts.start_by,
        closes_at(facts.complete_by, facts.ends_at, facts.held_until),
    ]
    return min((moment for moment in moments if moment is not None), default=None)


def outcome_of(facts: Facts) -> str | None:
    """The outcome of escrow and seat; None while the work state applies."""
    refunded = facts.escrow == "refunded"
    happened = {
        "released": facts.escrow == "released",
        "resolved": facts.escrow == "resolved",
        "refunded": refunded and facts.refunded_to != "pool",
        "disputed": facts.escrow == "disputed",
        "seat_released": refunded or facts.application in ("expired", "withdrawn"),
        "cancelled": facts.escrow in ("cancelled", "expired") or facts.bounty == "cancelled",
    }
    return next((outcome for outcome in OUTCOMES if happened[outcome]), None)


def work_state(facts: Facts) -> str:
    """The state of the work, whatever the escrow's. A delivery without evidence is the worker's completion claim."""
    if facts.completed or facts.submission == "approved":
        return "approved_awaiting_release"
    if facts.submission == "pending_review":
        return "evidence_in_review"
    if facts.submission is not None:
        return "redo_requested"
    if facts.delivered:
        return "evidence_in_review"
    return "in_progress" if facts.confirmed else "awaiting_confirmation"


def clocks(facts: Facts, work: str) -> Iterator[tuple[str, datetime | None]]:
    """The deadlines that apply in this state of the work."""
    if work == "awaiting_confirmation":
        yield "confirmation", facts.confirm_by
    elif work == "evidence_in_review":
        yield "review", review_until(facts.kind, facts.review_due_at, facts.complete_by)
    elif work == "approved_awaiting_release":
        yield "release", facts.auto_release_at
    elif facts.left_at is not None:
        yield "settlement", None if facts.needs_staff else facts.left_at + SETTLE_WITHIN
    else:
        yield "start", None if facts.started else facts.start_by
        yield "completion", overdue_at(facts.complete_by, facts.held_until)
        yield "response", facts.flag_at


def next_action(facts: Facts, work: str) -> str:
    """The action that the seat waits for; empty when a run does what is next by itself."""
    if work == "awaiting_confirmation":
        return "confirm_seat"
    if work == "evidence_in_review":
        if facts.submission != "pending_review":
            return "confirm_delivery"
        return _OF_RUNS.get(facts.kind, "review_submission")
    if work == "approved_awaiting_release":
        return "release_payment"
    if facts.needs_staff:
        return "staff_review"
    if facts.left_at is not None:
        return "settle_attendance"
    if facts.extension_pending:
        return "decide_extension"
    if facts.flagged:
        return "follow_up"
    if facts.start_by is not None and not facts.started:
        return "start_work"
    # Where no evidence is asked for, the worker claims completion in the conversation.
    return "submit_evidence" if facts.wanted or facts.submission else "claim_completion"


def _first(running: Iterator[tuple[str, datetime | None]], now: datetime) -> Deadline | None:
    first = min(((at, kind) for kind, at in running if at is not None), default=None)
    return Deadline(first[1], first[0], first[0] <= now) if first else None
