"""Stablecoin payments (x402) with the wallet's key of this machine, each under a cap."""

from typing import Any

from marketplace.core.tools import failure
from marketplace.toolserver.config import Config

_ATOMS = 10_000  # of a dollar token, to a cent


class NotPaid(Exception):
    """Nothing was signed. `body` is the tool's failure."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.body = failure(code, words)


def sign(config: Config, demanded: str, *, cents: int | None) -> str:
    """The header PAYMENT-SIGNATURE for what a 402 demands in PAYMENT-REQUIRED; `cents` is what it must come to.

    Raises NotPaid: without a key, above the cap, in a token that is neither well known nor named, for another sum.
    """
    if not config.x402_key:
        raise NotPaid(
            "wallet_key_required",
            "AHM_X402_PRIVATE_KEY is not set. Set it, in the environment of this tool server, to the private key of a wallet that "
            "holds the stablecoin; or have a person pay: deposit_wallet.",
        )
    try:
        from eth_account import Account
        from x402 import x402ClientSync
        from x402.http.utils import decode_payment_required_header, encode_payment_signature_header
        from x402.mechanisms.evm.exact import register_exact_evm_client
    except ImportError:
        raise NotPaid("not_installed", "This tool server was installed without payments. Install it with [tools].")
    required: Any = decode_payment_required_header(demanded)
    asked = [int(option.amount) for option in required.accepts]
    if cents is not None and any(amount != cents * _ATOMS for amount in asked):
        raise NotPaid("amount_mismatch", f"The service asks for another sum than {cents} US cents. Nothing was paid.")
    if max(asked, default=0) > config.x402_max_cents * _ATOMS:
        raise NotPaid(
            "payment_cap_exceeded",
            f"This payment costs {max(asked) / _ATOMS / 100:.2f} US dollars, and AHM_X402_MAX_CENTS lets one cost "
            f"{config.x402_max_cents / 100:.2f}. Nothing was paid. A person may raise it and start this server again.",
        )
    client = x402ClientSync()
    try:
        register_exact_evm_client(client, Account.from_key(config.x402_key))
    except ValueError:
        raise NotPaid("wallet_key_required", "AHM_X402_PRIVATE_KEY is no private key of a wallet.")
    controls: Any = {"max_amount_per_payment": f"${config.x402_max_cents / 100:.2f}"}
    if config.x402_asset:
        network, address = config.x402_asset
        atoms = str(config.x402_max_cents * _ATOMS)
        controls["allowed_assets"] = [{"network": network, "asset": address, "max_amount_per_payment": atoms}]
    client.set_spend_controls(controls)
    try:
        return encode_payment_signature_header(client.create_payment_payload(required))
    except Exception as error:  # the library has one of its own for each reason
        raise NotPaid("payment_refused", f"Nothing was paid: {str(error)[:300]}")
