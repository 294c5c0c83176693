"""One transaction may settle several signed payments: each is credited by its own transfer in it, and none by another's."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import untouched, violations
from tests.factories.x402 import authorization, deposit, look, signed
from tests.wallet.conftest import wallet_of
from wallet.models import Payment, X402Payment
from wallet.services import signed_payments

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]


def given_refused(facilitator: Any, chain: Any, agent: Api) -> tuple[dict[str, Any], str]:
    """A signed deposit of 5 USD that the facilitator has refused, because its wallet was empty just then; it is watched."""
    wallet = chain.payer(5)
    signature = signed(agent, wallet)
    facilitator.before_settling = lambda: chain.do(chain.token.functions.take(wallet.address))
    assert deposit(agent, 500, signature).status == 402
    facilitator.before_settling = lambda: None
    chain.mint(wallet.address, 5)
    seen = authorization(signature)
    return seen["authorization"], seen["signature"]


def given_silent(facilitator: Any, chain: Any, agent: Api) -> X402Payment:
    """A deposit of 5 USD that was settled without a word."""
    facilitator.silent = True
    assert deposit(agent, 500, signed(agent, chain.payer(50))).status == 202
    return X402Payment.objects.latest("id")


def booked() -> list[tuple[str, str]]:
    return list(X402Payment.objects.order_by("id").values_list("status", "tx_hash"))


def test_two_payments_of_one_transaction_are_both_credited_once(facilitator: Any, chain: Any) -> None:
    one, other = given_agent(), given_agent()
    both = [given_refused(facilitator, chain, agent) for agent in (one, other)]
    tx_hash = chain.submit_together(*both)

    for _ in range(3):
        look()

    assert (wallet_of(one), wallet_of(other), violations()) == (500, 500, [])
    assert booked() == [("settled", tx_hash)] * 2
    assert Payment.objects.values("reference").distinct().count() == 2


def test_three_of_one_wallet_in_one_transaction_seen_by_many_at_once(facilitator: Any, chain: Any) -> None:
    agents = [given_agent() for _ in range(3)]
    chain.submit_together(*[given_refused(facilitator, chain, agent) for agent in agents])
    rows = list(X402Payment.objects.values_list("pk", flat=True))

    def see(pk: Any) -> None:
        try:
            signed_payments.SETTLING.ask_now(pk)
        except IntegrityError:
            pass  # the slower of two that both thought to be the first: it comes again
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(see, rows * 2))
    for _ in range(2):
        look()

    assert ([wallet_of(agent) for agent in agents], Payment.objects.count(), violations()) == ([500] * 3, 3, [])


def test_a_facilitator_that_names_the_transaction_of_another_payment_is_not_believed(
    facilitator: Any, chain: Any
) -> None:
    agent = given_agent()
    first = given_silent(facilitator, chain, agent)
    look()
    first.refresh_from_db()
    second = given_silent(facilitator, chain, agent)

    taken = signed_payments.book(second.pk, first.tx_hash)

    assert (taken.is_settled, taken.payment.status, wallet_of(agent), violations()) == (False, "review", 500, [])
    look()
    second.refresh_from_db()
    assert (second.status, wallet_of(agent), violations()) == ("settled", 1000, [])
    assert second.tx_hash != first.tx_hash, "the chain knows better"


def test_what_was_booked_for_another_without_the_chains_word_calls_staff(facilitator: Any, chain: Any) -> None:
    """The facilitator once said that this transaction had settled a payment, which the chain does not know."""
    agent, wrong = given_agent(), given_agent()
    given_refused(facilitator, chain, wrong)
    lied_about = X402Payment.objects.get()
    mine = given_silent(facilitator, chain, agent)
    tx_hash = chain.w3.eth.get_block("latest")["transactions"][0].to_0x_hex()
    signed_payments.book(lied_about.pk, tx_hash)
    assert wallet_of(wrong) == 500

    look()

    mine.refresh_from_db()
    assert (mine.status, wallet_of(agent), violations()) == ("attention", 0, [])
    office = Client()
    office.force_login(given_agent(is_staff=True).account)
    address = reverse("admin:wallet_x402payment_decide", args=[mine.pk, "paid"])
    with untouched():
        said = office.post(
            address, {"paid-tx_hash": tx_hash, "paid-reason": "The explorer.", "confirmed": "1"}, follow=True
        )
    assert "Another payment was settled by this transaction." in said.content.decode()


@pytest.mark.parametrize("place", [None, 7])
def test_the_database_takes_no_transfer_twice(facilitator: Any, chain: Any, place: int | None) -> None:
    agent = given_agent()
    for _ in range(2):
        given_silent(facilitator, chain, agent)
        look()
    first = X402Payment.objects.earliest("id")
    X402Payment.objects.filter(pk=first.pk).update(place=place)

    with pytest.raises(IntegrityError), transaction.atomic():
        X402Payment.objects.exclude(pk=first.pk).update(tx_hash=first.tx_hash, place=place)
