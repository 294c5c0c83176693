"""Payment providers. One setting selects the implementation; fakes are refused in production."""

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
        from wallet.providers.stripe import StripeCards  # imported only when used: its SDK is large

        return StripeCards()
    raise NoCardProvider()


def sandbox_cards() -> SandboxCards:
    """The sandbox's card provider with its form. Raises NoCardProvider (503) if another provider is configured."""
    if settings.CARD_PROVIDER != "sandbox":
        raise NoCardProvider()
    return SandboxCards()


def provider_time(rail: CardRail, moment: datetime) -> datetime:
    """Convert our time to the provider's: a real provider follows the real clock, and a sandbox's clock may be ahead of it."""
    return moment if rail.name == "sandbox" else moment - timedelta(seconds=clock.offset_seconds())
