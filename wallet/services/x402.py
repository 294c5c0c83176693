"""Payments by x402: a request carries the signed stablecoin transfer that pays for it (docs/money.md).

The steps: verify; store the payment, unique by payer and nonce, and commit; settle it with no transaction open; book it and
serve its purpose in one transaction. After a crash at any point, `signed_payments.finish_due` asks the chain and continues.
Without an answer the outcome is never assumed: the payer gets 202 until it is known.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NoReturn, TypedDict
from uuid import UUID

from django.conf import settings

from marketplace.core import clock, moments
from marketplace.core.errors import Problem
from marketplace.core.transactions import unit
from marketplace.errors import CountryBlocked
from marketplace.selectors.countries import blocked_among
from marketplace.services import keys, signup
from wallet.errors import InvalidWalletProof, PaymentAlreadyProcessed, PaymentNeeded, ProviderUnavailable
from wallet.models import X402Payment
from wallet.providers import chain, x402
from wallet.rules.x402 import WALLET_PROOF_AGE
from wallet.services import signed_payments
from wallet.services.signed_payments import PaymentResult

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Order:
    """What a request pays for: `cents` for a `kind` (deposit or signup). `url` is the request's address; `links` are added to
    the body of the 402."""

    kind: str
    cents: int
    url: str
    description: str
    account_id: UUID | None = None
    applicant: signup.PaidApplicant | None = None
    links: Mapping[str, str] = field(default_factory=dict)

    def matches(self, payment: X402Payment) -> bool:
        """Whether the payment was first sent for the same order."""
        same = (payment.kind, payment.amount_cents) == (self.kind, self.cents)
        return same and (self.kind == "signup" or payment.account_id == self.account_id)


def deposit(*, account_id: UUID, cents: int, signature: str | None) -> PaymentResult:
    """POST /api/x402/wallet/deposit: credit `cents` to this wallet, once per signed payment.

    Args: `signature` is the PAYMENT-SIGNATURE header. Locks the payment, then the ledger accounts, in a transaction of its
    own. Raises NoStablecoins (503), ProviderUnavailable (502), InvalidPaymentHeader (400), PaymentNeeded (402),
    PaymentAlreadyProcessed (409). Spec: MPP and x402 payment endpoints.
    """
    url = f"{settings.BASE_URL}/api/x402/wallet/deposit"
    return _pay(Order("deposit", cents, url, "Wallet deposit", account_id=account_id), signature)


class Applicant(TypedDict):
    """Who opens an account by payment. `country` is an ISO code; the other fields may be empty, but for `city`."""

    country: str
    city: str
    region: str
    agent_name: str
    contact_email: str


def sign_up(*, applicant: Applicant, signature: str | None) -> PaymentResult:
    """POST /api/x402/signup: open an account with its first key and the whole price in its wallet, in one commit.

    Args: `signature` is the PAYMENT-SIGNATURE header. Locks and raises as `deposit`, and CountryBlocked (403). Spec: MPP and
    x402 payment endpoints.
    """
    if blocked_among([applicant["country"]]):
        raise CountryBlocked()
    links = {"terms": f"{settings.BASE_URL}/terms", "privacy": f"{settings.BASE_URL}/privacy"}
    accepted = signup.current_terms()
    return _pay(
        Order(
            "signup",
            settings.X402_SIGNUP_CENTS,
            f"{settings.BASE_URL}/api/x402/signup",
            "An agent account; the whole price is credited to its wallet",
            applicant={**applicant, **accepted},
            links=links,
        ),
        signature,
    )


def recover(*, proof: str, signed_at: str, signature: str | None = None) -> PaymentResult:
    """Issue a new API key for an account that this wallet has paid for: the one paid by `signature`, else its newest.

    Args: `proof` is the wallet's signature of `proof_text(signed_at)`, `signed_at` an ISO 8601 time of the last 5 minutes. A
    payment's own signature is no proof, because it is public once it is on the chain. Each signed text works once.
    Locks the payment, then the account. Raises InvalidWalletProof (400), KeyLimitReached (409).
    """
    moment = _moment(signed_at)
    wallet = x402.recover_signer(proof_text(signed_at), proof)
    age = clock.wall() - moment
    if not wallet or not -WALLET_PROOF_AGE / 5 <= age <= WALLET_PROOF_AGE:
        raise InvalidWalletProof()
    mine = X402Payment.objects.filter(kind="signup", payer=wallet)
    if signature:
        mine = mine.filter(nonce=x402.read(signature).signed.nonce)

    def work() -> PaymentResult:
        newest = mine.filter(status="settled").order_by("-pk").values_list("pk", flat=True).first()
        if newest is None:
            waiting = mine.filter(status__in=("review", "attention")).first()
            if waiting is None:
                raise InvalidWalletProof()
            return PaymentResult(waiting)
        payment: X402Payment = X402Payment.objects.locked().get(pk=newest)
        if payment.recovered_at is not None and moment <= payment.recovered_at:
            raise InvalidWalletProof()
        payment.recovered_at = moment
        payment.save(update_fields=["recovered_at"])
        assert payment.account_id is not None
        _, raw = keys.add(payment.account_id, "key for the paying wallet")
        return PaymentResult(payment, api_key=raw)

    return unit(work)


def proof_text(signed_at: str) -> str:
    """The text that a wallet signs (EIP-191) to get a new API key; `signed_at` is ISO 8601 with an offset."""
    return (
        f"{settings.BASE_URL}\n\nGive me a new API key for the account that this wallet has paid for.\n\n"
        f"Signed at: {signed_at}"
    )


# ------------------------------------------------------------------ one request


def _pay(order: Order, signature: str | None) -> PaymentResult:
    """Raises NoStablecoins (503), ProviderUnavailable (502: nothing was settled), InvalidPaymentHeader (400), PaymentNeeded
    (402: unsigned, not matching the offer, or refused), PaymentAlreadyProcessed (409)."""
    offer = x402.offer(order.cents, url=order.url, description=order.description)
    if not signature:
        _require_payment(offer, order, "payment_signature_missing")
    header = x402.read(signature)
    known = signed_payments.find(header.signed)
    if known is not None and not _can_resubmit(known, order):
        return _answer_repeat(known, order, offer)
    if reason := offer.mismatch(header):
        return _answer_unsettleable(header, reason, order, offer)
    if reason := offer.verify(header):
        return _credit_submitted(header, reason, order, offer)
    payment = signed_payments.reopen(known.pk) if known is not None else _record_new(header, order)
    if payment is None:
        return _answer_faster(header, order, offer)
    settlement = offer.settle(header)
    try:
        return _conclude(payment, settlement, order, offer)
    except Problem:
        raise
    except Exception:
        # The money may have moved, so whatever failed here, the payer must not be asked to pay again.
        log.exception("x402 payment is left to the timer", extra={"payment": payment.public_id})
        return PaymentResult(payment, settlement.receipt)


def _record_new(header: x402.Header, order: Order) -> X402Payment | None:
    return signed_payments.record_new(
        header.signed, kind=order.kind, cents=order.cents, account_id=order.account_id, applicant=order.applicant
    )


def _answer_faster(header: x402.Header, order: Order, offer: x402.Offer) -> PaymentResult:
    """Answer after a concurrent request has stored or reopened the payment first."""
    known = signed_payments.find(header.signed)
    assert known is not None
    return _answer_repeat(known, order, offer)


def _credit_submitted(header: x402.Header, reason: str, order: Order, offer: x402.Offer) -> PaymentResult:
    """Credit a payment that the facilitator would not settle because it is on the chain already, whoever submitted it.

    Facilitators name that differently, and a payment that has expired since may have been submitted in time: so the chain is
    asked after every refusal. It credits whoever shows the payment first, because it is public once it is on the chain.
    Raises ProviderUnavailable (502) when the chain does not answer: then nobody may be told to sign anew.
    """
    if signed_payments.find(header.signed) is not None:
        return _answer_unsettleable(header, reason, order, offer)
    status = chain.poll(header.signed)
    if status.state != "paid":
        _require_payment(offer, order, reason)
    payment = _record_new(header, order)
    if payment is None:
        return _answer_faster(header, order, offer)
    try:
        status = signed_payments.verify_on_chain(payment, status.tx_hash)
        receipt = x402.receipt(status.tx_hash, payment.payer, payment.network)
        return signed_payments.book(payment.pk, status.tx_hash, receipt, place=status.place, issue_key=True)
    except Exception:
        # The money was paid, so whatever failed here, the payer must not be asked to pay again.
        log.exception("x402 payment is left to the timer", extra={"payment": payment.public_id})
        return PaymentResult(payment)


def _answer_unsettleable(header: x402.Header, reason: str, order: Order, offer: x402.Offer) -> PaymentResult:
    """Answer a payment that can't be settled (any more), possibly because it was settled just now by somebody else."""
    known = signed_payments.find(header.signed)
    if known is None:
        _require_payment(offer, order, reason)
    if not _can_resubmit(known, order):
        return _answer_repeat(known, order, offer)
    return _conclude(known, x402.Settled("refused", reason=reason), order, offer)


def _conclude(payment: X402Payment, settlement: x402.Settled, order: Order, offer: x402.Offer) -> PaymentResult:
    """Book the facilitator's answer. After a refusal ask the chain, because somebody else may have submitted the payment."""
    if settlement.state == "paid":
        return signed_payments.book(payment.pk, settlement.tx_hash, settlement.receipt, issue_key=True)
    if settlement.state == "unknown":
        return PaymentResult(signed_payments.keep_in_review(payment.pk, settlement.tx_hash), settlement.receipt)
    try:
        status = chain.poll(signed_payments.authorization_of(payment))
    except ProviderUnavailable:
        return PaymentResult(signed_payments.keep_in_review(payment.pk, settlement.tx_hash), settlement.receipt)
    if status.state == "paid":
        return signed_payments.book(
            payment.pk, status.tx_hash, x402.receipt(status.tx_hash, payment.payer, payment.network), issue_key=True
        )
    if status.state == "open":
        signed_payments.refuse(payment.pk, settlement.reason)
    else:
        signed_payments.fail(payment.pk, settlement.reason)
    _require_payment(offer, order, settlement.reason, settlement.receipt)


def _can_resubmit(payment: X402Payment, order: Order) -> bool:
    return bool(payment.status == "refused" and order.matches(payment))


def _answer_repeat(payment: X402Payment, order: Order, offer: x402.Offer) -> PaymentResult:
    """Answer a signed payment that was sent before."""
    if payment.status == "failed" and order.matches(payment):
        _require_payment(offer, order, payment.reason or "settlement_failed")
    if payment.status == "settled" or not order.matches(payment):
        raise PaymentAlreadyProcessed(txHash=payment.tx_hash or None)
    return PaymentResult(payment)


def _require_payment(offer: x402.Offer, order: Order, reason: str, receipt: str = "") -> NoReturn:
    words = (
        "This takes a payment: sign one of `accepts` with an x402 client and send it as PAYMENT-SIGNATURE."
        if reason == "payment_signature_missing"
        else f"The signed payment was not taken ({reason}). Mend that and send it again, or sign one of `accepts` anew."
    )
    header, body = offer.terms(words)
    headers = {x402.REQUIRED: header, "Cache-Control": "no-store"}
    if receipt:
        headers[x402.RESPONSE] = receipt
    raise PaymentNeeded(words, headers=headers, reason=reason, terms={**body, **order.links})


def _moment(text: str) -> datetime:
    try:
        moment = moments.read_moment(text)
        if moment.tzinfo is None:
            raise InvalidWalletProof()
        return moment.astimezone(UTC)
    except (ValueError, OverflowError):  # the first and the last day there are have no UTC everywhere
        raise InvalidWalletProof()
