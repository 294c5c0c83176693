"""What a bank returns in part, what it asks about long before it takes, and what owners hear of a balance that sinks."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from bounties.services import bounties
from marketplace.core.transactions import unit
from marketplace.models import Mail
from tests.api import Api
from tests.factories.market import acting, given_bounty, untouched, violations
from tests.wallet.conftest import given_checkout, wallet_of
from tests.wallet.rails import Stripe
from tests.wallet.stripe_stand_in import SECRET, running
from wallet import ledger as books
from wallet.models import Chargeback, Payment
from wallet.models.ledger import LedgerTransaction
from wallet.services import chargebacks, reconciliation, recoveries
from wallet.tasks import poll_old_chargebacks
from webhooks.models import Event

pytestmark = pytest.mark.django_db
FEE = 1500


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


def given_paid(agent: Api, stripe: Stripe, cents: int = 1000) -> Payment:
    checkout = given_checkout(agent, cents)
    assert stripe.pay(checkout)
    payment: Payment = Payment.objects.get(checkout=checkout)
    return payment


def given_taken_back(agent: Api, stripe: Stripe, *, spent: bool) -> tuple[Payment, str]:
    """10 USD came in and were taken back; `spent`: 5.90 of them were in a bounty by then, and are owed."""
    payment = given_paid(agent, stripe)
    if spent:
        given_bounty(agent, price_cents=500)
    dispute = stripe.api.dispute(payment.reference, 1000, fee=FEE)
    chargebacks.on_webhook(payment.reference)
    return payment, dispute


def row() -> tuple[str, int, int, int]:
    """(status, came back, of that to the wallet, still owed)"""
    found = Chargeback.objects.get()
    return found.status, found.returned_cents, found.returned_to_wallet_cents, found.owed_cents


def losses() -> int:
    return -books.house_balance(books.LOSSES)


def returns() -> int:
    return LedgerTransaction.objects.filter(kind="chargeback_won").count()


# ------------------------------------------------------------------ a part comes back


def test_a_part_that_comes_back_is_the_wallets_and_the_chargeback_is_over(agent: Api, stripe: Stripe) -> None:
    payment, dispute = given_taken_back(agent, stripe, spent=False)
    stripe.api.decide(dispute, won=True, cents=300)

    for _ in range(2):
        chargebacks.on_webhook(payment.reference)

    assert (row(), wallet_of(agent), losses(), returns()) == (("won", 300, 300, 0), 300, FEE, 1)
    told = Mail.objects.filter(to=agent.account.email).latest("id")
    assert told.subject == "A part of a payment of $10.00 that was taken back is here again"
    assert "Back in your wallet: $3.00" in told.text


def test_a_part_pays_first_what_is_owed(agent: Api, stripe: Stripe) -> None:
    payment, dispute = given_taken_back(agent, stripe, spent=True)
    stripe.api.decide(dispute, won=True, cents=400)

    chargebacks.on_webhook(payment.reference)

    assert (row(), wallet_of(agent), losses()) == (("won", 400, 0, 190), 0, 190 + FEE)
    assert "Still owed: $1.90" in Mail.objects.filter(to=agent.account.email).latest("id").text
    given_paid(agent, stripe, 500)
    assert (row()[3], wallet_of(agent), losses()) == (0, 310, FEE), "a deposit pays the rest off"


def test_a_part_of_what_was_lost_is_booked_too_and_the_rest_when_it_comes(agent: Api, stripe: Stripe) -> None:
    payment, dispute = given_taken_back(agent, stripe, spent=True)
    stripe.api.decide(dispute, won=False)
    chargebacks.on_webhook(payment.reference)
    assert row() == ("lost", 0, 0, 590)

    stripe.api.decide(dispute, won=False, cents=700)
    chargebacks.on_webhook(payment.reference)
    assert (row(), wallet_of(agent)) == (("won", 700, 110, 0), 110)

    stripe.api.decide(dispute, won=True, cents=300, fee_back=FEE)
    chargebacks.on_webhook(payment.reference)
    assert (row(), wallet_of(agent), losses(), returns()) == (("won", 1000, 410, 0), 410, 0, 2)
    with untouched():
        chargebacks.poll_recent()


def test_a_payment_that_came_back_in_part_is_not_returned_to_its_payer(agent: Api, stripe: Stripe) -> None:
    payment, dispute = given_taken_back(agent, stripe, spent=False)
    stripe.api.decide(dispute, won=True, cents=300)
    chargebacks.on_webhook(payment.reference)

    assert agent.get("/api/wallet/funding-refunds")["refundable"] == []


# ------------------------------------------------------------------ a bank asks, and takes months later


def test_a_question_that_becomes_a_chargeback_after_months_is_found_without_a_message(
    agent: Api, stripe: Stripe
) -> None:
    payment = given_paid(agent, stripe)
    dispute = stripe.api.dispute(payment.reference, 1000, asks_only=True)
    stripe.api.things[dispute]["created"] -= int(timedelta(days=119).total_seconds())
    assert (poll_old_chargebacks(), Chargeback.objects.count()) == (0, 0)

    stripe.api.take_after_all(dispute)
    assert chargebacks.poll_recent() == 0, "every hour only the last month is asked for"
    assert (poll_old_chargebacks(), poll_old_chargebacks()) == (1, 0)

    assert (row()[0], wallet_of(agent)) == ("open", 0)


def test_a_provider_that_is_away_is_asked_again_tomorrow(agent: Api, stripe: Stripe) -> None:
    given_paid(agent, stripe)
    stripe.away()

    assert poll_old_chargebacks() == 0


# ------------------------------------------------------------------ the owner's mark


def low(agent: Api) -> list[dict[str, Any]]:
    told = Event.objects.filter(account=agent.account, type="wallet.low_balance").order_by("id")
    return [event.data for event in told]


def test_a_chargeback_below_the_mark_is_told_once(agent: Api, stripe: Stripe) -> None:
    agent.patch("/api/wallet/controls", {"lowBalanceThresholdCents": 800})
    payment = given_paid(agent, stripe)
    assert low(agent) == []

    stripe.api.dispute(payment.reference, 300)
    chargebacks.on_webhook(payment.reference)
    stripe.api.dispute(payment.reference, 100)
    chargebacks.on_webhook(payment.reference)

    assert wallet_of(agent) == 600
    assert [{name: told[name] for name in ("balanceCents", "thresholdCents")} for told in low(agent)] == [
        {"balanceCents": 700, "thresholdCents": 800}
    ]


def test_a_debt_that_is_collected_below_the_mark_is_told(agent: Api, stripe: Stripe) -> None:
    payment = given_paid(agent, stripe)
    bounty = given_bounty(agent, price_cents=500)
    stripe.api.dispute(payment.reference, 1000)
    chargebacks.on_webhook(payment.reference)
    agent.patch("/api/wallet/controls", {"lowBalanceThresholdCents": 200})
    unit(lambda: bounties.cancel(acting(agent), bounty.public_id, reason="task_no_longer_needed"))
    assert (wallet_of(agent), low(agent)) == (590, [])

    assert recoveries.recover_due() == 1

    assert (wallet_of(agent), [told["balanceCents"] for told in low(agent)]) == (0, [0])


def test_a_deposit_that_pays_a_debt_off_crosses_no_mark(agent: Api, stripe: Stripe) -> None:
    given_taken_back(agent, stripe, spent=True)
    agent.patch("/api/wallet/controls", {"lowBalanceThresholdCents": 200})

    given_paid(agent, stripe, 300)

    assert (wallet_of(agent), low(agent)) == (0, []), "it was below before, and never above"
