"""A seat's money: released once, refunded once, never both, and always with a log that says who did it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from escrow.models import Escrow
from escrow.services import releases
from marketplace.core import ids
from tests.api import Api
from tests.factories.market import (
    Seat,
    given_bounty,
    given_completed,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    untouched,
)
from wallet import ledger as books
from wallet.ports import audits

pytestmark = pytest.mark.django_db
YES = {"acknowledgeRelease": True}
VERBS = {"release": YES, "cancel": None, "complete": None}


def violations() -> list[str]:
    return [row[0] for audit in audits.all() for row in audit()]


def url(seat: Seat, verb: str = "") -> str:
    return f"/api/escrow/{seat.escrow.public_id}" + (f"/{verb}" if verb else "")


def earned(seat: Seat) -> int:
    return books.balance(books.earnings(seat.worker.account.pk))


def wallet(seat: Seat) -> int:
    return books.balance(books.wallet(seat.agent.account.pk))


@pytest.mark.parametrize("given", [given_hired, given_confirmed, given_delivered, given_completed])
def test_a_release_pays_worker_and_platform_from_every_open_state(given: Callable[..., Seat], new_events: Any) -> None:
    seat = given(agent=given_funded_agent(590))

    released = seat.agent.post(url(seat, "release"), YES)

    seat.fresh()
    assert (released.status, released["payoutStatus"], released["escrow"]["status"]) == (200, "paid", "released")
    assert (earned(seat), books.house_balance(books.FEES), wallet(seat)) == (500, 90, 0)
    assert seat.bounty.status == "paid"
    assert new_events().count("escrow.released") == new_events().count("bounty.completed") == 1
    assert seat.worker.get("/api/earnings/balance")["availableCents"] == 500
    assert violations() == []


def test_a_release_without_acknowledgement_names_the_amounts_and_moves_nothing(
    new_events: Any, ledger: Callable[[], Any]
) -> None:
    seat = given_delivered()
    new_events.clear()
    before = ledger()

    preview = seat.agent.post(url(seat, "release"))

    assert (preview.status, preview.code) == (409, "release_acknowledgement_required")
    assert (preview["amountCents"], preview["workerPayoutCents"]) == (590, 500)
    assert preview["worker"]["humanId"] == seat.worker.account.public_profile_id
    assert (seat.escrow.status, new_events(), ledger()) == ("delivered", [], before)


@pytest.mark.parametrize(
    ("verdict", "escrow", "evidence"),
    [
        ("", "delivered", "pending_review"),
        ("request_redo", "locked", "redo_requested"),
        ("reject", "locked", "rejected"),
        ("approve", "completed", "approved"),
    ],
)
def test_the_preview_of_a_release_says_how_the_work_stands(verdict: str, escrow: str, evidence: str) -> None:
    seat = given_delivered()
    sent = seat.application.submissions.get()
    if verdict:
        path = f"/api/bounties/{seat.bounty.public_id}/submissions/{sent.public_id}"
        seat.agent.patch(path, {"action": verdict, "response": "So it is."})

    with untouched():
        preview = seat.agent.post(url(seat, "release"))

    assert (preview["escrowStatus"], preview["latestSubmissionStatus"]) == (escrow, evidence)


def test_the_preview_of_a_release_says_that_nothing_was_sent() -> None:
    seat = given_hired()

    with untouched():
        preview = seat.agent.post(url(seat, "release"))

    assert (preview["escrowStatus"], preview["latestSubmissionStatus"]) == ("locked", None)


@pytest.mark.parametrize("other", ["app_01m7y41gw9e99bhhcyyf5tcp12", "nonsense"])
def test_a_release_meant_for_somebody_else_moves_nothing(ledger: Callable[[], Any], other: str) -> None:
    seat = given_delivered()
    before = ledger()

    refused = seat.agent.post(url(seat, "release"), YES | {"applicationId": other})
    right = seat.agent.post(url(seat, "release"), {"applicationId": seat.application.public_id})

    assert (refused.status, refused.code) == (409, "escrow_application_mismatch")
    assert (refused["applicationId"], refused["currentState"]) == (seat.application.public_id, "delivered")
    assert refused["allowedActions"] == ["complete", "release", "dispute"]
    assert right.code == "release_acknowledgement_required"
    assert ledger() == before


def test_a_release_past_a_requested_redo_leaves_that_verdict_alone() -> None:
    seat = given_delivered()
    sent = seat.application.submissions.get()
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{sent.public_id}"
    seat.agent.patch(path, {"action": "request_redo", "response": "Again, please."})

    assert seat.agent.post(url(seat, "release"), YES).status == 200

    [work] = seat.worker.get("/api/work")["applications"]
    assert (work["overallState"], work["latestSubmissionStatus"], work["nextAction"]) == (
        "released",
        "redo_requested",
        None,
    )


def test_a_release_meant_for_another_person_of_the_bounty_says_so() -> None:
    seat = given_delivered(spots_available=2)
    other = given_hired(agent=seat.agent, bounty=seat.bounty)

    with untouched():
        refused = seat.agent.post(url(seat, "release"), YES | {"applicationId": other.application.public_id})

    assert (refused.status, refused.code) == (409, "escrow_recipient_mismatch")
    assert (refused["applicationId"], refused["currentState"]) == (seat.application.public_id, "delivered")


def test_waiting_evidence_can_be_sent_back_or_paid_but_not_cancelled() -> None:
    seat = given_delivered()

    with untouched():
        refused = seat.agent.post(url(seat, "cancel"))

    assert (refused.code, refused["currentState"]) == ("evidence_exists", "delivered")
    assert refused["allowedActions"] == ["request_redo", "complete", "release", "dispute"]
    assert "/dispute" in refused["error"]


def test_a_pool_says_whether_it_can_be_cancelled() -> None:
    seat = given_hired()
    empty = given_bounty(seat.agent)

    with untouched():
        hired = seat.agent.post(f"/api/escrow/{ids.encode('esc', seat.bounty.pool_id)}/complete")
        free = seat.agent.post(f"/api/escrow/{ids.encode('esc', empty.pool_id)}/release", YES)

    assert (hired.code, hired["currentState"], hired["allowedActions"]) == ("escrow_is_pool", "funded", [])
    assert (free.code, free["currentState"], free["allowedActions"]) == ("escrow_is_pool", "funded", ["cancel"])


def test_a_release_approves_the_pending_submission() -> None:
    seat = given_delivered()

    seat.agent.post(url(seat, "release"), YES)

    assert seat.application.submissions.get().status == "approved"


def test_a_second_ending_is_refused_whatever_it_is(ledger: Callable[[], Any]) -> None:
    seat = given_delivered()
    seat.agent.post(url(seat, "release"), YES)
    before = ledger()

    answers = [seat.agent.post(url(seat, verb), body) for verb, body in VERBS.items()]

    assert [(answer.status, answer.code, answer["allowedActions"]) for answer in answers[:1]] == [
        (409, "invalid_state", [])
    ]
    assert [answer.status for answer in answers] == [409, 409, 409]
    assert ledger() == before


def test_confirming_delivery_sets_the_dates_of_the_ladder(at: Callable[[str], Any]) -> None:
    now = at("2026-11-21T10:00:00Z")
    seat = given_delivered()

    done = seat.agent.post(url(seat, "complete"))["escrow"]

    assert (done["status"], done["completedAt"]) == ("completed", "2026-11-21T10:00:00.000Z")
    assert seat.escrow.dispute_window_ends_at == now + timedelta(hours=24)
    assert seat.escrow.auto_release_at == now + timedelta(days=3)


def test_undelivered_work_is_not_confirmed() -> None:
    seat = given_confirmed()

    refused = seat.agent.post(url(seat, "complete"))

    allowed = ["release", "cancel", "dispute"]
    assert (refused.status, refused.code, refused["allowedActions"]) == (409, "invalid_state", allowed)


def test_completed_work_is_released_by_itself_when_its_time_has_come(at: Callable[[str], Any]) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_completed()

    at("2026-11-24T09:59:59Z")
    assert releases.release_due() == 0
    at("2026-11-24T10:00:00Z")
    assert [releases.release_due(), releases.release_due()] == [1, 0]

    assert (seat.escrow.status, earned(seat)) == ("released", 500)


def test_cancelling_an_undelivered_seat_returns_its_share_and_drops_the_spot() -> None:
    seat = given_confirmed(agent=given_funded_agent(1180), spots_available=2)

    cancelled = seat.agent.post(url(seat, "cancel"))

    seat.fresh()
    assert (cancelled["escrow"]["status"], cancelled["escrow"]["refundedTo"]) == ("refunded", "wallet")
    assert (wallet(seat), seat.application.status, seat.application.end_reason) == (590, "expired", "poster_released")
    assert (seat.bounty.status, seat.bounty.spots_available, seat.bounty.spots_filled) == ("open", 1, 0)
    assert violations() == []


def test_cancelling_the_last_seat_cancels_the_bounty() -> None:
    seat = given_confirmed(agent=given_funded_agent(590))

    seat.agent.post(url(seat, "cancel"))

    seat.fresh()
    assert (seat.bounty.status, wallet(seat)) == ("cancelled", 590)
    assert violations() == []


def test_a_seat_that_ever_delivered_is_not_cancelled(ledger: Callable[[], Any]) -> None:
    seat = given_delivered()
    pending = seat.application.submissions.get()
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{pending.public_id}"
    seat.agent.patch(path, {"action": "request_redo", "response": "Again, please."})
    before = ledger()

    refused = seat.agent.post(url(seat, "cancel"))

    assert (refused.status, refused.code, refused["allowedActions"]) == (
        409,
        "evidence_exists",
        ["release", "dispute"],
    )
    assert (seat.escrow.status, ledger()) == ("locked", before)


def test_a_pool_is_not_released_and_cancelling_it_cancels_the_bounty() -> None:
    agent = given_funded_agent(590)
    bounty = agent.post("/api/bounties", {"title": "T", "description": "D", "price": 5, "estimatedHours": 1})
    pool = f"/api/escrow/{bounty['escrowId']}"

    assert [agent.post(f"{pool}/{verb}", YES).code for verb in ("release", "complete")] == ["escrow_is_pool"] * 2
    assert agent.get(pool)["escrow"]["remainingCents"] == 590
    assert agent.post(f"{pool}/cancel")["escrow"]["status"] == "refunded"
    assert agent.get(f"/api/bounties/{bounty['bountyId']}")["bounty"]["status"] == "cancelled"
    assert books.balance(books.wallet(agent.account.pk)) == 590


def test_the_worker_sees_the_escrow_and_may_not_decide_it(other_agent: Api, ledger: Callable[[], Any]) -> None:
    seat = given_delivered()
    before = ledger()

    assert seat.worker.get(url(seat)).status == 200
    assert [row["kind"] for row in seat.worker.get("/api/escrow")["escrows"]] == ["seat"]
    for verb, body in VERBS.items():
        assert seat.worker.post(url(seat, verb), body).code == "not_poster"
        assert other_agent.post(url(seat, verb), body).status == 404
    assert other_agent.get(url(seat)).status == 404
    assert ledger() == before


def test_the_audit_log_says_who_moved_it_and_names_no_account(support: Api) -> None:
    seat = given_completed()

    log = support.get(url(seat))["escrow"]["auditLog"]

    assert [(entry["from"], entry["to"]) for entry in log] == [
        ("funded", "locked"),
        ("locked", "delivered"),
        ("delivered", "completed"),
    ]
    assert log[1]["actor"] == f"session:{seat.worker.account.public_profile_id}"
    assert "usr_" not in str(log)


def test_filters_find_the_escrow_of_an_application() -> None:
    seat = given_hired()

    def found(query: str) -> list[str]:
        return [row["id"] for row in seat.agent.get(f"/api/escrow?{query}")["escrows"]]

    assert found(f"applicationId={seat.application.public_id}") == [seat.escrow.public_id]
    assert found(f"bountyId={seat.bounty.public_id}&kind=seat") == [seat.escrow.public_id]
    of_worker = f"humanId={seat.worker.account.public_profile_id}"
    assert found(f"{of_worker}&bountyId={seat.bounty.public_id}") == [seat.escrow.public_id]
    alone = seat.agent.get(f"/api/escrow?{of_worker}")
    assert (alone.status, list(alone["fields"])) == (400, ["humanId"])
    assert found("applicationId=app_nothing") == found("status=released") == []


@pytest.mark.parametrize(
    ("tampering", "fault"),
    [
        (
            "update escrow_escrow set status = 'released', ended_at = created_at, released_at = created_at, "
            "completed_at = created_at, earned_cents = human_payout_cents where kind = 'seat'",
            "ended escrow still holds money",
        ),
        (
            "update escrow_escrow set amount_cents = 700, human_payout_cents = 610 where kind = 'seat'",
            "open seat does not hold its amount",
        ),
        ("update bounties_bounty set spots_available = 2", "pool differs from its free seats"),
        ("update bounties_application set escrow_id = null", "hired without an escrow"),
        ("update bounties_bounty set spots_filled = 0", "spots filled differ from hired people"),
    ],
)
def test_check_ledger_names_a_state_that_disagrees_with_the_money(
    capsys: pytest.CaptureFixture[str], tampering: str, fault: str
) -> None:
    given_hired()
    assert violations() == []

    with connection.cursor() as cursor:
        cursor.execute(tampering)

    with pytest.raises(SystemExit):
        call_command("check_ledger")
    assert fault in capsys.readouterr().out


def test_a_failing_escrow_does_not_stop_the_timer_for_the_others(at: Callable[[str], Any], monkeypatch: Any) -> None:
    at("2026-11-21T10:00:00Z")
    first, second = given_completed(), given_completed()
    broken = first.escrow.pk
    real = releases.pay

    def pay(actor: Any, subject: Any, locked: Any, escrow: Escrow, *, note: str) -> Escrow:
        if escrow.pk == broken:
            raise RuntimeError("this one can't")
        return real(actor, subject, locked, escrow, note=note)

    monkeypatch.setattr(releases, "pay", pay)
    at("2026-11-25T10:00:00Z")

    releases.release_due()

    assert (first.escrow.status, second.escrow.status) == ("completed", "released")
