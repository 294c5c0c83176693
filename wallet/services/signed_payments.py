"""Signed payments, row by row: written down before they are settled, booked once, and followed until their end is certain
(docs/money.md). What a request does with them is in `wallet.services.x402`.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from marketplace.core import clock
from marketplace.core.later import unit
from marketplace.core.states import InvalidState
from marketplace.models import Account
from marketplace.services import keys, signup
from wallet.errors import ProviderUnavailable
from wallet.models import X402Payment
from wallet.providers import chain
from wallet.providers.chain import Seen, Signed
from wallet.rules import (
    X402_ATTENTION_PAUSE,
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
        next_try_at=clock.now() + X402_FIRST_LOOK,
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
        payment.status, payment.next_try_at = X402_PAYMENT.next("refused", "retry"), clock.now() + X402_FIRST_LOOK
        payment.save(update_fields=["status", "next_try_at"])
        return payment

    return unit(work)


def keep_open(pk: UUID, tx_hash: str) -> X402Payment:
    """Still under review: what was sent, and an early look."""

    def work() -> X402Payment:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status in X402_OPEN:
            payment.tx_hash, payment.next_try_at = tx_hash or payment.tx_hash, clock.now() + x402_pause(1)
            payment.save(update_fields=["tx_hash", "next_try_at"])
        return payment

    return unit(work)


def refuse(pk: UUID, reason: str) -> None:
    def work() -> None:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status == "review":
            payment.status, payment.reason = X402_PAYMENT.next("review", "refuse"), reason
            payment.next_try_at = clock.now() + x402_pause(1)
            payment.save(update_fields=["status", "reason", "next_try_at"])

    unit(work)


def fail(pk: UUID, reason: str) -> None:
    """It paid nothing and never can."""

    def work() -> None:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status in X402_OPEN:
            payment.status = X402_PAYMENT.next(payment.status, "fail")
            payment.reason, payment.next_try_at, payment.ended_at = reason, None, clock.now()
            payment.save(update_fields=["status", "reason", "next_try_at", "ended_at"])

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
    one whose payment ends later asks for it with his wallet. Locks the payment.
    """

    def work() -> Taken:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status not in X402_OPEN:
            # The sweep was faster than its own request.
            newcomer = hand_out and payment.kind == "signup"
            return Taken(payment, receipt, _first_key(payment.account) if newcomer else "")
        if place is None and _others_of(payment, tx_hash).exists():
            payment.tx_hash, payment.next_try_at = tx_hash, clock.now() + x402_pause(1)
            payment.save(update_fields=["tx_hash", "next_try_at"])
            return Taken(payment, receipt)
        raw = ""
        if payment.kind == "signup":
            account = signup.open_paid_account(**payment.applicant)
            payment.account = account
            raw = _first_key(account) if hand_out else ""
        payment.status = X402_PAYMENT.next(payment.status, "settle")
        payment.tx_hash, payment.place = tx_hash, place
        payment.reason, payment.next_try_at, payment.ended_at = "", None, clock.now()
        payment.save(update_fields=["status", "account", "tx_hash", "place", "reason", "next_try_at", "ended_at"])
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
    seen = chain.look(signed_of(payment), tx_hash)
    if seen.state != "paid":
        return seen
    others = list(_others_of(payment, seen.tx_hash))
    for other in others:
        its = chain.look(signed_of(other), other.tx_hash)
        if (its.state, its.tx_hash) != ("paid", seen.tx_hash) or its.place == seen.place:
            raise contested(payment)
    return seen if others else replace(seen, place=None)


def contested(payment: X402Payment) -> InvalidState:
    return InvalidState(
        "Another payment was settled by this transaction.", currentState=payment.status, allowedActions=[]
    )


def _first_key(account: Account | None) -> str:
    """Of a new account; empty for one that has a key."""
    return "" if account is None or account.keys.exists() else keys.issue(account, "first key")[1]


def _look_at(pk: UUID) -> None:
    payment: X402Payment = X402Payment.objects.get(pk=pk)
    try:
        seen = proven(payment, payment.tx_hash)
    except ProviderUnavailable:
        _wait(pk, silent=True)
        return
    except InvalidState:
        _call_staff(pk, "its transaction is booked for another payment")
        return
    match seen.state:
        case "paid":
            book(pk, seen.tx_hash, place=seen.place)
        case "open":
            _wait(pk)
        case "expired":
            fail(pk, payment.reason or "never_settled")
        case "elsewhere":
            fail(pk, "authorization_used_elsewhere")


def _wait(pk: UUID, *, silent: bool = False) -> None:
    """The next look. After a day of looks without an answer staff is called, and the looks go on: the node may come back."""

    def work() -> None:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status not in X402_OPEN:
            return
        now = clock.now()
        payment.silent_since = (payment.silent_since or now) if silent else None
        payment.tries += 1
        payment.next_try_at = now + (
            X402_ATTENTION_PAUSE if payment.status == "attention" else x402_pause(payment.tries)
        )
        payment.save(update_fields=["silent_since", "tries", "next_try_at"])
        silent_for_long = payment.silent_since is not None and payment.silent_since <= now - X402_UNKNOWN_FOR
        if silent_for_long and payment.status != "attention":
            _alert(payment, "the chain does not answer")

    unit(work)


def _call_staff(pk: UUID, reason: str) -> None:
    def work() -> None:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status in X402_OPEN:
            _alert(payment, reason)

    unit(work)


def _alert(payment: X402Payment, reason: str) -> None:
    """Staff is called, once; a locked row."""
    if payment.status != "attention":
        payment.status = X402_PAYMENT.next(payment.status, "alert")
        log.error("an x402 payment needs a person", extra={"payment": payment.public_id, "cause": reason})
    payment.reason, payment.next_try_at = reason, clock.now() + X402_ATTENTION_PAUSE
    payment.save(update_fields=["status", "reason", "next_try_at"])


def _lease(pk: UUID) -> bool:
    now = clock.now()
    mine = X402Payment.objects.filter(pk=pk, status__in=X402_OPEN, next_try_at__lte=now)
    return bool(mine.update(next_try_at=now + x402_pause(1)))


# ------------------------------------------------------------------ the timer


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
