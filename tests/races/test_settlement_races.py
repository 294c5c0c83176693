"""Settlements crossing with decisions, withdrawals, clocks and each other; and a settlement, an answer or a request killed at any
line."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from escrow.models import Case, CaseOffer, CaseRequest, Dispute, DisputeDecision, DisputePolicy
from escrow.services import case_clocks, decisions
from marketplace.core import clock
from marketplace.core.transactions import unit
from tests.escrow.test_decisions import given_dispute, given_staff
from tests.factories.cases import answer, ask, case_of, given_offer, offer, respond
from tests.factories.decisions import given_decision, given_preview
from tests.factories.market import given_funded_agent
from tests.kills import Verb, check_killed_anywhere
from tests.races.test_dispute_races import endings

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]
ROUNDS = range(3)


def over_now(dispute: Dispute) -> None:
    """Whatever waits in this case, its time is over."""
    past = clock.now() - timedelta(seconds=1)
    for rows in (Case.objects.filter(dispute=dispute), CaseOffer.objects.all(), CaseRequest.objects.all()):
        rows.update(due_at=past)


@pytest.mark.parametrize("_", ROUNDS)
def test_an_offer_is_accepted_while_staff_decide(_: int, at_once: AtOnce) -> None:
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    made = given_offer(seat.agent, dispute, 250)
    staff = given_staff()
    read = given_preview(staff, dispute.pk, worker_cents=500)

    accepted, decided = at_once(
        lambda: respond(seat.worker, dispute, made), lambda: unit(lambda: decisions.decide(staff, read))
    )

    was_decided = isinstance(decided, DisputeDecision)
    assert (accepted.status == 200) != was_decided, (accepted.body, decided)
    final = DisputeDecision.objects.get(state="final")
    assert final.worker_cents == (500 if was_decided else 250)
    assert (endings(seat.escrow), case_of(dispute).stage) == (1, "appeal" if was_decided else "closed")


@pytest.mark.parametrize("_", ROUNDS)
def test_an_offer_is_accepted_while_a_proposal_is_approved(_: int, at_once: AtOnce) -> None:
    DisputePolicy.objects.update_or_create(defaults={"approval_above_cents": 0})
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    made = given_offer(seat.agent, dispute, 250)
    first, second = given_staff(), given_staff()
    proposed = given_decision(first, dispute.pk, worker_cents=500)

    accepted, approved = at_once(
        lambda: respond(seat.worker, dispute, made), lambda: unit(lambda: decisions.approve(second, proposed.pk))
    )

    was_approved = isinstance(approved, DisputeDecision)
    assert (accepted.status == 200) != was_approved, (accepted.body, approved)
    assert DisputeDecision.objects.get(state="final").worker_cents == (500 if was_approved else 250)
    assert endings(seat.escrow) == 1


@pytest.mark.parametrize("_", ROUNDS)
def test_both_offers_accepted_at_once_are_one_settlement(_: int, at_once: AtOnce) -> None:
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    ours, theirs = given_offer(seat.agent, dispute, 100), given_offer(seat.worker, dispute, 400)

    answers = at_once(lambda: respond(seat.worker, dispute, ours), lambda: respond(seat.agent, dispute, theirs))

    assert sorted(one.status for one in answers) == [200, 409]
    assert CaseOffer.objects.filter(state="accepted").count() == 1
    assert DisputeDecision.objects.get().worker_cents == (100 if answers[0].status == 200 else 400)
    assert endings(seat.escrow) == 1


@pytest.mark.parametrize("_", ROUNDS)
def test_one_offer_accepted_twice_is_accepted_once(_: int, at_once: AtOnce) -> None:
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    made = given_offer(seat.agent, dispute, 250)

    answers = at_once(*[lambda: respond(seat.worker, dispute, made)] * 2)

    assert sorted(one.status for one in answers) == [200, 409]
    assert (DisputeDecision.objects.count(), endings(seat.escrow)) == (1, 1)


@pytest.mark.parametrize("_", ROUNDS)
def test_an_acceptance_against_a_withdrawal(_: int, at_once: AtOnce) -> None:
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    made = given_offer(seat.agent, dispute, 250)

    accepted, withdrawn = at_once(
        lambda: respond(seat.worker, dispute, made),
        lambda: seat.agent.post(f"/api/disputes/{dispute.public_id}/withdraw"),
    )

    assert sorted([accepted.status, withdrawn.status]) == [200, 409]
    assert seat.escrow.status == ("resolved" if accepted.status == 200 else "delivered")
    assert endings(seat.escrow) == int(accepted.status == 200)


@pytest.mark.parametrize("_", ROUNDS)
def test_an_acceptance_against_a_new_offer_of_its_maker(_: int, at_once: AtOnce) -> None:
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    made = given_offer(seat.agent, dispute, 400)

    accepted, lowered = at_once(lambda: respond(seat.worker, dispute, made), lambda: offer(seat.agent, dispute, 100))

    assert sorted([accepted.status, lowered.status]) == [200, 409]
    assert endings(seat.escrow) == int(accepted.status == 200)
    assert CaseOffer.objects.filter(state="open").count() == int(lowered.status == 200)


@pytest.mark.parametrize("_", ROUNDS)
def test_an_answer_against_the_end_of_its_time(_: int, at_once: AtOnce) -> None:
    seat, dispute = given_dispute()
    ask(given_staff(), dispute)

    def lapse() -> int:
        over_now(dispute)
        return case_clocks.run_clocks()

    answered, _ran = at_once(lambda: answer(seat.worker, dispute), lapse)

    state = CaseRequest.objects.get().state
    assert (answered.status, state) in ((200, "answered"), (409, "lapsed")), answered.body
    assert case_of(dispute).stage == "decision"


@pytest.mark.parametrize("_", ROUNDS)
def test_an_acceptance_against_the_end_of_its_time(_: int, at_once: AtOnce) -> None:
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    made = given_offer(seat.agent, dispute, 250)

    def lapse() -> int:
        over_now(dispute)
        return case_clocks.run_clocks()

    accepted, _ran = at_once(lambda: respond(seat.worker, dispute, made), lapse)

    was_accepted = accepted.status == 200
    assert (CaseOffer.objects.get().state, endings(seat.escrow)) == (
        ("accepted", 1) if was_accepted else ("lapsed", 0)
    ), accepted.body


def settling() -> Verb:
    seat, dispute = given_dispute()
    made = given_offer(seat.agent, dispute, 250)
    return lambda: respond(seat.worker, dispute, made, Idempotency_Key="k")


def settling_beside_a_proposal() -> Verb:
    DisputePolicy.objects.update_or_create(defaults={"approval_above_cents": 0})
    seat, dispute = given_dispute()
    made = given_offer(seat.worker, dispute, 500)
    given_decision(given_staff(), dispute.pk, worker_cents=0)
    return lambda: respond(seat.agent, dispute, made, Idempotency_Key="k")


def offering() -> Verb:
    seat, dispute = given_dispute()
    given_offer(seat.agent, dispute, 100)
    path = f"/api/disputes/{dispute.public_id}/offers"
    return lambda: seat.agent.post(path, {"workerCents": 250}, Idempotency_Key="k")


def asking() -> Verb:
    _, dispute = given_dispute()
    staff = given_staff()

    def verb() -> None:
        if not CaseRequest.objects.filter(case__dispute=dispute).exists():
            ask(staff, dispute)

    return verb


def answering() -> Verb:
    seat, dispute = given_dispute()
    ask(given_staff(), dispute)
    path = f"/api/disputes/{dispute.public_id}/answer"
    return lambda: seat.worker.post(path, {"text": "Here."}, Idempotency_Key="k")


def lapsing() -> Verb:
    seat, dispute = given_dispute()
    given_offer(seat.agent, dispute, 100)
    over_now(dispute)
    return case_clocks.run_clocks


VERBS = (settling, settling_beside_a_proposal, offering, asking, answering, lapsing)


@pytest.mark.parametrize("given", VERBS)
def test_a_verb_of_the_parties_killed_anywhere_and_tried_again_ends_as_ever(given: Callable[[], Verb]) -> None:
    assert check_killed_anywhere(given) >= 2, "it was killed at its beginning and at its commit"
