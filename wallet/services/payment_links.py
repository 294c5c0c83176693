"""Payment links: checkout pages that anybody can pay into the caller's wallet."""

from marketplace.core.actor import Actor
from wallet.models import PaymentLink
from wallet.rules.checkouts import LINK_LIFE
from wallet.selectors import payment_links
from wallet.services import checkouts


def create(actor: Actor, *, cents: int, description: str, payer_email: str = "") -> PaymentLink:
    """POST /api/payment-links: create a link for `cents`, valid for 30 days; every call creates another one.

    In the caller's transaction. Locks nothing. Raises NoCardProvider (503). Spec: Payment link.
    """
    page = checkouts.open_checkout(
        account_id=actor.id,
        purpose="payment_link",
        cents=cents,
        description=description,
        life=LINK_LIFE,
        payer_email=payer_email,
    )
    return payment_links.own(actor, payment_links.public_id(page.pk))


def disable(actor: Actor, link_id: str) -> PaymentLink:
    """Nobody can pay the link any more. Does nothing to one that was paid or has ended; what is paid at the provider at the same
    moment is booked all the same. Locks the checkout. Raises NotFound (404).
    """
    checkouts.cancel(payment_links.own(actor, link_id).pk)
    return payment_links.own(actor, link_id)
