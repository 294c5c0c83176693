"""Disputes crossing with releases, clocks, withdrawals and each other; and a decision killed at any line."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from escrow.models import Dispute, DisputeDecision, DisputePolicy, Escrow
from escrow.services import decisions, releases
from marketplace.core import clock
from marketplace.core.transactions import unit
from tests.escrow.test_decisions import given_dispute, given_staff
from tests.escrow.test_disputes import BODY
from tests.factories.decisions import given_decision
from tests.factories.market import given_completed, given_delivered, given_funded_agent
from tests.kills import Verb, check_killed_anywhere
from wallet.models.ledger import LedgerTransaction

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]
ROUNDS = range(3)


def endings(escrow: Escrow) -> int:
    return LedgerTransaction.objects.filter(key=f"end:{escrow.pk}").count()


@pytest.mark.parametrize("_", ROUNDS)
def test_a_dispute_against_a_release(_: int, at_once: AtOnce) -> None:
    seat = given_delivered(agent=given_funded_agent(590))
    path = f"/api/escrow/{seat.escrow.public_id}"

    disputed, released = at_once(
        lambda: seat.agent.post(f"{path}/dispute", BODY),
        lambda: seat.agent.post(f"{path}/release", {"acknowledgeRelease": True}),
    )

    assert sorted([disputed.status, released.status]) == [200, 409]
    assert seat.escrow.status == ("disputed" if disputed.status == 200 else "released")
    assert endings(seat.escrow) == (0 if disputed.status == 200 else 1)


@pytest.mark.parametrize("_", ROUNDS)
def test_a_dispute_against_the_clock_of_the_release(_: int, at_once: AtOnce) -> None:
    seat = given_completed(agent=given_funded_agent(590))
    Escrow.objects.filter(pk=seat.escrow.pk).update(auto_release_at=clock.now() - timedelta(seconds=1))

    disputed, _done = at_once(
        lambda: seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/dispute", BODY), releases.release_due
    )

    assert seat.escrow.status == ("disputed" if disputed.status == 200 else "released")
    assert endings(seat.escrow) == (0 if disputed.status == 200 else 1)


@pytest.mark.parametrize("_", ROUNDS)
def test_two_decisions_at_once_are_one(_: int, at_once: AtOnce) -> None:
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    one, two = given_staff(), given_staff()

    results = at_once(
        lambda: given_decision(one, dispute.pk, worker_cents=500, reason="Good."),
        lambda: given_decision(two, dispute.pk, worker_cents=0, reason="Bad."),
    )

    assert sum(isinstance(result, DisputeDecision) for result in results) == 1, results
    assert [type(result).__name__ for result in results].count("InvalidState") == 1
    assert (DisputeDecision.objects.count(), endings(seat.escrow)) == (1, 1)


@pytest.mark.parametrize("_", ROUNDS)
def test_a_withdrawal_against_a_decision(_: int, at_once: AtOnce) -> None:
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    staff = given_staff()

    withdrawn, decided = at_once(
        lambda: seat.agent.post(f"/api/disputes/{dispute.public_id}/withdraw"),
        lambda: given_decision(staff, dispute.pk, worker_cents=250, reason="Half."),
    )

    was_decided = isinstance(decided, DisputeDecision)
    assert (withdrawn.status == 200) != was_decided
    assert seat.escrow.status == ("resolved" if was_decided else "delivered")
    assert endings(seat.escrow) == int(was_decided)


def opening() -> Verb:
    seat = given_delivered()
    return lambda: seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/dispute", BODY, Idempotency_Key="k")


def withdrawing() -> Verb:
    seat, dispute = given_dispute()
    return lambda: seat.agent.post(f"/api/disputes/{dispute.public_id}/withdraw", {}, Idempotency_Key="k")


def deciding() -> Verb:
    _, dispute = given_dispute()
    staff = given_staff()

    def verb() -> None:
        if Dispute.objects.get(pk=dispute.pk).status == "open":
            given_decision(staff, dispute.pk, worker_cents=250, reason="Half.")

    return verb


def approving() -> Verb:
    DisputePolicy.objects.update_or_create(defaults={"approval_above_cents": 0})
    _, dispute = given_dispute()
    first, second = given_staff(), given_staff()
    proposed = given_decision(first, dispute.pk, worker_cents=0, reason="Nothing came.")

    def verb() -> None:
        if Dispute.objects.get(pk=dispute.pk).status == "awaiting_approval":
            unit(lambda: decisions.approve(second, proposed.pk))

    return verb


def adding_evidence() -> Verb:
    seat, dispute = given_dispute()
    path = f"/api/disputes/{dispute.public_id}/evidence"
    return lambda: seat.worker.post(path, {"text": "Look."}, Idempotency_Key="k")


@pytest.mark.parametrize("given", [opening, adding_evidence, withdrawing, deciding, approving])
def test_a_verb_of_a_dispute_killed_anywhere_and_tried_again_ends_as_ever(given: Callable[[], Verb]) -> None:
    assert check_killed_anywhere(given) >= 2, "it was killed at its beginning and at its commit"
