from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register


class WalletApp(AppConfig):
    name = "wallet"
    verbose_name = "Wallet"

    def ready(self) -> None:
        from wallet import plugs

        plugs.plug()


@register
def card_provider_fits(**_: Any) -> list[CheckMessage]:
    """Play cards belong to a sandbox; a provider that this version does not have is no surprise at the first deposit."""
    name = settings.CARD_PROVIDER
    if name == "sandbox" and not settings.SANDBOX:
        return [Error("CARD_PROVIDER=sandbox outside a sandbox: anybody could mint money.", id="wallet.E001")]
    if name == "stripe":
        return [
            Error(
                "CARD_PROVIDER=stripe: this version has no Stripe yet.",
                hint="Unset STRIPE_API_KEY, or set CARD_PROVIDER=none to run without card payments.",
                id="wallet.E002",
            )
        ]
    if name not in ("sandbox", "none"):
        return [Error(f"CARD_PROVIDER={name!r} names no provider.", hint="Set sandbox or none.", id="wallet.E003")]
    return []
