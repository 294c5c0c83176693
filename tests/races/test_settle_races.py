"""A settlement and an appeal crossing with staff, a withdrawal and each other; and each of them killed at any line."""

from collections.abc import Callable
from typing import Any

import pytest

from escrow.models import CaseOffer, Dispute, DisputeDecision
from escrow.services import appeals, decisions
from marketplace.core.transactions import unit
from tests.escrow.test_decisions import given_dispute, given_staff
from tests.factories.appeals import WORDS, given_appeal, given_decided, given_second_preview
from tests.factories.cases import given_offer, respond
from tests.factories.decisions import given_decision
from tests.factories.market import Seat, given_funded_agent
from tests.kills import Verb, check_killed_anywhere
from wallet import ledger
from wallet.models.ledger import LedgerTransaction

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]
ROUNDS = range(3)


def given_offered() -> tuple[Seat, Dispute, str]:
    """The funder offers 3.00 of 5.00."""
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    return seat, dispute, given_offer(seat.agent, dispute, 300)


def earned(seat: Seat) -> int:
    return ledger.balance(ledger.earnings(seat.worker.account.pk))


def posted(seat: Seat) -> int:
    return LedgerTransaction.objects.filter(key=f"end:{seat.escrow.pk}").count()


@pytest.mark.parametrize("_", ROUNDS)
def test_an_offer_accepted_while_staff_decide_counts_or_the_decision_does(_: int, at_once: AtOnce) -> None:
    seat, dispute, offer = given_offered()
    staff = given_staff()

    accepted, decided = at_once(
        lambda: respond(seat.worker, dispute, offer),
        lambda: given_decision(staff, dispute.pk, worker_cents=100, reason="A little."),
    )

    was_decided = isinstance(decided, DisputeDecision)
    assert (accepted.status == 200) != was_decided, (accepted.body, decided)
    assert accepted.status in (200, 409)
    assert (earned(seat), posted(seat)) == (100 if was_decided else 300, 1)
    assert DisputeDecision.objects.filter(state="final").count() == 1


@pytest.mark.parametrize("_", ROUNDS)
def test_an_offer_accepted_against_a_withdrawal(_: int, at_once: AtOnce) -> None:
    seat, dispute, offer = given_offered()

    accepted, withdrawn = at_once(
        lambda: respond(seat.worker, dispute, offer),
        lambda: seat.agent.post(f"/api/disputes/{dispute.public_id}/withdraw"),
    )

    assert sorted([accepted.status, withdrawn.status]) == [200, 409]
    assert (earned(seat), posted(seat)) == ((300, 1) if accepted.status == 200 else (0, 0))


@pytest.mark.parametrize("_", ROUNDS)
def test_both_sides_accept_each_other_s_offers_and_one_counts(_: int, at_once: AtOnce) -> None:
    seat, dispute, of_funder = given_offered()
    of_worker = given_offer(seat.worker, dispute, 400)

    results = at_once(lambda: respond(seat.worker, dispute, of_funder), lambda: respond(seat.agent, dispute, of_worker))

    assert sorted(result.status for result in results) == [200, 409]
    assert (earned(seat), posted(seat)) == (300 if results[0].status == 200 else 400, 1)
    assert CaseOffer.objects.filter(state="accepted").count() == 1


@pytest.mark.parametrize("_", ROUNDS)
def test_two_second_decisions_of_an_appeal_are_one(_: int, at_once: AtOnce) -> None:
    seat, dispute = given_appeal(500, "agent")
    verbs = []
    for cents in (250, 0):
        staff = given_staff()
        preview = given_second_preview(staff, dispute, cents)
        verbs.append(lambda staff=staff, preview=preview: unit(lambda: appeals.decide(staff, preview)))

    results = at_once(*verbs)

    assert sum(isinstance(result, DisputeDecision) for result in results) == 1, results
    made = DisputeDecision.objects.get(round=2, state="final")
    assert earned(seat) == made.worker_cents
    assert LedgerTransaction.objects.filter(key__startswith="correct:").count() == 1


def accepting() -> Verb:
    seat, dispute, offer = given_offered()
    return lambda: respond(seat.worker, dispute, offer, Idempotency_Key="k")


def offering() -> Verb:
    seat, dispute = given_dispute()
    path = f"/api/disputes/{dispute.public_id}/offers"
    return lambda: seat.agent.post(path, {"workerCents": 300}, Idempotency_Key="k")


def appealing() -> Verb:
    seat, dispute = given_decided(0)
    path = f"/api/disputes/{dispute.public_id}/appeal"
    return lambda: seat.worker.post(path, WORDS, Idempotency_Key="k")


def deciding_again() -> Verb:
    _, dispute = given_appeal(500, "agent")
    staff = given_staff()
    preview = given_second_preview(staff, dispute, 250)

    def verb() -> None:
        if not DisputeDecision.objects.filter(dispute_id=dispute.pk, round=2, state="final").exists():
            unit(lambda: appeals.decide(staff, preview))

    return verb


def sending_back() -> Verb:
    _, dispute = given_dispute(agent=given_funded_agent(40_000), price_cents=30_000)
    made = given_decision(given_staff(), dispute.pk, worker_cents=100)
    assert made.state == "proposed"
    other = given_staff()

    def verb() -> None:
        if DisputeDecision.objects.filter(pk=made.pk, state="proposed").exists():
            unit(lambda: decisions.send_back(other, dispute.pk, reason="Read the files."))

    return verb


@pytest.mark.parametrize("given", [accepting, offering, appealing, deciding_again, sending_back])
def test_settling_and_appealing_killed_anywhere_and_tried_again_ends_as_ever(given: Callable[[], Verb]) -> None:
    assert check_killed_anywhere(given) >= 2, "it was killed at its beginning and at its commit"
