"""Card rails behind one interface. The sandbox's is a page of our own; nobody else can tell them apart."""

from dataclasses import dataclass
from datetime import date
from typing import Protocol

from django.conf import settings

from marketplace.core import crypto
from wallet.errors import NoCardProvider
from wallet.models import Checkout
from wallet.rules import DECLINES, SANDBOX_CARDS, card_digits, card_faults


@dataclass(frozen=True, slots=True)
class Charge:
    """The provider's answer: a reference when it took the money, else the reason in words for the payer."""

    reference: str | None
    method: str = ""
    declined: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """What the payer typed. Lives for one request; never stored, never logged: it has no representation."""

    name: str
    number: str
    expiry: str
    code: str


class CardProvider(Protocol):
    name: str

    def faults(self, card: Card, today: date) -> dict[str, str]:
        """What is wrong with the form, by field."""
        ...

    def charge(self, checkout: Checkout, card: Card) -> Charge:
        """Take the checkout's amount. Safe to repeat, and safe for two payers at once: one checkout, one reference."""
        ...


class SandboxCards:
    """Play money: three test cards, no network."""

    name = "sandbox"

    def faults(self, card: Card, today: date) -> dict[str, str]:
        return card_faults(number=card.number, expiry=card.expiry, code=card.code, name=card.name, today=today)

    def charge(self, checkout: Checkout, card: Card) -> Charge:
        digits = card_digits(card.number)
        verdict = SANDBOX_CARDS.get(digits, "unknown_test_card")
        if verdict != "paid":
            return Charge(None, declined=DECLINES[verdict])
        tag = crypto.sign(str(checkout.pk), "sandbox-charge", length=6)
        return Charge(f"sbx_{checkout.public_id}_{tag}", method=f"card •••• {digits[-4:]}")


def card_provider() -> CardProvider:
    """The configured rail. Raises NoCardProvider (503) when there is none."""
    if settings.CARD_PROVIDER == "sandbox":
        return SandboxCards()
    raise NoCardProvider()
