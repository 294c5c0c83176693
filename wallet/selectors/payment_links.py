"""The caller's own payment links."""

from uuid import UUID

from django.db.models import QuerySet

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from wallet.models import PaymentLink


def mine(actor: Actor) -> QuerySet[PaymentLink]:
    rows: QuerySet[PaymentLink] = PaymentLink.objects.filter(account_id=actor.id)
    return rows


def own(actor: Actor, link_id: str) -> PaymentLink:
    """One link of the caller's (lnk_…). Raises NotFound (404) for an unknown one and for somebody else's."""
    try:
        found: PaymentLink = mine(actor).get(pk=ids.decode("lnk", link_id))
    except (ValueError, PaymentLink.DoesNotExist):
        raise NotFound("There is no such payment link among yours. GET /api/payment-links lists them.")
    return found


def public_id(pk: UUID) -> str:
    return ids.encode("lnk", pk)
