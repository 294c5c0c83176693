"""Crediting payments to wallets: one payment row and one post `deposit:<payment>` for each, whatever the rail."""

from uuid import UUID

from marketplace.core.actor import Actor
from wallet import ledger
from wallet.errors import LedgerConflict
from wallet.models import Checkout, Payment
from wallet.rules.checkouts import refund_fee_cents
from wallet.services import outflows, recoveries

_REFUNDABLE = ("card", "mpp")  # x402 payments cannot be refunded


def find_payment(rail: str, reference: str) -> Payment | None:
    """The payment that was booked under this provider reference; None if there is none."""
    found: Payment | None = Payment.objects.filter(rail=rail, reference=reference).first()
    return found


def credit(
    *,
    account_id: UUID,
    rail: str,
    reference: str,
    cents: int,
    method: str = "",
    checkout: Checkout | None = None,
    surplus: bool = False,
    tags: ledger.Tags | None = None,
) -> Payment:
    """Credit a payment to a wallet once, last in the caller's transaction; an already booked reference is only returned.

    Args: `rail` is card, mpp or x402; `reference` the provider's id of the payment; `surplus`: the page was paid before, so
    the payment is refunded automatically instead of credited, where the rail allows it.
    Debts from chargebacks are repaid from the payment. Concurrent calls are serialised by the unique reference. Locks the
    wallet's chargebacks with a debt, then the ledger accounts. Raises LedgerConflict (409) when the reference is booked with
    another amount or for another account or page.
    """
    fresh = Payment(
        checkout=checkout,
        account_id=account_id,
        rail=rail,
        reference=reference,
        amount_cents=cents,
        refund_fee_cents=refund_fee_cents(cents) if rail in _REFUNDABLE else 0,
        method=method,
        surplus=surplus and rail in _REFUNDABLE,
    )
    Payment.objects.bulk_create([fresh], ignore_conflicts=True)
    payment: Payment = Payment.objects.get(rail=rail, reference=reference)
    checkout_id = checkout.pk if checkout else None
    if (payment.account_id, payment.checkout_id, payment.amount_cents) != (account_id, checkout_id, cents):
        raise LedgerConflict()
    if payment.surplus and payment.pk == fresh.pk:
        outflows.begin(
            account_id=account_id, by=Actor.system(), kind="surplus", rail=rail, cents=cents, payment=payment
        )
    is_new = payment.pk == fresh.pk and not payment.surplus
    debts = recoveries.lock_debts(account_id) if is_new else []
    destination = ledger.TRANSIT if payment.surplus else ledger.wallet(account_id)
    ledger.post(
        key=f"deposit:{payment.pk}",
        kind="deposit",
        moves=[ledger.Move(ledger.WORLD[rail], destination, cents)],
        tags={"method": method, **(tags or {})},
    )
    recoveries.recover_from_deposit(debts, payment_id=payment.pk, cents=cents)
    return payment
