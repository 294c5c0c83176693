"""Paying this server by x402, with the protocol's own client."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import requests  # noqa: TID251 - the SDK's client rides on it
from django.test import override_settings
from eth_account import Account
from eth_account.messages import encode_defunct
from x402 import x402ClientSync
from x402.http.clients import x402_http_adapter
from x402.http.utils import (
    decode_payment_required_header,
    decode_payment_response_header,
    decode_payment_signature_header,
    encode_payment_signature_header,
)
from x402.mechanisms.evm.exact import register_exact_evm_client
from x402.schemas import SettleResponse, SupportedKind, SupportedResponse, VerifyResponse

from marketplace.core import clock
from tests.api import Answer, Api
from wallet.models import X402Payment
from wallet.providers import x402 as rail
from wallet.services import x402
from wallet.tasks import finish_x402

SIGNUP = "/api/x402/signup"
DEPOSIT = "/api/x402/wallet/deposit"
WHO = {"acceptTerms": True, "country": "US", "city": "Boston", "agentName": "Scout"}


def client_of(wallet: Any) -> Any:
    """The SDK's client; by itself it pays a dollar at most, and in known tokens only."""
    client = x402ClientSync()
    register_exact_evm_client(client, wallet)
    client.set_spend_controls(False)
    return client


def paying_session(wallet: Any, **headers: str) -> requests.Session:
    """An HTTP session that pays whatever it is asked for."""
    session = requests.Session()
    session.mount("http://", x402_http_adapter(client_of(wallet)))
    session.headers.update(headers)
    return session


def sign(wallet: Any, demanded: Answer) -> str:
    """The PAYMENT-SIGNATURE for what a 402 demands."""
    required = decode_payment_required_header(demanded.headers["PAYMENT-REQUIRED"])
    return encode_payment_signature_header(client_of(wallet).create_payment_payload(required))


def changed(signature: str, change: Callable[[dict[str, Any]], object]) -> str:
    """The same header with something else in its payload."""
    payment = decode_payment_signature_header(signature)
    change(payment.payload)
    return encode_payment_signature_header(payment)


def authorization(signature: str) -> dict[str, Any]:
    found: dict[str, Any] = decode_payment_signature_header(signature).payload
    return found


def receipt(answer: Answer) -> Any:
    return decode_payment_response_header(answer.headers["PAYMENT-RESPONSE"])


def sign_up(signature: str | None = None, **more: str) -> Answer:
    headers = {"PAYMENT-SIGNATURE": signature} if signature else {}
    return Api().post(SIGNUP, WHO, **headers, **more)


def deposit(agent: Api, cents: int, signature: str | None = None) -> Answer:
    headers = {"PAYMENT-SIGNATURE": signature} if signature else {}
    return agent.post(DEPOSIT, {"amountCents": cents}, **headers)


def signed(agent: Api, wallet: Any, cents: int = 500) -> str:
    return sign(wallet, deposit(agent, cents))


def submit(chain: Any, signature: str) -> str:
    """Somebody puts the signed payment on the chain, past the facilitator; the transaction's hash."""
    seen = authorization(signature)
    found: str = chain.submit(seen["authorization"], seen["signature"])
    return found


def look() -> int:
    """The timer, when the next look is due."""
    X402Payment.objects.filter(next_attempt_at__isnull=False).update(next_attempt_at=clock.now() - timedelta(seconds=1))
    return finish_x402()


def proof(wallet: Any, *, seconds_old: float = 0) -> dict[str, str]:
    """The headers by which a wallet asks for a new key."""
    signed_at = (clock.wall() - timedelta(seconds=seconds_old)).isoformat()
    signed = wallet.sign_message(encode_defunct(text=x402.proof_text(signed_at)))
    return {"X-Wallet-Signed-At": signed_at, "X-Wallet-Signature": signed.signature.to_0x_hex()}


class Agreeable:
    """A facilitator that looks at nothing."""

    def get_supported(self) -> SupportedResponse:
        return SupportedResponse(
            kinds=[SupportedKind(x402_version=2, scheme="exact", network="eip155:84532")], extensions=[], signers={}
        )

    def verify(self, payload: Any, requirements: Any) -> VerifyResponse:
        return VerifyResponse(is_valid=True, payer=payload.payload["authorization"]["from"])

    def settle(self, payload: Any, requirements: Any) -> SettleResponse:
        signed = payload.payload["authorization"]
        made_up = "0x" + hashlib.sha256(signed["nonce"].encode()).hexdigest()
        return SettleResponse(success=True, payer=signed["from"], transaction=made_up, network=requirements.network)


@contextmanager
def agreeable() -> Iterator[Any]:
    """x402 is configured, without a chain: gives a wallet whose payments are all taken."""
    asked, rail._facilitator = rail._facilitator, Agreeable
    try:
        with override_settings(X402_PAY_TO="0x" + "a" * 40, X402_FACILITATOR_URL="agreeable"):
            yield Account.create()
    finally:
        rail._facilitator = asked
