"""Pure rules of this step: states, amounts, statement texts, the sandbox's cards. No database, no clock."""

import re
from datetime import date, timedelta
from typing import Final

from marketplace.core import links
from marketplace.core.backoff import doubling
from marketplace.core.states import Machine
from wallet import errors

# ------------------------------------------------------------------ checkouts

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


def refund_fee_cents(cents: int) -> int:
    """The fee that a card refund retains: 2.9 %, rounded half up, plus 30 cents. Stored with the payment when it is booked."""
    return (cents * 29 + 500) // 1000 + 30


# ------------------------------------------------------------------ calls of payment providers

ATTENTION_AFTER: Final = timedelta(hours=24)  # without a final answer; then staff has to decide


def call_pause(attempts: int) -> timedelta:
    """The pause before a provider that did not answer is asked again: 30 seconds, doubling, at most an hour."""
    return doubling(attempts, first=timedelta(seconds=30), most=timedelta(hours=1))


# ------------------------------------------------------------------ stablecoins (x402)

# States of a signed payment. `review`: outcome unknown. `refused`: the facilitator did not settle it, but anybody who has seen
# the signature can still submit it, so it is polled until it has expired. `attention`: the chain has not answered for a
# day, or the transaction is booked for another payment; staff decides.
X402_PAYMENT: Final = Machine(
    "x402 payment",
    {
        "review": {"settle": "settled", "refuse": "refused", "fail": "failed", "alert": "attention"},
        "refused": {"retry": "review", "settle": "settled", "fail": "failed", "alert": "attention"},
        "attention": {"settle": "settled", "fail": "failed"},
    },
)
X402_OPEN: Final = ("review", "refused", "attention")
X402_VALID_SECONDS: Final = 300  # the validity that we ask payers to sign for
X402_CLOCK_SLACK: Final = 600  # how far a payer's clock may be ahead of ours
X402_LATE_BLOCK: Final = 60  # seconds after `valid_before`, by the chain's time, when a signature counts as expired
X402_FIRST_POLL: Final = timedelta(minutes=2)  # by then the request has settled it or has died
X402_ATTENTION_PAUSE: Final = timedelta(hours=1)  # between polls in `attention`
WALLET_PROOF_AGE: Final = timedelta(minutes=5)
ATOMS_PER_CENT: Final = 10_000  # of a token with 6 decimals
# Known stablecoins by chain, which need no further settings: contract, EIP-712 name and version.
X402_TOKENS: Final = {
    "eip155:8453": ("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "USD Coin", "2"),
    "eip155:84532": ("0x036CbD53842c5426634e7929541eC2318f3dCF7e", "USDC", "2"),
}
# Chains without real money: required in a sandbox and refused elsewhere. By chain id: the test networks of Base, Ethereum,
# Optimism, Arbitrum, Polygon and Avalanche, and the usual ids of development chains.
X402_TEST_NETWORKS: Final = frozenset(
    f"eip155:{number}" for number in (84532, 11155111, 11155420, 421614, 80002, 43113, 1337, 31337)
)
EVM_ADDRESS: Final = re.compile(r"0x[0-9a-fA-F]{40}")
EVM_HASH: Final = re.compile(r"0x[0-9a-fA-F]{64}")


def x402_pause(attempts: int) -> timedelta:
    """The pause before the chain is polled again: 5, 10, 20 seconds, at most a minute."""
    return doubling(attempts, first=timedelta(seconds=5), most=timedelta(minutes=1))


def masked_address(address: str) -> str:
    return f"stablecoin {address[:6]}…{address[-4:]}"


# ------------------------------------------------------------------ card payments by agents (MPP)

MPP_QUOTE: Final = re.compile(r"mtq1_[A-Za-z0-9_-]{43}")
MPP_TOKEN: Final = re.compile(r"spt_[A-Za-z0-9_]{1,200}")
MPP_PURPOSES: Final = ("deposit", "bounty")  # checkouts of these purposes get a quote
MPP_QUOTE_LIFE: Final = timedelta(minutes=30)
MPP_CHALLENGE_LIFE: Final = timedelta(minutes=5)
# States of a card token's charge. `attention`: the provider has not given an outcome for a day; staff decides.
MPP_CHARGE: Final = Machine(
    "MPP charge",
    {
        "charging": {"pay": "paid", "fail": "failed", "alert": "attention"},
        "attention": {"pay": "paid", "fail": "failed"},
    },
)
MPP_OPEN: Final = ("charging", "attention")
MPP_BLOCKING: Final = (*MPP_OPEN, "paid")  # a charge in these states excludes another one for its quote
MPP_FIRST_POLL: Final = timedelta(minutes=2)  # by then the request has charged it or has died
MPP_BOUNTY_OUTCOMES: Final = ("funded", "left_in_wallet", "pending")


# ------------------------------------------------------------------ the statement

# Kind of a ledger transaction -> its type and description in the API.
STATEMENT: Final = {
    "deposit": ("deposit", "Deposit"),
    "fund": ("bounty_funding", "Bounty funded"),
    "cycle": ("service_payment", "Service booked"),
    "reprice": ("bounty_repricing", "Price or spots of a bounty changed"),
    "close": ("bounty_refund", "Unused bounty money returned"),
    "seat_back": ("seat_refund", "Seat cancelled, money returned"),
    "decision": ("dispute_decision", "Decision of a dispute"),
    "correction": ("dispute_correction", "Decision of a dispute, corrected after an appeal"),
    "release": ("release", "Pay for finished work"),
    "attendance": ("attendance_pay", "Pay for attendance, the rest of the seat's money returned"),
    "transfer": ("transfer", "Tip or reimbursement"),
    "bulk_transfer": ("transfer", "Tip or reimbursement"),
    "withdrawal": ("withdrawal", "Withdrawal"),
    "withdrawal_failed": ("withdrawal_returned", "Withdrawal could not be paid out, money returned"),
    "withdrawal_returned": ("withdrawal_returned", "Withdrawal came back from the bank"),
    "funding_refund": ("funding_refund", "Deposit returned to where it came from"),
    "funding_refund_failed": ("funding_refund_returned", "Deposit could not be returned, money is back"),
    "funding_refund_returned": ("funding_refund_returned", "Returned deposit was sent back to us, money is back"),
    "surplus_failed": ("deposit", "Second payment could not be returned, kept as a deposit"),
    "surplus_returned": ("deposit", "Second payment was sent back to us, kept as a deposit"),
    "checkout_refund": ("checkout_refund", "Customer's payment returned"),
    "checkout_refund_failed": ("checkout_refund_returned", "Customer's payment could not be returned, money is back"),
    "checkout_refund_returned": ("checkout_refund_returned", "Customer's refund was sent back to us, money is back"),
    "chargeback": ("chargeback", "Card payment taken back by its bank"),
    "chargeback_won": ("chargeback_returned", "Card payment taken back by its bank is here again"),
    "recovery": ("chargeback_recovery", "Paid off: card payment taken back by its bank"),
    # Of earnings and house accounts; shown to staff only.
    "earnings": ("withdrawal", "Withdrawal of earnings"),
    "earnings_paid": ("withdrawal", "Withdrawal of earnings paid out"),
    "earnings_failed": ("withdrawal_returned", "Withdrawal of earnings could not be paid out"),
    "earnings_returned": ("withdrawal_returned", "Withdrawal of earnings came back from the bank"),
    "withdrawal_paid": ("withdrawal", "Withdrawal paid out"),
    "funding_refund_paid": ("funding_refund", "Deposit is back where it came from"),
    "surplus_paid": ("surplus", "Second payment returned"),
    "checkout_refund_paid": ("checkout_refund", "Customer's payment is back where it came from"),
}


def statement_text(kind: str) -> tuple[str, str]:
    """(type, description) of a line; a kind that is not listed is described by its own name."""
    return STATEMENT.get(kind, (kind, kind.replace("_", " ").capitalize()))


# ------------------------------------------------------------------ cards

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


# ------------------------------------------------------------------ outgoing money

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


# `won`: all or a part of the money was returned. A lost chargeback may still be won later.
CHARGEBACK: Final = Machine("chargeback", {"open": {"win": "won", "lose": "lost"}, "lost": {"win": "won"}})
CHARGEBACK_POLL_PAUSE: Final = timedelta(days=1)
CHARGEBACKS_RECENT: Final = timedelta(days=30)  # chargebacks opened in this time are polled every hour
# ... and in this time every day: an inquiry, for which we have no row, may become a chargeback for up to 120 days.
CHARGEBACKS_OLD: Final = timedelta(days=130)


def refund_parts(
    *, payment_cents: int, returned_cents: int, fee_cents: int, kept_cents: int, balance: int
) -> tuple[int, int]:
    """(principal, retained fee) of refunding a payment now, in cents; (0, 0) if nothing would be refunded.

    The fee is retained once per payment, by its first refund; `kept_cents` is what earlier refunds retained.
    """
    principal = min(payment_cents - returned_cents, balance)
    keeps = max(fee_cents - kept_cents, 0)
    return (principal, keeps) if principal > keeps else (0, 0)


# ------------------------------------------------------------------ controls

# `attention`: the provider has not given an outcome for a day; staff decides, and another top-up may begin meanwhile.
TOP_UP: Final = Machine(
    "top-up",
    {
        "initiated": {"pay": "succeeded", "fail": "failed", "alert": "attention"},
        "attention": {"pay": "succeeded", "fail": "failed"},
    },
)
TOP_UP_OPEN: Final = ("initiated", "attention")
TOP_UP_MIN_CENTS: Final = 100
TOP_UP_DAY: Final = timedelta(hours=24)
TOP_UP_REST: Final = timedelta(hours=1)  # pause after a failure
TOP_UP_FAILURES: Final = 3  # in a row; then the top-up is switched off
# The rolling caps, by the name that a refusal and an event give them. The column is `spending_cap_<name>_cents`.
CAP_WINDOWS: Final = {
    "rolling_24h": timedelta(hours=24),
    "rolling_7d": timedelta(days=7),
    "rolling_30d": timedelta(days=30),
}
CONTROL_MAX_CENTS: Final = 100_000_000
# A spend above the owner's amount waits for their approval, which is used up by the call that asked for it.
APPROVAL: Final = Machine(
    "approval",
    {
        "pending": {"approve": "approved", "decline": "declined", "expire": "expired"},
        "approved": {"use": "used", "expire": "expired"},
    },
)
AGREED: Final = ("runs", "when_funded", "beside_page")  # kinds of plans that move no money yet
APPROVAL_OPEN: Final = ("pending", "approved")
APPROVAL_LIFE: Final = timedelta(hours=24)  # to be decided, and then, from the decision on, to be used
APPROVALS_MOST: Final = 100  # of one account that wait for a decision
APPROVAL_MAIL_PAUSE: Final = timedelta(minutes=5)  # between two mails about what waits


def topup_cents(*, balance: int, target: int, charged_today: int, max_per_day: int) -> int:
    """The cents to charge now: up to the target, within the daily maximum; 0 if that is less than a dollar."""
    cents = min(target - balance, max_per_day - charged_today)
    return cents if cents >= TOP_UP_MIN_CENTS else 0


def topup_errors(*, enabled: bool, floor: int | None, target: int | None, max_per_day: int | None) -> dict[str, str]:
    """Errors of an enabled top-up's settings, by field: target > floor > 0 and maxPerDay >= target - floor."""
    if not enabled:
        return {}
    if not floor or floor <= 0:
        return {"autoTopupFloorCents": "An automatic top-up needs a floor above 0."}
    if target is None or target <= floor:
        return {"autoTopupTargetCents": f"Give a target above the floor of {floor}."}
    if max_per_day is None or max_per_day < target - floor:
        return {"autoTopupMaxPerDayCents": f"Give at least target less floor, {target - floor}."}
    return {}
