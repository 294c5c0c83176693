"""Who may see what of a wallet."""

from marketplace.core import ids
from marketplace.core.errors import NotFound
from wallet.models import Checkout, Payment


def checkout_page(checkout_id: str) -> Checkout:
    """By its public id, with its account: whoever holds the unguessable id may see and pay it. Raises NotFound (404)."""
    try:
        rows = Checkout.objects.select_related("account", "agent_checkout__refund")
        found: Checkout = rows.get(pk=ids.decode("dep", checkout_id))
    except (ValueError, Checkout.DoesNotExist):
        raise NotFound("There is no such payment page. The address may have been cut off when it was copied.")
    return found


def payment_of(checkout: Checkout) -> Payment | None:
    """The payment that a receipt shows: the first one."""
    found: Payment | None = checkout.payments.order_by("id").first()
    return found
