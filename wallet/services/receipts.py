"""The receipt of somebody's customer, who pays a link or an agent's checkout and has no account here."""

from uuid import UUID

from marketplace.core.money import format_usd
from marketplace.services import mails
from wallet.models import Checkout
from wallet.rules import PAID_BY_OTHERS


def send_to(checkout_id: UUID, email: str) -> None:
    """The payer says where the receipt goes, empty for nowhere; after the payment it is too late."""
    Checkout.objects.filter(pk=checkout_id, purpose__in=PAID_BY_OTHERS).exclude(status="paid").update(payer_email=email)


def write(checkout: Checkout, *, method: str) -> None:
    """In the transaction that books the payment: one mail per page, however often it is paid."""
    if checkout.purpose not in PAID_BY_OTHERS or not checkout.payer_email:
        return
    payee, amount = checkout.account.display_name, format_usd(checkout.amount_cents)
    paid_with = f"Paid with: {method}\n" if method else ""
    mails.write(
        to=checkout.payer_email,
        subject=f"Receipt: {amount} to {payee}",
        text=(
            f"You paid {amount} to {payee}.\n\nFor: {checkout.description}\n{paid_with}"
            f"Reference: {checkout.public_id}\nThe receipt's page: {checkout.url}\n"
        ),
    )
