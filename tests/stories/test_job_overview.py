"""One hire, looked at by its owner after every step; and a worker who looks at their work meanwhile."""

from typing import Any

import pytest

from .conftest import Caller, Instance, hire

pytestmark = pytest.mark.live
WORK = {"evidenceTypes": ["text", "link"], "startWindowMinutes": 60, "completionWindowHours": 24}


def look(agent: Caller, bounty: str, application: str) -> dict[str, Any]:
    """jobOverview, which the list and the single read show alike."""
    base = f"/api/bounties/{bounty}/applications"
    found: dict[str, Any] = agent("GET", f"{base}/{application}")["application"]["jobOverview"]
    rows = agent("GET", f"{base}?sort=recommended")["applications"]
    assert rows[0]["id"] == application and rows[0]["jobOverview"] == found
    return found


def glance(seen: dict[str, Any]) -> tuple[str, str | None, str | None, str]:
    deadline, action = seen["nextDeadline"] or {}, seen["nextAction"] or {}
    return seen["overallState"], deadline.get("kind"), action.get("kind"), seen["money"]["status"]


def mine(worker: Caller, application: str) -> dict[str, Any]:
    rows = worker("GET", "/api/work?limit=5")["applications"]
    found: dict[str, Any] = next(row for row in rows if row["id"] == application)
    return found


def test_the_owner_sees_whose_turn_it_is_at_every_step(instance: Instance) -> None:
    # given a hired person beside one who waits
    agent, worker, other = instance.agent(20), instance.worker(0), instance.worker(1)
    bounty, application, escrow = hire(agent, worker, **WORK, spotsAvailable=2)
    path = f"/api/bounties/{bounty}"
    base = f"{path}/applications/{application}"
    waiting = other("POST", f"{path}/applications", {"coverLetter": "Me too."})["application"]["id"]
    assert agent("GET", f"{path}/applications/{waiting}")["application"]["jobOverview"] is None
    seen = look(agent, bounty, application)
    assert glance(seen) == ("awaiting_confirmation", "confirmation", "confirm_seat", "locked")
    assert seen["missingEvidence"] == ["text", "link"]
    assert seen["latestMessage"]["preview"] == "On my way."
    assert mine(worker, application)["nextDeadline"] == seen["nextDeadline"]

    # when the worker confirms, starts and writes
    worker("POST", f"{base}/confirm")
    assert glance(look(agent, bounty, application)) == ("in_progress", "start", "start_work", "locked")
    worker("POST", f"{base}/start")
    assert glance(look(agent, bounty, application)) == ("in_progress", "completion", "submit_evidence", "locked")
    talk = mine(worker, application)["conversationId"]
    agent("POST", f"/api/conversations/{talk}/messages", {"content": "How is it going?"})
    assert look(agent, bounty, application)["latestMessage"]["fromSide"] == "agent"

    # and delivers, first a half, then all of it
    half = worker("POST", f"{path}/submissions", {"textEvidence": "Open 9 to 18."})["submission"]["id"]
    seen = look(agent, bounty, application)
    assert glance(seen) == ("evidence_in_review", "review", "review_submission", "delivered")
    assert (seen["missingEvidence"], seen["nextAction"]["actorIsOwner"]) == (["link"], True)
    assert seen["buyerActions"] == ["approve", "request_redo", "reject"]
    redo = {"action": "request_redo", "response": "A link, please."}
    agent("PATCH", f"{path}/submissions/{half}", redo)
    assert glance(look(agent, bounty, application)) == ("redo_requested", "completion", "submit_evidence", "locked")
    assert mine(worker, application)["latestSubmissionStatus"] == "redo_requested"
    whole = {"textEvidence": "Open 9 to 18.", "links": ["https://example.com/photo"]}
    sent = worker("POST", f"{path}/submissions", whole)["submission"]["id"]
    agent("PATCH", f"{path}/submissions/{sent}", {"action": "approve"})
    seen = look(agent, bounty, application)
    assert glance(seen) == ("approved_awaiting_release", "release", "release_payment", "completed")

    # then the money decides, for both
    agent("POST", f"/api/escrow/{escrow}/release", {"acknowledgeRelease": True})
    seen = look(agent, bounty, application)
    assert glance(seen) == ("released", None, None, "released")
    assert mine(worker, application)["overallState"] == "released"
    row = agent("GET", base)["application"]
    assert row["completedTasksCount"] >= 1 and row["totalEarnedCents"] >= 500
    instance.check_ledger()


def test_a_seat_that_nobody_confirms_is_released_before_the_owners_eyes(instance: Instance) -> None:
    agent, worker = instance.agent(20), instance.worker(2)
    bounty, application, escrow = hire(agent, worker)

    instance.advance(2 * 3600)

    seen = look(agent, bounty, application)
    assert (glance(seen), seen["money"]["escrowId"]) == (("seat_released", None, None, "refunded"), escrow)
    assert agent("GET", f"/api/bounties/{bounty}")["bounty"]["status"] == "open"
    instance.check_ledger()
