"""MPP quotes of checkout pages: another way to pay the same amount for the same purpose."""

from marketplace.core import clock, crypto
from wallet.models import Checkout, MppQuote
from wallet.providers import mpp
from wallet.rules.checkouts import DEPOSIT_MAX_CENTS
from wallet.rules.mpp import MPP_PURPOSES, MPP_QUOTE_LIFE
from wallet.selectors.mpp import has_blocking_charge, payment_offer, quote_text


def offer(checkout: Checkout) -> None:
    """Give an open page a valid quote, unless it has one, in the caller's transaction. A quote is valid for 30 minutes.

    Does nothing for purposes and amounts that MPP does not support, nor while a charge may have been made. Locks nothing.
    Spec: MPP and x402 payment endpoints.
    """
    if (
        checkout.purpose not in MPP_PURPOSES
        or checkout.amount_cents > DEPOSIT_MAX_CENTS
        or not mpp.is_offered(checkout.provider)
    ):
        return
    if payment_offer(checkout) is not None or has_blocking_charge(checkout):
        return
    quote = MppQuote(checkout=checkout)
    quote.digest = crypto.digest(quote_text(quote.pk))
    quote.expires_at = min(clock.now() + MPP_QUOTE_LIFE, checkout.expires_at)
    quote.save(force_insert=True)
