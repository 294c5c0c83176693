"""MPP, the "Payment" HTTP authentication scheme, method stripe, intent charge: all that touches the protocol's library.

Challenges, credentials and receipts are the library's; what is charged, and when, is ours (wallet/services/mpp.py). No
challenge is kept: each is proven by a key derived from SECRET_KEY, and binds the request's very body, so the quote.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from asgiref.sync import async_to_sync
from django.conf import settings

from marketplace.core import clock, crypto
from wallet.rules import MPP_CHALLENGE_LIFE, MPP_TOKEN

if TYPE_CHECKING:
    from mpp import Challenge, Credential, Receipt
    from mpp.errors import PaymentError

RECEIPT: Final = "Payment-Receipt"
_METHOD: Final = "stripe"
_SANDBOX_NETWORK: Final = "profile_sandbox"


@dataclass(frozen=True, slots=True)
class Asked:
    """What one quote asks for. `deposit` is the public id that the payer's client echoes; `left` is the quote's life."""

    deposit: str
    cents: int
    left: timedelta


@dataclass(frozen=True, slots=True)
class Presented:
    """The card token of a credential that fits; without one, the challenge to answer, and why the credential did not."""

    token: str = ""
    challenge: str = ""  # the WWW-Authenticate header
    problem: Mapping[str, Any] = field(default_factory=dict)  # RFC 9457


def is_offered(provider: str) -> bool:
    """Are pages of this card provider paid by tokens here: the sandbox's, and Stripe's once the operator has said who he is
    in its network?"""
    return provider == settings.CARD_PROVIDER and (provider == "sandbox" or bool(settings.MPP_NETWORK_ID))


def read(asked: Asked, *, body: bytes, authorization: str | None) -> Presented:
    """The token that an Authorization header presents for this body, or a fresh challenge."""
    from mpp import Challenge
    from mpp.errors import InvalidPayloadError, PaymentError, PaymentRequiredError
    from mpp.events import PAYMENT_FAILED, EventDispatcher

    reader, heard, why = _Reader(), EventDispatcher(), list[PaymentError]()

    def note(event: Any) -> None:
        if isinstance(event["error"], PaymentError):
            why.append(event["error"])

    heard.on(PAYMENT_FAILED, note)
    found = _ask(asked, reader, body=body, authorization=authorization, events=heard)
    if isinstance(found, Challenge):
        return _require_payment(found, why[0] if why else PaymentRequiredError(_realm(), _words(asked)))
    if not reader.token:
        return refuse(
            asked, body=body, error=InvalidPayloadError("it takes the `spt` and the challenge's `externalId`")
        )
    return Presented(reader.token)


def decline(asked: Asked, *, body: bytes, reason: str) -> Presented:
    """A fresh challenge: the token was not charged, for this reason, and another one may be presented."""
    from mpp.errors import VerificationFailedError

    return refuse(asked, body=body, error=VerificationFailedError(reason))


def refuse(asked: Asked, *, body: bytes, error: "PaymentError") -> Presented:
    fresh = _ask(asked, _Reader(), body=body, authorization=None)
    assert not isinstance(fresh, tuple)
    return _require_payment(fresh, error)


def receipt(*, deposit: str, reference: str, at: datetime) -> str:
    """The Payment-Receipt header; the same for the same payment, whenever it is asked for."""
    from mpp import Receipt

    said = Receipt.success(reference=reference, timestamp=at, method=_METHOD, external_id=deposit)
    return said.to_payment_receipt()


class _Reader:
    """An intent of the library that only reads: what is charged is decided after it."""

    name = "charge"

    def __init__(self) -> None:
        self.token = ""

    async def verify(self, credential: "Credential", request: dict[str, Any]) -> "Receipt":
        from mpp import Receipt

        token, echoed = credential.payload.get("spt"), credential.payload.get("externalId")
        if isinstance(token, str) and MPP_TOKEN.fullmatch(token) and echoed == request["externalId"]:
            self.token = token
        return Receipt.success(reference=credential.challenge.id, method=_METHOD)


def _ask(asked: Asked, reader: _Reader, *, body: bytes, authorization: str | None, events: Any = None) -> Any:
    from mpp.server.verify import verify_or_challenge

    # The library reads the machine's clock, and a challenge must not outlive its quote.
    expires = clock.wall() + min(asked.left, MPP_CHALLENGE_LIFE)
    network = settings.MPP_NETWORK_ID or _SANDBOX_NETWORK
    return async_to_sync(verify_or_challenge)(
        authorization=authorization,
        intent=reader,
        request={
            "amount": str(asked.cents),
            "currency": "usd",
            "externalId": asked.deposit,
            "recipient": network,
            "methodDetails": {"networkId": network, "paymentMethodTypes": ["card", "link"]},
        },
        realm=_realm(),
        secret_key=crypto.sign("challenges", "mpp", length=32),
        method=_METHOD,
        description=_words(asked),
        body=body,
        expires=expires.astimezone(UTC).isoformat().replace("+00:00", "Z"),
        events=events,
    )


def _require_payment(challenge: "Challenge", error: "PaymentError") -> Presented:
    return Presented(
        challenge=challenge.to_www_authenticate(_realm()),
        problem=error.to_problem_details(challenge.id) | {"status": 402},
    )


def _realm() -> str:
    return urlsplit(settings.BASE_URL).netloc


def _words(asked: Asked) -> str:
    return f"Wallet deposit {asked.deposit}"
