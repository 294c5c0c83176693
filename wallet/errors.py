"""The error codes of this step, each defined once."""

from collections.abc import Mapping
from typing import Any, Final

from marketplace.core.errors import BadRequest, Conflict, Forbidden, Gone, PaymentRequired, ProviderFailed, Unavailable
from marketplace.core.money import dollars_from_cents, format_usd

# The limits of one deposit, in cents; other modules import them from `rules`.
SMALLEST_DEPOSIT: Final = 100
LARGEST_DEPOSIT: Final = 1_000_000


class InsufficientFunds(PaymentRequired):
    """402. Amounts in cents; `waysToPay` lists routes for a deposit, with a body that covers the shortfall."""

    code = "insufficient_funds"

    def __init__(self, *, required_cents: int, balance_cents: int) -> None:
        short = required_cents - balance_cents
        deposit = min(max(short, SMALLEST_DEPOSIT), LARGEST_DEPOSIT)
        super().__init__(
            f"This takes {format_usd(required_cents)}, and there are {format_usd(balance_cents)}. "
            f"Bring in {format_usd(deposit)} with POST /api/wallet/deposit, then try again.",
            requiredCents=required_cents,
            balanceCents=balance_cents,
            shortfallCents=short,
            waysToPay=[
                {"method": "POST", "url": "/api/wallet/deposit", "body": {"amount": dollars_from_cents(deposit)}}
            ],
        )


class NotEnoughToWithdraw(InsufficientFunds):
    """402. As above, but without `waysToPay`. `clearing_cents` were deposited by card too recently to be withdrawn; `kept_cents`
    were given by a decision that may still be appealed."""

    def __init__(
        self, *, required_cents: int, balance_cents: int, clearing_cents: int = 0, kept_cents: int = 0
    ) -> None:
        super().__init__(required_cents=required_cents, balance_cents=balance_cents)
        clearing = f" ({format_usd(clearing_cents)} came by card too recently)" if clearing_cents else ""
        if kept_cents:
            clearing = f" ({format_usd(kept_cents)} are kept: the decision that gave them to you may still be appealed)"
        self.message = (
            f"This takes {format_usd(required_cents)}, and {format_usd(balance_cents)} can be withdrawn{clearing}. "
            "Ask for less, or wait until there is more."
        )
        self.extra |= {"waysToPay": []} | ({"clearingCents": clearing_cents} if clearing_cents else {})
        self.extra |= {"keptCents": kept_cents} if kept_cents else {}


class WalletOwes(InsufficientFunds):
    """402. The wallet has a debt of `owedCents` from a chargeback; `shortfallCents` of it are not in the wallet yet."""

    def __init__(self, *, owed_cents: int, balance_cents: int) -> None:
        super().__init__(required_cents=owed_cents, balance_cents=min(balance_cents, owed_cents))
        short = self.extra["shortfallCents"]
        what = (
            f"Bring in {format_usd(max(short, SMALLEST_DEPOSIT))} with POST /api/wallet/deposit, then try again."
            if short
            else "It is taken from the wallet within a minute; try again then."
        )
        self.message = (
            f"A card payment into this wallet was taken back by its bank, and {format_usd(owed_cents)} of it are still "
            f"owed: until that is paid off, nothing leaves this wallet. {what}"
        )
        self.extra |= {"balanceCents": balance_cents, "owedCents": owed_cents} | ({} if short else {"waysToPay": []})


class PayoutOnboardingRequired(Conflict):
    """409. `onboarding` is the route that starts the onboarding."""

    code = "payout_onboarding_required"

    def __init__(self) -> None:
        super().__init__(
            "We don't know yet where to pay you. POST /api/payouts/onboarding answers a page on which the bank account "
            "is given; withdraw after that.",
            onboarding={"method": "POST", "url": "/api/payouts/onboarding"},
        )


class RefundQuoteChanged(Conflict):
    """409. `quote` is the deposit's present refund quote, null if nothing can be refunded."""

    code = "refund_quote_changed"

    def __init__(self, quote: Mapping[str, Any] | None) -> None:
        message = (
            "The amounts have changed since you looked. Nothing was moved: look at `quote`, and send its figures."
            if quote
            else "Nothing of this deposit can be returned now: it was returned, or spent, or less than the fee is left."
        )
        super().__init__(message, quote=quote)


class RefundRequestReused(Conflict):
    code = "refund_request_reused"
    message = (
        "This requestId names another refund. Nothing was moved: give each refund a requestId of its own, and send the "
        "same figures when you repeat one."
    )


_BOUNDS: Final = {
    "per_bounty": "on this bounty",
    "rolling_24h": "in 24 hours",
    "rolling_7d": "in 7 days",
    "rolling_30d": "in 30 days",
}


class SpendingCapExceeded(Forbidden):
    """403. A cap set by the owner: of the account, or of the key or connector `spenderId`, whose caps are named with `key_` or
    `connector_`. Amounts in cents; `resetsAt` is when this amount will fit again, beneath all caps, null for never. Only an owner
    in person is told that the cap can be raised (`may_raise`): no agent is invited to lift its own leash."""

    code = "spending_cap_exceeded"

    def __init__(
        self,
        *,
        cap: str,
        attempted_cents: int,
        cap_cents: int,
        spent_cents: int,
        resets_at: str | None,
        spender_id: str | None = None,
        may_raise: bool = False,
    ) -> None:
        bound, whose = _BOUNDS[cap], "the cap of this wallet"
        if spender_id:
            kind = "key" if spender_id.startswith("key_") else "connector"
            cap, whose = f"{kind}_{cap}", f"the cap of this {kind}"
        ways = (
            "Spend less, wait, or raise the cap."
            if may_raise
            else "Spend less or wait. The owner of the wallet decides on its limits: if more is needed, ask them."
        )
        super().__init__(
            f"This would spend {format_usd(attempted_cents)} more; {whose} is {format_usd(cap_cents)} {bound}, and "
            f"{format_usd(spent_cents)} is spent. {ways}",
            cap=cap,
            attemptedCents=attempted_cents,
            capCents=cap_cents,
            spentCents=spent_cents,
            resetsAt=resets_at,
        )
        if spender_id:
            self.extra["spenderId"] = spender_id


class WalletFrozen(Forbidden):
    """403. The owner stopped all spending `frozenAt`; only they, signed in, can allow it again. `frozenReason` is their note."""

    code = "wallet_frozen"

    def __init__(self, *, since: str | None, reason: str) -> None:
        super().__init__(
            "The owner of this wallet has stopped all spending. Nothing was moved. Only they can allow it again, signed in: ask "
            "them. What is funded already goes on as agreed.",
            frozenAt=since,
            frozenReason=reason,
        )


class ApprovalDeclined(Forbidden):
    """403. The owner was asked about this very call, and said no. `note` are their words."""

    code = "approval_declined"

    def __init__(self, *, approval: str, note: str) -> None:
        super().__init__(
            "The owner of this wallet was asked about this call and declined it. Nothing was moved. Do what their note says, or "
            "something else; this call stays declined under its idempotency key.",
            approvalId=approval,
            note=note,
        )


class ApprovalExpired(Forbidden):
    """403. The owner was asked about this very call, and the time for it has passed."""

    code = "approval_expired"

    def __init__(self, *, approval: str) -> None:
        super().__init__(
            "The approval of this call was not given, or not used, in time. Nothing was moved. The same call with a new "
            "idempotency key asks the owner anew.",
            approvalId=approval,
        )


class ApprovalExceeded(Conflict):
    """409. The owner approved less than this call takes by now. Amounts in cents."""

    code = "approval_exceeded"

    def __init__(self, *, approval: str, approved_cents: int, needed_cents: int) -> None:
        super().__init__(
            f"The owner approved {format_usd(approved_cents)} for this call, and it takes {format_usd(needed_cents)} now. Nothing "
            "was moved. The same call with a new idempotency key asks the owner anew.",
            approvalId=approval,
            approvedCents=approved_cents,
            neededCents=needed_cents,
        )


class TooManyApprovals(Conflict):
    """409. Too many calls of this account wait for its owner."""

    code = "too_many_approvals"

    def __init__(self, most: int) -> None:
        super().__init__(
            f"{most} calls wait for the owner of this wallet already, so they were not asked about this one. Nothing was moved. "
            "Wait until they have decided some (GET /api/approvals?status=pending)."
        )


class NotRefundable(Conflict):
    code = "not_refundable"
    message = "Only a paid checkout can be refunded. GET /api/agent-checkouts/{id} shows how it stands."


class LedgerConflict(Conflict):
    code = "ledger_conflict"
    message = (
        "This was booked before with other amounts. Nothing was moved; read the present state before trying again."
    )


class ProviderUnavailable(ProviderFailed):
    """502. A provider did not answer, or failed. The outcome of the call is unknown until it is asked again."""

    message = "The payment provider does not answer right now. Nothing is lost: repeat the same call in a minute."

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "60"})


class InvalidSignature(BadRequest):
    code = "invalid_signature"
    message = (
        "The signature does not fit the body: sign it with the secret of this webhook, and send it within minutes."
    )


class NoFaucet(Conflict):
    code = "no_faucet"
    message = (
        "This sandbox pays on another chain (X402_PAY_TO is set): use the faucet of that test network, or unset X402_PAY_TO, "
        "and the sandbox has a chain of its own."
    )


class NoStablecoins(Unavailable):
    code = "payments_unavailable"
    message = "This installation takes no stablecoin payments right now. Ask its operator to configure x402."

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message, retry_after=3600)


class PaymentNeeded(PaymentRequired):
    """402 of x402: the PAYMENT-REQUIRED header and the body have the terms to be signed; `reason` is machine-readable."""

    def __init__(self, message: str, *, headers: dict[str, str], reason: str, terms: Mapping[str, Any]) -> None:
        super().__init__(message, headers=headers)
        self.extra = {"reason": reason, **terms}


class InvalidPaymentHeader(BadRequest):
    code = "invalid_payment_header"
    message = (
        "PAYMENT-SIGNATURE is no signed x402 payment of version 2 by transferWithAuthorization (scheme exact). Sign one "
        "of `accepts` of the 402 answer with an x402 client and send it as base64."
    )


class PaymentAlreadyProcessed(Conflict):
    code = "payment_already_processed"
    message = "This signed payment was used before and will not be taken again. To pay once more, sign a new one."


class TokenNeeded(PaymentRequired):
    """402 of MPP: WWW-Authenticate has the challenge, the body the protocol's problem (RFC 9457) beside our own fields."""

    def __init__(self, *, challenge: str, problem: Mapping[str, Any], reason: str) -> None:
        words = (
            "This takes a payment: answer the challenge in WWW-Authenticate with an MPP client (method stripe)."
            if reason == "payment_required"
            else f"Nothing was charged ({reason}). Answer the fresh challenge in WWW-Authenticate with another card token."
        )
        super().__init__(words, headers={"WWW-Authenticate": challenge, "Cache-Control": "no-store"})
        self.extra = {"reason": reason, **problem}


class QuoteClosed(Conflict):
    code = "quote_closed"
    message = (
        "This quote takes no payment: what it was for was paid by its page, or cancelled. Don't pay; ask for a new quote "
        "where this one came from, if money is still needed."
    )


class PaidTwice(Conflict):
    """409. The page was paid, too; the charge `paymentIntentId` is refunded automatically."""

    code = "paid_twice"
    message = (
        "This was paid by its page before, so this payment goes back to its card by itself. The wallet was credited once. "
        "Don't pay again."
    )


class QuoteExpired(Gone):
    code = "quote_expired"
    message = "This quote is over: one lives 30 minutes. Ask for a new one where it came from, and pay that."


class NoCardTokens(Unavailable):
    code = "payments_unavailable"
    message = (
        "This installation takes no MPP payments right now. Pay on the page, or ask its operator to configure MPP."
    )

    def __init__(self) -> None:
        super().__init__(retry_after=3600)


class InvalidWalletProof(BadRequest):
    code = "invalid_wallet_proof"
    message = (
        "X-Wallet-Signature and X-Wallet-Signed-At don't prove that you hold a wallet which paid for an account here. Sign "
        "the text that the documentation of this route gives, with a time of the last 5 minutes, used once."
    )


class NoCardProvider(Unavailable):
    code = "payments_unavailable"
    message = "This installation takes no card payments right now. Ask its operator to configure a payment provider."

    def __init__(self) -> None:
        super().__init__(retry_after=3600)
