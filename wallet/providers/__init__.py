"""The outside world of money. Which implementation is used is one setting; fakes are refused in production."""

from datetime import datetime, timedelta

from django.conf import settings

from marketplace.core import clock
from wallet.errors import NoCardProvider
from wallet.providers.cards import CardRail
from wallet.providers.sandbox import SandboxCards


def card_rail() -> CardRail:
    """The configured card rail. Raises NoCardProvider (503) when there is none."""
    if settings.CARD_PROVIDER == "sandbox":
        return SandboxCards()
    if settings.CARD_PROVIDER == "stripe" and settings.STRIPE_API_KEY:
        from wallet.providers.stripe import StripeCards  # its SDK is large, and only those load it who use it

        return StripeCards()
    raise NoCardProvider()


def sandbox_cards() -> SandboxCards:
    """The form of the sandbox's page. Raises NoCardProvider (503) where a real provider takes the cards."""
    if settings.CARD_PROVIDER != "sandbox":
        raise NoCardProvider()
    return SandboxCards()


def provider_time(rail: CardRail, moment: datetime) -> datetime:
    """A moment of ours by the provider's clock: a real one has the machine's, and ours may be ahead of it in a sandbox."""
    return moment if rail.name == "sandbox" else moment - timedelta(seconds=clock.offset_seconds())
