"""Killed at any line, the rest: funding afterwards, raises by page, offers, spots that nobody took, and money in parts."""

from collections.abc import Callable
from typing import Any

import pytest

from bounties.models import Bounty
from bounties.services import endings
from humans.models import Conversation
from marketplace.core import clock
from tests.api import Api
from tests.factories import mpp
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import (
    given_application,
    given_bounty,
    given_charged,
    given_confirmed,
    given_funded_agent,
    given_hired,
    given_money,
    given_payouts,
    given_released,
    given_taken_back,
)
from tests.kills import Verb, check_killed_anywhere
from tests.races.test_kills import CARD, KEY
from wallet.models import Checkout, Outflow, SandboxRecord
from wallet.services import checkouts, outflows, pages

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]


def given_unpaid() -> tuple[Api, Bounty]:
    """A bounty that waited for its money, which is in the wallet by now."""
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)
    given_money(agent, 490)
    return agent, bounty


def fund_later() -> Verb:
    agent, bounty = given_unpaid()
    return lambda: agent.post("/api/bounties/deposit", {"bountyId": bounty.public_id}, Idempotency_Key=KEY)


def fund_by_the_wallet_only() -> Verb:
    agent, bounty = given_unpaid()
    return lambda: agent.post(f"/api/bounties/{bounty.public_id}/enterprise-payment", {}, Idempotency_Key=KEY)


def pay_for_a_raise() -> Verb:
    """One seat is hired and one is free; the page brings what the wallet lacks."""
    seat = given_confirmed(agent=given_funded_agent(2 * 590), spots_available=2)
    body = {"price": 7, "walletImpactAcknowledged": True, "walletImpactCents": 472}
    asked = seat.agent.patch(f"/api/bounties/{seat.bounty.public_id}", body)
    assert asked["bounty"]["status"] == "pending_funding"
    return _pay(Checkout.objects.get(purpose="bounty_raise", account=seat.agent.account))


def take_up_an_offer() -> Verb:
    agent, worker = given_funded_agent(), given_worker()
    talk = Conversation.objects.create(kind="feedback", subject="Again?", agent=agent.account, human=worker.account)
    offer = {"content": "Same again.", "messageType": "payment_offer", "metadata": {"amount": 5}}
    worker.post(f"/api/conversations/{talk.public_id}/messages", offer)
    return lambda: agent.post("/api/escrow/checkout", {"conversationId": talk.public_id})


def take_an_application_back() -> Verb:
    """By its worker, hired already: the share returns to the pool."""
    seat = given_hired()
    path = f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}"
    return lambda: seat.worker.patch(path, {"action": "withdraw"}, Idempotency_Key=KEY)


def drop_free_spots() -> Verb:
    seat = given_confirmed(spots_available=3)
    given_application(seat.bounty)
    Bounty.objects.filter(pk=seat.bounty.pk).update(deadline=clock.now() - endings.REFILL)
    return endings.remove_unfilled_seats


def lapse_unpaid() -> Verb:
    bounty = given_bounty(given_funded_agent(100))
    Bounty.objects.filter(pk=bounty.pk).update(deadline=clock.now())
    return endings.lapse_unpublished


def withdraw_earnings() -> Verb:
    seat = given_released()
    given_payouts(seat.worker)

    def work() -> None:
        answer = seat.worker.post("/api/earnings/withdraw", {}, Idempotency_Key=KEY)
        assert answer.status == 200, answer.body
        for outflow in Outflow.objects.filter(account=seat.worker.account, status="sending"):
            outflows.send(outflow.pk)

    return work


def pay_the_page_of_a_paid_quote() -> Verb:
    """The page was charged, and nobody told us before the quote was: the second payment goes back by itself."""
    agent = given_agent()
    asked = agent.post("/api/wallet/deposit", {"amount": 5})
    page = Checkout.objects.get(account=agent.account)
    assert mpp.pay(mpp.quote_of(asked)).status == 200

    def work() -> None:
        checkouts.book(page.pk, rail="card", reference=_charge_of(page), cents=500)
        for outflow in Outflow.objects.filter(account=agent.account, status="sending"):
            outflows.send(outflow.pk)

    return work


def come_back_in_part() -> Verb:
    agent = given_agent()
    payment = given_charged(agent, 1000)
    given_bounty(agent)
    given_taken_back(payment, state="won", returned_cents=300)
    return lambda: given_taken_back(payment, state="won", returned_cents=800, fee_returned_cents=700)


def _pay(page: Checkout) -> Verb:
    form = {"Content-Type": "application/x-www-form-urlencoded"}

    def pay() -> None:
        answer = Api().call("POST", f"/checkout/{page.public_id}", raw=CARD, **form)
        assert answer.status in (302, 409), answer.body  # 409: the run that died had paid the page
        pages.collect(page.pk)
        checkouts.settle_pending()

    return pay


def _charge_of(page: Checkout) -> str:
    """A charge of the sandbox for this page, made once."""
    record, _ = SandboxRecord.objects.get_or_create(key=f"twice_{page.pk}", defaults={"kind": "charge", "cents": 500})
    return str(record.reference)


VERBS = [
    *(fund_later, fund_by_the_wallet_only, pay_for_a_raise, take_up_an_offer, take_an_application_back),
    *(drop_free_spots, lapse_unpaid, withdraw_earnings, pay_the_page_of_a_paid_quote, come_back_in_part),
]


@pytest.mark.parametrize("given", VERBS, ids=lambda verb: verb.__name__)
def test_a_verb_killed_at_any_step_ends_like_an_undisturbed_one(given: Callable[[], Any]) -> None:
    assert check_killed_anywhere(given) >= 2, "it was killed at its beginning and at its commit"
