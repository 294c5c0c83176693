"""Stripe's messages about a dispute, in any number and order: what is booked is what Stripe's account shows."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from tests.api import Answer, Api
from tests.factories.market import given_bounty, untouched, violations
from tests.wallet.conftest import given_checkout, wallet_of
from tests.wallet.rails import Stripe
from tests.wallet.stripe_stand_in import SECRET, running
from wallet import ledger as books
from wallet.models import Chargeback, Payment, ProviderWebhook
from wallet.models.ledger import LedgerTransaction
from wallet.services import chargebacks, pages, reconciliation

pytestmark = pytest.mark.django_db
TYPES = ("charge.dispute.created", "charge.dispute.funds_withdrawn", "charge.dispute.closed")


@pytest.fixture
def stripe(settings: Any) -> Iterator[Stripe]:
    """Afterwards both books are sound and agree."""
    for api in running():
        settings.CARD_PROVIDER, settings.STRIPE_API_KEY, settings.STRIPE_API_BASE = "stripe", "sk_test_x", api.url
        settings.STRIPE_WEBHOOK_SECRET = SECRET
        made = Stripe(api)
        yield made
        made.back()
        assert (violations(), reconciliation.compare(None, None)) == ([], [])


def deliver(message: tuple[bytes, str]) -> Answer:
    body, signature = message
    answer = Api().call("POST", "/api/providers/stripe/webhook", raw=body, Stripe_Signature=signature)
    assert answer.status == 200, answer.body
    return answer


def given_paid(agent: Api, stripe: Stripe, cents: int = 1000) -> Payment:
    checkout = given_checkout(agent, cents)
    assert stripe.pay(checkout)
    payment: Payment = Payment.objects.get(checkout=checkout)
    return payment


def booked() -> list[str]:
    kinds = ("chargeback", "chargeback_won", "recovery")
    return list(LedgerTransaction.objects.filter(kind__in=kinds).order_by("id").values_list("kind", flat=True))


def row() -> tuple[str, int, int]:
    found = Chargeback.objects.get()
    return found.status, found.from_wallet_cents, found.owed_cents


@pytest.mark.parametrize("order", list(permutations(TYPES)), ids=lambda order: "-".join(t[15:] for t in order))
def test_each_message_twice_and_in_any_order_is_one_chargeback(agent: Api, stripe: Stripe, order: Any) -> None:
    payment = given_paid(agent, stripe)
    given_bounty(agent, price_cents=500)
    dispute = stripe.api.dispute(payment.reference, 1000)
    messages = [stripe.api.message(type_, dispute) for type_ in order]
    for message in messages:
        deliver(message)
    stripe.api.decide(dispute, won=False)
    for message in messages:
        deliver(message)
    deliver(stripe.api.message("charge.dispute.closed", dispute))

    assert (row(), booked(), wallet_of(agent)) == (("lost", 410, 590), ["chargeback"], 0)


def test_a_message_that_comes_after_the_end_books_the_whole_story(agent: Api, stripe: Stripe) -> None:
    payment = given_paid(agent, stripe)
    given_bounty(agent, price_cents=500)
    dispute = stripe.api.dispute(payment.reference, 1000)
    stripe.api.decide(dispute, won=True, fee_back=1500)

    for type_ in (*TYPES[::-1], "charge.dispute.funds_reinstated"):
        deliver(stripe.api.message(type_, dispute))

    assert (row(), booked()) == (("won", 410, 0), ["chargeback", "chargeback_won"])
    assert (wallet_of(agent), books.house_balance(books.LOSSES)) == (410, 0), "the fee came back, too"
    assert ProviderWebhook.objects.filter(kind="chargeback").count() == 4


def test_won_is_believed_when_the_money_is_there(agent: Api, stripe: Stripe) -> None:
    payment = given_paid(agent, stripe)
    dispute = stripe.api.dispute(payment.reference, 1000)
    deliver(stripe.api.message(TYPES[0], dispute))
    stripe.api.decide(dispute, won=True, money_is_back=False)

    deliver(stripe.api.message("charge.dispute.closed", dispute))
    assert (row()[0], wallet_of(agent)) == ("open", 0)

    stripe.api.decide(dispute, won=True)
    deliver(stripe.api.message("charge.dispute.funds_reinstated", dispute))
    assert (row()[0], wallet_of(agent)) == ("won", 1000)


def test_what_was_lost_can_be_won_after_all(agent: Api, stripe: Stripe) -> None:
    payment = given_paid(agent, stripe)
    dispute = stripe.api.dispute(payment.reference, 1000)
    stripe.api.decide(dispute, won=False)
    deliver(stripe.api.message("charge.dispute.closed", dispute))
    assert (row()[0], wallet_of(agent)) == ("lost", 0)

    stripe.api.decide(dispute, won=True)
    deliver(stripe.api.message("charge.dispute.funds_reinstated", dispute))
    assert (row()[0], wallet_of(agent)) == ("won", 1000)


def test_a_bank_that_only_asks_takes_nothing(agent: Api, stripe: Stripe) -> None:
    payment = given_paid(agent, stripe)
    dispute = stripe.api.dispute(payment.reference, 1000, asks_only=True)

    deliver(stripe.api.message(TYPES[0], dispute))
    chargebacks.poll_recent()

    assert (Chargeback.objects.count(), wallet_of(agent)) == (0, 1000)


def test_a_payment_that_is_not_booked_yet_is_charged_back_once_it_is(agent: Api, stripe: Stripe) -> None:
    """The payer closed the window, the webhook was lost, and the bank was faster than our sweep."""
    checkout = given_checkout(agent)
    assert stripe.pay_unheard(checkout)
    intent = next(thing["id"] for thing in stripe.api.things.values() if thing["object"] == "payment_intent")
    dispute = stripe.api.dispute(intent, 2550)
    with untouched(besides=ProviderWebhook):
        deliver(stripe.api.message(TYPES[0], dispute))

    pages.collect(checkout.pk)
    chargebacks.poll_recent()

    assert (row(), wallet_of(agent)) == (("open", 2550, 0), 0)


def test_two_disputes_of_one_payment_are_two_chargebacks(agent: Api, stripe: Stripe) -> None:
    payment = given_paid(agent, stripe)
    first, second = (stripe.api.dispute(payment.reference, cents) for cents in (300, 200))

    for dispute in (first, second, first):
        deliver(stripe.api.message(TYPES[0], dispute))

    assert (Chargeback.objects.count(), wallet_of(agent)) == (2, 500)


def test_a_dispute_of_a_strangers_charge_changes_nothing(agent: Api, stripe: Stripe) -> None:
    given_paid(agent, stripe)
    dispute = stripe.api.dispute(stripe.api.charge_again("", 500), 500)
    about_no_intent = stripe.api.dispute("", 500)

    with untouched(besides=ProviderWebhook):
        deliver(stripe.api.message(TYPES[0], dispute))
        deliver(stripe.api.message(TYPES[0], about_no_intent))
        chargebacks.poll_recent()
    stripe.api.things = {key: thing for key, thing in stripe.api.things.items() if thing.get("amount_received") != 500}
    for gone in (dispute, about_no_intent):
        del stripe.api.things[gone]


def test_the_nightly_comparison_names_a_chargeback_that_only_one_side_knows(agent: Api, stripe: Stripe) -> None:
    payment = given_paid(agent, stripe)
    dispute = stripe.api.dispute(payment.reference, 1000)
    unknown = reconciliation.compare(None, None)
    assert ("chargeback that is not in our books", dispute, "-2500 at the provider") in unknown

    deliver(stripe.api.message(TYPES[0], dispute))
    assert reconciliation.compare(None, None) == []

    thing = stripe.api.things.pop(dispute)
    gone = reconciliation.compare(None, None)
    assert ("chargeback that is not in the provider's books", dispute, "") in gone
    stripe.api.things[dispute] = thing
