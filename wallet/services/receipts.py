"""The receipt of somebody's customer, who pays a link or an agent's checkout and has no account here."""

from uuid import UUID

from marketplace.core import clock
from marketplace.core.money import format_usd
from marketplace.services import mail_templates
from wallet.models import Checkout
from wallet.rules import PAID_BY_OTHERS


def send_to(checkout_id: UUID, email: str) -> None:
    """The payer says where the receipt goes, empty for nowhere; once the page is over it is too late."""
    open_ = Checkout.objects.filter(pk=checkout_id, purpose__in=PAID_BY_OTHERS, status="open")
    open_.filter(expires_at__gt=clock.now()).update(receipt_email=email)


def write(checkout: Checkout, *, method: str, payer: str = "") -> None:
    """In the transaction that books the payment: one mail per page, however often it is paid. `payer` is the address that
    was typed on a provider's page, which has the last word."""
    if payer and checkout.purpose in PAID_BY_OTHERS:
        checkout.receipt_email = payer
        checkout.save(update_fields=["receipt_email"])
    if checkout.purpose not in PAID_BY_OTHERS or not checkout.receipt_to:
        return
    mail_templates.send_to_address(
        checkout.receipt_to,
        "receipt",
        payee=checkout.account.display_name,
        amount=format_usd(checkout.amount_cents),
        description=checkout.description,
        method=method,
        paid_at=checkout.paid_at,
        reference=checkout.public_id,
    )
