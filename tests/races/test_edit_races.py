"""Edits and ends of a bounty against an acceptance: the money fits whoever was first, and nobody is hired for nothing."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Application, Bounty
from bounties.rules.bounties import REFILL
from bounties.services import endings, timers
from escrow.models import Escrow
from marketplace.core import clock
from tests.api import Answer, Api
from tests.factories.market import given_application, given_bounty, given_confirmed, given_funded_agent, given_hired
from wallet import ledger
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]
ROUNDS = range(3)  # who comes first differs
ACCEPT = {"action": "accept"}


def given_applied(cents: int, spots: int = 2) -> tuple[Api, Bounty, str, str]:
    """(agent, bounty, its address, the application's) of a bounty at 5.00 with one applicant."""
    agent = given_funded_agent(cents)
    bounty = given_bounty(agent, spots_available=spots)
    path = f"/api/bounties/{bounty.public_id}"
    return agent, bounty, path, f"{path}/applications/{given_application(bounty)[1].public_id}"


def stand(agent: Api, bounty: Bounty) -> tuple[str, int, int, int]:
    """(status, wallet, pool, all holds)."""
    bounty.refresh_from_db()
    holds = [ledger.hold(pk) for pk in Escrow.objects.filter(kind="seat").values_list("pk", flat=True)]
    held = sum(ledger.balance(code) for code in holds)
    wallet = ledger.balance(ledger.wallet(agent.account.pk))
    return bounty.status, wallet, ledger.balance(ledger.pool(bounty.pool_id)), held


@pytest.mark.parametrize("_", ROUNDS)
def test_raising_against_accepting_costs_the_same_in_either_order(_: int, at_once: AtOnce) -> None:
    agent, bounty, path, application = given_applied(2 * 590 + 236)
    raised = {"price": 6, "walletImpactAcknowledged": True, "walletImpactCents": 236}

    answers = at_once(lambda: agent.patch(application, ACCEPT), lambda: agent.patch(path, raised))

    assert [answer.status for answer in answers] == [200, 200]
    assert stand(agent, bounty) == ("partially_filled", 0, 708, 708)


@pytest.mark.parametrize("_", ROUNDS)
def test_lowering_against_accepting_keeps_the_pay_of_whoever_was_hired_before(_: int, at_once: AtOnce) -> None:
    agent, bounty, path, application = given_applied(2 * 590)

    answers = at_once(lambda: agent.patch(application, ACCEPT), lambda: agent.patch(path, {"price": 4}))

    assert [answer.status for answer in answers] == [200, 200]
    before = ("partially_filled", 118, 472, 590)
    assert stand(agent, bounty) in (before, ("partially_filled", 236, 472, 472))


@pytest.mark.parametrize("_", ROUNDS)
def test_the_same_raise_confirmed_by_two_hands_is_paid_once(_: int, at_once: AtOnce) -> None:
    agent, bounty, path, _application = given_applied(2 * 590 + 2 * 236)
    raised = {"price": 6, "walletImpactAcknowledged": True, "walletImpactCents": 236}

    answers = at_once(*[lambda: agent.patch(path, raised)] * 4)

    # those who come later find the price already there: nothing to do, or an edit that would cost other cents
    assert {answer.status for answer in answers} == {200}
    assert stand(agent, bounty) == ("open", 236, 2 * 708, 0)


@pytest.mark.parametrize("_", ROUNDS)
def test_dropping_the_free_spot_against_accepting_for_it(_: int, at_once: AtOnce) -> None:
    agent, bounty, path, application = given_applied(2 * 590)
    given_hired(agent=agent, bounty=bounty)

    accepted, dropped = at_once(
        lambda: agent.patch(application, ACCEPT), lambda: agent.patch(path, {"spotsAvailable": 1})
    )

    if accepted.status == 200:
        assert (dropped.status, dropped.code) == (400, "validation_error")
        assert stand(agent, bounty) == ("assigned", 0, 0, 2 * 590)
    else:
        assert (accepted.code, dropped.status) == ("no_spots_left", 200)
        assert stand(agent, bounty) == ("assigned", 590, 0, 590)


@pytest.mark.parametrize("_", ROUNDS)
def test_pausing_against_accepting(_: int, at_once: AtOnce) -> None:
    agent, bounty, path, application = given_applied(2 * 590)

    accepted, paused = at_once(
        lambda: agent.patch(application, ACCEPT), lambda: agent.patch(path, {"status": "paused"})
    )

    assert paused.status == 200
    if accepted.status == 200:
        assert stand(agent, bounty) == ("paused", 0, 590, 590)
    else:
        assert (accepted.status, accepted.code) == (409, "invalid_state")
        assert stand(agent, bounty) == ("paused", 0, 2 * 590, 0)


@pytest.mark.parametrize("_", ROUNDS)
def test_closing_against_accepting(_: int, at_once: AtOnce) -> None:
    agent, bounty, path, application = given_applied(2 * 590)

    accepted, closed = at_once(
        lambda: agent.patch(application, ACCEPT), lambda: agent.patch(path, {"status": "closed"})
    )

    if accepted.status == 200:
        assert (closed.status, closed.code) == (409, "workers_hired")
        assert stand(agent, bounty) == ("partially_filled", 0, 590, 590)
    else:
        assert (accepted.code, closed.status) == ("invalid_state", 200)
        assert stand(agent, bounty) == ("closed", 2 * 590, 0, 0)
        assert Application.objects.get().status == "rejected"


@pytest.mark.parametrize("_", ROUNDS)
def test_accepting_at_the_last_moment_against_the_clock_of_the_deadline(_: int, at_once: AtOnce) -> None:
    agent, bounty, _path, application = given_applied(590, spots=1)
    end = clock.now() + timedelta(milliseconds=40)
    Bounty.objects.update(deadline=end - REFILL)

    def timer() -> int:
        while clock.now() < end:
            pass
        return endings.remove_unfilled_seats()

    accepted, _done = at_once(lambda: agent.patch(application, ACCEPT), timer)

    if accepted.status == 200:
        assert stand(agent, bounty) == ("assigned", 0, 0, 590)
    else:
        assert (accepted.status, accepted.code) == (409, "invalid_state")
        assert stand(agent, bounty) == ("closed", 590, 0, 0)
        assert Application.objects.get().status == "rejected"


def test_one_key_ten_times_at_once_hires_once(at_once: AtOnce) -> None:
    agent, bounty, _path, application = given_applied(2 * 590)

    answers = at_once(*[lambda: agent.patch(application, ACCEPT, Idempotency_Key="ten")] * 10)

    assert [answer.status for answer in answers] == [200] * 10
    assert len({answer["escrowId"] for answer in answers}) == 1
    assert sum("Idempotency-Replayed" in answer.headers for answer in answers) == 9
    assert stand(agent, bounty) == ("partially_filled", 0, 590, 590)
    assert Event.objects.filter(type="application.accepted").count() == 1


@pytest.mark.parametrize("_", ROUNDS)
def test_granting_time_against_the_clock_leaves_the_seat_or_returns_it(_: int, at_once: AtOnce) -> None:
    seat = given_confirmed(agent=given_funded_agent(590), completion_window_hours=5)
    Application.objects.update(complete_by=clock.now())
    path = f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}/extension/decision"

    granted, _done = at_once(lambda: seat.agent.post(path, {"action": "grant", "hours": 5}), timers.release_overdue)

    assert isinstance(granted, Answer)
    if granted.status == 200:
        assert stand(seat.agent, seat.bounty) == ("assigned", 0, 0, 590)
    else:
        assert (granted.status, granted["currentState"]) == (409, "expired")
        assert stand(seat.agent, seat.bounty) == ("open", 0, 590, 0)
