"""x402 when nobody answers for a day: staff is called, the looks go on, and it can still end either way."""

from datetime import timedelta
from typing import Any

import pytest

from marketplace.core import clock
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import violations
from tests.factories.x402 import deposit, look, proof, sign, sign_up, signed
from tests.wallet.conftest import wallet_of
from wallet.models import X402Payment

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]


def given_silence(agent: Api, wallet: Any, facilitator: Any, chain: Any) -> str:
    """A deposit of 5 USD that was settled without a word; then the chain was silent for a day."""
    facilitator.silent = True
    signature = signed(agent, wallet)
    assert deposit(agent, 500, signature).status == 202
    chain.away = True
    look()
    X402Payment.objects.update(silent_since=clock.now() - timedelta(days=1))
    look()
    assert X402Payment.objects.get().status == "attention"
    return signature


def test_silence_is_counted_from_the_first_unanswered_look(facilitator: Any, chain: Any) -> None:
    agent, facilitator.silent = given_agent(), True
    assert deposit(agent, 500, signed(agent, chain.payer(50))).status == 202
    X402Payment.objects.update(created_at=clock.now() - timedelta(days=2))  # we were away ourselves
    chain.away = True

    look()

    payment = X402Payment.objects.get()
    assert (payment.status, payment.attempts) == ("review", 1)
    assert payment.silent_since is not None


def test_an_answer_ends_the_silence(facilitator: Any, chain: Any) -> None:
    agent, wallet = given_agent(), chain.payer(5)
    signature = signed(agent, wallet)
    facilitator.before_settling = lambda: chain.do(chain.token.functions.take(wallet.address))
    assert deposit(agent, 500, signature).status == 402
    X402Payment.objects.update(silent_since=clock.now() - timedelta(days=2))

    look()

    payment = X402Payment.objects.get()
    assert (payment.status, payment.silent_since) == ("refused", None)


def test_after_a_day_of_silence_staff_is_called_and_the_looks_go_on(facilitator: Any, chain: Any) -> None:
    agent = given_agent()
    signature = given_silence(agent, chain.payer(50), facilitator, chain)
    payment = X402Payment.objects.get()
    assert payment.next_attempt_at is not None and payment.next_attempt_at > clock.now() + timedelta(minutes=50)
    assert (look(), X402Payment.objects.get().status, wallet_of(agent)) == (1, "attention", 0)
    assert deposit(agent, 500, signature).status == 202, "it is not to be paid again"

    chain.away = False
    assert look() == 1

    assert (X402Payment.objects.get().status, wallet_of(agent), look(), violations()) == ("settled", 500, 0, [])


def test_one_in_attention_that_was_never_used_fails(facilitator: Any, chain: Any) -> None:
    agent, wallet = given_agent(), chain.payer(5)
    signature = signed(agent, wallet)
    facilitator.before_settling = lambda: chain.do(chain.token.functions.take(wallet.address))
    assert deposit(agent, 500, signature).status == 402
    X402Payment.objects.update(status="attention")

    with chain.own_time() as pass_time:
        pass_time(600)
        look()

    assert (X402Payment.objects.get().status, wallet_of(agent), violations()) == ("failed", 0, [])


def test_a_wallet_whose_sign_up_is_with_staff_is_told_to_wait(facilitator: Any, chain: Any) -> None:
    wallet, facilitator.silent = chain.payer(50), True
    assert sign_up(sign(wallet, sign_up())).status == 202
    X402Payment.objects.update(status="attention")

    assert sign_up(**proof(wallet)).status == 202

    look()
    assert sign_up(**proof(wallet))["status"] == "account_recovered"
