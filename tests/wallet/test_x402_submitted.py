"""A signed payment that somebody else has put on the chain before it came to us: the treasury was paid, so it is credited,
exactly once."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from marketplace.models import Account
from tests.factories.accounts import given_agent
from tests.factories.market import untouched, violations
from tests.factories.x402 import authorization, changed, deposit, look, receipt, sign, sign_up, signed, submit
from tests.wallet.conftest import wallet_of
from tests.wallet.test_x402_review import submit_another
from wallet.errors import ProviderUnavailable
from wallet.models import X402Payment
from wallet.providers import chain as asked

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]


def test_a_deposit_that_was_submitted_already_is_credited_once(facilitator: Any, chain: Any) -> None:
    agent = given_agent()
    signature = signed(agent, chain.payer(50))
    tx_hash = submit(chain, signature)

    answer = deposit(agent, 500, signature)

    assert (answer.status, answer["txHash"], wallet_of(agent)) == (200, tx_hash, 500), answer.body
    assert receipt(answer).success and receipt(answer).transaction == tx_hash
    with untouched():
        again = deposit(agent, 500, signature)
    assert (again.status, again.code, again["txHash"]) == (409, "payment_already_processed", tx_hash)
    assert (look(), wallet_of(agent), facilitator.settlements, violations()) == (0, 500, 0, [])


def test_a_sign_up_that_was_submitted_already_opens_its_account(facilitator: Any, chain: Any) -> None:
    signature = sign(chain.payer(50), sign_up())
    submit(chain, signature)

    answer = sign_up(signature)

    assert (answer.status, answer["status"], answer["balanceCents"]) == (200, "account_created", 1000)
    assert sign_up(signature).code == "payment_already_processed"
    assert (Account.objects.count(), violations()) == (1, [])


def test_it_is_credited_to_one_of_those_who_show_it(facilitator: Any, chain: Any) -> None:
    agents = [given_agent() for _ in range(8)]
    signature = signed(agents[0], chain.payer(50))
    submit(chain, signature)

    def post(agent: Any) -> int:
        try:
            return deposit(agent, 500, signature).status
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        statuses = sorted(pool.map(post, agents))

    assert statuses == [200] + [409] * 7
    assert (sum(map(wallet_of, agents)), look(), violations()) == (500, 0, [])


def test_two_of_one_transaction_are_each_credited_by_their_own_transfer(facilitator: Any, chain: Any) -> None:
    one, other = given_agent(), given_agent()
    first, second = signed(one, chain.payer(50)), signed(other, chain.payer(50))
    seen = [authorization(signature) for signature in (first, second)]
    chain.submit_together(*[(payment["authorization"], payment["signature"]) for payment in seen])

    assert [deposit(one, 500, first).status, deposit(other, 500, second).status] == [200, 200]
    assert (wallet_of(one), wallet_of(other), violations()) == (500, 500, [])


@pytest.mark.parametrize("used", ["cancelled", "for somebody else"])
def test_a_nonce_that_was_used_without_paying_us_credits_nothing(facilitator: Any, chain: Any, used: str) -> None:
    agent, wallet, friend = given_agent(), chain.payer(50), chain.payer()
    signature = signed(agent, wallet)
    nonce = authorization(signature)["authorization"]["nonce"]
    if used == "cancelled":
        chain.do(chain.token.functions.cancel(wallet.address, bytes.fromhex(nonce[2:])))
    else:
        submit_another(chain, wallet, friend.address, nonce)
    with untouched():
        answer = deposit(agent, 500, signature)

    assert (answer.status, answer.code) == (402, "payment_required")


def test_another_amount_than_was_submitted_credits_nothing(facilitator: Any, chain: Any) -> None:
    agent = given_agent()
    signature = signed(agent, chain.payer(50))
    submit(chain, signature)
    more = changed(signature, lambda payload: payload["authorization"].update(value="9000000"))
    with untouched():
        answers = [deposit(agent, 900, signature), deposit(agent, 900, more), deposit(agent, 500, more)]

    assert [answer.status for answer in answers] == [402] * 3


def test_while_the_chain_does_not_answer_nobody_is_told_to_sign_anew(
    facilitator: Any, chain: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = given_agent()
    signature = signed(agent, chain.payer(50))
    submit(chain, signature)

    def away(*args: Any) -> None:
        raise ProviderUnavailable()

    with monkeypatch.context() as patch, untouched():
        patch.setattr(asked, "poll", away)
        answer = deposit(agent, 500, signature)
    assert (answer.status, answer.code) == (502, "provider_unavailable")

    assert deposit(agent, 500, signature).status == 200
    assert (wallet_of(agent), X402Payment.objects.count(), violations()) == (500, 1, [])
