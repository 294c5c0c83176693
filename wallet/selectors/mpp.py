"""Quotes of MPP: found by their text, and shown to those whom they were given to."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings

from marketplace.core import clock, crypto
from marketplace.core.errors import NotFound
from wallet.models import Checkout, MppCharge, MppQuote, Payment
from wallet.providers import mpp
from wallet.rules import MPP_BLOCKING, MPP_PURPOSES

PATH = "/api/mpp/wallet/deposit"


@dataclass(frozen=True, slots=True)
class PaymentOffer:
    """How to pay a page by MPP: send `body` to `url`, unchanged."""

    body: dict[str, str]
    expires_at: datetime
    method: str = "POST"

    @property
    def url(self) -> str:
        return f"{settings.BASE_URL}{PATH}"


def find_quote(text: str) -> MppQuote:
    """By its text, with its checkout: whoever holds it may pay it. Raises NotFound (404)."""
    try:
        found: MppQuote = MppQuote.objects.select_related("checkout").get(digest=crypto.digest(text))
    except MppQuote.DoesNotExist:
        raise NotFound("There is no such quote. Send `quote` unchanged, as it stands in mppPayment.body.")
    return found


def blocking_charge(quote_id: UUID) -> MppCharge | None:
    """The one charge of this quote that was made, or may have been."""
    rows = MppCharge.objects.select_related("quote__checkout")
    found: MppCharge | None = rows.filter(quote_id=quote_id, status__in=MPP_BLOCKING).first()
    return found


def has_blocking_charge(checkout: Checkout) -> bool:
    """Was, or may, this page be paid by a quote of it?"""
    return MppCharge.objects.filter(quote__checkout=checkout, status__in=MPP_BLOCKING).exists()


def is_surplus(charge: MppCharge) -> bool:
    """Its page was paid before: this payment goes back."""
    return Payment.objects.filter(rail="mpp", reference=charge.provider_ref, surplus=True).exists()


def payment_offer(checkout: Checkout | None) -> PaymentOffer | None:
    """The quote that this open page can be paid by now, if there is one."""
    if (
        checkout is None
        or checkout.purpose not in MPP_PURPOSES
        or checkout.status != "open"
        or not mpp.is_offered(checkout.provider)
    ):
        return None
    row = MppQuote.objects.filter(checkout=checkout, expires_at__gt=clock.now()).order_by("-id").first()
    if row is None or has_blocking_charge(checkout):
        return None
    text = quote_text(row.pk)
    # Another SECRET_KEY gives other texts; what was handed out under the old one is still good.
    fits = crypto.same(bytes(row.digest), crypto.digest(text))
    return PaymentOffer({"quote": text}, row.expires_at) if fits else None


def quote_text(quote_id: UUID) -> str:
    """What its holder has: 256 bits that only we can derive from the row's id."""
    return "mtq1_" + crypto.sign(str(quote_id), "mpp-quote", length=32)
