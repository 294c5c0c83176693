"""Pure rules of this step: checkouts, amounts, the statement's words, the sandbox's cards. No database, no clock."""

import re
from datetime import date, timedelta
from typing import Final
from urllib.parse import urlsplit

from marketplace.core.backoff import doubling
from marketplace.core.states import Machine
from wallet import errors

# ------------------------------------------------------------------ checkouts

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
FOR_A_BOUNTY: Final = ("bounty", "bounty_raise")  # purposes whose subject is a bounty
LOOK_AFTER: Final = timedelta(minutes=1)


def poll_pause(attempts: int) -> timedelta:
    """Until the provider is asked again what it took on an open page: two minutes, doubling, at most an hour."""
    return doubling(attempts, first=2 * LOOK_AFTER, most=timedelta(hours=1))


INTO_THE_WALLET: Final = (
    "deposit",
    "payment_link",
    "agent_checkout",
)  # purposes that are served when the money is there
PAID_BY_OTHERS: Final = ("payment_link", "agent_checkout")  # the payer is a customer of the wallet's owner
LINK_LIFE: Final = timedelta(days=30)
LINK_STATUSES: Final = ("pending", "paid", "expired")
AGENT_CHECKOUT_STATUSES: Final = ("pending", "paid", "expired", "cancelled", "refunded")
METADATA_MAX_BYTES: Final = 4096
OUTCOMES: Final = ("none", "pending", "funded", "left_in_wallet")
CHECKOUT_MIN_CENTS: Final = 100
# 10,000 USD of worker pay, a fee of at most as much, and half a cent of rounding for each of 2,000 seats.
CHECKOUT_MAX_CENTS: Final = 2_001_000
DEPOSIT_MIN_CENTS: Final = errors.SMALLEST_DEPOSIT
DEPOSIT_MAX_CENTS: Final = errors.LARGEST_DEPOSIT


def is_web_address(text: str) -> bool:
    """May a page of ours link there: http or https, with a host?"""
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


def is_way_back(text: str) -> bool:
    """May the page of somebody's customer lead there: plain https, a host, nobody's name in front of it, nothing that a
    browser reads otherwise than a person?"""
    if not is_web_address(text) or not text.startswith("https://") or re.search(r"[\s\\\x00-\x1f\x7f]", text):
        return False
    try:
        parts = urlsplit(text)
        _ = parts.port  # raises for one that is no number
    except ValueError:
        return False
    return parts.username is None and parts.password is None


def refund_fee_cents(cents: int) -> int:
    """What a card refund keeps: 2.9 % half up, and 30 cents. Frozen on the payment when it comes in."""
    return (cents * 29 + 500) // 1000 + 30


# ------------------------------------------------------------------ calls of payment providers

UNKNOWN_FOR: Final = timedelta(hours=24)  # then the row's status is `attention`, and staff is called


def call_pause(attempts: int) -> timedelta:
    """Until a payment provider that did not answer is asked again: 30 seconds, doubling, at most an hour."""
    return doubling(attempts, first=timedelta(seconds=30), most=timedelta(hours=1))


# ------------------------------------------------------------------ stablecoins (x402)

# What became of a signed payment. `review`: nobody knows yet. `refused`: the facilitator did not settle it, but whoever
# has seen the signature may still submit it, so it is watched until it can't be used any more. `attention`: the chain did
# not answer for a day, or its transaction is booked for another; staff looks, too.
X402_PAYMENT: Final = Machine(
    "x402 payment",
    {
        "review": {"settle": "settled", "refuse": "refused", "fail": "failed", "alert": "attention"},
        "refused": {"retry": "review", "settle": "settled", "fail": "failed", "alert": "attention"},
        "attention": {"settle": "settled", "fail": "failed"},
    },
)
X402_OPEN: Final = ("review", "refused", "attention")
X402_VALID_SECONDS: Final = 300  # how long a payer's signature should be good for
X402_CLOCK_SLACK: Final = 600  # how far his clock may run ahead of ours, in seconds
X402_LATE_BLOCK: Final = 60  # a signature is dead when the chain's own time is this many seconds past its end
X402_FIRST_LOOK: Final = timedelta(minutes=2)  # by then a request has settled it, or is dead
X402_ATTENTION_PAUSE: Final = timedelta(hours=1)  # the looks go on while staff is called
WALLET_PROOF_AGE: Final = timedelta(minutes=5)
ATOMS_PER_CENT: Final = 10_000  # of a token with 6 decimals
# The chains whose stablecoin needs no further settings: its contract, EIP-712 name and version.
X402_TOKENS: Final = {
    "eip155:8453": ("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "USD Coin", "2"),
    "eip155:84532": ("0x036CbD53842c5426634e7929541eC2318f3dCF7e", "USDC", "2"),
}
# Chains where money is play money: the only ones for a sandbox, and none for anybody else. By their chain ids: Base,
# Ethereum, Optimism, Arbitrum, Polygon and Avalanche's test networks, and what development chains call themselves.
X402_TEST_NETWORKS: Final = frozenset(
    f"eip155:{number}" for number in (84532, 11155111, 11155420, 421614, 80002, 43113, 1337, 31337)
)
EVM_ADDRESS: Final = re.compile(r"0x[0-9a-fA-F]{40}")
EVM_HASH: Final = re.compile(r"0x[0-9a-fA-F]{64}")


def x402_pause(attempts: int) -> timedelta:
    """Until the next look at the chain: 5, 10, 20 seconds, at most a minute."""
    return doubling(attempts, first=timedelta(seconds=5), most=timedelta(minutes=1))


def masked_address(address: str) -> str:
    return f"stablecoin {address[:6]}…{address[-4:]}"


# ------------------------------------------------------------------ card payments by agents (MPP)

MPP_QUOTE: Final = re.compile(r"mtq1_[A-Za-z0-9_-]{43}")
MPP_TOKEN: Final = re.compile(r"spt_[A-Za-z0-9_]{1,200}")
MPP_FOR: Final = ("deposit", "bounty")  # the purposes of a page that a quote is handed out with
MPP_QUOTE_LIFE: Final = timedelta(minutes=30)
MPP_CHALLENGE_LIFE: Final = timedelta(minutes=5)
# What became of a card token. `attention`: nobody could find out in a day whether it was charged; staff looks, too.
MPP_CHARGE: Final = Machine(
    "MPP charge",
    {
        "charging": {"pay": "paid", "fail": "failed", "alert": "attention"},
        "attention": {"pay": "paid", "fail": "failed"},
    },
)
MPP_OPEN: Final = ("charging", "attention")
MPP_HELD: Final = (*MPP_OPEN, "paid")  # its quote takes no other
MPP_FIRST_LOOK: Final = timedelta(minutes=2)  # by then a request has charged it, or is dead
MPP_BOUNTY_OUTCOMES: Final = ("funded", "left_in_wallet", "pending")


# ------------------------------------------------------------------ the statement

# Kind of the ledger's transaction -> its type on the wire, and what it is called there.
STATEMENT: Final = {
    "deposit": ("deposit", "Deposit"),
    "fund": ("bounty_funding", "Bounty funded"),
    "cycle": ("service_payment", "Service booked"),
    "reprice": ("bounty_repricing", "Price or spots of a bounty changed"),
    "close": ("bounty_refund", "Unused bounty money returned"),
    "seat_back": ("seat_refund", "Seat cancelled, money returned"),
    "decision": ("dispute_decision", "Decision of a dispute"),
    "release": ("release", "Pay for finished work"),
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
    # Of the earnings and of the house; staff reads these.
    "earnings": ("withdrawal", "Withdrawal of earnings"),
    "earnings_paid": ("withdrawal", "Withdrawal of earnings paid out"),
    "earnings_failed": ("withdrawal_returned", "Withdrawal of earnings could not be paid out"),
    "earnings_returned": ("withdrawal_returned", "Withdrawal of earnings came back from the bank"),
    "withdrawal_paid": ("withdrawal", "Withdrawal paid out"),
    "funding_refund_paid": ("funding_refund", "Deposit is back where it came from"),
    "surplus_paid": ("surplus", "Second payment returned"),
    "checkout_refund_paid": ("checkout_refund", "Customer's payment is back where it came from"),
}


def statement_words(kind: str) -> tuple[str, str]:
    """(type, description) of a line; a kind without words of its own is its own name."""
    return STATEMENT.get(kind, (kind, kind.replace("_", " ").capitalize()))


# ------------------------------------------------------------------ cards

# The cards of the sandbox's page, as developers know them from payment providers.
SANDBOX_CARDS: Final = {
    "4242424242424242": "paid",
    "4000000000000002": "card_declined",
    "4000000000009995": "insufficient_card_funds",
    "4000000000000341": "paid",
    "4000002500003155": "paid",
    "4000000000000259": "paid",
    "4000000000002685": "paid",
}
# These pay on the page, and are refused when charged without their owner.
SANDBOX_REFUSED_LATER: Final = {
    "4000000000000341": "card_declined",
    "4000002500003155": "authentication_required",
}
# These pay, and their bank takes the payment back a day later; in the end we lose the one and win the other.
SANDBOX_CHARGED_BACK: Final = {
    "card •••• 0259": ("fraudulent", "lost"),
    "card •••• 2685": ("product_not_received", "won"),
}
SANDBOX_CHARGED_BACK_AFTER: Final = timedelta(days=1)
SANDBOX_DECIDED_AFTER: Final = timedelta(days=8)  # counted from the payment
SANDBOX_CHARGEBACK_FEE_CENTS: Final = 1500
# The bank accounts of the sandbox's onboarding page: the word that its payouts are decided by.
SANDBOX_BANKS: Final = {"000123456789": "ok", "000111111116": "fails"}
DECLINES: Final = {
    "card_declined": "The card was declined. Nothing was charged; try another card.",
    "insufficient_card_funds": "There is not enough money on this card. Nothing was charged; try another card.",
    "unknown_test_card": "This is a sandbox, and only its test cards work here. Nothing was charged.",
}
_EXPIRY = re.compile(r"(0?[1-9]|1[0-2])\s*[/-]\s*(?:20)?([0-9]{2})|(0[1-9]|1[0-2])([0-9]{2})")


def card_digits(number: str) -> str:
    """A card number without the blanks and dashes that people type."""
    return re.sub(r"[\s-]", "", number)


def card_faults(*, number: str, expiry: str, code: str, name: str, today: date) -> dict[str, str]:
    """What is wrong with a typed card, by field of the form and in its order; empty when it may be charged."""
    faults: dict[str, str] = {}
    digits = card_digits(number)
    if not digits:
        faults["cc-number"] = "Enter the card number."
    elif not re.fullmatch(r"[0-9]{12,19}", digits) or not luhn(digits):
        faults["cc-number"] = "Check the card number: a digit is missing or wrong."
    month = card_month(expiry)
    if month is None:
        faults["cc-exp"] = "Enter the expiry date as MM/YY."
    elif month < (today.year, today.month):
        faults["cc-exp"] = "This card has expired."
    if not re.fullmatch(r"[0-9]{3,4}", code.strip()):
        faults["cc-csc"] = "Enter the 3 or 4 digits of the security code."
    if len(name.strip()) > 100:
        faults["cc-name"] = "Use at most 100 characters for the name."
    return faults


def card_month(expiry: str) -> tuple[int, int] | None:
    """(year, month) of MM/YY, MM/YYYY or MMYY; None for anything else."""
    match = _EXPIRY.fullmatch(expiry.strip())
    if match is None:
        return None
    month, year = (match[1], match[2]) if match[1] else (match[3], match[4])
    return 2000 + int(year), int(month)


def luhn(digits: str) -> bool:
    """The check digit of card numbers."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


# ------------------------------------------------------------------ money on its way out

# `attention`: nobody could find out in a day what became of it; staff looks, nothing is guessed.
OUTFLOW: Final = Machine(
    "outflow",
    {
        "sending": {"pay": "paid", "fail": "failed", "alert": "attention"},
        "attention": {"pay": "paid", "fail": "failed"},
        "paid": {"return": "returned"},
    },
)
OUTFLOW_KINDS: Final = ("withdrawal", "earnings", "funding_refund", "surplus", "checkout_refund")
OUTFLOW_PENDING_FOR: Final = timedelta(days=14)  # once the provider has taken it up: banks take days, not weeks
# What was paid may still be sent back, by a person's bank for days, by a card's for weeks: it is looked at daily until then.
OUTFLOW_LOOK: Final = timedelta(days=1)
OUTFLOW_MAY_RETURN: Final = {"payout": timedelta(days=10), "refund": timedelta(days=30)}
NOT_GONE: Final = ("failed", "returned")  # the money is back in its account
WITHDRAWALS: Final = {"wallet": "withdrawal", "earnings": "earnings"}  # source on the wire -> kind of the outflow
WITHDRAWAL_MIN_CENTS: Final = 100
WITHDRAWAL_MAX_CENTS: Final = 1_000_000
# What the two kinds of routes call the states.
WITHDRAWAL_STATUS: Final = {
    "sending": "pending",
    "attention": "pending",
    "paid": "paid",
    "failed": "failed",
    "returned": "failed",
}
REFUND_STATUS: Final = WITHDRAWAL_STATUS | {"attention": "attention", "paid": "succeeded"}
REFUND_STATUSES: Final = sorted(set(REFUND_STATUS.values()))
REFUND_RAILS: Final = ("card", "mpp")  # x402 has no way back
_FAILURES: Final = {
    "account_closed": "The bank says that this account is closed.",
    "charge_already_refunded": "The card provider says that this payment was returned already.",
    "charge_disputed": "The payer's bank has taken this payment back already.",
    "not_sent": "The payment provider says that it was not sent.",
    "sent_back": "The bank sent it back.",
}


def failure_words(reason: str) -> str:
    """Why money could not leave, for its owner."""
    return _FAILURES.get(reason, "The payment provider refused it.")


# A bank takes a card payment back; what is decided in the end may be decided again in our favour. `won`: all or a part of
# the money is here again.
CHARGEBACK: Final = Machine("chargeback", {"open": {"win": "won", "lose": "lost"}, "lost": {"win": "won"}})
CHARGEBACK_LOOK: Final = timedelta(days=1)
CHARGEBACKS_OF: Final = timedelta(days=30)  # those that were opened since then are asked for every hour
# ... and these every day: a bank may only ask for up to 120 days before it takes the money, and of that we have no row.
CHARGEBACKS_OF_LONG: Final = timedelta(days=130)


def refund_parts(
    *, payment_cents: int, returned_cents: int, fee_cents: int, kept_cents: int, balance: int
) -> tuple[int, int]:
    """(principal, what we keep of it) of returning a payment now, in cents; (0, 0) when nothing would arrive.

    The fee is kept once per payment, by its first refund: `kept_cents` is what earlier ones kept.
    """
    principal = min(payment_cents - returned_cents, balance)
    keeps = max(fee_cents - kept_cents, 0)
    return (principal, keeps) if principal > keeps else (0, 0)


# ------------------------------------------------------------------ controls

# `attention`: nobody could find out in a day whether it was charged; staff looks, and another may be begun meanwhile.
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
TOP_UP_REST: Final = timedelta(hours=1)  # after a failure
TOP_UP_FAILURES: Final = 3  # in a row, then it is switched off
CAP_WINDOW: Final = timedelta(hours=24)
CONTROL_MAX_CENTS: Final = 100_000_000


def topup_cents(*, balance: int, target: int, charged_today: int, max_per_day: int) -> int:
    """What to charge now, in cents: up to the target, within the day's maximum; 0 when that is less than a dollar."""
    cents = min(target - balance, max_per_day - charged_today)
    return cents if cents >= TOP_UP_MIN_CENTS else 0


def topup_faults(*, enabled: bool, floor: int | None, target: int | None, max_per_day: int | None) -> dict[str, str]:
    """What is wrong with an enabled top-up, by field: target > floor > 0 and maxPerDay >= target - floor."""
    if not enabled:
        return {}
    if not floor or floor <= 0:
        return {"autoTopupFloorCents": "An automatic top-up needs a floor above 0."}
    if target is None or target <= floor:
        return {"autoTopupTargetCents": f"Give a target above the floor of {floor}."}
    if max_per_day is None or max_per_day < target - floor:
        return {"autoTopupMaxPerDayCents": f"Give at least target less floor, {target - floor}."}
    return {}
