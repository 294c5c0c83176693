"""Paying by MPP: the protocol's own client, this server over HTTP, the sandbox's cards."""

from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Bounty
from marketplace.core import clock
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import given_money, untouched, violations
from tests.factories.mpp import (
    DECLINED,
    EMPTY,
    by_client,
    challenge,
    credential,
    given_quote,
    pay,
    quote_of,
    receipt,
    send,
    token,
)
from tests.wallet.conftest import Payer, wallet_of
from wallet.models import Checkout, MppCharge, MppQuote, Outflow, Payment, SandboxRecord
from wallet.services import checkouts, outflows

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
TASK = {"title": "T", "description": "D", "price": 5, "estimatedHours": 1}
DEPOSIT = "/api/wallet/deposit"


def charged() -> int:
    return SandboxRecord.objects.filter(kind="charge", state="succeeded").count()


# ------------------------------------------------------------------ the protocol's client


def test_the_library_s_client_pays_a_deposit(live_server: Any) -> None:
    agent = given_agent()
    asked = agent.post(DEPOSIT, {"amount": 12.34})

    answer = by_client(live_server.url, quote_of(asked))

    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert body == {
        "success": True, "status": "credited", "paymentIntentId": body["paymentIntentId"], "amountCents": 1234,
        "currency": "usd",
    }  # fmt: skip
    assert answer.headers["Cache-Control"] == "private, no-store"
    payment = Payment.objects.get()
    assert (payment.rail, payment.amount_cents) == ("mpp", 1234)
    assert MppCharge.objects.get(provider_ref=payment.reference).public_id == body["paymentIntentId"]
    assert (payment.method, payment.refund_fee_cents) == ("card •••• 4242", 66)
    assert (wallet_of(agent), charged(), violations()) == (1234, 1, [])
    assert MppCharge.objects.get().token == ""


def test_the_library_s_client_pays_for_a_bounty(live_server: Any) -> None:
    agent = given_agent()
    posted = agent.post("/api/bounties", TASK)

    answer = by_client(live_server.url, quote_of(posted)).json()

    bounty = Bounty.objects.get()
    assert bounty.status == "open" and bounty.pool is not None
    assert answer["bounty"] == {
        "bountyId": posted["bountyId"], "status": "funded", "escrowId": bounty.pool.public_id,
    }  # fmt: skip
    assert agent.get(f"/api/escrow/{bounty.pool.public_id}")["escrow"]["fundingSource"] == "mpp"
    assert (wallet_of(agent), violations()) == (0, [])


def test_the_library_s_client_is_told_that_its_card_was_declined(live_server: Any) -> None:
    agent = given_agent()

    answer = by_client(live_server.url, given_quote(agent), DECLINED)

    assert (answer.status_code, answer.json()["reason"]) == (402, "card_declined")
    assert (wallet_of(agent), charged()) == (0, 0)


# ------------------------------------------------------------------ paid


def test_a_quote_counts_once_whatever_is_sent_beside_it() -> None:
    agent, stranger = given_agent(), given_agent()
    quote = given_quote(agent)
    demanded = send(quote)
    first = send(quote, credential(demanded, token()))

    again = [
        send(quote),
        send(quote, credential(demanded, token())),
        send(quote, "Payment nonsense"),
        send(quote, credential(demanded), Idempotency_Key="another"),
        Api(None, stranger.headers).post("/api/mpp/wallet/deposit", quote),
    ]

    for answer in again:
        assert (answer.status, answer.body) == (200, first.body)
        assert answer.headers["Payment-Receipt"] == first.headers["Payment-Receipt"]
    said = receipt(first)
    assert (said.status, said.reference, said.method) == ("success", first["paymentIntentId"], "stripe")
    assert said.external_id == Checkout.objects.get().public_id
    assert (wallet_of(agent), wallet_of(stranger), charged(), violations()) == (500, 0, 1, [])


def test_a_paid_quote_stays_paid_when_its_half_hour_is_over() -> None:
    agent = given_agent()
    quote = given_quote(agent)
    first = pay(quote)
    MppQuote.objects.update(expires_at=clock.now() - timedelta(days=30))

    assert send(quote).body == first.body


def test_a_declined_card_leaves_the_quote_for_another_one() -> None:
    agent = given_agent()
    quote = given_quote(agent)
    declined = pay(quote, DECLINED)
    assert (declined.status, declined["reason"]) == (402, "card_declined")
    assert "Payment-Receipt" not in declined.headers and challenge(declined)
    assert pay(quote, EMPTY)["reason"] == "insufficient_card_funds"
    assert pay(quote, "1234")["reason"] == "unknown_test_card"
    assert (wallet_of(agent), charged()) == (0, 0)

    assert pay(quote).status == 200
    assert (wallet_of(agent), charged(), violations()) == (500, 1, [])


def test_a_token_counts_once_for_one_quote() -> None:
    """Also one that was declined: it is not tried again, here or elsewhere."""
    agent = given_agent()
    quote, other = given_quote(agent), given_quote(agent)
    good, bad = token(), token(DECLINED)
    send(quote, credential(send(quote), bad))
    with untouched():
        again = send(quote, credential(send(quote), bad))
        elsewhere = send(other, credential(send(other), bad))
    assert (again["reason"], elsewhere["reason"]) == ("card_declined", "token_already_used")

    send(quote, credential(send(quote), good))
    with untouched():
        answer = send(other, credential(send(other), good))
    assert (answer.status, answer["reason"]) == (402, "token_already_used")
    assert (wallet_of(agent), charged()) == (500, 1)


def test_a_quote_whose_page_was_paid_or_cancelled_takes_nothing() -> None:
    agent = given_agent()
    paid, cancelled = given_quote(agent), given_quote(agent)
    first, second = Checkout.objects.order_by("id")
    authorizations = [credential(send(paid)), credential(send(cancelled))]
    Payer().pay(first)
    checkouts.cancel(second.pk)

    for quote, authorization in zip((paid, cancelled), authorizations, strict=True):
        with untouched():
            answers = [send(quote), send(quote, authorization)]
        assert {(a.status, a.code) for a in answers} == {(409, "quote_closed")}
    assert (wallet_of(agent), charged()) == (500, 1)


def test_a_quote_that_is_over_takes_nothing() -> None:
    agent = given_agent()
    quote = given_quote(agent)
    authorization = credential(send(quote))
    MppQuote.objects.update(expires_at=clock.now())

    with untouched():
        answers = [send(quote), send(quote, authorization)]

    assert {(a.status, a.code) for a in answers} == {(410, "quote_expired")}


def test_a_page_paid_by_its_quote_takes_no_card_any_more() -> None:
    agent = given_agent()
    asked = agent.post(DEPOSIT, {"amount": 5})
    pay(quote_of(asked))

    assert Payer().pay(Checkout.objects.get()).status == 409
    assert (wallet_of(agent), charged()) == (500, 1)


def test_a_payment_by_quote_can_be_returned_to_its_card() -> None:
    agent = given_agent()
    pay(given_quote(agent, 20))
    (offered,) = agent.get("/api/wallet/funding-refunds")["refundable"]
    assert offered["destination"] == "card •••• 4242"

    answer = agent.post(
        "/api/wallet/funding-refunds",
        {
            "fundingTransactionId": offered["fundingTransactionId"], "requestId": "request-1", "confirm": True,
            "expectedPrincipalCents": 2000, "expectedRefundAmountCents": offered["refundAmountCents"],
        },
    )  # fmt: skip
    outflows.send(Outflow.objects.get().pk)

    assert answer.status == 200, answer.body
    assert (Outflow.objects.get().status, wallet_of(agent), violations()) == ("paid", 0, [])


# ------------------------------------------------------------------ what it was for


def test_money_for_a_bounty_that_is_over_stays_in_the_wallet_and_the_answer_says_so() -> None:
    agent = given_agent()
    posted = agent.post("/api/bounties", TASK)
    quote = quote_of(posted)
    Bounty.objects.update(deadline=clock.now())

    first, again = pay(quote), send(quote)

    assert first["bounty"] == {"bountyId": posted["bountyId"], "status": "left_in_wallet"}
    assert again.body == first.body
    assert (wallet_of(agent), violations()) == (590, [])


def test_a_bounty_funded_from_the_wallet_meanwhile_closes_its_quote() -> None:
    agent = given_agent()
    posted = agent.post("/api/bounties", TASK)
    given_money(agent, 1000)
    agent.post("/api/bounties/deposit", {"bountyId": posted["bountyId"]})

    with untouched():
        answer = send(quote_of(posted))

    assert (answer.status, answer.code) == (409, "quote_closed")
