"""Killed at any line: each money verb dies before its k-th step, is tried again, and ends as if nothing had been."""

from collections.abc import Callable
from typing import Any

import pytest

from bounties.models import Application
from bounties.services import hiring, timers
from marketplace.core import clock
from tests.api import Api
from tests.factories import mpp
from tests.factories.accounts import given_agent, given_worker
from tests.factories.hiring import PERSONAL, RENT, given_hired_by_name, rental
from tests.factories.market import (
    given_application,
    given_bounty,
    given_charged,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_payouts,
    given_taken_back,
)
from tests.kills import Verb, check_killed_anywhere
from wallet.models import Checkout, MppCharge, Outflow
from wallet.services import checkouts, mpp_charges, outflows, recoveries

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
TASK = {"title": "T", "description": "D", "price": 5, "estimatedHours": 1}
CARD = b"cc-name=A&cc-number=4242424242424242&cc-exp=12%2F40&cc-csc=123&action=pay"
KEY = "the same key"


def post_bounty() -> Verb:
    agent = given_funded_agent()
    return lambda: agent.post("/api/bounties", TASK, Idempotency_Key=KEY)


def accept() -> Verb:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    path = f"/api/bounties/{bounty.public_id}/applications/{given_application(bounty)[1].public_id}"
    return lambda: agent.patch(path, {"action": "accept"}, Idempotency_Key=KEY)


def submit() -> Verb:
    seat = given_confirmed()
    path = f"/api/bounties/{seat.bounty.public_id}/submissions"
    return lambda: seat.worker.post(path, {"textEvidence": "Done."}, Idempotency_Key=KEY)


def release() -> Verb:
    seat = given_delivered()
    path = f"/api/escrow/{seat.escrow.public_id}/release"
    return lambda: seat.agent.post(path, {"acknowledgeRelease": True}, Idempotency_Key=KEY)


def cancel_seat() -> Verb:
    seat = given_confirmed()
    path = f"/api/escrow/{seat.escrow.public_id}/cancel"
    return lambda: seat.agent.post(path, Idempotency_Key=KEY)


def cancel_bounty() -> Verb:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    given_application(bounty)
    path, body = f"/api/bounties/{bounty.public_id}", {"reason": "applicants_not_fit"}
    return lambda: agent.delete(path, body, Idempotency_Key=KEY)


def raise_price() -> Verb:
    """One seat is hired and one is free: (6 - 5) x 1.18 for each of them."""
    seat = given_confirmed(spots_available=2)
    path = f"/api/bounties/{seat.bounty.public_id}"
    body = {"price": 6, "walletImpactAcknowledged": True, "walletImpactCents": 236}
    return lambda: seat.agent.patch(path, body, Idempotency_Key=KEY)


def unconfirmed_seat() -> Verb:
    seat = given_hired()
    Application.objects.filter(pk=seat.application.pk).update(confirm_by=clock.now())
    return timers.release_unconfirmed


def pay_for_a_bounty() -> Verb:
    agent = given_funded_agent(100)
    posted = agent.post("/api/bounties", TASK)
    page = Checkout.objects.get(purpose="bounty", account=agent.account)
    assert posted["deposit_url"].endswith(page.public_id)
    form = {"Content-Type": "application/x-www-form-urlencoded"}

    def pay() -> Any:
        answer = Api().call("POST", f"/checkout/{page.public_id}", raw=CARD, **form)
        checkouts.settle_pending()  # what beat does a minute later, when the payer's request died in between
        assert answer.status in (302, 409), answer.body  # 409: the run that died had paid the page

    return pay


def rent() -> Verb:
    agent, worker = given_funded_agent(), given_worker()
    return lambda: agent.post(RENT, rental(worker), Idempotency_Key=KEY)


def settle_personal() -> Verb:
    agent, worker = given_funded_agent(), given_worker()
    made = given_hired_by_name(agent, worker, PERSONAL, confirmed=True)
    worker.post(f"/api/bounties/{made['bountyId']}/submissions", {"textEvidence": "Done."})
    Application.objects.update(complete_by=clock.now())
    return hiring.settle_personal


def withdraw() -> Verb:
    """The caller's request, then what the task or the sweep does."""
    return _withdraw("000123456789")


def withdraw_in_vain() -> Verb:
    return _withdraw("000111111116")


def _withdraw(bank: str) -> Verb:
    agent = given_funded_agent(1000)
    given_payouts(agent, bank)

    def work() -> None:
        answer = agent.post("/api/wallet/withdraw", {"amountCents": 400}, Idempotency_Key=KEY)
        assert answer.status == 200, answer.body
        _send(agent)

    return work


def refund_a_deposit() -> Verb:
    agent = given_agent()
    given_charged(agent, 2000)
    (quote,) = agent.get("/api/wallet/funding-refunds")["refundable"]
    body = {
        "fundingTransactionId": quote["fundingTransactionId"],
        "requestId": "the-same-request",
        "expectedPrincipalCents": quote["principalCents"],
        "expectedRefundAmountCents": quote["refundAmountCents"],
        "confirm": True,
    }

    def work() -> None:
        answer = agent.post("/api/wallet/funding-refunds", body)  # without a key: the requestId is one
        assert answer.status == 200, answer.body
        _send(agent)

    return work


def sent_back() -> Verb:
    agent = given_funded_agent(1000)
    given_payouts(agent)
    agent.post("/api/wallet/withdraw", {"amountCents": 400})
    _send(agent)
    return lambda: outflows.came_back(Outflow.objects.get(account=agent.account).pk)


def give_bank_account() -> Verb:
    agent = given_agent()
    page = "/" + agent.post("/api/payouts/onboarding")["onboardingUrl"].split("/", 3)[3]
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    return lambda: Api().call("POST", page, raw=b"account-number=000123456789", **form)


def _send(agent: Api) -> None:
    for outflow in Outflow.objects.filter(account=agent.account):
        outflows.send(outflow.pk)


def payment_link() -> Verb:
    agent = given_funded_agent()
    return lambda: agent.post("/api/payment-links", {"amount": 5, "description": "D"}, Idempotency_Key=KEY)


def pay_a_link() -> Verb:
    agent = given_funded_agent()
    agent.post("/api/payment-links", {"amount": 5, "description": "D"})
    page = Checkout.objects.get(purpose="payment_link", account=agent.account)
    form = {"Content-Type": "application/x-www-form-urlencoded"}

    def pay() -> Any:
        answer = Api().call("POST", f"/checkout/{page.public_id}", raw=CARD + b"&email=p%40example.com", **form)
        assert answer.status in (302, 409), answer.body

    return pay


def pay_a_quote() -> Verb:
    """The agent's request, then what the sweeps do; a bounty hangs on it."""
    agent = given_funded_agent(100)
    quote = mpp.quote_of(agent.post("/api/bounties", TASK))
    authorization = mpp.credential(mpp.send(quote))

    def pay() -> None:
        answer = mpp.send(quote, authorization)
        assert answer.status in (200, 202), answer.body  # 202: the run that died may have charged the card
        for charge in MppCharge.objects.filter(quote__checkout__account=agent.account):
            mpp_charges.finish(charge.pk, again=True)

    return pay


def quote_a_deposit() -> Verb:
    agent = given_agent()
    return lambda: agent.post("/api/wallet/deposit", {"amount": 5}, Idempotency_Key=KEY)


def charge_a_customer() -> Verb:
    """The order is the key."""
    agent = given_funded_agent()
    body = {"externalOrderId": "o", "amount": 5, "description": "D"}
    return lambda: agent.post("/api/agent-checkouts", body)


def refund_a_customer() -> Verb:
    agent = given_agent()
    made = agent.post("/api/agent-checkouts", {"externalOrderId": "o", "amount": 5, "description": "D"})
    page = Checkout.objects.get(purpose="agent_checkout", account=agent.account)
    checkouts.book(page.pk, rail="card", reference=f"paid_{page.public_id}", cents=500)
    return lambda: agent.post(f"/api/agent-checkouts/{made['checkout']['id']}/refund")


def pay_for_a_seat() -> Verb:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    ids = {"bountyId": bounty.public_id, "applicationId": given_application(bounty)[1].public_id}
    return lambda: agent.post("/api/escrow/checkout", ids, Idempotency_Key=KEY)


def taken_back() -> Verb:
    """A payment whose money is spent in part; the message comes again, as it does from a provider who had no answer."""
    agent = given_agent()
    payment = given_charged(agent, 1000)
    given_bounty(agent)
    return lambda: given_taken_back(payment)


def taken_back_and_won() -> Verb:
    agent = given_agent()
    payment = given_charged(agent, 1000)
    given_bounty(agent)
    given_taken_back(payment)
    given_charged(agent, 200)
    return lambda: given_taken_back(payment, state="won", fee_returned_cents=700)


def deposit_that_pays_a_debt() -> Verb:
    agent = given_agent()
    payment = given_charged(agent, 1000)
    given_bounty(agent)
    given_taken_back(payment)
    page = checkouts.open_checkout(account_id=agent.account.pk, purpose="deposit", cents=700, description="D")
    return lambda: checkouts.book(page.pk, rail="card", reference=f"paid_{page.public_id}", cents=700)


def recover() -> Verb:
    agent = given_agent()
    payment = given_charged(agent, 1000)
    bounty = given_bounty(agent)
    given_taken_back(payment)
    assert agent.delete(f"/api/bounties/{bounty.public_id}", {"reason": "applicants_not_fit"}).status == 200
    return recoveries.recover_due


VERBS = [
    *(taken_back, taken_back_and_won, deposit_that_pays_a_debt, recover),
    *(withdraw, withdraw_in_vain, refund_a_deposit, sent_back, give_bank_account),
    *(pay_a_quote, quote_a_deposit),
    *(payment_link, pay_a_link, charge_a_customer, refund_a_customer, pay_for_a_seat),
    *(post_bounty, accept, submit, release, cancel_seat, cancel_bounty, raise_price),
    *(unconfirmed_seat, pay_for_a_bounty, rent, settle_personal),
]


@pytest.mark.parametrize("given", VERBS, ids=lambda verb: verb.__name__)
def test_a_verb_killed_at_any_step_ends_like_an_undisturbed_one(given: Callable[[], Verb]) -> None:
    assert check_killed_anywhere(given) > 5, "it was killed at every statement and at its commit"
