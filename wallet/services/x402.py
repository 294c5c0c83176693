"""Payments by x402: a signed stablecoin transfer comes with the request that it pays for (docs/money.md).

Verify; write it down, unique by what the chain tells repetitions by, and commit; have it settled with no transaction open;
then one transaction books the money and does what it was for. Dying anywhere, `signed_payments.finish_due` asks the chain
and goes on.
Nothing is concluded from silence: who is told 202 has paid, or will be told for certain that he has not.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NoReturn
from uuid import UUID

from django.conf import settings

from marketplace.core import clock
from marketplace.core.errors import Problem
from marketplace.core.transactions import unit
from marketplace.errors import CountryBlocked
from marketplace.selectors.countries import blocked_among
from marketplace.services import keys, signup
from wallet.errors import InvalidWalletProof, PaymentAlreadyProcessed, PaymentNeeded, ProviderUnavailable
from wallet.models import X402Payment
from wallet.providers import chain, x402
from wallet.rules import WALLET_PROOF_AGE
from wallet.services import signed_payments
from wallet.services.signed_payments import Taken

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Order:
    """What a request pays for. `url` is its own address; `links` stand in the 402's body."""

    kind: str
    cents: int
    url: str
    description: str
    account_id: UUID | None = None
    applicant: Mapping[str, Any] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)

    def is_of(self, payment: X402Payment) -> bool:
        """Is this the very thing that the payment was first sent for?"""
        same = (payment.kind, payment.amount_cents) == (self.kind, self.cents)
        return same and (self.kind == "signup" or payment.account_id == self.account_id)


def deposit(*, account_id: UUID, cents: int, signature: str | None) -> Taken:
    """POST /api/x402/wallet/deposit: `cents` into this wallet, once per signed payment. Raises as `_pay`."""
    url = f"{settings.BASE_URL}/api/x402/wallet/deposit"
    return _pay(Order("deposit", cents, url, "Wallet deposit", account_id=account_id), signature)


def sign_up(*, applicant: Mapping[str, Any], signature: str | None) -> Taken:
    """POST /api/x402/signup: the account, its first key and the whole price in its wallet, in one commit.

    `applicant` has country (ISO code), city, region, agent_name, contact_email. Raises CountryBlocked (403), and as `_pay`.
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


def recover(*, proof: str, signed_at: str, signature: str | None = None) -> Taken:
    """A new API key for an account that this wallet has paid for: the one paid by `signature`, else its newest.

    The wallet signs `proof_text` afresh: a signed payment is no secret once it is on the chain, so that it proves nothing.
    Each signed text works once. Locks the payment, then the account. Raises InvalidWalletProof (400), KeyLimitReached (409).
    """
    moment = _moment(signed_at)
    wallet = x402.wallet_of(proof_text(signed_at), proof)
    age = clock.wall() - moment
    if not wallet or not -WALLET_PROOF_AGE / 5 <= age <= WALLET_PROOF_AGE:
        raise InvalidWalletProof()
    mine = X402Payment.objects.filter(kind="signup", payer=wallet)
    if signature:
        mine = mine.filter(nonce=x402.read(signature).signed.nonce)

    def work() -> Taken:
        newest = mine.filter(status="settled").order_by("-pk").values_list("pk", flat=True).first()
        if newest is None:
            waiting = mine.filter(status__in=("review", "attention")).first()
            if waiting is None:
                raise InvalidWalletProof()
            return Taken(waiting)
        payment: X402Payment = X402Payment.objects.locked().get(pk=newest)
        if payment.recovered_at is not None and moment <= payment.recovered_at:
            raise InvalidWalletProof()
        payment.recovered_at = moment
        payment.save(update_fields=["recovered_at"])
        assert payment.account_id is not None
        _, raw = keys.add(payment.account_id, "key for the paying wallet")
        return Taken(payment, api_key=raw)

    return unit(work)


def proof_text(signed_at: str) -> str:
    """What a paying wallet signs (EIP-191) to get a new key; `signed_at` is ISO 8601 with its offset."""
    return (
        f"{settings.BASE_URL}\n\nGive me a new API key for the account that this wallet has paid for.\n\n"
        f"Signed at: {signed_at}"
    )


# ------------------------------------------------------------------ one request


def _pay(order: Order, signature: str | None) -> Taken:
    """Raises NoStablecoins (503), ProviderUnavailable (502: nothing happened), InvalidPaymentHeader (400), PaymentNeeded
    (402: unsigned, unfit, or refused by the chain), PaymentAlreadyProcessed (409)."""
    offer = x402.offer(order.cents, url=order.url, description=order.description)
    if not signature:
        _demand(offer, order, "payment_signature_missing")
    header = x402.read(signature)
    known = signed_payments.find(header.signed)
    if known is not None and not _may_come_again(known, order):
        return _again(known, order, offer)
    if reason := offer.misfit(header) or offer.verify(header):
        return _unfit(header, reason, order, offer)
    payment = (
        signed_payments.retake(known.pk)
        if known is not None
        else signed_payments.write_down(
            header.signed,
            kind=order.kind,
            cents=order.cents,
            account_id=order.account_id,
            applicant=order.applicant,
        )
    )
    if payment is None:  # a twin was faster
        known = signed_payments.find(header.signed)
        assert known is not None
        return _again(known, order, offer)
    said = offer.settle(header)
    try:
        return _conclude(payment, said, order, offer)
    except Problem:
        raise
    except Exception:
        # His money may have moved: whatever is wrong with us, the payer is not to pay again.
        log.exception("an x402 payment is left to the sweep", extra={"payment": payment.public_id})
        return Taken(payment, said.receipt)


def _unfit(header: x402.Header, reason: str, order: Order, offer: x402.Offer) -> Taken:
    """It can't be settled (any more): perhaps because that has just been done, for a twin or by somebody else."""
    known = signed_payments.find(header.signed)
    if known is None:
        _demand(offer, order, reason)
    if not _may_come_again(known, order):
        return _again(known, order, offer)
    return _conclude(known, x402.Settled("refused", reason=reason), order, offer)


def _conclude(payment: X402Payment, said: x402.Settled, order: Order, offer: x402.Offer) -> Taken:
    """Book what the facilitator says; when it refuses, what the chain says: somebody else may have submitted it."""
    if said.state == "paid":
        return signed_payments.book(payment.pk, said.tx_hash, said.receipt, hand_out=True)
    if said.state == "unknown":
        return Taken(signed_payments.keep_open(payment.pk, said.tx_hash), said.receipt)
    try:
        seen = chain.poll(signed_payments.signed_of(payment))
    except ProviderUnavailable:
        return Taken(signed_payments.keep_open(payment.pk, said.tx_hash), said.receipt)
    if seen.state == "paid":
        return signed_payments.book(
            payment.pk, seen.tx_hash, x402.receipt(seen.tx_hash, payment.payer, payment.network), hand_out=True
        )
    if seen.state == "open":
        signed_payments.refuse(payment.pk, said.reason)
    else:
        signed_payments.fail(payment.pk, said.reason)
    _demand(offer, order, said.reason, said.receipt)


def _may_come_again(payment: X402Payment, order: Order) -> bool:
    return bool(payment.status == "refused" and order.is_of(payment))


def _again(payment: X402Payment, order: Order, offer: x402.Offer) -> Taken:
    """The same signed payment once more."""
    if payment.status == "failed" and order.is_of(payment):
        _demand(offer, order, payment.reason or "settlement_failed")
    if payment.status == "settled" or not order.is_of(payment):
        raise PaymentAlreadyProcessed(txHash=payment.tx_hash or None)
    return Taken(payment)


def _demand(offer: x402.Offer, order: Order, reason: str, receipt: str = "") -> NoReturn:
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
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise InvalidWalletProof()
    if moment.tzinfo is None or len(text) > 40:
        raise InvalidWalletProof()
    return moment.astimezone(UTC)
