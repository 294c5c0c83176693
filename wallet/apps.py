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
        return _stripe_faults()
    if name not in ("sandbox", "none"):
        return [
            Error(f"CARD_PROVIDER={name!r} names no provider.", hint="Set stripe, sandbox or none.", id="wallet.E003")
        ]
    return []


def _stripe_faults() -> list[CheckMessage]:
    found: list[CheckMessage] = []
    if not settings.STRIPE_API_KEY:
        found.append(Error("CARD_PROVIDER=stripe without STRIPE_API_KEY.", id="wallet.E002"))
    if not settings.STRIPE_WEBHOOK_SECRET:
        found.append(
            Error(
                "CARD_PROVIDER=stripe without STRIPE_WEBHOOK_SECRET: nobody could tell its messages from forged ones.",
                hint=f"Add the webhook {settings.BASE_URL}/api/providers/stripe/webhook at Stripe and set its secret.",
                id="wallet.E004",
            )
        )
    if settings.STRIPE_API_BASE and not settings.SANDBOX:
        found.append(Error("STRIPE_API_BASE outside a sandbox: it would be sent the secret key.", id="wallet.E005"))
    return found
