"""Pure rules of this step: checkouts, amounts, the sandbox's cards. No database, no clock, no settings."""

import re
from datetime import date, timedelta
from typing import Final

from marketplace.core.states import Machine

CHECKOUT: Final = Machine(
    "checkout",
    {
        "open": {"pay": "paid", "cancel": "cancelled", "expire": "expired"},
        # Money that a provider took is booked, however late it came.
        "cancelled": {"pay": "paid"},
        "expired": {"pay": "paid"},
    },
)
CHECKOUT_LIFE: Final = timedelta(hours=24)
DEPOSIT_MIN_CENTS: Final = 100
DEPOSIT_MAX_CENTS: Final = 1_000_000
CHECKOUT_MAX_CENTS: Final = 1_180_000  # a bounty of 10,000 USD of worker pay, with its fee
RAILS: Final = ("card",)

# The cards of the sandbox's page, as developers know them from payment providers.
SANDBOX_CARDS: Final = {
    "4242424242424242": "paid",
    "4000000000000002": "card_declined",
    "4000000000009995": "insufficient_card_funds",
}
DECLINES: Final = {
    "card_declined": "The card was declined. Nothing was charged; try another card.",
    "insufficient_card_funds": "The card has not enough money on it. Nothing was charged; try another card.",
    "unknown_test_card": "This is a sandbox: only its test cards work. Nothing was charged.",
}
_EXPIRY = re.compile(r"(0[1-9]|1[0-2])\s*/\s*(?:20)?([0-9]{2})")


def refund_fee_cents(cents: int) -> int:
    """What a card refund keeps: 2.9 % half up, and 30 cents. Frozen on the payment when it comes in."""
    return (cents * 29 + 500) // 1000 + 30


def card_faults(*, number: str, expiry: str, code: str, name: str, today: date) -> dict[str, str]:
    """What is wrong with a typed card, by field of the form; empty when it may be charged."""
    faults: dict[str, str] = {}
    digits = re.sub(r"[\s-]", "", number)
    if not re.fullmatch(r"[0-9]{12,19}", digits) or not luhn(digits):
        faults["cc-number"] = "Check the card number: a digit is missing or wrong."
    match = _EXPIRY.fullmatch(expiry.strip())
    if match is None:
        faults["cc-exp"] = "Write the expiry date as MM/YY."
    elif (2000 + int(match[2]), int(match[1])) < (today.year, today.month):
        faults["cc-exp"] = "This card has expired."
    if not re.fullmatch(r"[0-9]{3,4}", code.strip()):
        faults["cc-csc"] = "The security code has three or four digits."
    if len(name.strip()) > 100:
        faults["cc-name"] = "At most 100 characters."
    return faults


def luhn(digits: str) -> bool:
    """The check digit of card numbers."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0
