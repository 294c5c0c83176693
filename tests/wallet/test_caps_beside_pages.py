"""A page pays what the wallet is short of. What it brings no cap bounds; what the wallet adds of its own every cap does."""

from typing import Any

import pytest

from bounties.models import Bounty
from tests.api import Answer, Api
from tests.factories.market import given_bounty, given_funded_agent, given_money, given_released, untouched
from wallet import ledger as books
from wallet.models import Checkout
from wallet.services import checkouts
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
TASK: dict[str, Any] = {"title": "Errand", "description": "One errand.", "price": 5, "estimatedHours": 0.5}


def post(agent: Api, **more: Any) -> Answer:
    return agent.post("/api/bounties", TASK | more)


def setting(agent: Api, **values: Any) -> None:
    assert agent.patch("/api/wallet/controls", values).status == 200


def paid(purpose: str) -> None:
    page = Checkout.objects.get(purpose=purpose, status="open")
    checkouts.book(page.pk, rail="card", reference=f"paid {page.pk}", cents=page.amount_cents)
    checkouts.settle(page.pk)


def refusal(answer: Answer) -> tuple[Any, ...]:
    return (answer.code, *(answer[name] for name in ("cap", "attemptedCents", "capCents", "spentCents")))


def test_money_that_a_page_brought_for_a_bounty_passes_the_caps(agent: Api) -> None:
    setting(agent, spendingCapRolling24hCents=0, spendingCapPerBountyCents=0)
    assert post(agent)["bounty"]["status"] == "pending_deposit"

    paid("bounty")

    assert Bounty.objects.get().status == "open"
    assert not Event.objects.filter(type="wallet.spending_cap_hit").exists()


def test_being_a_cent_short_does_not_walk_round_the_cap() -> None:
    agent = given_funded_agent(589)
    setting(agent, spendingCapRolling24hCents=400)

    with untouched(besides=Event):
        refused = post(agent)

    assert refusal(refused) == ("spending_cap_exceeded", "rolling_24h", 490, 400, 0), (
        "the page asks for its least, 1.00"
    )
    assert books.balance(books.wallet(agent.account.pk)) == 589


def test_what_the_wallet_adds_beside_a_page_counts_and_what_the_page_brings_does_not() -> None:
    agent = given_funded_agent(100)
    setting(agent, spendingCapRolling24hCents=600, spendingCapPerBountyCents=600)
    post(agent)
    paid("bounty")
    given_money(agent, 2000)

    with untouched(besides=Event):
        refused = post(agent)

    assert refusal(refused) == ("spending_cap_exceeded", "rolling_24h", 590, 600, 100)


def test_a_raise_that_a_page_completes_is_measured_when_the_page_is_opened() -> None:
    agent = given_funded_agent(590 + 200)
    bounty = given_bounty(agent)
    setting(agent, spendingCapPerBountyCents=700)
    raised = {"price": 10, "walletImpactAcknowledged": True, "walletImpactCents": 590}

    with untouched(besides=Event):
        refused = agent.patch(f"/api/bounties/{bounty.public_id}", raised)
    assert refusal(refused) == ("spending_cap_exceeded", "per_bounty", 200, 700, 590)

    setting(agent, spendingCapPerBountyCents=790)
    assert agent.patch(f"/api/bounties/{bounty.public_id}", raised)["bounty"]["status"] == "pending_funding"
    paid("bounty_raise")

    bounty.refresh_from_db()
    assert (bounty.status, bounty.price_cents) == ("open", 1000)


def test_a_tip_that_a_page_completes_is_measured_when_the_page_is_opened() -> None:
    seat = given_released(agent=given_funded_agent(590 + 150))
    setting(seat.agent, spendingCapRolling24hCents=590 + 99)
    tip = {"recipientId": seat.worker.account.public_profile_id, "bountyId": seat.bounty.public_id, "amount": 2.5}

    with untouched(besides=Event):
        refused = seat.agent.post("/api/transfers/send", tip)
    assert refusal(refused) == ("spending_cap_exceeded", "rolling_24h", 150, 689, 590)

    setting(seat.agent, spendingCapRolling24hCents=590 + 150)
    assert seat.agent.post("/api/transfers/send", tip)["status"] == "pending"
    paid("transfer")

    assert books.balance(books.wallet(seat.agent.account.pk)) == 0
    given_money(seat.agent, 100)
    again = seat.agent.post("/api/transfers/send", tip | {"amount": 1})
    assert refusal(again) == ("spending_cap_exceeded", "rolling_24h", 100, 740, 740), "the wallet's part did count"


def test_the_cap_of_a_bounty_that_a_page_paid_leaves_room_for_the_wallets_own_money(agent: Api) -> None:
    setting(agent, spendingCapPerBountyCents=500)
    post(agent, spotsAvailable=1)
    paid("bounty")
    bounty = Bounty.objects.get()
    given_money(agent, 5000)
    more = {"spotsAvailable": 2, "walletImpactAcknowledged": True, "walletImpactCents": 590}

    with untouched(besides=Event):
        refused = agent.patch(f"/api/bounties/{bounty.public_id}", more)
    assert refusal(refused) == ("spending_cap_exceeded", "per_bounty", 590, 500, 0)

    cheaper = more | {"price": 4.5, "walletImpactCents": 472}
    assert agent.patch(f"/api/bounties/{bounty.public_id}", cheaper).status == 200, "2 x 5.31 less the 5.90 of the page"


def test_what_comes_back_is_first_what_the_page_brought(agent: Api) -> None:
    setting(agent, spendingCapPerBountyCents=590)
    post(agent, spotsAvailable=2)
    paid("bounty")
    given_money(agent, 5000)
    path = f"/api/bounties/{Bounty.objects.get().public_id}"
    wider = {"spotsAvailable": 3, "walletImpactAcknowledged": True, "walletImpactCents": 590}
    assert agent.patch(path, wider).status == 200
    assert agent.patch(path, {"spotsAvailable": 1}).status == 200, "11.80 come back: all that the page brought"

    with untouched(besides=Event):
        refused = agent.patch(path, wider | {"spotsAvailable": 2})

    assert refusal(refused) == ("spending_cap_exceeded", "per_bounty", 590, 590, 590)
