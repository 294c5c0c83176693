"""Several seats of one bounty: filled, lost, cancelled and paid one by one; what is told, and to whom."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from bounties.models import Application, Bounty
from bounties.services import timers
from humans.models import Conversation
from marketplace.api.fields import timestamp
from marketplace.core import clock, ids
from tests.api import Api
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
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def url(bounty: Bounty, application: Application, verb: str = "") -> str:
    path = f"/api/bounties/{bounty.public_id}/applications/{application.public_id}"
    return f"{path}/{verb}" if verb else path


def data(type_: str, entity: str) -> Any:
    return Event.objects.get(type=type_, entity=entity).data


def state(bounty: Bounty) -> tuple[str, int, int]:
    bounty.refresh_from_db()
    return bounty.status, bounty.spots_filled, bounty.spots_available


def pool(bounty: Bounty) -> int:
    return books.balance(books.pool(bounty.pool_id))


@pytest.mark.main
def test_every_fact_of_a_hire_carries_its_ids_and_no_more(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_confirmed(spots_available=2)

    bounty, application, escrow = seat.bounty.public_id, seat.application.public_id, seat.escrow.public_id
    named = {
        "bountyId": bounty,
        "applicationId": application,
        "humanId": seat.worker.account.public_profile_id,
    }
    talk = {"conversationId": ids.encode("cnv", seat.application.conversation_id)}
    name = seat.worker.account.name
    assert data("application.submitted", application) == named | talk | {"applicantName": name, "status": "pending"}
    accepted = named | talk | {"escrowId": escrow, "applicantName": name, "confirmBy": "2026-11-21T12:00:00.000Z"}
    assert data("application.accepted", application) == data("application.confirmed", application) == accepted
    assert data("bounty.seat_filled", application) == named | talk | {"spotsFilled": 1, "spotsRemaining": 1}
    assert data("escrow.funded", escrow) == named | {
        "escrowId": escrow,
        "kind": "seat",
        "amountCents": 590,
        "workerPayoutCents": 500,
        "platformFeeCents": 90,
    }
    assert data("escrow.funded", seat.bounty.pool.public_id) == {
        "bountyId": bounty,
        "escrowId": seat.bounty.pool.public_id,
        "kind": "pool",
        "amountCents": 1180,
        "workerPayoutCents": 1000,
        "platformFeeCents": 180,
    }
    assert set(Event.objects.filter(public=True).values_list("account_id", flat=True)) == {seat.agent.account.pk}


def test_three_seats_fill_and_the_fourth_applicant_waits(new_events: Any) -> None:
    agent = given_funded_agent(3 * 590)
    bounty = given_bounty(agent, spots_available=3)
    states = []
    for _ in range(3):
        given_hired(agent=agent, bounty=bounty)
        states.append((*state(bounty), pool(bounty)))
    new_events.clear()

    assert states == [("partially_filled", 1, 3, 1180), ("partially_filled", 2, 3, 590), ("assigned", 3, 3, 0)]
    assert Event.objects.filter(type="bounty.seat_filled").count() == 3
    owner = agent.get(f"/api/bounties/{bounty.public_id}")["bounty"]
    assert len(owner["assignedHumanIds"]) == 3
    assert (owner["spotsFilled"], owner["spotsRemaining"]) == (3, 0)
    late = Api().get(f"/api/bounties/{bounty.public_id}")
    assert late["bounty"]["status"] == "assigned"
    assert new_events() == []


def test_nobody_applies_to_an_assigned_bounty(worker: Api) -> None:
    seat = given_hired()

    with untouched():
        refused = worker.post(f"/api/bounties/{seat.bounty.public_id}/applications", {"coverLetter": "Me."})

    assert (refused.status, refused.code, refused["currentState"]) == (409, "bounty_not_open", "assigned")


def test_losing_one_of_three_keeps_the_others_and_returns_one_share(at: Callable[[str], datetime]) -> None:
    moment = at("2026-11-21T10:00:00Z")
    agent = given_funded_agent(3 * 590)
    bounty = given_bounty(agent, spots_available=3)
    lost = given_hired(agent=agent, bounty=bounty)
    kept = [given_confirmed(agent=agent, bounty=bounty) for _ in range(2)]
    assert state(bounty) == ("assigned", 3, 3)
    at((moment + timedelta(hours=2)).isoformat())

    assert timers.release_unconfirmed() == 1

    assert (state(bounty), pool(bounty)) == (("partially_filled", 2, 3), 590)
    assert [seat.fresh().escrow.status for seat in (lost, *kept)] == ["refunded", "locked", "locked"]
    expired = data("application.seat_expired", lost.application.public_id)
    assert expired["reason"] == "confirmation_timeout"
    assert expired["escrowId"] == lost.escrow.public_id
    assert Conversation.objects.get(application_id=lost.application.pk).subject_status == "expired"
    assert books.balance(books.wallet(agent.account.pk)) == 0


def test_a_confirmed_seat_outlives_the_two_hours(at: Callable[[str], datetime]) -> None:
    moment = at("2026-11-21T10:00:00Z")
    given_confirmed()
    at((moment + timedelta(hours=3)).isoformat())

    with untouched():
        assert timers.release_unconfirmed() == 0


@pytest.mark.parametrize("given", [given_confirmed, given_delivered, given_completed, given_released])
def test_confirming_again_later_changes_nothing(given: Callable[..., Seat]) -> None:
    seat = given()

    with untouched():
        again = seat.worker.post(url(seat.bounty, seat.application, "confirm"))

    assert again.status == 200


def test_pending_and_rejected_applications_are_not_confirmed(worker: Api) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    _, application = given_application(bounty, worker)

    with untouched():
        early = worker.post(url(bounty, application, "confirm"))
    agent.patch(url(bounty, application), {"action": "reject"})
    with untouched():
        late = worker.post(url(bounty, application, "confirm"))
        owner = agent.post(url(bounty, application, "confirm"))

    assert (early.status, early.code, early["currentState"]) == (409, "invalid_state", "pending")
    assert (late.status, late.code, late["currentState"]) == (409, "invalid_state", "rejected")
    assert (owner.status, owner.code) == (403, "session_required")


def test_accepting_twice_with_one_key_hires_once() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    _, application = given_application(bounty)
    body = {"action": "accept", "idempotencyKey": "hire"}
    first = agent.patch(url(bounty, application), body)

    with untouched():
        again = agent.patch(url(bounty, application), body)
        keyless = agent.patch(url(bounty, application), {"action": "accept"})
        other = agent.patch(url(bounty, application), body | {"response": "Welcome."})

    assert (again.status, again.body) == (200, first.body)
    assert (keyless.status, keyless.code, keyless["currentState"]) == (409, "invalid_state", "accepted")
    assert (other.status, other.code) == (409, "idempotency_key_reused")


def test_an_unknown_action_or_words_too_long_decide_nothing() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    _, application = given_application(bounty)

    with untouched():
        for body in ({}, {"action": "hire"}, {"action": "reject", "response": "x" * 1001}):
            refused = agent.patch(url(bounty, application), body)
            assert (refused.status, refused.code) == (400, "validation_error")
        assert agent.patch(url(bounty, application) + "x", {"action": "accept"}).status == 404


def test_rejecting_tells_why_and_that_a_person_did_it(new_events: Any) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    _, application = given_application(bounty)

    agent.patch(url(bounty, application), {"action": "reject", "response": "Not this time."})

    told = data("application.rejected", application.public_id)
    assert (told["response"], told["automatic"]) == ("Not this time.", False)
    assert Conversation.objects.get().subject_status == "rejected"


def test_cancelling_tells_applicants_that_it_was_automatic(new_events: Any, ledger: Callable[[], Any]) -> None:
    agent = given_funded_agent()
    wallet = books.balance(books.wallet(agent.account.pk))
    bounty = given_bounty(agent, spots_available=3)
    pending = [given_application(bounty)[1] for _ in range(2)]
    _, earlier = given_application(bounty)
    agent.patch(url(bounty, earlier), {"action": "reject", "response": "No."})
    new_events.clear()

    agent.delete(f"/api/bounties/{bounty.public_id}", {"reason": "other", "details": "It rains."})

    bounty.refresh_from_db()
    assert (bounty.close_reason, bounty.close_details, bounty.pool.status) == ("other", "It rains.", "refunded")
    assert new_events() == ["application.rejected", "application.rejected", "escrow.refunded"]
    assert all(data("application.rejected", row.public_id)["automatic"] is True for row in pending)
    assert Application.objects.get(pk=earlier.pk).response == "No."
    assert books.balance(books.wallet(agent.account.pk)) == wallet


def test_only_the_owner_cancels_and_once(other_agent: Api, support: Api, anonymous: Api) -> None:
    agent = given_funded_agent(100)
    hidden = given_bounty(agent)
    path = f"/api/bounties/{hidden.public_id}"
    live = f"/api/bounties/{given_bounty(given_funded_agent()).public_id}"
    reason = {"reason": "not_enough_applicants"}

    with untouched():
        assert other_agent.delete(path, reason).status == 404
        assert other_agent.delete(live, reason).code == "not_owner"
        assert support.delete(path, reason).code == "not_owner"
        assert anonymous.delete(live, reason).status == 401
        assert agent.delete(path, {"reason": "other", "details": "x" * 501}).status == 400
    ended = agent.delete(path, reason)
    assert (ended["bounty"]["status"], ended["bounty"]["spotsRemaining"]) == ("cancelled", 1)
    with untouched():
        assert agent.delete(path, reason)["bounty"]["status"] == "cancelled"


def test_two_seats_are_paid_one_by_one_and_the_bounty_when_both_are() -> None:
    agent = given_funded_agent(2 * 590)
    bounty = given_bounty(agent, spots_available=2)
    first = given_released(agent=agent, bounty=bounty)
    assert state(bounty) == ("partially_filled", 1, 2)

    second = given_delivered(agent=agent, bounty=bounty)
    assert state(bounty) == ("assigned", 2, 2)
    agent.post(f"/api/escrow/{second.escrow.public_id}/complete")
    assert state(bounty) == ("completed", 2, 2)
    agent.post(f"/api/escrow/{second.escrow.public_id}/release", {"acknowledgeRelease": True})

    assert state(bounty) == ("paid", 2, 2)
    assert [books.balance(books.earnings(seat.worker.account.pk)) for seat in (first, second)] == [500, 500]
    assert books.house_balance(books.FEES) == 180
    completed = Event.objects.filter(type="bounty.completed").order_by("id")
    assert [fact.data["completedSeats"] for fact in completed] == [1, 2]


def test_a_seat_whose_money_is_decided_takes_no_further_step() -> None:
    seat = given_released(completion_window_hours=24)
    path = f"/api/bounties/{seat.bounty.public_id}"
    own = f"{path}/applications/{seat.application.public_id}"
    here = {"state": "arrived", "lat": 1, "lng": 1, "accuracyM": 5, "capturedAt": timestamp(clock.wall())}

    with untouched():
        found = [
            seat.worker.post(f"{own}/extension", {"hours": 3, "reason": "Rain."}),
            seat.agent.post(f"{own}/extension/decision", {"action": "grant", "hours": 3}),
            seat.worker.post(f"{own}/start"),
            seat.worker.post(f"{path}/attendance", here),
            seat.worker.post(f"{path}/submissions", {"textEvidence": "More."}),
            seat.worker.post(
                f"/api/conversations/{ids.encode('cnv', seat.application.conversation_id)}/completion-claim"
            ),
        ]

    assert [(answer.status, answer.code) for answer in found] == [(409, "invalid_state")] * 6
    assert {answer["currentState"] for answer in found} == {"released"}


def test_after_a_release_without_confirmation_no_refusal_names_a_step(worker: Api) -> None:
    seat = given_hired()
    assert seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/release", {"acknowledgeRelease": True}).status == 200
    own = f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}"

    refused = [seat.agent.patch(own, {"action": "accept"}), seat.worker.patch(own, {"action": "withdraw"})]

    assert [(answer.status, answer["allowedActions"]) for answer in refused] == [(409, []), (409, [])]
