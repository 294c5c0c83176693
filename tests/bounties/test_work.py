"""GET /api/work: a person's applications, seats and next deadlines."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import (
    given_application,
    given_bounty,
    given_delivered,
    given_funded_agent,
    given_hired,
    untouched,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
SEAT = ("overallState", "nextDeadline", "nextAction", "latestSubmissionStatus", "latestSubmission", "money")


def work(caller: Api, query: str = "") -> list[dict[str, Any]]:
    answer = caller.get(f"/api/work{query}")
    assert answer.status == 200, answer.body
    assert answer.headers["Cache-Control"] == "private, no-store"
    rows: list[dict[str, Any]] = answer["applications"]
    return rows


def test_a_pending_application_shows_its_bounty_and_no_seat(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    bounty = given_bounty(given_funded_agent(), price_cents=1250)
    worker, application = given_application(bounty)

    [shown] = work(worker)

    assert (shown["id"], shown["bountyId"], shown["status"]) == (
        application.public_id,
        bounty.public_id,
        "pending",
    )
    assert shown["bounty"] == {
        "id": bounty.public_id,
        "title": bounty.title,
        "status": "open",
        "price": 12.5,
        "priceType": "fixed",
        "deadline": "2026-12-21T10:00:00.000Z",
    }
    assert [shown[name] for name in (*SEAT, "confirmBy", "startBy", "completeBy")] == [None] * 9


def test_a_seat_shows_its_clocks_its_evidence_and_its_money_until_it_is_paid(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_hired(evidence_types=["text"], start_window_minutes=60, completion_window_hours=24)
    path = f"/api/bounties/{seat.bounty.public_id}"
    escrow = seat.escrow.public_id
    money = {"amountCents": 590, "workerPayoutCents": 500, "escrowId": escrow, "refundedTo": None}

    [hired] = work(seat.worker)
    assert hired["confirmBy"] == "2026-11-21T12:00:00.000Z"
    assert {name: hired[name] for name in SEAT} == {
        "overallState": "awaiting_confirmation",
        "nextDeadline": {"kind": "confirmation", "at": "2026-11-21T12:00:00.000Z", "isOverdue": False},
        "nextAction": {"kind": "confirm_seat", "actorIsOwner": False},
        "latestSubmissionStatus": None,
        "latestSubmission": None,
        "money": {"status": "locked", **money},
    }

    seat.worker.post(f"{path}/applications/{seat.application.public_id}/confirm")
    [confirmed] = work(seat.worker)
    assert (confirmed["startBy"], confirmed["completeBy"]) == ("2026-11-21T11:00:00.000Z", "2026-11-22T10:00:00.000Z")
    assert confirmed["nextDeadline"] == {"kind": "start", "at": "2026-11-21T11:00:00.000Z", "isOverdue": False}

    for verdict in ("request_redo", "approve"):
        sent = seat.worker.post(f"{path}/submissions", {"textEvidence": "Done."})["submission"]["id"]
        assert work(seat.worker)[0]["latestSubmissionStatus"] == "pending_review"
        seat.agent.patch(f"{path}/submissions/{sent}", {"action": verdict, "response": "Once more."})
        seen = {"request_redo": "redo_requested", "approve": "approved"}[verdict]
        assert work(seat.worker)[0]["latestSubmissionStatus"] == seen
    seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/release", {"acknowledgeRelease": True})

    [paid] = work(seat.worker)
    assert (paid["overallState"], paid["bounty"]["status"]) == ("released", "paid")
    assert paid["money"] == {"status": "released", **money}
    assert (paid["nextDeadline"], paid["nextAction"]) == (None, None)


def test_the_list_is_ones_own_newest_first_and_by_status() -> None:
    agent, worker = given_funded_agent(), given_worker()
    pending, rejected, withdrawn, accepted = (
        given_application(given_bounty(agent), worker)[1].public_id for _ in range(4)
    )
    given_application(given_bounty(agent))  # of somebody else
    for application, caller, action in (
        (rejected, agent, "reject"),
        (withdrawn, worker, "withdraw"),
        (accepted, agent, "accept"),
    ):
        bounty = next(row["bountyId"] for row in work(worker) if row["id"] == application)
        answer = caller.patch(f"/api/bounties/{bounty}/applications/{application}", {"action": action})
        assert answer.status == 200, answer.body

    assert [row["id"] for row in work(worker)] == [accepted, withdrawn, rejected, pending]
    for status, own in (
        ("pending", [pending]),
        ("rejected", [rejected]),
        ("withdrawn", [withdrawn]),
        ("accepted", [accepted]),
        ("expired", []),
    ):
        assert [row["id"] for row in work(worker, f"?status={status}")] == own
    assert work(given_worker()) == []


def test_a_hidden_bounty_stays_in_the_list_of_whoever_takes_part() -> None:
    seat = given_hired()
    seat.bounty.is_private = True
    seat.bounty.save(update_fields=["is_private"])

    assert [row["bountyId"] for row in work(seat.worker)] == [seat.bounty.public_id]


def test_an_agents_key_has_no_work(agent: Api, anonymous: Api) -> None:
    for caller, status, code in ((agent, 403, "session_required"), (anonymous, 401, "authentication_required")):
        with untouched():
            answer = caller.get("/api/work")
        assert (answer.status, answer.code) == (status, code)


def test_a_cursor_fits_ones_own_list_and_one_status() -> None:
    agent, worker, other = given_funded_agent(), given_worker(), given_worker()
    for caller in (worker, worker, other, other):
        given_application(given_bounty(agent), caller)
    cursor = worker.get("/api/work?limit=1")["nextCursor"]

    assert worker.get(f"/api/work?limit=1&cursor={cursor}").status == 200
    for caller, query in ((other, ""), (worker, "&status=pending")):
        answer = caller.get(f"/api/work?limit=1{query}&cursor={cursor}")
        assert (answer.status, answer.code) == (400, "invalid_cursor")


def test_five_seats_cost_as_many_queries_as_one() -> None:
    counts = []
    for rows in (1, 5):
        agent, worker = given_funded_agent(), given_worker()
        for _ in range(rows):
            bounty = given_bounty(agent)
            base = f"/api/bounties/{bounty.public_id}"
            application = given_application(bounty, worker)[1].public_id
            for caller, method, path, body in (
                (agent, "PATCH", f"/applications/{application}", {"action": "accept"}),
                (worker, "POST", f"/applications/{application}/confirm", None),
                (worker, "POST", "/submissions", {"textEvidence": "Done."}),
            ):
                assert caller.call(method, base + path, body).status == 200
        work(worker)
        with CaptureQueriesContext(connection) as seen:
            found = work(worker)
        counts.append(len(seen))
        assert [row["latestSubmissionStatus"] for row in found] == ["pending_review"] * rows
    assert counts[0] == counts[1], [query["sql"][:200] for query in seen.captured_queries]


def test_a_worker_reads_why_his_evidence_was_sent_back() -> None:
    seat = given_delivered()
    path = f"/api/bounties/{seat.bounty.public_id}/submissions"
    sent = seat.agent.get(path)["submissions"][0]["id"]
    seat.agent.patch(f"{path}/{sent}", {"action": "request_redo", "response": "The door is out of focus."})

    [shown] = work(seat.worker)

    latest = shown["latestSubmission"]
    assert (latest["id"], latest["status"], latest["response"]) == (
        sent,
        "redo_requested",
        "The door is out of focus.",
    )
    assert shown["latestSubmissionStatus"] == "redo_requested"
