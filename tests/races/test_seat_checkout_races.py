"""Pages of customers and the one call that pays for a seat, under many hands."""

from collections.abc import Callable
from typing import Any

import pytest

from bounties.models import Application
from escrow.models import Escrow
from humans.models import Conversation
from marketplace.models import Mail
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.hiring import wallet
from tests.factories.market import given_application, given_bounty, given_funded_agent, violations
from wallet.models import AgentCheckout, Checkout, Outflow, Payment
from wallet.services import outflows

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
AtOnce = Callable[..., list[Any]]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
CARD = b"cc-name=A&cc-number=4242424242424242&cc-exp=12%2F40&cc-csc=123&action=pay&email=payer%40example.com"
ORDER = {"externalOrderId": "o1", "amount": 5, "description": "Flowers"}


def pay(page: Checkout) -> Callable[[], Any]:
    return lambda: Api().call("POST", f"/checkout/{page.public_id}", raw=CARD, **FORM)


def test_a_link_paid_by_many_at_once_is_one_payment_and_one_receipt(at_once: AtOnce) -> None:
    agent = given_agent()
    agent.post("/api/payment-links", {"amount": 5, "description": "Flowers"})
    page = Checkout.objects.get()

    answers = at_once(*[pay(page)] * 4)

    assert {answer.status for answer in answers} <= {302, 409}
    assert (Payment.objects.count(), wallet(agent), violations()) == (1, 500, [])
    assert Mail.objects.filter(to="payer@example.com").count() == 1


def test_one_order_asked_for_at_once_has_one_page(at_once: AtOnce) -> None:
    agent = given_agent()

    answers = at_once(*[lambda: agent.post("/api/agent-checkouts", ORDER)] * 4)

    assert [answer.status for answer in answers] == [200] * 4
    assert len({answer["checkout"]["id"] for answer in answers}) == 1
    assert (AgentCheckout.objects.count(), Checkout.objects.count()) == (1, 1)


def test_refunds_at_once_are_one(at_once: AtOnce) -> None:
    agent = given_agent()
    made = agent.post("/api/agent-checkouts", ORDER)["checkout"]["id"]
    pay(Checkout.objects.get())()

    answers = at_once(*[lambda: agent.post(f"/api/agent-checkouts/{made}/refund")] * 4)

    assert [answer.status for answer in answers] == [200] * 4
    assert len({answer["checkout"]["refund"]["id"] for answer in answers}) == 1
    at_once(*[lambda: outflows.send(Outflow.objects.get().pk)] * 3)
    assert (Outflow.objects.get().status, wallet(agent), violations()) == ("paid", 0, [])


@pytest.mark.parametrize("round_", range(3))
def test_accepting_and_paying_at_once_hire_once(at_once: AtOnce, round_: int) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    application = given_application(bounty)[1]
    ids = {"bountyId": bounty.public_id, "applicationId": application.public_id}
    path = f"/api/bounties/{bounty.public_id}/applications/{application.public_id}"

    accepted, *paid = at_once(
        lambda: agent.patch(path, {"action": "accept"}), *[lambda: agent.post("/api/escrow/checkout", ids)] * 3
    )

    assert {answer.status for answer in paid} == {200}
    assert accepted.status in (200, 409)
    assert Application.objects.get().status == "accepted"
    assert (Escrow.objects.filter(kind="seat").count(), violations()) == (1, [])


def test_one_offer_taken_up_by_many_at_once_is_one_hire(at_once: AtOnce) -> None:
    agent, worker = given_funded_agent(5000), given_worker()
    talk = Conversation.objects.create(kind="feedback", subject="Again?", agent=agent.account, human=worker.account)
    offer = {"content": "Same again.", "messageType": "payment_offer", "metadata": {"amount": 5}}
    assert worker.post(f"/api/conversations/{talk.public_id}/messages", offer).status == 200

    answers = at_once(*[lambda: agent.post("/api/escrow/checkout", {"conversationId": talk.public_id})] * 4)

    assert {(answer.status, answer["status"]) for answer in answers} == {(200, "funded")}
    assert len({answer["bountyId"] for answer in answers}) == Application.objects.count() == 1
    assert (wallet(agent), violations()) == (4410, [])
