"""Payments by x402: a signed stablecoin transfer comes with the request that it pays for (docs/money.md).

Verify; write it down, unique by what the chain tells repetitions by, and commit; have it settled with no transaction open;
then one transaction books the money and does what it was for. Dying anywhere, `finish_due` asks the chain and goes on.
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
from marketplace.core.later import unit
from marketplace.errors import CountryBlocked
from marketplace.models import Account
from marketplace.selectors.countries import blocked_among
from marketplace.services import keys, signup
from wallet.errors import InvalidWalletProof, PaymentAlreadyProcessed, PaymentNeeded, ProviderUnavailable
from wallet.models import X402Payment
from wallet.providers import chain, x402
from wallet.providers.chain import Seen, Signed
from wallet.rules import (
    WALLET_PROOF_AGE,
    X402_FIRST_LOOK,
    X402_OPEN,
    X402_PAYMENT,
    X402_UNKNOWN_FOR,
    masked_address,
    x402_pause,
)
from wallet.services import deposits

log = logging.getLogger(__name__)
_BATCH = 100


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


@dataclass(frozen=True, slots=True)
class Taken:
    """The payment, settled or still under review; the PAYMENT-RESPONSE header, if there is one; the account's first key."""

    payment: X402Payment
    receipt: str = ""
    api_key: str = ""

    @property
    def is_settled(self) -> bool:
        return bool(self.payment.status == "settled")


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
    accepted = signup.terms_of_today()
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
            waiting = mine.filter(status="review").first()
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


def finish_due() -> int:
    """Timer: ask the chain about payments whose end nobody knows yet. Each row is leased first, and looked at with no
    transaction open. Returns how many it asked for."""
    due = X402Payment.objects.filter(status__in=X402_OPEN, next_try_at__lte=clock.now()).order_by("next_try_at", "pk")
    asked = 0
    for pk in list(due.values_list("pk", flat=True)[:_BATCH]):
        if _lease(pk):
            try:
                _look_at(pk)
            except Exception:
                log.exception("an x402 payment could not be finished", extra={"row": str(pk)})
            asked += 1
    return asked


# ------------------------------------------------------------------ one request


def _pay(order: Order, signature: str | None) -> Taken:
    """Raises NoStablecoins (503), ProviderUnavailable (502: nothing happened), InvalidPaymentHeader (400), PaymentNeeded
    (402: unsigned, unfit, or refused by the chain), PaymentAlreadyProcessed (409)."""
    offer = x402.offer(order.cents, url=order.url, description=order.description)
    if not signature:
        _demand(offer, order, "payment_signature_missing")
    header = x402.read(signature)
    known = _find(header.signed)
    if known is not None and not (known.status == "refused" and order.is_of(known)):
        return _again(known, order, offer)
    if reason := offer.misfit(header) or offer.verify(header):
        _demand(offer, order, reason)
    payment = _retake(known.pk) if known is not None else _write_down(order, header.signed)
    if payment is None:  # a twin was faster
        found = _find(header.signed)
        assert found is not None
        return _again(found, order, offer)
    return _conclude(payment, order, offer, offer.settle(header))


def _conclude(payment: X402Payment, order: Order, offer: x402.Offer, said: x402.Settled) -> Taken:
    """Book what the facilitator says; when it refuses, what the chain says: somebody else may have submitted it."""
    seen = Seen("open")
    if said.state == "refused":
        try:
            seen = chain.look(signed_of(payment))
        except ProviderUnavailable:
            return Taken(_note(payment.pk, said.tx_hash), said.receipt)
    if said.state == "unknown":
        return Taken(_note(payment.pk, said.tx_hash), said.receipt)
    if said.state == "paid" or seen.state == "paid":
        try:
            return _book(
                payment.pk, said.tx_hash if said.state == "paid" else seen.tx_hash, said.receipt, hand_out=True
            )
        except Exception:
            # The payer's money has moved: whatever is wrong with us, he is not to pay again.
            log.exception("a settled x402 payment is left to the sweep", extra={"payment": payment.public_id})
            return Taken(payment, said.receipt)
    if seen.state == "open":
        _refuse(payment.pk, said.reason)
    else:
        _fail(payment.pk, said.reason)
    _demand(offer, order, said.reason, said.receipt)


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
        else f"The signed payment was not taken ({reason}), and nothing was charged. Sign a new one for one of `accepts`."
    )
    header, body = offer.terms(words)
    headers = {x402.REQUIRED: header, "Cache-Control": "no-store"}
    if receipt:
        headers[x402.RESPONSE] = receipt
    raise PaymentNeeded(words, headers=headers, reason=reason, terms={**body, **order.links})


# ------------------------------------------------------------------ the row


def signed_of(payment: X402Payment) -> Signed:
    return Signed(
        network=payment.network,
        asset=payment.asset,
        payer=payment.payer,
        nonce=payment.nonce,
        pay_to=payment.pay_to,
        atoms=int(payment.atoms),
        valid_before=payment.valid_before,
    )


def _find(signed: Signed) -> X402Payment | None:
    found: X402Payment | None = X402Payment.objects.filter(
        network=signed.network, asset=signed.asset, payer=signed.payer, nonce=signed.nonce
    ).first()
    return found


def _write_down(order: Order, signed: Signed) -> X402Payment | None:
    """Committed before anything is settled; None when somebody else has it."""
    fresh = X402Payment(
        kind=order.kind,
        account_id=order.account_id,
        applicant=dict(order.applicant),
        amount_cents=order.cents,
        network=signed.network,
        asset=signed.asset,
        payer=signed.payer,
        nonce=signed.nonce,
        pay_to=signed.pay_to,
        atoms=signed.atoms,
        valid_before=signed.valid_before,
        next_try_at=clock.now() + X402_FIRST_LOOK,
    )
    unit(lambda: X402Payment.objects.bulk_create([fresh], ignore_conflicts=True))
    kept = _find(signed)
    return kept if kept is not None and kept.pk == fresh.pk else None


def _retake(pk: UUID) -> X402Payment | None:
    """A refused payment is sent once more, with its money there this time; None when a twin has taken it up."""

    def work() -> X402Payment | None:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status != "refused":
            return None
        payment.status, payment.next_try_at = X402_PAYMENT.next("refused", "retry"), clock.now() + X402_FIRST_LOOK
        payment.save(update_fields=["status", "next_try_at"])
        return payment

    return unit(work)


def _note(pk: UUID, tx_hash: str) -> X402Payment:
    """Still under review: what was sent, and an early look."""

    def work() -> X402Payment:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status in X402_OPEN:
            payment.tx_hash, payment.next_try_at = tx_hash or payment.tx_hash, clock.now() + x402_pause(1)
            payment.save(update_fields=["tx_hash", "next_try_at"])
        return payment

    return unit(work)


def _refuse(pk: UUID, reason: str) -> None:
    def work() -> None:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status == "review":
            payment.status, payment.reason = X402_PAYMENT.next("review", "refuse"), reason
            payment.next_try_at = clock.now() + x402_pause(1)
            payment.save(update_fields=["status", "reason", "next_try_at"])

    unit(work)


def _fail(pk: UUID, reason: str) -> None:
    """It paid nothing and never can."""

    def work() -> None:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status in X402_OPEN:
            payment.status = X402_PAYMENT.next(payment.status, "fail")
            payment.reason, payment.next_try_at, payment.ended_at = reason, None, clock.now()
            payment.save(update_fields=["status", "reason", "next_try_at", "ended_at"])

    unit(work)


def _book(pk: UUID, tx_hash: str, receipt: str = "", *, hand_out: bool = False) -> Taken:
    """The money is ours: settled, what it was for, and `deposit:<payment>`, in one commit, once.

    `hand_out`: the payer is here to be given a new account's first key; one whose payment ends later asks for it with
    his wallet. Locks the payment.
    """

    def work() -> Taken:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status not in X402_OPEN:
            # The sweep was faster than its own request.
            newcomer = hand_out and payment.kind == "signup"
            return Taken(payment, receipt, _first_key(payment.account) if newcomer else "")
        others = X402Payment.objects.filter(network=payment.network, tx_hash=tx_hash, status="settled")
        if others.exists():
            _alert(payment, "one transaction settles two payments", tx_hash)
            return Taken(payment, receipt)
        raw = ""
        if payment.kind == "signup":
            account = signup.open_paid_account(**payment.applicant)
            payment.account = account
            raw = _first_key(account) if hand_out else ""
        payment.status, payment.tx_hash = X402_PAYMENT.next(payment.status, "settle"), tx_hash
        payment.reason, payment.next_try_at, payment.ended_at = "", None, clock.now()
        payment.save(update_fields=["status", "account", "tx_hash", "reason", "next_try_at", "ended_at"])
        assert payment.account_id is not None
        deposits.credit(
            account_id=payment.account_id,
            rail="x402",
            reference=payment.reference,
            cents=payment.amount_cents,
            method=masked_address(payment.payer),
            tags={"x402": payment.public_id},
        )
        return Taken(payment, receipt, raw)

    return unit(work)


def _first_key(account: Account | None) -> str:
    """Of a new account; empty for one that has a key."""
    return "" if account is None or account.keys.exists() else keys.issue(account, "first key")[1]


def _look_at(pk: UUID) -> None:
    payment: X402Payment = X402Payment.objects.get(pk=pk)
    try:
        seen = chain.look(signed_of(payment))
    except ProviderUnavailable:
        _wait(pk, silent=True)
        return
    match seen.state:
        case "paid":
            _book(pk, seen.tx_hash)
        case "open":
            _wait(pk)
        case "expired":
            _fail(pk, payment.reason or "never_settled")
        case "elsewhere":
            _fail(pk, "authorization_used_elsewhere")


def _wait(pk: UUID, *, silent: bool = False) -> None:
    """The next look; after a day in which the chain could not be asked, staff."""

    def work() -> None:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status not in X402_OPEN:
            return
        now = clock.now()
        if silent and payment.created_at <= now - X402_UNKNOWN_FOR:
            _alert(payment, "the chain does not answer", payment.tx_hash)
            return
        payment.tries += 1
        payment.next_try_at = now + x402_pause(payment.tries)
        payment.save(update_fields=["tries", "next_try_at"])

    unit(work)


def _alert(payment: X402Payment, reason: str, tx_hash: str) -> None:
    payment.status, payment.reason = X402_PAYMENT.next(payment.status, "alert"), reason
    payment.tx_hash, payment.next_try_at = tx_hash, None
    payment.save(update_fields=["status", "reason", "tx_hash", "next_try_at"])
    log.error("an x402 payment needs a person", extra={"payment": payment.public_id, "cause": reason})


def _lease(pk: UUID) -> bool:
    now = clock.now()
    mine = X402Payment.objects.filter(pk=pk, status__in=X402_OPEN, next_try_at__lte=now)
    return bool(mine.update(next_try_at=now + x402_pause(1)))


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise InvalidWalletProof()
    if moment.tzinfo is None or len(text) > 40:
        raise InvalidWalletProof()
    return moment.astimezone(UTC)
