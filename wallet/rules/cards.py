"""Cards as they are typed, why they are declined, and the sandbox's cards and bank accounts."""

import re
from datetime import date, timedelta
from typing import Final

# The sandbox's test cards, with the numbers that payment providers use for theirs.
SANDBOX_CARDS: Final = {
    "4242424242424242": "paid",
    "4000000000000002": "card_declined",
    "4000000000009995": "insufficient_card_funds",
    "4000000000000341": "paid",
    "4000002500003155": "paid",
    "4000000000000259": "paid",
    "4000000000002685": "paid",
}
# These pay on the page, and are declined when charged off session.
SANDBOX_REFUSED_LATER: Final = {
    "4000000000000341": "card_declined",
    "4000002500003155": "authentication_required",
}
# These pay, and are charged back a day later; the first chargeback is lost, the second one won.
SANDBOX_CHARGED_BACK: Final = {
    "card •••• 0259": ("fraudulent", "lost"),
    "card •••• 2685": ("product_not_received", "won"),
}
SANDBOX_CHARGED_BACK_AFTER: Final = timedelta(days=1)
SANDBOX_DECIDED_AFTER: Final = timedelta(days=8)  # after the payment
SANDBOX_CHARGEBACK_FEE_CENTS: Final = 1500
# Test bank accounts of the sandbox's onboarding page -> suffix that decides the outcome of payouts.
SANDBOX_BANKS: Final = {"000123456789": "ok", "000111111116": "fails"}
DECLINES: Final = {
    "card_declined": "The card was declined. Nothing was charged; try another card.",
    "insufficient_card_funds": "There is not enough money on this card. Nothing was charged; try another card.",
    "unknown_test_card": "This is a sandbox, and only its test cards work here. Nothing was charged.",
}
_EXPIRY = re.compile(r"(0?[1-9]|1[0-2])\s*[/-]\s*(?:20)?([0-9]{2})|(0[1-9]|1[0-2])([0-9]{2})")


def card_digits(number: str) -> str:
    """A typed card number without blanks and dashes."""
    return re.sub(r"[\s-]", "", number)


def card_errors(*, number: str, expiry: str, code: str, name: str, today: date) -> dict[str, str]:
    """Form errors of a typed card, by field and in the form's order; empty if it can be charged."""
    errors: dict[str, str] = {}
    digits = card_digits(number)
    if not digits:
        errors["cc-number"] = "Enter the card number."
    elif not re.fullmatch(r"[0-9]{12,19}", digits) or not luhn(digits):
        errors["cc-number"] = "Check the card number: a digit is missing or wrong."
    month = card_month(expiry)
    if month is None:
        errors["cc-exp"] = "Enter the expiry date as MM/YY."
    elif month < (today.year, today.month):
        errors["cc-exp"] = "This card has expired."
    if not re.fullmatch(r"[0-9]{3,4}", code.strip()):
        errors["cc-csc"] = "Enter the 3 or 4 digits of the security code."
    if len(name.strip()) > 100:
        errors["cc-name"] = "Use at most 100 characters for the name."
    return errors


def card_month(expiry: str) -> tuple[int, int] | None:
    """(year, month) of MM/YY, MM/YYYY or MMYY; None for anything else."""
    match = _EXPIRY.fullmatch(expiry.strip())
    if match is None:
        return None
    month, year = (match[1], match[2]) if match[1] else (match[3], match[4])
    return 2000 + int(year), int(month)


def luhn(digits: str) -> bool:
    """Whether the check digit of a card number is right."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0
