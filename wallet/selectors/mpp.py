"""MPP quotes: lookup by their text, and the offer shown with a checkout page."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings

from marketplace.core import clock, crypto
from marketplace.core.errors import NotFound
from wallet.models import Checkout, MppCharge, MppQuote, Payment
from wallet.providers import mpp
from wallet.rules.mpp import MPP_BLOCKING, MPP_PURPOSES

PATH = "/api/mpp/wallet/deposit"


@dataclass(frozen=True, slots=True)
class PaymentOffer:
    """How to pay a page by MPP: send `body`, unchanged, to `url`, until `expires_at`."""

    body: dict[str, str]
    expires_at: datetime
    method: str = "POST"

    @property
    def url(self) -> str:
        return f"{settings.BASE_URL}{PATH}"


def find_quote(text: str) -> MppQuote:
    """A quote by its text, with its checkout; the text is the credential. Raises NotFound (404)."""
    try:
        found: MppQuote = MppQuote.objects.select_related("checkout").get(digest=crypto.digest(text))
    except MppQuote.DoesNotExist:
        raise NotFound("There is no such quote. Send `quote` unchanged, as it stands in mppPayment.body.")
    return found


def blocking_charge(quote_id: UUID) -> MppCharge | None:
    """The quote's charge that succeeded or may still succeed; None if a new one is possible."""
    rows = MppCharge.objects.select_related("quote__checkout")
    found: MppCharge | None = rows.filter(quote_id=quote_id, status__in=MPP_BLOCKING).first()
    return found


def has_blocking_charge(checkout: Checkout) -> bool:
    """Whether one of this page's quotes has a charge that succeeded or may still succeed."""
    return MppCharge.objects.filter(quote__checkout=checkout, status__in=MPP_BLOCKING).exists()


def is_surplus(charge: MppCharge) -> bool:
    """Whether the page was paid before, so that this payment is refunded."""
    return Payment.objects.filter(rail="mpp", reference=charge.provider_ref, surplus=True).exists()


def payment_offer(checkout: Checkout | None) -> PaymentOffer | None:
    """The offer to pay this open page by MPP now; None if there is none."""
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
    # Once its key is forgotten the text can't be derived any more; a text that was shown before remains valid.
    for text in _quote_texts(row.pk):
        if crypto.equal(bytes(row.digest), crypto.digest(text)):
            return PaymentOffer({"quote": text}, row.expires_at)
    return None


def quote_text(quote_id: UUID) -> str:
    """The quote's text: 256 bits derived from the row's id with our secret key."""
    return _quote_texts(quote_id)[0]


def _quote_texts(quote_id: UUID) -> list[str]:
    """The text under SECRET_KEY, then under each of its fallbacks, by which another node may have made it."""
    return ["mtq1_" + tag for tag in crypto.signatures(str(quote_id), "mpp-quote", length=32)]
