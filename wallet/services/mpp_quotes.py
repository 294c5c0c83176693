"""Quotes are handed out with pages: the same sum, for the same purpose, by another door."""

from marketplace.core import clock, crypto
from wallet.models import Checkout, MppQuote
from wallet.providers import mpp
from wallet.rules import DEPOSIT_MAX_CENTS, MPP_FOR, MPP_QUOTE_LIFE
from wallet.selectors.mpp import door, is_held, text_of


def offer(checkout: Checkout) -> None:
    """See to it that this open page has a quote that is good: a page keeps one until its half hour is over.

    In the caller's transaction. Nothing for a purpose or sum that is not paid so, nor while a charge may have been made.
    """
    if checkout.purpose not in MPP_FOR or checkout.amount_cents > DEPOSIT_MAX_CENTS or not mpp.takes(checkout.provider):
        return
    if door(checkout) is not None or is_held(checkout):
        return
    quote = MppQuote(checkout=checkout)
    quote.digest = crypto.digest(text_of(quote.pk))
    quote.expires_at = min(clock.now() + MPP_QUOTE_LIFE, checkout.expires_at)
    quote.save(force_insert=True)
