"""Killed at any line: each verb of a wallet dies before its k-th step, is tried again, and ends as if nothing had been."""

from collections.abc import Callable
from typing import Any

import pytest

from marketplace.core import clock
from tests.api import Api
from tests.factories import mpp
from tests.factories.accounts import given_agent
from tests.factories.approvals import decide, given_asking_agent, owner_of, posting
from tests.factories.market import (
    given_bounty,
    given_charged,
    given_funded_agent,
    given_payouts,
    given_taken_back,
)
from tests.kills import Verb, check_killed_anywhere
from tests.wallet.test_topups import given_low
from wallet.models import Checkout, MppCharge, Outflow, TopUp
from wallet.services import checkouts, mpp_charges, outflows, recoveries, topups

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
TASK = {"title": "T", "description": "D", "price": 5, "estimatedHours": 1}
CARD = b"cc-name=A&cc-number=4242424242424242&cc-exp=12%2F40&cc-csc=123&action=pay"
KEY = "the same key"


def withdraw() -> Verb:
    """The caller's request, then what the task or the sweep does."""
    agent = given_funded_agent(1000)
    given_payouts(agent)

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
    return lambda: outflows.mark_returned(Outflow.objects.get(account=agent.account).pk)


def set_sandbox_bank_account() -> Verb:
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
            mpp_charges.finish(charge.pk)
        checkouts.settle_pending()

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


def top_up() -> Verb:
    """The charge of the kept card, or what the timer finds of it."""
    agent = given_low()

    def work() -> None:
        topups.top_up(agent.account.pk)
        TopUp.objects.update(next_attempt_at=clock.now())
        topups.poll_due()

    return work


def ask_the_owner() -> Verb:
    agent = given_asking_agent(1000)

    def work() -> None:
        assert posting(agent, KEY).status == 202

    return work


def approve_a_call() -> Verb:
    agent = given_asking_agent(1000)
    asked = posting(agent, KEY)
    owner = owner_of(agent)
    return lambda: owner.post(f"/api/approvals/{asked['approvalId']}", {"decision": "approve"})


def use_an_approval() -> Verb:
    agent = given_asking_agent(1000)
    decide(agent, posting(agent, KEY))

    def work() -> None:
        answer = posting(agent, KEY)
        assert answer.status == 200, answer.body

    return work


VERBS = [
    ask_the_owner,
    approve_a_call,
    use_an_approval,
    *(withdraw, refund_a_deposit, sent_back, set_sandbox_bank_account),
    *(payment_link, pay_a_link, charge_a_customer, refund_a_customer),
    *(pay_a_quote, quote_a_deposit, top_up),
    *(taken_back, taken_back_and_won, deposit_that_pays_a_debt, recover),
]


@pytest.mark.parametrize("given", VERBS, ids=lambda verb: verb.__name__)
def test_a_verb_killed_at_any_step_ends_like_an_undisturbed_one(given: Callable[[], Verb]) -> None:
    assert check_killed_anywhere(given) >= 2, "it was killed at its beginning and at its commit"
