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

    def __init__(self, code: str, words: str, **more: Any) -> None:
        super().__init__(words)
        self.body = failure(code, words, **more)


def sign(config: Config, demanded: str, *, cents: int | None, address: str = "") -> str:
    """The header PAYMENT-SIGNATURE for what a 402 demands in PAYMENT-REQUIRED; `cents` is what it must come to, and `address`
    what the service must call itself.

    Raises NotPaid: without a key, above the cap, before the sum was named, in a token that is neither well known nor named,
    for another sum, to a service of another name.
    """
    wallet = _wallet(config)
    from x402 import x402ClientSync
    from x402.http.utils import decode_payment_required_header, encode_payment_signature_header
    from x402.mechanisms.evm.exact import register_exact_evm_client

    try:
        required: Any = decode_payment_required_header(demanded)
        asked = [int(option.amount) for option in required.accepts]
        named = required.resource.url if required.resource else ""
    except Exception as error:  # base64, JSON, fields: it is not for us to say which
        raise NotPaid("payment_refused", f"Nothing was paid: PAYMENT-REQUIRED can't be read ({type(error).__name__}).")
    if address and named != address:
        raise NotPaid(
            "address_mismatch",
            f"The service calls itself {named[:200]}, not {address}. Nothing was paid: a lost key comes back for a signature over "
            "its own name only. A person may set AHM_BASE_URL to that, if it is the right one, and start this server again.",
        )
    if max(asked, default=0) > config.x402_max_cents * _ATOMS:
        raise NotPaid(
            "payment_cap_exceeded",
            f"This payment costs {max(asked) / _ATOMS / 100:.2f} US dollars, and AHM_X402_MAX_CENTS lets one cost "
            f"{config.x402_max_cents / 100:.2f}. Nothing was paid. A person may raise it and start this server again.",
        )
    if cents is None:
        costs = max(asked, default=0) // _ATOMS
        raise NotPaid(
            "payment_acknowledgement_required",
            f"Nothing was paid yet. This costs {costs / 100:.2f} US dollars of the wallet {wallet.address}, and can't be undone. "
            f"To go on, call this tool again with amountCents: {costs}.",
            amountCents=costs,
        )
    if any(amount != cents * _ATOMS for amount in asked):
        raise NotPaid("amount_mismatch", f"The service asks for another sum than {cents} US cents. Nothing was paid.")
    client = x402ClientSync()
    register_exact_evm_client(client, wallet)
    controls: Any = {"max_amount_per_payment": f"${config.x402_max_cents / 100:.2f}"}
    if config.x402_asset:
        network, token = config.x402_asset
        atoms = str(config.x402_max_cents * _ATOMS)
        controls["allowed_assets"] = [{"network": network, "asset": token, "max_amount_per_payment": atoms}]
    client.set_spend_controls(controls)
    try:
        return encode_payment_signature_header(client.create_payment_payload(required))
    except Exception as error:  # the library has one of its own for each reason
        raise NotPaid("payment_refused", f"Nothing was paid: {str(error)[:300]}")


def _wallet(config: Config) -> Any:
    if not config.x402_key:
        raise NotPaid(
            "wallet_key_required",
            "AHM_X402_PRIVATE_KEY is not set. Set it, in the environment of this tool server, to the private key of a wallet that "
            "holds the stablecoin; or have a person pay: deposit_wallet.",
        )
    try:
        import x402  # noqa: F401
        from eth_account import Account
    except ImportError:
        raise NotPaid("not_installed", "This tool server was installed without payments. Install it with [tools].")
    try:
        return Account.from_key(config.x402_key)
    except ValueError:
        raise NotPaid("wallet_key_required", "AHM_X402_PRIVATE_KEY is no private key of a wallet.")


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

    def keep(self, signature: str, body: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """Before it is sent. What is to be sent: when another process has kept one for the same call meanwhile, that one.

        Raises NotPaid when something stands there that can't be read.
        """
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        beside = self.path.with_suffix(f".{os.getpid()}")
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w") as file:
            json.dump({"signature": signature, "body": body}, file)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(beside, self.path)  # whole or not at all, and never in place of another
        except FileExistsError:
            pass
        finally:
            beside.unlink()
        kept = self.find()
        if kept is None:
            raise NotPaid(
                "payment_refused",
                f"Nothing was paid: {self.path} is there for a payment whose end is not known, and can't be read. Call this tool "
                "again; if that doesn't help, a person should see whether it was paid before deleting the file.",
            )
        return kept

    def forget(self) -> None:
        """It is known how it ended."""
        self.path.unlink(missing_ok=True)


def proof(config: Config) -> dict[str, str]:
    """The headers by which the paying wallet asks for a new key of the account that it has paid for. Raises NotPaid.

    What is signed names the service at the address that a person gave, not at one that some service claims: else a false one
    could take the proof to the true one.
    """
    wallet = _wallet(config)
    from eth_account.messages import encode_defunct

    at = moment()
    words = (
        f"{config.base_url}\n\nGive me a new API key for the account that this wallet has paid for.\n\nSigned at: {at}"
    )
    signed = wallet.sign_message(encode_defunct(text=words))
    return {"X-Wallet-Signed-At": at, "X-Wallet-Signature": signed.signature.to_0x_hex()}
