"""Direct hires that come to nothing, or wait for an operator first: where the money goes, and that nobody pays in vain."""

from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Application, ScreeningRule
from bounties.services import bounties, endings, timers
from escrow.models import Escrow
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from marketplace.models import Mail
from tests.api import Api
from tests.factories.hiring import (
    RENT,
    bounty_of,
    earned,
    given_hired_by_name,
    page_of,
    pay_page,
    rental,
    seat,
    wallet,
)
from tests.factories.market import given_funded_agent, untouched
from wallet import ledger as books
from wallet.models import Checkout

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def pass_time(at: Any, **by: float) -> None:
    at((clock.now() + timedelta(**by)).isoformat())


def test_an_unconfirmed_hire_is_refunded_to_the_wallet_and_closed(worker: Api, at: Any, new_events: Any) -> None:
    agent = given_funded_agent(1000)
    made = given_hired_by_name(agent, worker)
    new_events.clear()
    pass_time(at, hours=2)

    assert (timers.release_unconfirmed(), timers.release_unconfirmed()) == (1, 0)

    assert (bounty_of(made).status, Application.objects.get().status, wallet(agent)) == ("closed", "expired", 1000)
    assert new_events() == ["application.seat_expired", "escrow.refunded"]
    with untouched():
        late = worker.post(f"{seat(made)}/confirm")
    assert (late.status, late.code) == (409, "confirmation_window_closed")


@pytest.mark.parametrize(
    ("end", "status"),
    [
        ("cancel the escrow", "cancelled"),
        ("expire the seat", "cancelled"),
        ("withdraw", "closed"),
        ("the worker withdraws", "closed"),
    ],
)
def test_given_up_before_it_is_confirmed_everything_returns_to_the_wallet(end: str, status: str, worker: Api) -> None:
    agent = given_funded_agent(1000)
    made = given_hired_by_name(agent, worker)

    done = {
        "cancel the escrow": lambda: agent.post(f"/api/escrow/{made['escrowId']}/cancel"),
        "expire the seat": lambda: agent.post(f"{seat(made)}/expire"),
        "withdraw": lambda: agent.patch(seat(made), {"action": "withdraw"}),
        "the worker withdraws": lambda: worker.patch(seat(made), {"action": "withdraw"}),
    }[end]()

    assert done.status == 200, done.body
    assert (bounty_of(made).status, wallet(agent), earned(worker)) == (status, 1000, 0)
    assert (Escrow.objects.get(kind="seat").refunded_to, Escrow.objects.get(kind="pool").ended_at is None) == (
        "wallet",
        False,
    )


def test_who_is_asked_may_withdraw_while_the_page_is_open_and_nobody_pays_for_it(worker: Api) -> None:
    agent = given_funded_agent(500)
    made = agent.post(RENT, rental(worker))
    assert worker.get("/api/work")["applications"][0]["status"] == "pending"

    assert worker.patch(seat(made), {"action": "withdraw"}).status == 200

    bounty = bounty_of(made)
    assert (bounty.status, bounty.close_reason, page_of(made).status) == ("closed", "worker_withdrew", "cancelled")
    assert pay_page(made).outcome == "left_in_wallet"
    assert wallet(agent) == 600
    with untouched():
        found = [
            agent.post("/api/bounties/deposit", {"bountyId": made["bountyId"]}),
            worker.post(f"/api/bounties/{made['bountyId']}/applications", {}),
        ]
    assert [(answer.status, answer.code) for answer in found] == [(409, "invalid_state"), (409, "bounty_not_open")]


def test_rejecting_the_one_person_ends_it(worker: Api) -> None:
    agent = given_funded_agent(500)
    made = agent.post(RENT, rental(worker))

    assert agent.patch(seat(made), {"action": "reject"}).status == 200

    assert (bounty_of(made).status, page_of(made).status, wallet(agent)) == ("cancelled", "cancelled", 500)
    with untouched():
        back = agent.patch(seat(made), {"action": "unreject"})
    assert (back.status, back.code) == (409, "invalid_state")


def test_nobody_is_accepted_without_money(worker: Api) -> None:
    agent = given_funded_agent(500)
    made = agent.post(RENT, rental(worker))
    with untouched():
        answer = agent.patch(seat(made), {"action": "accept"})
    assert (answer.status, answer.code) == (409, "invalid_state")


def test_what_nobody_pays_for_is_closed_after_a_week(worker: Api, at: Any) -> None:
    made = given_funded_agent(500).post(RENT, rental(worker))
    pass_time(at, days=7, minutes=1)

    assert endings.lapse_unpublished() == 1

    assert (bounty_of(made).status, Application.objects.get().status) == ("closed", "rejected")


# ------------------------------------------------------------------ content review


def given_screened(worker: Api, agent: Api) -> Any:
    ScreeningRule.objects.create(phrase="gift card", reason="laundering")
    return agent.post(RENT, rental(worker, taskTitle="Buy a gift card"))


def test_a_screened_hire_waits_with_its_money_and_is_made_by_approval(worker: Api, operator: Api) -> None:
    agent = given_funded_agent(590)
    made = given_screened(worker, agent)
    assert (made["status"], "escrowId" in made.body) == ("funded", False)
    assert (bounty_of(made).status, Application.objects.get().status) == ("pending_review", "pending")
    assert Mail.objects.count() == 0

    unit(lambda: bounties.approve(Actor(account=operator.account, via="key"), bounty_of(made).pk))

    assert (bounty_of(made).status, Application.objects.get().status) == ("assigned", "accepted")
    assert books.balance(books.hold(Escrow.objects.get(kind="seat").pk)) == 590


@pytest.mark.parametrize("end", ["refused", "withdrawn"])
def test_a_screened_hire_that_comes_to_nothing_returns_its_money(end: str, worker: Api, operator: Api) -> None:
    agent = given_funded_agent(590)
    made = given_screened(worker, agent)

    if end == "refused":
        unit(lambda: bounties.refuse(Actor(account=operator.account, via="key"), bounty_of(made).pk, reason="No."))
    else:
        assert worker.patch(seat(made), {"action": "withdraw"}).status == 200

    assert (bounty_of(made).status, wallet(agent)) == ("closed", 590)
    assert Checkout.objects.filter(purpose="bounty").count() == 0
