"""Stablecoin payments (x402) with the wallet key of this machine: each below a cap, and none signed twice."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from marketplace.core.tools import Call, failure
from marketplace.toolserver.config import Config, moment

_UNITS_PER_CENT = 10_000  # units of a dollar token (6 decimals) per cent


class NotPaid(Exception):
    """Nothing was signed. `body` is the tool's failure body."""

    def __init__(self, code: str, words: str, **more: Any) -> None:
        super().__init__(words)
        self.body = failure(code, words, **more)


def sign(config: Config, demanded: str, *, cents: int | None, address: str = "") -> str:
    """The PAYMENT-SIGNATURE header for the PAYMENT-REQUIRED header of a 402.

    demanded: that header. cents: the amount that was agreed to. address: the URL that the service must name as the resource, if
    any.

    Raises NotPaid: without a key, above the cap, before an amount was agreed to, for another amount, for a token that isn't
    allowed, or for another resource.
    """
    wallet = _wallet(config)
    from x402 import x402ClientSync
    from x402.http.utils import decode_payment_required_header, encode_payment_signature_header
    from x402.mechanisms.evm.exact import register_exact_evm_client

    try:
        required: Any = decode_payment_required_header(demanded)
        asked = [int(option.amount) for option in required.accepts]
        named = required.resource.url if required.resource else ""
    except Exception as error:  # invalid base64, JSON or fields
        raise NotPaid("payment_refused", f"Nothing was paid: PAYMENT-REQUIRED can't be read ({type(error).__name__}).")
    if address and named != address:
        raise NotPaid(
            "address_mismatch",
            f"The service calls itself {named[:200]}, not {address}. Nothing was paid: a lost key comes back for a signature over "
            "its own name only. A person may set AHM_BASE_URL to that, if it is the right one, and start this server again.",
        )
    if max(asked, default=0) > config.x402_max_cents * _UNITS_PER_CENT:
        raise NotPaid(
            "payment_cap_exceeded",
            f"This payment costs {max(asked) / _UNITS_PER_CENT / 100:.2f} US dollars, and AHM_X402_MAX_CENTS lets one cost "
            f"{config.x402_max_cents / 100:.2f}. Nothing was paid. A person may raise it and start this server again.",
        )
    if cents is None:
        costs = max(asked, default=0) // _UNITS_PER_CENT
        raise NotPaid(
            "payment_acknowledgement_required",
            f"Nothing was paid yet. This costs {costs / 100:.2f} US dollars of the wallet {wallet.address}, and can't be undone. "
            f"To go on, call this tool again with amountCents: {costs}.",
            amountCents=costs,
        )
    if any(amount != cents * _UNITS_PER_CENT for amount in asked):
        raise NotPaid("amount_mismatch", f"The service asks for another sum than {cents} US cents. Nothing was paid.")
    client = x402ClientSync()
    register_exact_evm_client(client, wallet)
    controls: Any = {"max_amount_per_payment": f"${config.x402_max_cents / 100:.2f}"}
    if config.x402_asset:
        network, token = config.x402_asset
        units = str(config.x402_max_cents * _UNITS_PER_CENT)
        controls["allowed_assets"] = [{"network": network, "asset": token, "max_amount_per_payment": units}]
    client.set_spend_controls(controls)
    try:
        return encode_payment_signature_header(client.create_payment_payload(required))
    except Exception as error:  # the library has an exception for each reason
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
    """Signed payments whose outcome is unknown, as files, so that a new process sends the same payment again instead of paying
    twice.
    """

    def __init__(self, config: Config, call: Call) -> None:
        # One account per wallet: whatever other data a sign-up has, the first payment is continued.
        body = "" if call.path.endswith("/signup") else json.dumps(call.body, sort_keys=True)
        name = hashlib.sha256(f"{config.base_url}\n{call.path}\n{body}".encode()).hexdigest()[:24]
        self.path: Path = config.home / "payments" / f"{name}.json"

    def find(self) -> tuple[str, dict[str, Any]] | None:
        """The stored signature and the body that it was sent with."""
        try:
            stored = json.loads(self.path.read_text())
            return str(stored["signature"]), dict(stored["body"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, signature: str, body: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """Store a signature before it is sent. Returns what is to be sent: if another process has stored one for the same call
        meanwhile, that one.

        Raises NotPaid when the file exists and can't be read.
        """
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        temporary = self.path.with_suffix(f".{os.getpid()}")
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w") as file:
            json.dump({"signature": signature, "body": body}, file)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(temporary, self.path)  # atomic, and never replaces an existing file
        except FileExistsError:
            pass
        finally:
            temporary.unlink()
        stored = self.find()
        if stored is None:
            raise NotPaid(
                "payment_refused",
                f"Nothing was paid: {self.path} is there for a payment whose end is not known, and can't be read. Call this tool "
                "again; if that doesn't help, a person should see whether it was paid before deleting the file.",
            )
        return stored

    def forget(self) -> None:
        """Delete the file: the outcome is known."""
        self.path.unlink(missing_ok=True)


def proof(config: Config) -> dict[str, str]:
    """The headers with which the paying wallet asks for a new key of its account. Raises NotPaid.

    The signed text has the URL that a person has configured, not one that a service reports: otherwise a fake service could
    forward the proof to the real one.
    """
    wallet = _wallet(config)
    from eth_account.messages import encode_defunct

    at = moment()
    words = (
        f"{config.base_url}\n\nGive me a new API key for the account that this wallet has paid for.\n\nSigned at: {at}"
    )
    signed = wallet.sign_message(encode_defunct(text=words))
    return {"X-Wallet-Signed-At": at, "X-Wallet-Signature": signed.signature.to_0x_hex()}
