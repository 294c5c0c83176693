"""Hosted checkouts: a payment is credited to a wallet first; its purpose is settled in a second commit (docs/money.md, 8).

Creating a checkout never calls a provider: the page's address is ours, and the payment starts when the payer opens it.
"""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from marketplace.core import clock, context, crypto, reader, written
from marketplace.core.actor import Actor
from marketplace.core.queue import enqueue
from marketplace.core.transactions import for_each_due, unit
from marketplace.services import alerts
from marketplace.services.idempotency import IdempotencyKeyReused
from wallet.models import Checkout, Payment, ProviderAccount
from wallet.ports import settlements
from wallet.providers import card_rail
from wallet.providers.cards import SavedMethod
from wallet.rules.checkouts import (
    BOUNTY_PURPOSES,
    CHECKOUT,
    CHECKOUT_LIFE,
    CHECKOUT_MAX_CENTS,
    CHECKOUT_MIN_CENTS,
    is_web_address,
)
from wallet.selectors import due
from wallet.services import deposits, mpp_quotes, receipts, spending

DEPOSIT = "wallet.deposit"


# ------------------------------------------------------------------ creating pages


def start_deposit(
    actor: Actor, *, cents: int, key: str | None, fingerprint: bytes, save_method: bool = False
) -> tuple[Checkout, bool]:
    """POST /api/wallet/deposit: create a checkout page; a replay of the idempotency key returns it in its present state.

    Args: `key` and `fingerprint` are the caller's idempotency key and the digest of the request; `save_method`: offer the
    payer to keep the card for automatic top-ups. Returns the checkout and whether this is a replay. Locks nothing;
    concurrent calls are serialised by the unique key. Raises NoCardProvider (503), IdempotencyKeyReused (409).
    Spec: Endpoints, Wallet, payment links, transfers.
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
        # Of two concurrent calls, the slower one waits here for the unique key and then finds the faster one's row.
        Checkout.objects.bulk_create([made], ignore_conflicts=True)
        kept: Checkout = Checkout.objects.get(**mine)
        if kept.pk == made.pk:
            mpp_quotes.offer(kept)
        return kept, kept.pk != made.pk

    checkout, replayed = unit(work)
    if replayed:
        if not crypto.equal(bytes(checkout.fingerprint or b""), fingerprint):
            raise IdempotencyKeyReused()
        if is_past_expiry(checkout):
            checkout = expire(checkout.pk)
    else:
        _note_deposit(actor, checkout)
    return checkout, replayed


def _note_deposit(actor: Actor, checkout: Checkout) -> None:
    """Say in the timeline how much it is about: nothing left the wallet, so that its line has no sum of its own."""
    with reader.written_to(actor.me):
        sum_words = written.cents_words(checkout.amount_cents)
        context.note(_("%s into the wallet, once it is paid") % sum_words)


def open_checkout(
    *,
    account_id: UUID,
    by: Actor | None = None,
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
    """Create a page that pays `cents` into this wallet for one subject, in the caller's transaction.

    An open page for the same subject and amount is returned again. Args: `by` asks for it, None for a deposit; `purpose` is
    `deposit` or the name of a settlement plug; `from_wallet_cents` are paid from the wallet in addition, for `bounty_id` if
    given; debt, freeze, caps and approvals are checked now under one lock, before anybody is charged; `life` is how long the
    page can be paid.
    The caller holds the subject's lock; locks the owner's controls. Raises NoCardProvider (503), WalletOwes (402) when the
    payment would be used for a debt first, WalletFrozen (403) when it could only be left in the wallet, SpendingCapExceeded
    (403), ValueError for an amount or address out of range.
    """
    if not CHECKOUT_MIN_CENTS <= cents <= CHECKOUT_MAX_CENTS:
        raise ValueError(f"a checkout asks for {CHECKOUT_MIN_CENTS} to {CHECKOUT_MAX_CENTS} cents, not {cents}")
    if return_url and not is_web_address(return_url):
        raise ValueError("a page leads back to a web address only")
    if subject_id is not None:
        # The payment of a frozen wallet's page could only be left in the wallet.
        spending.check_beside_page(
            account_id=account_id,
            by=by or Actor.system(),
            cents=from_wallet_cents,
            bounty_id=bounty_id,
            what=description,
        )
        same = open_page(subject_id=subject_id, purpose=purpose)
        if same is not None and (same.account_id, same.amount_cents) == (account_id, cents):
            if by is not None and same.spender != by.spender:  # whose caps were just checked
                Checkout.objects.filter(pk=same.pk).update(spender=by.spender)
            return same
    made = _checkout(account_id, purpose, cents, description, subject_id=subject_id, return_url=return_url)
    made.expires_at, made.payer_email = made.created_at + life, payer_email
    made.spender = by.spender if by else ""
    made.save(force_insert=True)
    return made


def open_page(*, subject_id: UUID, purpose: str) -> Checkout | None:
    """The newest page of this subject that can still be paid; None without one."""
    pages = Checkout.objects.filter(subject_id=subject_id, purpose=purpose, status="open", expires_at__gt=clock.now())
    newest: Checkout | None = pages.order_by("-id").first()
    return newest


# ------------------------------------------------------------------ the payer


def cancel(checkout_id: UUID) -> Checkout:
    """The payer cancels: open -> cancelled. Does nothing to a page in another state. Locks the checkout."""
    return _end_open(checkout_id, "cancel")


def cancel_open(*, subject_id: UUID, purpose: str) -> None:
    """Cancel all open pages of a subject that has ended or was paid otherwise, in the caller's transaction.

    A payment that is made nevertheless is booked and stays in the wallet. The caller holds the subject's lock; locks the
    checkouts.
    """
    for page in Checkout.objects.locked().filter(subject_id=subject_id, purpose=purpose, status="open"):
        _end(page, "cancel")


# ------------------------------------------------------------------ payments


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
    """Book a payment: payment row, checkout -> paid, and the post `deposit:<payment>` into the wallet, in one commit.

    Late and repeated payments are booked, too; the same provider reference only once. A second payment of a paid page is a
    surplus and is refunded automatically. Args: `rail` is card or mpp, `reference` the provider's id of the charge, `method`
    the masked card, `saved` the card that the payer allowed us to keep, `payer` the e-mail address typed at the provider.
    Locks the checkout, then the ledger accounts. Raises LedgerConflict (409) when the reference is booked with another
    amount or for another page.
    """

    def work() -> Payment:
        checkout: Checkout = Checkout.objects.locked().get(pk=checkout_id)
        known = deposits.find_payment(rail, reference)
        surplus = known is None and checkout.status == "paid"
        if known is None and not surplus:
            checkout.paid_at = clock.now()
            checkout.outcome = "pending" if checkout.subject_id else "none"
            _end(checkout, "pay")
            if saved is not None:
                _save_method(checkout, saved)
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
            # Informational: the money belongs to the wallet until the second commit, so the move has no bounty yet.
            tags={"checkout": checkout.public_id} | _bounty_tag(checkout),
        )

    return unit(work)


def settle(checkout_id: UUID) -> Checkout:
    """The second commit: use the money for the checkout's purpose. Idempotent; the first outcome stays.

    Locks the subject from the top step down, the checkout (whose outcome is then read again), then the ledger accounts.
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
            subject_id=seen.subject_id,
            account_id=seen.account_id,
            cents=seen.amount_cents,
            source=_source(seen),
            by=Actor.system(checkout.spender),
        )
        checkout.outcome, checkout.escrow_id = done.outcome, done.escrow_id
        checkout.save(update_fields=["outcome", "escrow_id"])
        return checkout

    return unit(work)


# ------------------------------------------------------------------ timers


def settle_pending() -> int:
    """Timer: settle paid checkouts whose second commit has not run. One transaction each; returns how many."""
    return for_each_due(due.unsettled(), settle, by="paid_at")


def expire_due() -> int:
    """Timer: expire open checkouts past `expires_at`. One transaction each; returns how many."""
    return for_each_due(due.open_pages().filter(expires_at__lte=clock.now()), expire, by="expires_at")


def expire(checkout_id: UUID) -> Checkout:
    """open -> expired; does nothing to a checkout in another state. Locks the checkout."""
    return _end_open(checkout_id, "expire")


def _end_open(checkout_id: UUID, action: str) -> Checkout:
    def work() -> Checkout:
        checkout: Checkout = Checkout.objects.locked().get(pk=checkout_id)
        if checkout.status == "open":
            _end(checkout, action)
        return checkout

    return unit(work)


def _source(checkout: Checkout) -> str:
    """How the checkout was paid: mpp or checkout. Surplus payments are ignored."""
    rails = checkout.payments.filter(surplus=False).values_list("rail", flat=True)
    return "mpp" if "mpp" in rails else "checkout"


def _bounty_tag(checkout: Checkout) -> dict[str, str]:
    """The ledger tag of the bounty that a page collects money for; empty for other purposes."""
    return {"bounty": str(checkout.subject_id)} if checkout.purpose in BOUNTY_PURPOSES else {}


def _end(checkout: Checkout, action: str) -> None:
    """Change the status. A page that is open at the provider is closed there later, by a task, outside the transaction."""
    checkout.status = CHECKOUT.next(checkout.status, action)
    if checkout.provider_ref:
        checkout.next_attempt_at = clock.now()
        enqueue("wallet.poll_page", checkout_id=str(checkout.pk))
    checkout.save(update_fields=["status", "paid_at", "outcome", "next_attempt_at"])


def _save_method(checkout: Checkout, saved: SavedMethod) -> None:
    card = {
        "customer_ref": saved.customer,
        "saved_method_ref": saved.method,
        "saved_method_label": saved.label,
        "saved_method_fingerprint": saved.fingerprint,
    }
    before = ProviderAccount.objects.filter(account_id=checkout.account_id, provider=checkout.provider).first()
    ProviderAccount.objects.update_or_create(account_id=checkout.account_id, provider=checkout.provider, defaults=card)
    if before is None or not _is_kept(before, saved):
        alerts.mail_owner(checkout.account, "card_kept", has_origin=False, card=saved.label)


def _is_kept(before: ProviderAccount, saved: SavedMethod) -> bool:
    """The same card, paid with again. Stripe has another id for each payment, but one fingerprint for a card; one that was kept
    before fingerprints were is known by its label."""
    if before.saved_method_ref in ("", saved.method):
        return bool(before.saved_method_ref)
    if before.saved_method_fingerprint and saved.fingerprint:
        return bool(before.saved_method_fingerprint == saved.fingerprint)
    return bool(saved.label) and bool(before.saved_method_label == saved.label)


def is_past_expiry(checkout: Checkout) -> bool:
    """Whether the checkout has expired although the timer has not changed its status yet."""
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
