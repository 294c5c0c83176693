"""jobOverview of real seats: what the owner sees after each step, and when a clock has run out."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from bounties.services import timers
from tests.bounties.test_applicants import listed, one
from tests.factories.market import (
    Seat,
    given_application,
    given_bounty,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def job(seat: Seat) -> dict[str, Any]:
    """jobOverview as the owner reads it, the same in the list and alone."""
    shown: dict[str, Any] = one(seat.agent, seat.bounty, seat.application)["application"]["jobOverview"]
    rows = {row["id"]: row["jobOverview"] for row in listed(seat.agent, seat.bounty)}
    assert rows[seat.application.public_id] == shown
    return shown


def test_the_overview_follows_a_hire_from_acceptance_to_payment(at: Callable[[str], datetime]) -> None:
    # given a hired person
    start = at("2026-11-21T10:00:00Z")
    seat = given_hired(evidence_types=["text", "link"], start_window_minutes=60, completion_window_hours=24)
    path = f"/api/bounties/{seat.bounty.public_id}"
    base = f"{path}/applications/{seat.application.public_id}"
    escrow = seat.escrow.public_id
    money = {"amountCents": 590, "workerPayoutCents": 500, "escrowId": escrow, "refundedTo": None}
    assert job(seat) == {
        "overallState": "awaiting_confirmation",
        "jobState": "awaiting_confirmation",
        "nextDeadline": {"kind": "confirmation", "at": "2026-11-21T12:00:00.000Z", "isOverdue": False},
        "endsAt": "2026-11-21T12:00:00.000Z",
        "missingEvidence": ["text", "link"],
        "latestMessage": {"at": "2026-11-21T10:00:00.000Z", "preview": "On my way.", "fromSide": "human"},
        "money": {"status": "locked", **money},
        "nextAction": {"kind": "confirm_seat", "actorIsOwner": False},
        "buyerActions": [],
        "contest": None,
        "evidenceFlags": [],
    }

    # when the worker confirms, begins, and asks for more time
    seat.worker.post(f"{base}/confirm")
    assert stage(seat) == ("in_progress", "start", "2026-11-21T11:00:00.000Z", "start_work", False)
    seat.worker.post(f"{base}/start")
    assert stage(seat) == ("in_progress", "completion", "2026-11-22T10:00:00.000Z", "submit_evidence", False)
    seat.worker.post(f"{base}/extension", {"hours": 12, "reason": "Rain."})
    assert stage(seat) == ("in_progress", "completion", "2026-11-22T10:00:00.000Z", "decide_extension", True)
    seat.agent.post(f"{base}/extension/decision", {"action": "approve"})
    assert stage(seat) == ("in_progress", "completion", "2026-11-22T22:00:00.000Z", "submit_evidence", False)

    # and sends half of what is asked for, which is sent back
    sent = seat.worker.post(f"{path}/submissions", {"textEvidence": "Open 9 to 18."})["submission"]["id"]
    assert stage(seat) == ("evidence_in_review", "review", "2026-11-24T10:00:00.000Z", "review_submission", True)
    assert (job(seat)["missingEvidence"], job(seat)["money"]["status"]) == (["link"], "delivered")
    assert job(seat)["buyerActions"] == ["approve", "request_redo", "reject"]
    seat.agent.patch(f"{path}/submissions/{sent}", {"action": "request_redo", "response": "A link, please."})
    assert stage(seat) == ("redo_requested", "completion", "2026-11-22T22:00:00.000Z", "submit_evidence", False)
    assert job(seat)["buyerActions"] == []

    # and sends all of it, which is approved
    whole = {"textEvidence": "Open 9 to 18.", "links": ["https://example.com/a"]}
    sent = seat.worker.post(f"{path}/submissions", whole)["submission"]["id"]
    assert (job(seat)["overallState"], job(seat)["missingEvidence"]) == ("evidence_in_review", [])
    seat.agent.patch(f"{path}/submissions/{sent}", {"action": "approve"})
    release = (start + timedelta(days=3)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    assert stage(seat) == ("approved_awaiting_release", "release", release, "release_payment", True)

    # and is paid: then it is over, and nobody's turn
    seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/release", {"acknowledgeRelease": True})
    shown = job(seat)
    assert (shown["overallState"], shown["jobState"], shown["money"]["status"]) == ("released",) * 3
    assert (shown["nextDeadline"], shown["nextAction"]) == (None, None)
    assert (shown["missingEvidence"], shown["buyerActions"]) == ([], [])
    [row] = listed(seat.agent, seat.bounty)
    assert (row["completedTasksCount"], row["totalEarnedCents"]) == (1, 500)


def stage(seat: Seat) -> tuple[str, str, str, str, bool]:
    shown = job(seat)
    deadline, action = shown["nextDeadline"], shown["nextAction"]
    assert deadline["isOverdue"] is False
    return shown["overallState"], deadline["kind"], deadline["at"], action["kind"], action["actorIsOwner"]


def test_an_overdue_clock_is_called_so_until_the_timer_takes_the_seat(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_hired()
    at("2026-11-21T12:00:00Z")
    assert job(seat)["nextDeadline"] == {"kind": "confirmation", "at": "2026-11-21T12:00:00.000Z", "isOverdue": True}

    timers.release_unconfirmed()

    shown = job(seat)
    assert (shown["overallState"], shown["jobState"]) == ("seat_released", "seat_released")
    assert (shown["money"]["status"], shown["nextDeadline"], shown["nextAction"]) == ("refunded", None, None)


def test_silence_is_a_deadline_and_then_the_owners_turn(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_confirmed(response_window_hours=8)
    assert stage(seat)[1:3] == ("response", "2026-11-21T18:00:00.000Z")

    at("2026-11-21T18:00:00Z")
    timers.flag_silent()

    assert job(seat)["nextDeadline"]["kind"] == "completion"
    assert job(seat)["nextAction"] == {"kind": "follow_up", "actorIsOwner": True}


def test_a_contest_is_for_staff(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_delivered(completion_window_hours=1)
    sent = seat.application.submissions.get()
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{sent.public_id}"
    seat.agent.patch(path, {"action": "reject", "response": "Blurred."})
    assert stage(seat)[:3] == ("redo_requested", "completion", "2026-11-22T10:00:00.000Z")

    at("2026-11-22T09:00:00Z")
    contested = seat.worker.post(f"/api/work/{seat.application.public_id}/contest", {"reason": "It is sharp."})
    assert contested.status == 200

    assert job(seat)["nextAction"] == {"kind": "staff_review", "actorIsOwner": False}
    assert job(seat)["overallState"] == "redo_requested"


def test_a_claim_where_no_evidence_is_asked_for_waits_for_the_owners_word() -> None:
    seat = given_confirmed()
    assert job(seat)["nextAction"] == {"kind": "claim_completion", "actorIsOwner": False}

    assert seat.application.conversation is not None
    seat.worker.post(f"/api/conversations/{seat.application.conversation.public_id}/completion-claim")

    shown = job(seat)
    assert (shown["overallState"], shown["nextDeadline"]["kind"]) == ("evidence_in_review", "review")
    assert shown["nextAction"] == {"kind": "confirm_delivery", "actorIsOwner": True}
    assert shown["buyerActions"] == []


@pytest.mark.parametrize("verb", ["expire", "withdraw", "cancel"])
def test_a_lost_seat_says_where_its_money_went(verb: str) -> None:
    seat = given_hired()
    base = f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}"
    if verb == "expire":
        seat.agent.post(f"{base}/expire")
    elif verb == "withdraw":
        seat.worker.patch(base, {"action": "withdraw"})
    else:
        seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/cancel")

    shown = job(seat)

    assert shown["overallState"] == ("refunded" if verb == "cancel" else "seat_released")
    assert shown["money"]["escrowId"] == seat.escrow.public_id


def test_whoever_was_never_hired_has_no_overview() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    worker, withdrawn = given_application(bounty)
    _, rejected = given_application(bounty)
    base = f"/api/bounties/{bounty.public_id}/applications"
    worker.patch(f"{base}/{withdrawn.public_id}", {"action": "withdraw"})
    agent.patch(f"{base}/{rejected.public_id}", {"action": "reject"})

    assert [(row["status"], row["jobOverview"]) for row in listed(agent, bounty)] == [
        ("rejected", None),
        ("withdrawn", None),
    ]
