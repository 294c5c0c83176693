"""Which cards are taken where: play cards in a sandbox only, and no surprise at the first deposit."""

from datetime import date

import pytest
from django.core.checks import run_checks
from django.test import override_settings

from marketplace.core import ids
from wallet.errors import NoCardProvider
from wallet.models import Checkout
from wallet.providers import SandboxCards, card_rail
from wallet.providers.sandbox import Card

CARD = Card(name="A. Payer", number="4242 4242 4242 4242", expiry="12/40", code="123")


def wallet_errors() -> list[str]:
    return [found.id or "" for found in run_checks() if (found.id or "").startswith("wallet.")]


@pytest.mark.parametrize(
    ("provider", "sandbox", "errors"),
    [
        ("sandbox", True, []),
        ("sandbox", False, ["wallet.E001"]),
        ("none", True, []),
        ("none", False, []),
        ("stripe", True, ["wallet.E002", "wallet.E004"]),
        ("stripe", False, ["wallet.E002", "wallet.E004"]),
        ("paypal", False, ["wallet.E003"]),
    ],
)
def test_the_system_check_refuses_what_would_mint_money_or_fail_later(
    provider: str, sandbox: bool, errors: list[str]
) -> None:
    with override_settings(CARD_PROVIDER=provider, SANDBOX=sandbox):
        assert wallet_errors() == errors


def test_stripe_needs_its_key_and_its_webhook_s_secret_and_no_stand_in_outside_a_sandbox() -> None:
    complete = {"CARD_PROVIDER": "stripe", "STRIPE_API_KEY": "sk_test_x", "STRIPE_WEBHOOK_SECRET": "whsec_x"}
    with override_settings(**complete, SANDBOX=True, STRIPE_API_BASE="http://127.0.0.1:1"):
        assert wallet_errors() == []
    with override_settings(**complete, SANDBOX=False, STRIPE_API_BASE="http://127.0.0.1:1"):
        assert wallet_errors() == ["wallet.E005"]
    with override_settings(**complete | {"STRIPE_WEBHOOK_SECRET": ""}, SANDBOX=True):
        assert wallet_errors() == ["wallet.E004"]


@pytest.mark.parametrize("provider", ["none", "stripe", "paypal"])
def test_without_a_provider_nothing_is_charged(provider: str) -> None:
    with override_settings(CARD_PROVIDER=provider), pytest.raises(NoCardProvider) as refused:
        card_rail()

    assert refused.value.status == 503
    assert "operator" in refused.value.message


@pytest.mark.django_db
def test_two_charges_of_one_checkout_have_one_reference() -> None:
    checkout, other = (Checkout(pk=ids.new(), amount_cents=500) for _ in range(2))
    cards = SandboxCards()

    first, again = cards.charge(checkout, CARD), cards.charge(checkout, CARD)

    assert first == again
    assert first.reference
    assert first.reference != cards.charge(other, CARD).reference
    assert first.method == "card •••• 4242"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("4000000000000002", "declined"),
        ("4000000000009995", "not enough money"),
        ("5555555555554444", "only its test cards"),
    ],
)
def test_a_declined_card_has_no_reference_and_says_that_nothing_was_charged(number: str, words: str) -> None:
    charge = SandboxCards().charge(Checkout(pk=ids.new()), Card(name="", number=number, expiry="12/40", code="123"))

    assert charge.reference is None
    assert words in charge.declined
    assert "othing was charged" in charge.declined


def test_a_card_does_not_show_itself_in_logs_and_tracebacks() -> None:
    assert "4242" not in f"{CARD} {CARD!r} {[CARD]}"


def test_a_card_is_good_until_the_end_of_its_month() -> None:
    cards, card = SandboxCards(), Card(name="", number=CARD.number, expiry="11/26", code="123")

    assert cards.card_errors(card, date(2026, 11, 30)) == {}
    assert cards.card_errors(card, date(2026, 12, 1)) == {"cc-exp": "This card has expired."}
