"""Outgoing money: withdrawals, earnings and refunds, their states in the books and in the API."""

from datetime import timedelta
from typing import Final

from django.utils.translation import gettext as _

from marketplace.core.states import Machine

# `attention`: the provider has not given an outcome in time; staff decides.
OUTFLOW: Final = Machine(
    "outflow",
    {
        "sending": {"pay": "paid", "fail": "failed", "alert": "attention"},
        "attention": {"pay": "paid", "fail": "failed"},
        "paid": {"return": "returned"},
    },
)
OUTFLOW_KINDS: Final = ("withdrawal", "earnings", "funding_refund", "surplus", "checkout_refund")
OUTFLOW_PENDING_FOR: Final = timedelta(days=14)  # after the provider accepted it; then `attention`
# Paid money may still be returned by the bank: payouts for days, card refunds for weeks. It is polled daily until then.
OUTFLOW_POLL_PAUSE: Final = timedelta(days=1)
OUTFLOW_MAY_RETURN: Final = {"payout": timedelta(days=10), "refund": timedelta(days=30)}
UNDONE_OUTFLOWS: Final = ("failed", "returned")  # the money is back in its account
WITHDRAWALS: Final = {"wallet": "withdrawal", "earnings": "earnings"}  # source in the API -> kind of the outflow
WITHDRAWAL_MIN_CENTS: Final = 100
WITHDRAWAL_MAX_CENTS: Final = 1_000_000
# The states in the API, for withdrawals and for refunds.
WITHDRAWAL_STATUS: Final = {
    "sending": "pending",
    "attention": "pending",
    "paid": "paid",
    "failed": "failed",
    "returned": "failed",
}
REFUND_STATUS: Final = WITHDRAWAL_STATUS | {"attention": "attention", "paid": "succeeded"}
REFUND_STATUSES: Final = sorted(set(REFUND_STATUS.values()))
REFUND_RAILS: Final = ("card", "mpp")  # x402 payments cannot be refunded
_FAILURES: Final = {
    "account_closed": "The bank says that this account is closed.",
    "charge_already_refunded": "The card provider says that this payment was returned already.",
    "charge_disputed": "The payer's bank has taken this payment back already.",
    "not_sent": "The payment provider says that it was not sent.",
    "sent_back": "The bank sent it back.",
}


def failure_text(reason: str) -> str:
    """Why a payout or refund failed, in words for the owner."""
    return _FAILURES.get(reason, "The payment provider refused it.")


def bank_words(last4: str) -> str:
    """Which bank account it is, by its last digits, in the language that is active."""
    return _("ending %s") % last4 if last4 else _("its digits are not known here")


def who_asked_words(via: str, name: str) -> str:
    """Who had asked last for the page on which a bank account was given, in the language that is active. `name` is empty for a
    person who is not to be named."""
    match via:
        case "key":
            return _("the key “%s”") % name
        case "oauth":
            return _("the program “%s”") % name
        case "session":
            return _("%s, signed in") % name if name else _("somebody who was signed in")
    return _("nobody that is known here")


def refund_parts(
    *, payment_cents: int, returned_cents: int, fee_cents: int, kept_cents: int, balance: int
) -> tuple[int, int]:
    """(principal, retained fee) of refunding a payment now, in cents; (0, 0) if nothing would be refunded.

    The fee is retained once per payment, by its first refund; `kept_cents` is what earlier refunds retained.
    """
    principal = min(payment_cents - returned_cents, balance)
    keeps = max(fee_cents - kept_cents, 0)
    return (principal, keeps) if principal > keeps else (0, 0)
