"""Payment providers. One setting selects the implementation; fakes are refused in production."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import Any, cast

from django.conf import settings
from django.db.models import Q

from marketplace.core import clock, dry_runs
from wallet.errors import NoCardProvider
from wallet.providers.cards import CardRail
from wallet.providers.sandbox import SandboxCards

_play_money = ContextVar("play_money", default=False)


@contextmanager
def play_money() -> Iterator[None]:
    """Inside, the sandbox's provider takes the cards, whatever is configured: for the demo data of a sandbox."""
    token = _play_money.set(True)
    try:
        yield
    finally:
        _play_money.reset(token)


def card_rail() -> CardRail:
    """The configured card rail, of which a dry run may ask only the name. Raises NoCardProvider (503) when there is none."""
    rail = _configured()
    return cast(CardRail, _Unasked(rail)) if dry_runs.is_on() else rail


class _Unasked:
    """A card rail in a dry run, which ends before any question to it."""

    def __init__(self, rail: CardRail) -> None:
        self._rail = rail

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._rail, name)
        if callable(found):
            dry_runs.end_before("the card provider")
        return found


def _configured() -> CardRail:
    if settings.CARD_PROVIDER == "sandbox" or _play_money.get():
        return SandboxCards()
    if settings.CARD_PROVIDER == "stripe" and settings.STRIPE_API_KEY:
        from wallet.providers.stripe import StripeCards  # imported only when used: its SDK is large

        return StripeCards()
    raise NoCardProvider()


def sandbox_cards() -> SandboxCards:
    """The sandbox's card provider with its form. Raises NoCardProvider (503) if another provider is configured."""
    if settings.CARD_PROVIDER != "sandbox" and not _play_money.get():
        raise NoCardProvider()
    return SandboxCards()


def of_another(rail: CardRail, field: str) -> Q:
    """Rows whose reference in `field` is the sandbox provider's (the demo's) although another one is configured, which knows
    nothing of them.
    """
    return Q(pk__in=[]) if rail.name == "sandbox" else Q(**{f"{field}__startswith": "sbx_"})


def provider_time(rail: CardRail, moment: datetime) -> datetime:
    """Convert our time to the provider's: a real provider follows the real clock, and a sandbox's clock may be ahead of it."""
    return moment if rail.name == "sandbox" else moment - timedelta(seconds=clock.offset_seconds())
