"""A pool ends when its bounty does, and a seat that is over says so in its own words."""

from collections.abc import Callable
from typing import Any

import pytest

from escrow.models import Escrow
from tests.factories.accounts import given_agent
from tests.factories.fees import given_rate
from tests.factories.market import (
    Seat,
    given_application,
    given_bounty,
    given_completed,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_released,
    untouched,
)
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
YES = {"acknowledgeRelease": True}


def test_the_pool_of_a_paid_bounty_ends_released(at: Callable[[str], Any]) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_released(agent=given_funded_agent(590))

    pool = seat.agent.get(f"/api/escrow/{seat.bounty.pool.public_id}")["escrow"]

    assert seat.bounty.status == "paid"
    assert (pool["status"], pool["remainingCents"]) == ("released", 0)
    assert "refundedTo" not in pool
    assert [(entry["from"], entry["to"]) for entry in pool["auditLog"]] == [
        ("funding", "funded"),
        ("funded", "released"),
    ]


def test_cancelling_the_last_open_seat_after_a_release_pays_the_bounty_and_ends_its_pool() -> None:
    agent = given_funded_agent(1180)
    bounty = given_bounty(agent, spots_available=2)
    given_released(agent=agent, bounty=bounty)
    second = given_confirmed(agent=agent, bounty=bounty)

    agent.post(f"/api/escrow/{second.escrow.public_id}/cancel")

    second.fresh()
    assert (second.bounty.status, second.bounty.spots_available, second.bounty.spots_filled) == ("paid", 1, 1)
    assert second.bounty.pool.status == "released"
    assert books.balance(books.wallet(agent.account.pk)) == 590


@pytest.mark.parametrize("given", [given_delivered, given_completed])
def test_a_seat_with_evidence_is_not_cancelled_in_whatever_state_it_is(given: Callable[..., Seat]) -> None:
    seat = given()

    with untouched():
        refused = seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/cancel")

    assert (refused.status, refused.code) == (409, "evidence_exists")
    assert refused["currentState"] == seat.escrow.status


def test_a_released_seat_refuses_everything_naming_its_own_state() -> None:
    seat = given_released()

    with untouched():
        answers = [
            seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/{verb}", YES) for verb in ("release", "complete")
        ]

    for refused in answers:
        assert (refused.status, refused.code) == (409, "invalid_state")
        assert (refused["currentState"], refused["allowedActions"]) == ("released", [])


def test_cancelling_a_seat_that_was_paid_without_evidence_names_the_escrows_state() -> None:
    seat = given_confirmed()
    seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/release", YES)

    with untouched():
        refused = seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/cancel")

    assert (refused.status, refused.code) == (409, "invalid_state")
    assert (refused["currentState"], refused["allowedActions"]) == ("released", [])


def test_a_pool_has_no_payout_status_anywhere() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)

    [listed] = agent.get(f"/api/escrow?bountyId={bounty.public_id}")["escrows"]

    assert "payoutStatus" not in agent.get(f"/api/escrow/{listed['id']}")["escrow"]
    assert "payoutStatus" not in listed


def test_a_finished_bounty_is_not_cancelled_and_the_answer_says_that_it_is_finished() -> None:
    seat = given_released()

    with untouched():
        refused = seat.agent.delete(f"/api/bounties/{seat.bounty.public_id}", {"reason": "task_no_longer_needed"})

    assert (refused.status, refused.code) == (409, "invalid_state")
    assert (refused["currentState"], refused["allowedActions"]) == ("paid", [])


def test_cancelling_an_unfunded_pool_cancels_its_bounty_and_moves_nothing(ledger: Callable[[], Any]) -> None:
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)
    before = ledger()

    ended = agent.post(f"/api/escrow/{bounty.pool.public_id}/cancel")["escrow"]

    bounty.refresh_from_db()
    assert (ended["status"], "refundedTo" in ended, ended["remainingCents"]) == ("cancelled", False, 0)
    assert (bounty.status, ledger()) == ("cancelled", before)


def test_cancelling_a_pool_with_somebody_hired_is_refused() -> None:
    seat = given_confirmed()

    with untouched():
        refused = seat.agent.post(f"/api/escrow/{seat.bounty.pool.public_id}/cancel")

    assert (refused.status, refused.code) == (409, "workers_hired")


def test_cancelling_a_pool_turns_applicants_down(new_events: Any) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    _, application = given_application(bounty)
    new_events.clear()

    agent.post(f"/api/escrow/{bounty.pool.public_id}/cancel")

    application.refresh_from_db()
    assert (application.status, new_events()) == ("rejected", ["application.rejected", "escrow.refunded"])


@pytest.mark.main
def test_a_seat_is_charged_at_the_rate_of_its_pool_whatever_holds_when_it_is_filled() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    before = Escrow.objects.get(kind="pool")
    given_rate(before.fee_bps + 700)

    seat = given_hired(agent=agent, bounty=bounty)

    held = seat.escrow
    assert (held.fee_bps, held.platform_fee_cents) == (before.fee_bps, before.platform_fee_cents)


def test_what_is_not_paid_yet_is_planned_anew_at_the_rate_of_its_posting(at: Callable[[str], Any]) -> None:
    at("2026-11-21T10:00:00Z")
    agent = given_agent()
    posted = agent.post(
        "/api/bounties",
        {
            "title": "Count the chairs",
            "description": "All of them.",
            "price": 5,
            "spotsAvailable": 3,
            "estimatedHours": 1,
        },
    )["bounty"]
    given_rate(2500)

    edited = agent.patch(f"/api/bounties/{posted['id']}", {"price": 10, "spotsAvailable": 2})["bounty"]

    pool = Escrow.objects.get(kind="pool")
    assert (posted["status"], pool.status, pool.fee_bps) == ("pending_deposit", "funding", 1800)
    assert (pool.human_payout_cents, pool.platform_fee_cents, pool.amount_cents) == (2000, 360, 2360)
    assert (edited["price"], edited["spotsAvailable"]) == (10, 2)
