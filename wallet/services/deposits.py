"""Money that a provider really took comes into a wallet: one payment row, one `deposit:<payment>`, whatever the rail."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from wallet import ledger
from wallet.errors import LedgerConflict
from wallet.models import Checkout, Payment
from wallet.rules import refund_fee_cents
from wallet.services import outflows, recoveries

_REFUNDABLE = ("card", "mpp")  # x402 has no way back


def known(rail: str, reference: str) -> Payment | None:
    """The payment that was booked for this reference of the provider, if it was."""
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
    tags: Mapping[str, Any] | None = None,
) -> Payment:
    """Book a payment once, last in the caller's transaction: a reference that was booked before is only returned.

    Every payment is booked, also late or doubled. A `surplus` was paid a second time: it never comes into the wallet but
    goes back by itself, on a rail that has a way back. What the wallet owes for payments that were taken back is paid
    off by it first. Two callers at once: the slower one meets the unique reference and
    finds the other's row. Raises LedgerConflict (409) when it was booked with other cents or for somebody else.
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
        outflows.begin(account_id=account_id, kind="surplus", rail=rail, cents=cents, payment=payment)
    is_new = payment.pk == fresh.pk and not payment.surplus
    debts = recoveries.owing(account_id) if is_new else []
    home = ledger.TRANSIT if payment.surplus else ledger.wallet(account_id)
    ledger.post(
        key=f"deposit:{payment.pk}",
        kind="deposit",
        moves=[ledger.Move(ledger.WORLD[rail], home, cents)],
        tags={"method": method, **(tags or {})},
    )
    recoveries.from_deposit(debts, payment_id=payment.pk, cents=cents)
    return payment
