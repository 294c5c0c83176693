"""Signed payments, row by row: written down before they are settled, booked once, and followed until their end is certain
(docs/money.md). What a request does with them is in `wallet.services.x402`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from marketplace.core import clock
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit
from marketplace.models import Account
from marketplace.services import keys, signup
from marketplace.services.followups import Followup, log_unanswered
from wallet.models import X402Payment
from wallet.providers import chain
from wallet.providers.chain import Seen, Signed
from wallet.rules import (
    UNKNOWN_FOR,
    X402_ATTENTION_PAUSE,
    X402_FIRST_LOOK,
    X402_OPEN,
    X402_PAYMENT,
    masked_address,
    x402_pause,
)
from wallet.services import calls, deposits


@dataclass(frozen=True, slots=True)
class Taken:
    """The payment, settled or still under review; the PAYMENT-RESPONSE header, if there is one; the account's first key."""

    payment: X402Payment
    receipt: str = ""
    api_key: str = ""

    @property
    def is_settled(self) -> bool:
        return bool(self.payment.status == "settled")


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


def find(signed: Signed) -> X402Payment | None:
    found: X402Payment | None = X402Payment.objects.filter(
        network=signed.network, asset=signed.asset, payer=signed.payer, nonce=signed.nonce
    ).first()
    return found


def write_down(
    signed: Signed, *, kind: str, cents: int, account_id: UUID | None, applicant: Mapping[str, Any]
) -> X402Payment | None:
    """Committed before anything is settled; None when somebody else has it."""
    fresh = X402Payment(
        kind=kind,
        account_id=account_id,
        applicant=dict(applicant),
        amount_cents=cents,
        network=signed.network,
        asset=signed.asset,
        payer=signed.payer,
        nonce=signed.nonce,
        pay_to=signed.pay_to,
        atoms=signed.atoms,
        valid_before=signed.valid_before,
        next_attempt_at=clock.now() + X402_FIRST_LOOK,
    )
    unit(lambda: X402Payment.objects.bulk_create([fresh], ignore_conflicts=True))
    kept = find(signed)
    return kept if kept is not None and kept.pk == fresh.pk else None


def retake(pk: UUID) -> X402Payment | None:
    """A refused payment is sent once more, with its money there this time; None when a twin has taken it up."""

    def work() -> X402Payment | None:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status != "refused":
            return None
        payment.status, payment.next_attempt_at = X402_PAYMENT.next("refused", "retry"), clock.now() + X402_FIRST_LOOK
        payment.save(update_fields=["status", "next_attempt_at"])
        return payment

    return unit(work)


def keep_open(pk: UUID, tx_hash: str) -> X402Payment:
    """Still under review: what was sent, and an early look."""

    def work() -> X402Payment:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status in X402_OPEN:
            payment.tx_hash, payment.next_attempt_at = tx_hash or payment.tx_hash, clock.now() + x402_pause(1)
            payment.save(update_fields=["tx_hash", "next_attempt_at"])
        return payment

    return unit(work)


def refuse(pk: UUID, reason: str) -> None:
    def work() -> None:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status == "review":
            payment.status, payment.reason = X402_PAYMENT.next("review", "refuse"), reason
            payment.next_attempt_at = clock.now() + x402_pause(1)
            payment.save(update_fields=["status", "reason", "next_attempt_at"])

    unit(work)


def fail(pk: UUID, reason: str) -> None:
    """It paid nothing and never can."""

    def work() -> None:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status in X402_OPEN:
            payment.status = X402_PAYMENT.next(payment.status, "fail")
            payment.reason, payment.next_attempt_at, payment.ended_at = reason, None, clock.now()
            payment.save(update_fields=["status", "reason", "next_attempt_at", "ended_at"])

    unit(work)


def book(
    pk: UUID,
    tx_hash: str,
    receipt: str = "",
    *,
    place: int | None = None,
    hand_out: bool = False,
    tags: Mapping[str, str] | None = None,
) -> Taken:
    """The money is ours: settled, what it was for, and `deposit:<payment>`, in one commit, once.

    A transaction that another payment has needs this one's `place` in it, which only the chain tells (`proven`): without,
    nothing is booked, and the chain is asked next. `hand_out`: the payer is here to be given a new account's first key;
    one whose payment ends later asks for it with their wallet. Locks the payment.
    """

    def work() -> Taken:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status not in X402_OPEN:
            # The sweep was faster than its own request.
            newcomer = hand_out and payment.kind == "signup"
            return Taken(payment, receipt, _first_key(payment.account) if newcomer else "")
        if place is None and _others_of(payment, tx_hash).exists():
            payment.tx_hash, payment.next_attempt_at = tx_hash, clock.now() + x402_pause(1)
            payment.save(update_fields=["tx_hash", "next_attempt_at"])
            return Taken(payment, receipt)
        raw = ""
        if payment.kind == "signup":
            account = signup.open_paid_account(**payment.applicant)
            payment.account = account
            raw = _first_key(account) if hand_out else ""
        payment.status = X402_PAYMENT.next(payment.status, "settle")
        payment.tx_hash, payment.place = tx_hash, place
        payment.reason, payment.next_attempt_at, payment.ended_at = "", None, clock.now()
        payment.save(update_fields=["status", "account", "tx_hash", "place", "reason", "next_attempt_at", "ended_at"])
        assert payment.account_id is not None
        deposits.credit(
            account_id=payment.account_id,
            rail="x402",
            reference=payment.reference,
            cents=payment.amount_cents,
            method=masked_address(payment.payer),
            tags={"x402": payment.public_id, **(tags or {})},
        )
        return Taken(payment, receipt, raw)

    return unit(work)


def _others_of(payment: X402Payment, tx_hash: str) -> QuerySet[X402Payment]:
    """Payments that this transaction has settled already."""
    settled = X402Payment.objects.filter(network=payment.network, tx_hash=tx_hash, status="settled")
    return settled.exclude(pk=payment.pk)


def proven(payment: X402Payment, tx_hash: str) -> Seen:
    """What the chain says of this payment; its `place` is kept only where the transaction settled others, too. Then the chain
    has to say so of each of them: what was booked on a facilitator's word may be this very transfer.

    Raises ProviderUnavailable (502), InvalidState (409) when the others are not borne out.
    """
    seen = chain.poll(signed_of(payment), tx_hash)
    if seen.state != "paid":
        return seen
    others = list(_others_of(payment, seen.tx_hash))
    for other in others:
        its = chain.poll(signed_of(other), other.tx_hash)
        if (its.state, its.tx_hash) != ("paid", seen.tx_hash) or its.place == seen.place:
            raise contested(payment)
    return seen if others else replace(seen, place=None)


def contested(payment: X402Payment) -> InvalidState:
    return calls.refused(payment, "Another payment was settled by this transaction.")


def _first_key(account: Account | None) -> str:
    """Of a new account; empty for one that has a key."""
    return "" if account is None or account.keys.exists() else keys.issue(account, "first key")[1]


class _Settling(Followup[X402Payment, Seen]):
    """Asks the chain what became of a payment, until its end is certain."""

    rows = X402Payment.objects.filter(status__in=X402_OPEN)
    lease = x402_pause(1)

    def ask(self, payment: X402Payment) -> Seen:
        return proven(payment, payment.tx_hash)

    def settle(self, payment: X402Payment, seen: Seen) -> None:
        match seen.state:
            case "paid":
                book(payment.pk, seen.tx_hash, place=seen.place)
            case "open":
                _wait(payment.pk)
            case "expired":
                fail(payment.pk, payment.reason or "never_settled")
            case "elsewhere":
                fail(payment.pk, "authorization_used_elsewhere")

    def unanswered(self, payment: X402Payment, error: Exception) -> None:
        if isinstance(error, InvalidState):
            _wait(payment.pk, cause="its transaction is booked for another payment")
            return
        log_unanswered(payment, error)
        _wait(payment.pk, is_silent=True)


SETTLING = _Settling()
finish_due = SETTLING.run


def _wait(pk: UUID, *, is_silent: bool = False, cause: str = "") -> None:
    """Set the next attempt. Staff is called for a `cause`, or when the chain has been silent for a day since its first
    silence; the attempts go on all the same, because the node may come back."""

    def work() -> None:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status not in X402_OPEN:
            return
        now, why = clock.now(), cause
        if not cause:
            payment.silent_since = (payment.silent_since or now) if is_silent else None
            silent_for_long = payment.silent_since is not None and payment.silent_since <= now - UNKNOWN_FOR
            why = "the chain does not answer" if silent_for_long and payment.status != "attention" else ""
        if why:
            payment.reason = why
        if why and payment.status != "attention":
            calls.alert(payment, X402_PAYMENT, why)
        payment.next_attempt_at = now + (
            X402_ATTENTION_PAUSE if payment.status == "attention" else x402_pause(payment.attempts)
        )
        payment.save(update_fields=["status", "reason", "silent_since", "next_attempt_at"])

    unit(work)
