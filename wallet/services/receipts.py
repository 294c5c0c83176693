"""Receipts by mail for payers without an account: of payment links and agent checkouts."""

from uuid import UUID

from marketplace.core import clock
from marketplace.core.money import format_usd
from marketplace.services import mail_templates
from wallet.models import Checkout
from wallet.rules.checkouts import CUSTOMER_PURPOSES


def send_to(checkout_id: UUID, email: str) -> None:
    """Store the e-mail address for the receipt (empty: none). Does nothing once the page has ended."""
    open_ = Checkout.objects.filter(pk=checkout_id, purpose__in=CUSTOMER_PURPOSES, status="open")
    open_.filter(expires_at__gt=clock.now()).update(receipt_email=email)


def write(checkout: Checkout, *, method: str, payer: str = "") -> None:
    """Queue the receipt, in the transaction that books the payment; one mail per page, however often it is paid.

    Args: `method` is the masked card; `payer` is the address typed on the provider's page, which overrides ours.
    """
    if payer and checkout.purpose in CUSTOMER_PURPOSES:
        checkout.receipt_email = payer
        checkout.save(update_fields=["receipt_email"])
    if checkout.purpose not in CUSTOMER_PURPOSES or not checkout.receipt_to:
        return
    mail_templates.send_to_address(
        checkout.receipt_to,
        "receipt",
        as_here=True,
        payee=checkout.account.display_name,
        amount=format_usd(checkout.amount_cents),
        description=checkout.description,
        method=method,
        paid_at=checkout.paid_at,
        reference=checkout.public_id,
    )
