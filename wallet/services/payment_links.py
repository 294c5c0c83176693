"""Payment links: a page that anybody pays into the caller's wallet."""

from marketplace.core.actor import Actor
from wallet.models import PaymentLink
from wallet.rules import LINK_LIFE
from wallet.selectors import payment_links
from wallet.services import checkouts


def create(actor: Actor, *, cents: int, description: str, payer_email: str = "") -> PaymentLink:
    """POST /api/payment-links, in the caller's transaction. Every call makes another one. Raises NoCardProvider (503)."""
    page = checkouts.open_checkout(
        account_id=actor.id,
        purpose="payment_link",
        cents=cents,
        description=description,
        life=LINK_LIFE,
        payer_email=payer_email,
    )
    return payment_links.own(actor, payment_links.public_id(page.pk))
