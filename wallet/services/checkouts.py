"""Hosted checkouts: money comes into a wallet first; what it was for is settled in a second commit (docs/money.md, 8).

Opening one never calls a provider: the address is ours, and whoever arrives there starts the payment.
"""

from datetime import timedelta
from typing import Any
from uuid import UUID

from marketplace.core import clock, crypto
from marketplace.core.actor import Actor
from marketplace.core.queue import enqueue
from marketplace.core.transactions import for_each_due, unit
from marketplace.services.idempotency import IdempotencyKeyReused
from wallet.models import Checkout, Payment, ProviderAccount
from wallet.ports import settlements
from wallet.providers import card_rail
from wallet.providers.cards import SavedMethod
from wallet.rules import (
    CHECKOUT,
    CHECKOUT_LIFE,
    CHECKOUT_MAX_CENTS,
    CHECKOUT_MIN_CENTS,
    FOR_A_BOUNTY,
    is_web_address,
)
from wallet.services import deposits, mpp_quotes, receipts, recoveries, spending

DEPOSIT = "wallet.deposit"


# ------------------------------------------------------------------ asking for money


def start_deposit(
    actor: Actor, *, cents: int, key: str | None, fingerprint: bytes, save_method: bool = False
) -> tuple[Checkout, bool]:
    """POST /api/wallet/deposit. The key belongs to the intent: a replay gives the same checkout in its present state.

    `save_method` asks the payer to keep the card for automatic top-ups. Returns the checkout and whether it is a replay.
    Raises NoCardProvider (503), IdempotencyKeyReused (409).
    """
    mine = {"account_id": actor.id, "operation": DEPOSIT, "idempotency_key": key}

    def work() -> tuple[Checkout, bool]:
        earlier = Checkout.objects.filter(**mine).first() if key else None
        if earlier is not None:
            return earlier, True
        made = _checkout(actor.id, "deposit", cents, "Wallet deposit", save_method=save_method)
        if not key:
            made.save(force_insert=True)
            mpp_quotes.offer(made)
            return made, False
        made.operation, made.idempotency_key, made.fingerprint = DEPOSIT, key, fingerprint
        # The slower of two twins waits at the unique key here, writes nothing, and finds the faster one's row.
        Checkout.objects.bulk_create([made], ignore_conflicts=True)
        kept: Checkout = Checkout.objects.get(**mine)
        if kept.pk == made.pk:
            mpp_quotes.offer(kept)
        return kept, kept.pk != made.pk

    checkout, replayed = unit(work)
    if replayed:
        if not crypto.same(bytes(checkout.fingerprint or b""), fingerprint):
            raise IdempotencyKeyReused()
        if is_over(checkout):
            checkout = expire(checkout.pk)
    return checkout, replayed


def open_checkout(
    *,
    account_id: UUID,
    purpose: str,
    cents: int,
    description: str,
    subject_id: UUID | None = None,
    from_wallet_cents: int = 0,
    bounty_id: UUID | None = None,
    return_url: str = "",
    life: timedelta = CHECKOUT_LIFE,
    payer_email: str = "",
) -> Checkout:
    """A page that brings `cents` into this wallet for one subject, made in the caller's transaction.

    An open one for the same subject and amount is used again, so that asking twice gives one address. The caller holds
    the subject's lock. `beside` are the cents that the wallet adds of its own, for `bounty_id` or for none: its caps bound
    them, and they are looked at here, before anybody is charged.

    Raises NoCardProvider (503), WalletOwes (402) for a subject that the money could not reach, because debts come first;
    SpendingCapExceeded (403); ValueError for an amount or address no caller may pass on.
    """
    if not CHECKOUT_MIN_CENTS <= cents <= CHECKOUT_MAX_CENTS:
        raise ValueError(f"a checkout asks for {CHECKOUT_MIN_CENTS} to {CHECKOUT_MAX_CENTS} cents, not {cents}")
    if return_url and not is_web_address(return_url):
        raise ValueError("a page leads back to a web address only")
    if subject_id is not None:
        recoveries.check_clear(account_id)
        if from_wallet_cents > 0:
            spending.check(account_id=account_id, cents=from_wallet_cents, bounty_id=bounty_id)
        same = open_page(subject_id=subject_id, purpose=purpose)
        if same is not None and (same.account_id, same.amount_cents) == (account_id, cents):
            return same
    made = _checkout(account_id, purpose, cents, description, subject_id=subject_id, return_url=return_url)
    made.expires_at, made.payer_email = made.created_at + life, payer_email
    made.save(force_insert=True)
    return made


def open_page(*, subject_id: UUID, purpose: str) -> Checkout | None:
    """The newest page that still asks for this subject's money, if there is one."""
    pages = Checkout.objects.filter(subject_id=subject_id, purpose=purpose, status="open", expires_at__gt=clock.now())
    newest: Checkout | None = pages.order_by("-id").first()
    return newest


# ------------------------------------------------------------------ the payer


def cancel(checkout_id: UUID) -> Checkout:
    """The payer pressed Cancel: open -> cancelled. One that is paid, expired or cancelled already stays as it is."""
    return _end_open(checkout_id, "cancel")


def withdraw(*, subject_id: UUID, purpose: str) -> None:
    """What these pages were for is over or paid otherwise: nobody is asked for it any more. In the caller's transaction,
    which holds the subject's lock. A payment that is under way all the same is booked and stays in the wallet."""
    for page in Checkout.objects.locked().filter(subject_id=subject_id, purpose=purpose, status="open"):
        _end(page, "cancel")


# ------------------------------------------------------------------ money that came


def book(
    checkout_id: UUID,
    *,
    rail: str,
    reference: str,
    cents: int,
    method: str = "",
    saved: SavedMethod | None = None,
    payer: str = "",
) -> Payment:
    """A provider took money: payment row, checkout paid, `deposit:<payment>` into the wallet, in one commit.

    Every payment is booked, also late or doubled; the same reference only once, however often it is reported. A second
    one for a page that is paid is a surplus, and goes back by itself. `saved` is the card that the payer let us keep,
    `payer` the e-mail address that was typed on the provider's page.
    Locks the checkout. Raises LedgerConflict (409) when the reference was booked with other cents or for another page.
    """

    def work() -> Payment:
        checkout: Checkout = Checkout.objects.locked().get(pk=checkout_id)
        known = deposits.known(rail, reference)
        surplus = known is None and checkout.status == "paid"
        if known is None and not surplus:
            checkout.paid_at = clock.now()
            checkout.outcome = "pending" if checkout.subject_id else "none"
            _end(checkout, "pay")
            if saved is not None:
                _keep(checkout, saved)
            receipts.write(checkout, method=method, payer=payer)
            if checkout.outcome == "pending":
                enqueue("wallet.settle_pending")
        return deposits.credit(
            account_id=checkout.account_id,
            rail=rail,
            reference=reference,
            cents=cents,
            method=method,
            checkout=checkout,
            surplus=surplus,
            # For reading only: the money is the wallet's until the second commit, so the move belongs to no bounty yet.
            tags={"checkout": checkout.public_id} | _about(checkout),
        )

    return unit(work)


def settle(checkout_id: UUID) -> Checkout:
    """The second commit: hand the money to what it was for. Safe to repeat; the first outcome stays.

    Locks the subject from its top step down, then the checkout, and looks at the outcome again.
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
        done = purpose.settle(
            subject_id=seen.subject_id, account_id=seen.account_id, cents=seen.amount_cents, source=_source(seen)
        )
        checkout.outcome, checkout.escrow_id = done.outcome, done.escrow_id
        checkout.save(update_fields=["outcome", "escrow_id"])
        return checkout

    return unit(work)


# ------------------------------------------------------------------ timers


def settle_pending() -> int:
    """Paid checkouts whose second commit has not run. One transaction each; returns how many it settled."""
    return for_each_due(Checkout.objects.filter(outcome="pending"), settle, by="paid_at")


def expire_due() -> int:
    """Open checkouts whose day is over. One transaction each; returns how many it ended."""
    return for_each_due(Checkout.objects.filter(status="open", expires_at__lte=clock.now()), expire, by="expires_at")


def expire(checkout_id: UUID) -> Checkout:
    """open -> expired; one that was paid or cancelled meanwhile stays as it is."""
    return _end_open(checkout_id, "expire")


def _end_open(checkout_id: UUID, action: str) -> Checkout:
    def work() -> Checkout:
        checkout: Checkout = Checkout.objects.locked().get(pk=checkout_id)
        if checkout.status == "open":
            _end(checkout, action)
        return checkout

    return unit(work)


def _source(checkout: Checkout) -> str:
    """How it was paid: what a surplus came by does not count."""
    rails = checkout.payments.filter(surplus=False).values_list("rail", flat=True)
    return "mpp" if "mpp" in rails else "checkout"


def _about(checkout: Checkout) -> dict[str, str]:
    """Which bounty a page asks money for, if it is one."""
    return {"bounty": str(checkout.subject_id)} if checkout.purpose in FOR_A_BOUNTY else {}


def _end(checkout: Checkout, action: str) -> None:
    """The status moves on. A page that the provider has open is closed there afterwards, without a transaction."""
    checkout.status = CHECKOUT.next(checkout.status, action)
    if checkout.provider_ref:
        checkout.next_attempt_at = clock.now()
        enqueue("wallet.poll_page", checkout_id=str(checkout.pk))
    checkout.save(update_fields=["status", "paid_at", "outcome", "next_attempt_at"])


def _keep(checkout: Checkout, saved: SavedMethod) -> None:
    card = {
        "customer_ref": saved.customer,
        "saved_method_ref": saved.method,
        "saved_method_label": saved.label,
    }
    ProviderAccount.objects.update_or_create(account_id=checkout.account_id, provider=checkout.provider, defaults=card)


def is_over(checkout: Checkout) -> bool:
    """Still open in its row, but its day has ended and the timer has not come by yet."""
    return bool(checkout.status == "open" and checkout.expires_at <= clock.now())


def _checkout(account_id: UUID, purpose: str, cents: int, description: str, **more: Any) -> Checkout:
    return Checkout(
        account_id=account_id,
        purpose=purpose,
        amount_cents=cents,
        description=description,
        provider=card_rail().name,
        expires_at=clock.now() + CHECKOUT_LIFE,
        **more,
    )
