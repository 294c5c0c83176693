"""jobOverview as a table: every combination of what the rows may say, without a database."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations, product
from typing import Any

import pytest

from bounties.rules.bounties import STATUSES as BOUNTY_STATUSES
from bounties.rules.overview import (
    ACTIONS,
    BUYER_ACTIONS,
    DEADLINES,
    OUTCOMES,
    STATES,
    WORK_STATES,
    Action,
    Deadline,
    Facts,
    overview,
)
from bounties.rules.submissions import SUBMISSION
from escrow.rules.escrows import STATUSES as ESCROW_STATUSES

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
HOUR = timedelta(hours=1)
APPLICATIONS = ("accepted", "expired", "withdrawn")
# Disputes and warranties come with a later part; the rules know them already.
ESCROWS = sorted({*ESCROW_STATUSES, "disputed", "resolved", "warranty_hold"})
SUBMISSIONS = (None, *sorted(SUBMISSION.states))
CLOCKS = {
    "confirm_by": NOW + 1 * HOUR,
    "start_by": NOW + 2 * HOUR,
    "complete_by": NOW + 3 * HOUR,
    "flag_at": NOW + 4 * HOUR,
    "review_due_at": NOW + 5 * HOUR,
    "auto_release_at": NOW + 6 * HOUR,
}
LOCKED = Facts(application="accepted", bounty="assigned", escrow="locked", wanted=("text", "photo"))
CONFIRMED = replace(LOCKED, confirmed=True)
IN_REVIEW = replace(CONFIRMED, escrow="delivered", delivered=True, started=True, submission="pending_review")
SENT_BACK = replace(IN_REVIEW, escrow="locked", submission="redo_requested")
APPROVED = replace(IN_REVIEW, escrow="completed", completed=True, submission="approved")

# What makes each outcome true, in the spec's order.
MAKES: dict[str, dict[str, Any]] = {
    "released": {"escrow": "released"},
    "resolved": {"escrow": "resolved"},
    "refunded": {"escrow": "refunded", "refunded_to": "wallet"},
    "disputed": {"escrow": "disputed"},
    "seat_released": {"application": "expired"},
    "cancelled": {"bounty": "cancelled"},
}


def test_the_precedence_is_the_one_of_the_specification() -> None:
    assert OUTCOMES == ("released", "resolved", "refunded", "disputed", "seat_released", "cancelled") == tuple(MAKES)


@pytest.mark.parametrize("submission", SUBMISSIONS)
@pytest.mark.parametrize("outcome", OUTCOMES)
def test_an_outcome_wins_over_stale_evidence(outcome: str, submission: str | None) -> None:
    seen = overview(replace(IN_REVIEW, submission=submission, **MAKES[outcome]), NOW)

    assert seen.overall_state == outcome
    assert seen.buyer_actions == []
    assert seen.next_deadline is None


@pytest.mark.parametrize(("earlier", "later"), [*combinations(OUTCOMES, 2)])
def test_of_two_outcomes_the_earlier_one_is_shown(earlier: str, later: str) -> None:
    together = MAKES[later] | MAKES[earlier]  # one escrow has one status: then the earlier one's is what it is

    assert overview(replace(IN_REVIEW, **together), NOW).overall_state == earlier


@pytest.mark.parametrize(
    ("facts", "state"),
    [
        ({"escrow": "refunded", "refunded_to": "pool", "application": "expired"}, "seat_released"),
        ({"escrow": "refunded", "refunded_to": "pool", "application": "withdrawn"}, "seat_released"),
        ({"escrow": "refunded", "refunded_to": "wallet", "application": "expired"}, "refunded"),
        ({"escrow": "refunded", "refunded_to": "wallet", "application": "withdrawn"}, "refunded"),
        ({"escrow": "refunded", "refunded_to": "pool", "bounty": "cancelled"}, "seat_released"),
        ({"escrow": "cancelled"}, "cancelled"),
        ({"escrow": "expired"}, "cancelled"),
        ({"escrow": "released", "application": "expired", "bounty": "cancelled"}, "released"),
        ({"escrow": "disputed", "application": "withdrawn"}, "disputed"),
    ],
)
def test_a_share_in_the_pool_is_a_released_seat_and_one_in_the_wallet_a_refund(
    facts: dict[str, Any], state: str
) -> None:
    assert overview(replace(LOCKED, **facts), NOW).overall_state == state


def expected_outcome(application: str, bounty: str, escrow: str, refunded_to: str | None) -> str | None:
    """The spec's sentence once more, as a ladder."""
    if escrow in ("released", "resolved", "disputed"):
        return escrow
    if escrow == "refunded":
        return "seat_released" if refunded_to == "pool" else "refunded"
    if application != "accepted":
        return "seat_released"
    return "cancelled" if escrow in ("cancelled", "expired") or bounty == "cancelled" else None


def expected_work(confirmed: bool, delivered: bool, completed: bool, submission: str | None) -> str:
    match submission:
        case _ if completed:
            return "approved_awaiting_release"
        case "approved":
            return "approved_awaiting_release"
        case "pending_review":
            return "evidence_in_review"
        case "rejected" | "redo_requested":
            return "redo_requested"
    if delivered:
        return "evidence_in_review"
    return "in_progress" if confirmed else "awaiting_confirmation"


def test_every_combination_has_its_one_answer() -> None:
    yes_no = (False, True)
    count = 0
    for application, bounty, escrow, refunded_to, submission, confirmed, delivered, completed in product(
        APPLICATIONS, BOUNTY_STATUSES, ESCROWS, (None, "pool", "wallet"), SUBMISSIONS, yes_no, yes_no, yes_no
    ):
        seen = overview(
            Facts(
                application=application,
                bounty=bounty,
                escrow=escrow,
                refunded_to=refunded_to,
                submission=submission,
                confirmed=confirmed,
                delivered=delivered,
                completed=completed,
                wanted=("text",),
                **CLOCKS,  # type: ignore[arg-type]
            ),
            NOW,
        )
        outcome = expected_outcome(application, bounty, escrow, refunded_to)
        work = expected_work(confirmed, delivered, completed, submission)
        over = outcome not in (None, "disputed")
        assert seen.overall_state == (outcome or work)
        assert seen.job_state == (outcome if over else work)
        assert (seen.next_deadline is None) is (outcome is not None)
        assert (seen.next_action is None) is over
        may_review = outcome is None and submission == "pending_review"
        assert seen.buyer_actions == (list(BUYER_ACTIONS) if may_review else [])
        count += 1
    assert count == 3 * len(BOUNTY_STATUSES) * len(ESCROWS) * 3 * 5 * 8


@pytest.mark.parametrize(
    ("facts", "state"),
    [
        (LOCKED, "awaiting_confirmation"),
        (CONFIRMED, "in_progress"),
        (IN_REVIEW, "evidence_in_review"),
        (replace(IN_REVIEW, submission=None, wanted=()), "evidence_in_review"),
        (SENT_BACK, "redo_requested"),
        (replace(SENT_BACK, submission="rejected"), "redo_requested"),
        (replace(SENT_BACK, escrow="delivered", submission="pending_review"), "evidence_in_review"),
        (APPROVED, "approved_awaiting_release"),
        (replace(APPROVED, escrow="warranty_hold"), "approved_awaiting_release"),
        (replace(APPROVED, submission="pending_review"), "approved_awaiting_release"),
    ],
)
def test_while_the_money_is_undecided_the_evidence_decides(facts: Facts, state: str) -> None:
    seen = overview(facts, NOW)

    assert (seen.overall_state, seen.job_state) == (state, state)


@pytest.mark.parametrize(
    ("facts", "work"),
    [(CONFIRMED, "in_progress"), (IN_REVIEW, "evidence_in_review"), (APPROVED, "approved_awaiting_release")],
)
def test_a_dispute_freezes_the_seat_and_shows_where_the_work_stands(facts: Facts, work: str) -> None:
    seen = overview(replace(facts, escrow="disputed", **CLOCKS), NOW)  # type: ignore[arg-type]

    assert (seen.overall_state, seen.job_state) == ("disputed", work)
    assert (seen.next_deadline, seen.buyer_actions) == (None, [])
    assert seen.next_action == Action("resolve_dispute") and not seen.next_action.actor_is_owner


@pytest.mark.parametrize(
    ("facts", "kind", "column"),
    [
        (LOCKED, "confirmation", "confirm_by"),
        (CONFIRMED, "start", "start_by"),
        (replace(CONFIRMED, started=True), "completion", "complete_by"),
        (IN_REVIEW, "review", "review_due_at"),
        (SENT_BACK, "completion", "complete_by"),
        (APPROVED, "release", "auto_release_at"),
    ],
)
def test_the_next_deadline_is_the_first_clock_that_runs_in_this_state(facts: Facts, kind: str, column: str) -> None:
    running = replace(facts, **CLOCKS)  # type: ignore[arg-type]
    due = CLOCKS[column]

    assert overview(running, NOW).next_deadline == Deadline(kind, due, False)
    assert overview(running, due - HOUR / 60).next_deadline == Deadline(kind, due, False)
    assert overview(running, due).next_deadline == Deadline(kind, due, True)
    assert overview(running, due + HOUR).next_deadline == Deadline(kind, due, True)


def test_silence_is_a_deadline_when_it_comes_first_or_alone() -> None:
    alone = replace(CONFIRMED, flag_at=NOW + HOUR)
    first = replace(CONFIRMED, started=True, flag_at=NOW + HOUR, complete_by=NOW + 2 * HOUR)

    for facts in (alone, first):
        assert overview(facts, NOW).next_deadline == Deadline("response", NOW + HOUR, False)


def test_a_pending_request_for_more_time_holds_the_completion_back() -> None:
    held = replace(CONFIRMED, started=True, complete_by=NOW - HOUR, held_until=NOW + HOUR, extension_pending=True)

    assert overview(held, NOW).next_deadline == Deadline("completion", NOW + HOUR, False)
    assert overview(replace(held, held_until=None), NOW).next_deadline == Deadline("completion", NOW - HOUR, True)


@pytest.mark.parametrize("facts", [LOCKED, CONFIRMED, IN_REVIEW, SENT_BACK, APPROVED])
def test_without_a_clock_there_is_no_deadline(facts: Facts) -> None:
    assert overview(facts, NOW).next_deadline is None


@pytest.mark.parametrize(
    ("facts", "missing"),
    [
        (LOCKED, ["text", "photo"]),
        (CONFIRMED, ["text", "photo"]),
        (replace(IN_REVIEW, covered=["text"]), ["photo"]),
        (replace(IN_REVIEW, covered=["text", "photo"]), []),
        (replace(SENT_BACK, covered=["photo"]), ["text"]),
        (replace(IN_REVIEW, wanted=("video",), covered=["text"]), ["video"]),
        (replace(IN_REVIEW, escrow="disputed", covered=["text"]), ["photo"]),
        (APPROVED, []),
        (replace(CONFIRMED, application="expired"), []),
        (replace(CONFIRMED, escrow="released"), []),
    ],
)
def test_what_nothing_was_sent_for_is_missing_until_the_work_is_accepted(facts: Facts, missing: list[str]) -> None:
    assert overview(facts, NOW).missing_evidence == missing


@pytest.mark.parametrize(
    ("facts", "kind", "owner"),
    [
        (LOCKED, "confirm_seat", False),
        (CONFIRMED, "submit_evidence", False),
        (replace(CONFIRMED, start_by=NOW), "start_work", False),
        (replace(CONFIRMED, start_by=NOW, started=True), "submit_evidence", False),
        (replace(CONFIRMED, wanted=()), "claim_completion", False),
        (replace(CONFIRMED, extension_pending=True, flagged=True), "decide_extension", True),
        (replace(CONFIRMED, flagged=True), "follow_up", True),
        (IN_REVIEW, "review_submission", True),
        (replace(IN_REVIEW, submission=None, wanted=()), "confirm_delivery", True),
        (SENT_BACK, "submit_evidence", False),
        (replace(SENT_BACK, wanted=()), "submit_evidence", False),
        (replace(SENT_BACK, needs_staff=True, extension_pending=True), "staff_review", False),
        (APPROVED, "release_payment", True),
        (replace(IN_REVIEW, escrow="disputed"), "resolve_dispute", False),
    ],
)
def test_the_next_action_names_what_is_to_be_done_and_whose_turn_it_is(facts: Facts, kind: str, owner: bool) -> None:
    action = overview(facts, NOW).next_action

    assert action is not None
    assert (action.kind, action.actor_is_owner) == (kind, owner)


@pytest.mark.parametrize("submission", SUBMISSIONS)
def test_the_buyer_reviews_what_waits_for_review_and_nothing_else(submission: str | None) -> None:
    actions = overview(replace(IN_REVIEW, submission=submission), NOW).buyer_actions

    assert actions == (["approve", "request_redo", "reject"] if submission == "pending_review" else [])
    assert set(actions) <= set(SUBMISSION.allowed(submission or ""))


def test_the_words_of_the_overview_are_told_apart() -> None:
    assert set(STATES) == {*WORK_STATES, *OUTCOMES} and len(STATES) == 11
    for words in (STATES, DEADLINES, ACTIONS, BUYER_ACTIONS):
        assert len(set(words)) == len(words)
