"""MPP as Stripe is asked for it, and what check_ledger says of a charge that does not add up."""

from typing import Any

import pytest
from django.db import connection

from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import violations
from tests.factories.mpp import GOOD, credential, given_quote, is_pending, look, pay, send, undecided
from tests.wallet.conftest import wallet_of
from tests.wallet.rails import Stripe
from wallet.models import MppCharge

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
TASK = {"title": "T", "description": "D", "price": 5, "estimatedHours": 1}


# ------------------------------------------------------------------ Stripe


def test_stripe_is_asked_in_its_preview_s_words(token_stripe: Stripe, settings: Any) -> None:
    settings.MPP_STRIPE_VERSION = "2026-07-29.preview"
    pay(given_quote(given_agent()))

    charge = MppCharge.objects.get()
    (call,) = [call for call in token_stripe.api.calls if call[:2] == ("POST", "/v1/payment_intents")]
    assert call[2:] == (charge.public_id, "2026-07-29.preview")
    assert token_stripe.api.things[charge.provider_ref]["metadata"] == {"ours": charge.public_id}


def test_an_answer_lost_once_is_fetched_by_the_sdk(token_stripe: Stripe) -> None:
    quote = given_quote(given_agent())
    demanded = send(quote)
    token_stripe.api.down = "lost"

    assert send(quote, credential(demanded)).status == 200
    assert token_stripe.charges() == 1


def test_a_charge_that_takes_its_time_is_looked_up_not_made_again(token_stripe: Stripe) -> None:
    agent = given_agent()
    quote = given_quote(agent)

    answer = send(quote, credential(send(quote), f"spt_{GOOD}_slow_1"))

    intent, ours = MppCharge.objects.get().provider_ref, MppCharge.objects.get().public_id
    assert is_pending(answer) and answer["paymentIntentId"] == ours == undecided(answer)["reference"]
    assert look() == 1 and wallet_of(agent) == 0
    token_stripe.api.things[intent].update(status="succeeded", amount_received=500)
    assert look() == 1
    assert (wallet_of(agent), token_stripe.charges()) == (500, 1)


def test_stripe_s_message_finishes_a_charge_before_the_sweep(token_stripe: Stripe) -> None:
    agent = given_agent()
    quote = given_quote(agent)
    demanded = send(quote)
    token_stripe.silent()
    send(quote, credential(demanded))
    token_stripe.back()
    (intent,) = [thing["id"] for thing in token_stripe.api.things.values() if thing["object"] == "payment_intent"]
    body, signature = token_stripe.api.message("payment_intent.succeeded", intent)

    for _ in range(2):
        heard = Api().call("POST", "/api/providers/stripe/webhook", raw=body, Stripe_Signature=signature)
        assert heard.status == 200
    assert (wallet_of(agent), token_stripe.charges(), send(quote).status) == (500, 1, 200)


def test_a_key_that_stripe_has_forgotten_charges_nothing_again(token_stripe: Stripe) -> None:
    agent = given_agent()
    quote = given_quote(agent)
    demanded = send(quote)
    token_stripe.silent()
    send(quote, credential(demanded))
    token_stripe.back()
    token_stripe.api.answers.clear()

    assert look() == 1
    assert (wallet_of(agent), token_stripe.charges()) == (500, 1)


def test_without_a_network_id_stripe_hands_out_no_quotes(token_stripe: Stripe, settings: Any) -> None:
    settings.MPP_NETWORK_ID = ""

    assert "mppPayment" not in given_agent().post("/api/wallet/deposit", {"amount": 5}).body


# ------------------------------------------------------------------ the books


@pytest.mark.parametrize(
    ("tampering", "fault"),
    [
        ("update wallet_mppcharge set provider_ref = 'another'", "paid MPP charge that is not booked"),
        ("update wallet_mppcharge set provider_ref = 'another'", "payment by MPP that nobody was quoted"),
        (
            "update wallet_mppcharge set status = 'failed', reason = 'x'",
            "payment by MPP that nobody was quoted",
        ),
        ("update wallet_payment set rail = 'card'", "paid MPP charge that is not booked"),
        (
            "insert into wallet_mppquote select gen_random_uuid(), created_at, 'x', expires_at, checkout_id from wallet_mppquote;"
            "insert into wallet_mppcharge select gen_random_uuid(), c.created_at, '', 'x', 'attention', '', '', 0, null, null, q.id"
            " from wallet_mppcharge c, wallet_mppquote q where q.digest = 'x'",
            "page charged by two of its quotes",
        ),
    ],
)
def test_the_check_names_what_does_not_add_up(tampering: str, fault: str) -> None:
    pay(given_quote(given_agent()))
    assert violations() == []

    with connection.cursor() as cursor:
        cursor.execute(tampering)

    assert fault in {name for name, _, _ in violations()}
