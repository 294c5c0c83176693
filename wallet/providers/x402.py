"""x402, protocol version 2, scheme "exact" by EIP-3009: the only module that uses the official SDK. Types and the resource
server are the SDK's; the order of steps is in wallet/services/x402.py.

The SDK depends on web3, which is large: it is imported at the first use.
"""

import base64
import logging
import threading
import time
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal

from django.conf import settings

from marketplace.core import clock, dry_runs, strict_json
from wallet.errors import InvalidPaymentHeader, NoStablecoins, ProviderUnavailable
from wallet.providers.chain import Authorization
from wallet.rules.x402 import ATOMS_PER_CENT, EVM_ADDRESS, EVM_HASH, X402_CLOCK_SLACK, X402_TOKENS, X402_VALID_SECONDS

if TYPE_CHECKING:
    from x402 import x402ResourceServerSync
    from x402.schemas import PaymentPayload, PaymentRequirements, SettleResponse

log = logging.getLogger(__name__)

SIGNATURE: Final = "PAYMENT-SIGNATURE"
REQUIRED: Final = "PAYMENT-REQUIRED"
RESPONSE: Final = "PAYMENT-RESPONSE"
_LONGEST_HEADER = 16 * 1024
_ASKED = "the facilitator of stablecoin payments"
_RETRY_PAUSE = 5.0  # seconds, after the facilitator could not be asked what it supports
_PARTS = ("from", "to", "value", "validAfter", "validBefore", "nonce")


@dataclass(frozen=True, slots=True)
class Settled:
    """The facilitator's answer to a settlement: `paid` by `tx_hash`; `unknown`, possibly with the hash of what it submitted;
    `refused` for `reason`. `receipt` is the PAYMENT-RESPONSE header, empty without an answer."""

    state: Literal["paid", "unknown", "refused"]
    tx_hash: str = ""
    reason: str = ""
    receipt: str = ""


class Offer:
    """The payment requirements of one request (`url`), in the SDK's types."""

    def __init__(self, server: "x402ResourceServerSync", cents: int, url: str, description: str) -> None:
        from x402 import AssetAmount, ResourceConfig

        token = _token()
        self._server = server
        self._url, self._description = url, description
        built = server.build_payment_requirements(
            ResourceConfig(
                scheme="exact",
                network=settings.X402_NETWORK,
                pay_to=settings.X402_PAY_TO,
                max_timeout_seconds=X402_VALID_SECONDS,
                price=AssetAmount(
                    amount=str(cents * ATOMS_PER_CENT),
                    asset=token.address,
                    extra={"name": token.name, "version": token.version},
                ),
            )
        )
        self._requirements: PaymentRequirements = built[0]

    def terms(self, error: str) -> tuple[str, dict[str, Any]]:
        """(the PAYMENT-REQUIRED header, the same as fields of a body)"""
        from x402.http.utils import encode_payment_required_header
        from x402.schemas import ResourceInfo

        resource = ResourceInfo(url=self._url, description=self._description, mime_type="application/json")
        required = self._server.create_payment_required_response([self._requirements], resource, error)
        body: dict[str, Any] = required.model_dump(by_alias=True, exclude_none=True)
        body.pop("error", None)
        return encode_payment_required_header(required), body

    def mismatch(self, header: "Header") -> str:
        """Why this signature does not match the offer, by the SDK's rules and our own; empty if it does."""
        signed, wanted = header.signed, self._requirements
        if self._server.find_matching_requirements([wanted], header.payload) is None:
            return "no_matching_requirements"
        if (signed.pay_to, signed.atoms) != (wanted.pay_to.lower(), int(wanted.amount)):
            return "authorization_mismatch"
        if signed.valid_before > clock.wall().timestamp() + X402_VALID_SECONDS + X402_CLOCK_SLACK:
            return "valid_before_too_late"  # it would have to be polled for as long
        return ""

    def verify(self, header: "Header") -> str:
        """Why the facilitator would not settle the payment; empty if it would. Raises ProviderUnavailable (502)."""
        dry_runs.end_before(_ASKED)
        try:
            response = self._server.verify_payment(self._payment(header), self._requirements)
        except Exception as error:  # the SDK and its HTTP client raise arbitrary exceptions
            log.warning("x402 facilitator did not verify", extra={"cause": _cause(error)})
            raise ProviderUnavailable() from error
        return "" if response.is_valid else (response.invalid_reason or "invalid_payment")[:200]

    def settle(self, header: "Header") -> Settled:
        """Have the facilitator settle the payment. Never raises: without an answer the outcome is `unknown`."""
        dry_runs.end_before(_ASKED)
        try:
            return _settled(self._server.settle_payment(self._payment(header), self._requirements))
        except Exception as error:
            log.warning("x402 settlement without an answer", extra={"cause": _cause(error)})
            return Settled("unknown")

    def _payment(self, header: "Header") -> "PaymentPayload":
        """The payment for the facilitator: only the parts that we have validated, with our own requirements."""
        from x402.schemas import PaymentPayload

        return PaymentPayload(
            x402_version=2,
            payload={"authorization": header.authorization, "signature": header.signature},
            accepted=self._requirements,
        )


@dataclass(frozen=True)
class Header:
    """A decoded, well-formed PAYMENT-SIGNATURE. Its signature is not verified yet."""

    payload: "PaymentPayload"
    authorization: dict[str, str]
    signature: str

    @cached_property
    def signed(self) -> Authorization:
        part = self.authorization
        return Authorization(
            network=self.payload.accepted.network,
            asset=self.payload.accepted.asset.lower(),
            payer=part["from"].lower(),
            nonce=part["nonce"].lower(),
            pay_to=part["to"].lower(),
            atoms=int(part["value"]),
            valid_before=int(part["validBefore"]),
        )


def is_configured() -> bool:
    return bool(settings.X402_PAY_TO)


def offer(cents: int, *, url: str, description: str) -> Offer:
    """Build the offer for one request. Raises NoStablecoins (503) if x402 is not configured or the facilitator does not serve
    the network, ProviderUnavailable (502) if the facilitator does not answer."""
    return Offer(_server(), cents, url, description)


def read(text: str) -> Header:
    """Decode a PAYMENT-SIGNATURE. Raises InvalidPaymentHeader (400)."""
    from x402.http.utils import decode_payment_signature_header
    from x402.schemas import PaymentPayload

    try:
        if len(text) > _LONGEST_HEADER:
            raise ValueError("too long")
        strict_json.loads(base64.b64decode(text))  # the SDK's parser takes more: fields twice, any depth
        payload = decode_payment_signature_header(text)
        if not isinstance(payload, PaymentPayload) or payload.x402_version != 2:
            raise ValueError("another version")
        if set(payload.payload) != {"authorization", "signature"}:
            raise ValueError("not EIP-3009")  # beside a Permit2 authorization, this one would not be used
        header = Header(payload, _authorization(payload.payload["authorization"]), payload.payload["signature"])
        if not (isinstance(header.signature, str) and _is_hex(header.signature)):
            raise ValueError("no signature")
        if not EVM_ADDRESS.fullmatch(payload.accepted.asset) or len(payload.accepted.network) > 40:
            raise ValueError("no such asset")
        _ = header.signed
        return header
    except Exception as error:  # the SDK's parsers raise arbitrary exceptions
        raise InvalidPaymentHeader() from error


def receipt(tx_hash: str, payer: str, network: str) -> str:
    """The PAYMENT-RESPONSE header for a payment that was found on the chain."""
    from x402.http.utils import encode_payment_response_header
    from x402.schemas import SettleResponse

    return encode_payment_response_header(
        SettleResponse(success=True, payer=payer, transaction=tx_hash, network=network)
    )


def recover_signer(text: str, signature: str) -> str:
    """The address, in lower case, that signed this text (EIP-191); empty if the signature is invalid."""
    from eth_account import Account
    from eth_account.messages import encode_defunct

    try:
        return str(Account.recover_message(encode_defunct(text=text), signature=signature)).lower()
    except Exception:
        return ""


# ------------------------------------------------------------------ the resource server of this process


@dataclass(frozen=True, slots=True)
class _Token:
    address: str
    name: str
    version: str


_lock = threading.Lock()
_ready: tuple[tuple[str, ...], "x402ResourceServerSync"] | None = None
_retry_at = 0.0


def _server() -> "x402ResourceServerSync":
    """The resource server, created at the first use and when the settings change. After a failure the facilitator is asked
    again only after a pause."""
    global _ready, _retry_at
    if not is_configured():
        raise NoStablecoins()
    configured = (
        settings.X402_CHAIN,
        settings.X402_NETWORK,
        settings.X402_FACILITATOR_URL,
        settings.X402_FACILITATOR_KEY,
        settings.X402_RPC_URL,
    )
    if _ready is not None and _ready[0] == configured:
        return _ready[1]
    with _lock:
        if _ready is not None and _ready[0] == configured:
            return _ready[1]
        if time.monotonic() < _retry_at:
            raise ProviderUnavailable()
        try:
            server = _connect()
        except NoStablecoins:
            raise
        except Exception as error:
            _retry_at = time.monotonic() + _RETRY_PAUSE
            log.warning("x402 facilitator does not answer", extra={"cause": _cause(error)})
            raise ProviderUnavailable() from error
        _ready = (configured, server)
        return server


def _connect() -> "x402ResourceServerSync":
    from x402 import x402ResourceServerSync
    from x402.mechanisms.evm.exact import register_exact_evm_server

    dry_runs.end_before(_ASKED)
    server = x402ResourceServerSync(_facilitator())
    register_exact_evm_server(server, settings.X402_NETWORK)
    server.initialize()
    if server.get_supported_kind(2, settings.X402_NETWORK, "exact") is None:
        raise NoStablecoins(f"The x402 facilitator of this installation does not serve {settings.X402_NETWORK}.")
    return server


def _facilitator() -> Any:
    if settings.X402_CHAIN == "sandbox":
        from wallet.providers import sandbox_chain  # in a sandbox only

        return sandbox_chain.facilitator()
    if settings.X402_FACILITATOR_KEY:
        return _own_facilitator()
    from x402.http import FacilitatorConfig, HTTPFacilitatorClientSync
    from x402.http.facilitator_client_base import CreateHeadersAuthProvider

    token = settings.X402_FACILITATOR_TOKEN
    bearer = {"Authorization": f"Bearer {token}"}
    every = {"verify": bearer, "settle": bearer, "supported": bearer}
    return HTTPFacilitatorClientSync(
        FacilitatorConfig(
            url=settings.X402_FACILITATOR_URL,
            timeout=float(settings.X402_FACILITATOR_SECONDS),
            auth_provider=CreateHeadersAuthProvider(lambda: every) if token else None,
        )
    )


def _own_facilitator() -> Any:
    """A facilitator in this process, with a wallet that pays the gas. Only for sandboxes and tests: it keeps pending
    settlements in memory, so several processes would conflict."""
    from x402 import x402FacilitatorSync
    from x402.mechanisms.evm import FacilitatorWeb3Signer
    from x402.mechanisms.evm.exact import register_exact_evm_facilitator

    signer = FacilitatorWeb3Signer(
        private_key=settings.X402_FACILITATOR_KEY,
        rpc_url=settings.X402_RPC_URL,
        confirmation_timeout_seconds=settings.X402_FACILITATOR_SECONDS,
    )
    facilitator = x402FacilitatorSync()
    register_exact_evm_facilitator(facilitator, signer, networks=settings.X402_NETWORK)
    return facilitator


def terms_now() -> tuple[str, str, str]:
    """(network, token's address, our address) as configured now, in lower case. Raises NoStablecoins (503)."""
    if not settings.X402_PAY_TO:
        raise NoStablecoins()
    return settings.X402_NETWORK, _token().address.lower(), settings.X402_PAY_TO.lower()


def _token() -> _Token:
    address, name, version = X402_TOKENS.get(settings.X402_NETWORK, ("", "", ""))
    if settings.X402_ASSET:
        return _Token(settings.X402_ASSET, settings.X402_ASSET_NAME, settings.X402_ASSET_VERSION)
    return _Token(address, name, version)


def _authorization(found: Any) -> dict[str, str]:
    part = {name: str(found[name]) for name in _PARTS}
    if not (EVM_ADDRESS.fullmatch(part["from"]) and EVM_ADDRESS.fullmatch(part["to"])):
        raise ValueError("no address")
    if not EVM_HASH.fullmatch(part["nonce"]):
        raise ValueError("no nonce")
    for name in ("value", "validAfter", "validBefore"):
        if not (part[name].isascii() and part[name].isdecimal() and len(part[name]) <= 18):
            raise ValueError(f"no number in {name}")
    return part


def _settled(response: "SettleResponse") -> Settled:
    from x402.http.utils import encode_payment_response_header

    receipt = encode_payment_response_header(response)
    tx_hash = response.transaction.lower() if EVM_HASH.fullmatch(response.transaction or "") else ""
    if response.success and tx_hash:
        return Settled("paid", tx_hash, receipt=receipt)
    if response.success or response.error_reason == "settlement_pending":
        return Settled("unknown", tx_hash, receipt=receipt)
    return Settled("refused", tx_hash, (response.error_reason or "settlement_failed")[:200], receipt)


def _is_hex(text: str) -> bool:
    return text.startswith("0x") and len(text) >= 132 and all(c in "0123456789abcdefABCDEF" for c in text[2:])


def _cause(error: BaseException) -> str:
    return f"{type(error).__name__}: {str(error)[:200]}"
