"""Checkout pages, payment links and agents' checkouts: states, amounts, lives."""

from datetime import timedelta
from typing import Final

from marketplace.core import links
from marketplace.core.backoff import doubling
from marketplace.core.states import Machine
from wallet import errors

CHECKOUT: Final = Machine(
    "checkout",
    {
        "open": {"pay": "paid", "cancel": "cancelled", "expire": "expired"},
        # A payment is booked however late it is made.
        "cancelled": {"pay": "paid"},
        "expired": {"pay": "paid"},
    },
)
CHECKOUT_LIFE: Final = timedelta(hours=24)
BOUNTY_PURPOSES: Final = ("bounty", "bounty_raise")  # purposes whose subject is a bounty
FIRST_POLL_AFTER: Final = timedelta(minutes=1)


def poll_pause(attempts: int) -> timedelta:
    """The pause before an open page is polled again: two minutes, doubling, at most an hour."""
    return doubling(attempts, first=2 * FIRST_POLL_AFTER, most=timedelta(hours=1))


WALLET_PURPOSES: Final = (
    "deposit",
    "payment_link",
    "agent_checkout",
)  # purposes without a subject: complete once the money is in the wallet
CUSTOMER_PURPOSES: Final = ("payment_link", "agent_checkout")  # paid by a customer of the wallet's owner
LINK_LIFE: Final = timedelta(days=30)
LINK_STATUSES: Final = ("pending", "paid", "expired")
AGENT_CHECKOUT_STATUSES: Final = ("pending", "paid", "expired", "cancelled", "refunded")
OUTCOMES: Final = ("none", "pending", "funded", "left_in_wallet")
CHECKOUT_MIN_CENTS: Final = 100
# 10,000 USD of worker pay, the highest possible fee (as much again), and half a cent of rounding for each of 2,000 seats.
CHECKOUT_MAX_CENTS: Final = 2_001_000
DEPOSIT_MIN_CENTS: Final = errors.SMALLEST_DEPOSIT
DEPOSIT_MAX_CENTS: Final = errors.LARGEST_DEPOSIT


def is_web_address(text: str) -> bool:
    """Whether a page of ours may link there: http or https, with a host."""
    try:
        link = links.read(text)
    except links.Unsafe:
        return False
    return link.scheme in ("http", "https") and bool(link.host)


REFUND_KEEPS_PER_MILLE: Final = 29  # of the payment
REFUND_KEEPS_CENTS: Final = 30  # and this much besides


def refund_fee_cents(cents: int) -> int:
    """The fee that a card refund retains: 2.9 %, rounded half up, plus 30 cents. Stored with the payment when it is booked."""
    return (cents * REFUND_KEEPS_PER_MILLE + 500) // 1000 + REFUND_KEEPS_CENTS
