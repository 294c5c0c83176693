"""Hosted checkouts: money comes into a wallet first; what it was for is settled in a second commit (docs/money.md, 8).

Opening one never calls a provider: the address is ours, and whoever arrives there starts the payment.
"""

import logging
from typing import Any
from uuid import UUID

from marketplace.core import clock, crypto, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.core.later import enqueue, unit
from marketplace.services.idempotency import IdempotencyKeyReused
from wallet import ledger
from wallet.models import Checkout, Payment
from wallet.ports import settlements
from wallet.providers import Card, Charge, card_provider
from wallet.rules import CHECKOUT, CHECKOUT_LIFE, refund_fee_cents

log = logging.getLogger(__name__)
BATCH = 100


def start_deposit(actor: Actor, *, cents: int, key: str | None, fingerprint: bytes) -> tuple[Checkout, bool]:
    """POST /api/wallet/deposit. The key belongs to the intent: a replay gives the same checkout in its present state.

    Returns the checkout and whether it is a replay. Raises NoCardProvider (503), IdempotencyKeyReused (409).
    """

    def work() -> tuple[Checkout, bool]:
        if key:
            earlier = Checkout.objects.filter(account_id=actor.id, idempotency_key=key).first()
            if earlier is not None:
                return earlier, True
        made = _create(actor.id, "deposit", cents, "Wallet deposit", None, key=key, fingerprint=fingerprint)
        # The twin of a race waits at the unique key, then finds the first one's row.
        return (made, False) if made else (Checkout.objects.get(account_id=actor.id, idempotency_key=key), True)

    checkout, replayed = unit(work)
    if replayed and not crypto.same(bytes(checkout.fingerprint or b""), fingerprint):
        raise IdempotencyKeyReused()
    return checkout, replayed


def open_checkout(
    *, account_id: UUID, purpose: str, cents: int, description: str, subject_id: UUID | None = None
) -> Checkout:
    """A checkout in the caller's transaction; an open one of the same subject and amount is used again.

    Raises NoCardProvider (503).
    """
    if subject_id is not None:
        same = Checkout.objects.filter(
            subject_id=subject_id, purpose=purpose, amount_cents=cents, status="open", expires_at__gt=clock.now()
        ).first()
        if same is not None:
            return same
    made = _create(account_id, purpose, cents, description, subject_id)
    assert made is not None
    return made


def get(checkout_id: str) -> Checkout:
    """For the page: whoever holds the id may see it. Raises NotFound."""
    try:
        found: Checkout = Checkout.objects.get(pk=ids.decode("dep", checkout_id))
        return found
    except (ValueError, Checkout.DoesNotExist):
        raise NotFound("There is no such payment page.")


def pay(checkout_id: UUID, card: Card) -> tuple[Checkout, Charge | None]:
    """Charge the card, book the money, then settle what it was for. Returns the charge; None when nothing was charged
    because the checkout is not open any more.

    Three phases: look, call the provider with our id and no transaction open, book. Two payers at once get one charge.
    """
    checkout: Checkout = Checkout.objects.get(pk=checkout_id)
    if checkout.status != "open" or checkout.expires_at <= clock.now():
        return checkout, None
    charge = card_provider().charge(checkout, card)
    if charge.reference is None:
        return checkout, charge
    book(checkout_id, rail="card", reference=charge.reference, cents=checkout.amount_cents, method=charge.method)
    settle(checkout_id)
    checkout.refresh_from_db()
    return checkout, charge


def book(checkout_id: UUID, *, rail: str, reference: str, cents: int, method: str = "") -> Payment:
    """A provider took money: payment row, checkout paid, `deposit:<payment>` into the wallet, in one commit.

    Every payment is booked, also late or doubled; the same reference only once. Locks the checkout.
    """

    def work() -> Payment:
        checkout: Checkout = Checkout.objects.locked().get(pk=checkout_id)
        known = Payment.objects.filter(rail=rail, reference=reference).first()
        if known is not None:
            return known
        payment = Payment.objects.create(
            checkout=checkout,
            account_id=checkout.account_id,
            rail=rail,
            reference=reference,
            amount_cents=cents,
            refund_fee_cents=refund_fee_cents(cents),
            method=method,
        )
        if checkout.status != "paid":
            checkout.status = CHECKOUT.next(checkout.status, "pay")
            checkout.paid_at = clock.now()
            checkout.outcome = "none" if checkout.purpose == "deposit" else "pending"
            checkout.save(update_fields=["status", "paid_at", "outcome"])
            if checkout.outcome == "pending":
                enqueue("wallet.settle_pending")
        ledger.post(
            key=f"deposit:{payment.pk}",
            kind="deposit",
            moves=[ledger.Move(ledger.WORLD[rail], ledger.wallet(checkout.account_id), cents)],
            tags={"checkout": checkout.public_id, "method": method},
        )
        return payment

    return unit(work)


def settle(checkout_id: UUID) -> Checkout:
    """The second commit: hand the money to what it was for. Safe to repeat; the first outcome stays.

    Locks the subject from its top step down, then the checkout, and looks again.
    """

    def work() -> Checkout:
        seen: Checkout = Checkout.objects.get(pk=checkout_id)
        if seen.outcome != "pending" or seen.subject_id is None:
            return seen
        purpose = settlements.get(seen.purpose)
        purpose.lock(seen.subject_id)
        checkout: Checkout = Checkout.objects.locked().get(pk=checkout_id)
        if checkout.outcome != "pending":
            return checkout
        done = purpose.settle(subject_id=seen.subject_id, account_id=seen.account_id, cents=seen.amount_cents)
        checkout.outcome, checkout.escrow_id = done.outcome, done.escrow_id
        checkout.save(update_fields=["outcome", "escrow_id"])
        return checkout

    return unit(work)


def cancel(checkout_id: UUID) -> Checkout:
    """The payer pressed Cancel. Nothing happens to one that is paid, expired or cancelled already."""

    def work() -> Checkout:
        checkout: Checkout = Checkout.objects.locked().get(pk=checkout_id)
        if checkout.status == "open":
            checkout.status = CHECKOUT.next(checkout.status, "cancel")
            checkout.save(update_fields=["status"])
        return checkout

    return unit(work)


def settle_pending() -> int:
    """Timer: paid checkouts whose second commit has not run. One transaction each; returns how many it settled."""
    rows = list(Checkout.objects.filter(outcome="pending").order_by("paid_at").values_list("pk", flat=True)[:BATCH])
    settled = 0
    for pk in rows:
        try:
            settled += settle(pk).outcome != "pending"
        except Exception:
            # One purpose that can't be settled must not hold up the others; it stays pending and is seen in the admin.
            log.exception("a paid checkout could not be settled", extra={"checkout": str(pk)})
    return settled


def expire_due() -> int:
    """Timer: open checkouts whose day is over."""
    expired: int = Checkout.objects.filter(status="open", expires_at__lte=clock.now()).update(status="expired")
    return expired


def _create(
    account_id: UUID, purpose: str, cents: int, description: str, subject_id: UUID | None, **key_parts: Any
) -> Checkout | None:
    key = key_parts.get("key")
    checkout = Checkout(
        account_id=account_id,
        purpose=purpose,
        subject_id=subject_id,
        amount_cents=cents,
        description=description[:200],
        provider=card_provider().name,
        expires_at=clock.now() + CHECKOUT_LIFE,
        idempotency_key=key,
        fingerprint=key_parts.get("fingerprint") if key else None,
    )
    if not key:
        checkout.save(force_insert=True)
        return checkout
    Checkout.objects.bulk_create([checkout], ignore_conflicts=True)
    return Checkout.objects.filter(pk=checkout.pk).first()
