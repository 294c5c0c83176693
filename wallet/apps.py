import re
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from wallet.rules.x402 import EVM_ADDRESS, X402_TEST_NETWORKS, X402_TOKENS


class WalletApp(AppConfig):
    name = "wallet"
    verbose_name = "Wallet"

    def ready(self) -> None:
        from wallet import plugs

        plugs.plug()


@register
def card_provider_fits(**_: Any) -> list[CheckMessage]:
    """CARD_PROVIDER names a known, fully configured provider; the sandbox's cards are allowed in a sandbox only."""
    name = settings.CARD_PROVIDER
    if name == "sandbox" and not settings.SANDBOX:
        return [Error("CARD_PROVIDER=sandbox outside a sandbox: anybody could mint money.", id="wallet.E001")]
    if name == "stripe":
        return _stripe_errors()
    if name not in ("sandbox", "none"):
        return [
            Error(f"CARD_PROVIDER={name!r} names no provider.", hint="Set stripe, sandbox or none.", id="wallet.E003")
        ]
    return []


def _stripe_errors() -> list[CheckMessage]:
    found: list[CheckMessage] = []
    if not settings.STRIPE_API_KEY:
        found.append(Error("CARD_PROVIDER=stripe without STRIPE_API_KEY.", id="wallet.E002"))
    if not settings.STRIPE_WEBHOOK_SECRET.strip(" ,"):
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


@register
def stablecoins_fit(**_: Any) -> list[CheckMessage]:
    """x402 is configured completely or not at all, with a test network in a sandbox and a real one elsewhere."""
    if not settings.X402_PAY_TO:
        alone = [name for name in ("X402_FACILITATOR_URL", "X402_FACILITATOR_KEY") if getattr(settings, name)]
        return [_error(10, f"{name} is set, and X402_PAY_TO is not: nobody would be paid.") for name in alone]
    found = [_error(11, message) for message in _address_errors()]
    if settings.X402_CHAIN == "sandbox":
        return found + _local_chain_errors()
    if bool(settings.X402_FACILITATOR_URL) == bool(settings.X402_FACILITATOR_KEY):
        found.append(_error(12, "Set one of X402_FACILITATOR_URL and X402_FACILITATOR_KEY: who settles the payments."))
    if not settings.X402_RPC_URL:
        found.append(_error(13, "X402_RPC_URL is not set: nobody could say what became of a doubtful payment."))
    if settings.X402_FACILITATOR_KEY and not settings.SANDBOX:
        found.append(
            _error(14, "X402_FACILITATOR_KEY outside a sandbox: let a facilitator of its own settle real money.")
        )
    play = settings.X402_NETWORK in X402_TEST_NETWORKS
    if settings.SANDBOX and not play:
        found.append(_error(15, f"X402_NETWORK={settings.X402_NETWORK} is no test network, and this is a sandbox."))
    if play and not settings.SANDBOX:
        found.append(_error(16, f"X402_NETWORK={settings.X402_NETWORK} outside a sandbox: its money is free for all."))
    return found


@register
def card_tokens_fit(**_: Any) -> list[CheckMessage]:
    """MPP requires Stripe, with a network id of the same mode (live or test) as the API key."""
    if not settings.MPP_NETWORK_ID:
        return []
    found: list[CheckMessage] = []
    if settings.CARD_PROVIDER != "stripe":
        found.append(
            _error(20, "MPP_NETWORK_ID is set, and CARD_PROVIDER is not stripe: nobody would charge the tokens.")
        )
    if not re.fullmatch(r"profile_[A-Za-z0-9_]{1,100}", settings.MPP_NETWORK_ID):
        found.append(_error(21, "MPP_NETWORK_ID is no id of Stripe's network: give profile_... of its dashboard."))
    is_test = settings.MPP_NETWORK_ID.startswith("profile_test_")
    if not found and re.match(r"(sk|rk)_live_" if is_test else r"(sk|rk)_test_", settings.STRIPE_API_KEY):
        found.append(
            _error(22, "MPP_NETWORK_ID and STRIPE_API_KEY belong to different modes, one to live, one to test.")
        )
    return found


def _local_chain_errors() -> list[CheckMessage]:
    found: list[CheckMessage] = []
    if not settings.SANDBOX:
        found.append(_error(17, "X402_CHAIN=sandbox outside a sandbox: anybody could mint money."))
    if settings.X402_NETWORK not in X402_TEST_NETWORKS or settings.X402_NETWORK not in X402_TOKENS:
        found.append(_error(18, f"X402_CHAIN=sandbox takes a known test network, not {settings.X402_NETWORK}."))
    for name in ("X402_FACILITATOR_URL", "X402_FACILITATOR_KEY", "X402_RPC_URL", "X402_ASSET"):
        if getattr(settings, name):
            found.append(_error(19, f"{name} is set beside X402_CHAIN=sandbox, which has its own: unset one of them."))
    return found


def _address_errors() -> list[str]:
    errors = []
    if not EVM_ADDRESS.fullmatch(settings.X402_PAY_TO):
        errors.append("X402_PAY_TO is no address: give 0x and 40 hexadecimal digits.")
    if not re.fullmatch(r"eip155:[1-9][0-9]{0,15}", settings.X402_NETWORK):
        errors.append(f"X402_NETWORK={settings.X402_NETWORK} is no EVM chain: give eip155: and its number.")
    named = [settings.X402_ASSET, settings.X402_ASSET_NAME, settings.X402_ASSET_VERSION]
    if any(named) and not (all(named) and EVM_ADDRESS.fullmatch(settings.X402_ASSET)):
        errors.append(
            "X402_ASSET, X402_ASSET_NAME and X402_ASSET_VERSION belong together: an address and its EIP-712 domain."
        )
    if not any(named) and settings.X402_NETWORK not in X402_TOKENS:
        errors.append(f"X402_ASSET is not set, and no stablecoin of {settings.X402_NETWORK} is known here.")
    return errors


def _error(number: int, message: str) -> CheckMessage:
    return Error(message, id=f"wallet.E{number:03}")
