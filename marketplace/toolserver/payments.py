"""Stablecoin payments (x402) with the wallet's key of this machine, each under a cap, and none signed twice."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from marketplace.core.tools import Call, failure
from marketplace.toolserver.config import Config, moment

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


class Unsettled:
    """Signed payments of which nobody knows yet whether they were settled: files in a folder, so that a new process sends the
    same one again instead of paying twice."""

    def __init__(self, config: Config, call: Call) -> None:
        # One account for one wallet: whatever else a sign-up says, the first one's payment goes on.
        what = "" if call.path.endswith("/signup") else json.dumps(call.body, sort_keys=True)
        name = hashlib.sha256(f"{config.base_url}\n{call.path}\n{what}".encode()).hexdigest()[:24]
        self.path: Path = config.home / "payments" / f"{name}.json"

    def find(self) -> tuple[str, dict[str, Any]] | None:
        """The signature, and the body that it was sent with."""
        try:
            kept = json.loads(self.path.read_text())
            return str(kept["signature"]), dict(kept["body"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, signature: str, body: dict[str, Any]) -> None:
        """Before it is sent."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w") as file:
            json.dump({"signature": signature, "body": body}, file)

    def forget(self) -> None:
        """It is known how it ended."""
        self.path.unlink(missing_ok=True)


def proof(config: Config) -> dict[str, str]:
    """The headers by which the paying wallet asks for a new key of the account that it has paid for."""
    from eth_account import Account
    from eth_account.messages import encode_defunct

    at = moment()
    words = (
        f"{config.base_url}\n\nGive me a new API key for the account that this wallet has paid for.\n\nSigned at: {at}"
    )
    signed = Account.from_key(config.x402_key).sign_message(encode_defunct(text=words))
    return {"X-Wallet-Signed-At": at, "X-Wallet-Signature": signed.signature.to_0x_hex()}
