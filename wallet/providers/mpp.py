"""MPP, the "Payment" HTTP authentication scheme (method stripe, intent charge): the only module that uses its library.

Challenges, credentials and receipts come from the library; what is charged and when is decided in wallet/services/mpp.py.
Challenges are not stored: each is authenticated by a key derived from SECRET_KEY and bound to the request's body.
"""

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from asgiref.sync import async_to_sync
from django.conf import settings

from marketplace.core import clock, crypto, strict_json
from wallet.rules.mpp import MPP_CHALLENGE_LIFE, MPP_TOKEN

if TYPE_CHECKING:
    from mpp import Challenge, Credential, Receipt
    from mpp.errors import PaymentError

RECEIPT: Final = "Payment-Receipt"
_METHOD: Final = "stripe"
_SANDBOX_NETWORK: Final = "profile_sandbox"
_CREDENTIAL: Final = re.compile(r"(?:^|,)[ \t]*payment +([^,]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class QuoteTerms:
    """The terms of a quote. `deposit` is the public id that the payer's client echoes; `left` the remaining validity."""

    deposit: str
    cents: int
    left: timedelta


@dataclass(frozen=True, slots=True)
class Presented:
    """The card token of a valid credential; without one, a challenge and the problem with the credential."""

    token: str = ""
    challenge: str = ""  # the WWW-Authenticate header
    problem: Mapping[str, Any] = field(default_factory=dict)  # RFC 9457


def is_offered(provider: str) -> bool:
    """Whether checkouts of this card provider can be paid by MPP: the sandbox's, and Stripe's if MPP_NETWORK_ID is set."""
    return provider == settings.CARD_PROVIDER and (provider == "sandbox" or bool(settings.MPP_NETWORK_ID))


def read(terms: QuoteTerms, *, body: bytes, authorization: str | None) -> Presented:
    """The token that an Authorization header presents for this body, or a new challenge."""
    from mpp import Challenge
    from mpp.errors import InvalidPayloadError, MalformedCredentialError, PaymentError, PaymentRequiredError
    from mpp.events import PAYMENT_FAILED, EventDispatcher

    # The library's parser breaks at deep nesting, and hands on a payload of any kind.
    if authorization is not None and (fault := _credential_fault(authorization)):
        return refuse(terms, body=body, error=MalformedCredentialError(fault))
    reader, dispatcher, problems = _Reader(), EventDispatcher(), list[PaymentError]()

    def record_problem(event: Any) -> None:
        if isinstance(event["error"], PaymentError):
            problems.append(event["error"])

    dispatcher.on(PAYMENT_FAILED, record_problem)
    found = _ask(terms, reader, body=body, authorization=authorization, events=dispatcher)
    if authorization is not None and isinstance(found, Challenge):
        # Another node may have made the challenge under a key that is a fallback here.
        for secret in _secrets()[1:]:
            again = _ask(terms, reader, body=body, authorization=authorization, secret=secret)
            found = found if isinstance(again, Challenge) else again
    if isinstance(found, Challenge):
        return _require_payment(found, problems[0] if problems else PaymentRequiredError(_realm(), _description(terms)))
    if not reader.token:
        return refuse(
            terms, body=body, error=InvalidPayloadError("it takes the `spt` and the challenge's `externalId`")
        )
    return Presented(reader.token)


def decline(terms: QuoteTerms, *, body: bytes, reason: str) -> Presented:
    """A new challenge after a token that was not charged for this reason; another token may be presented."""
    from mpp.errors import VerificationFailedError

    return refuse(terms, body=body, error=VerificationFailedError(reason))


def refuse(terms: QuoteTerms, *, body: bytes, error: "PaymentError") -> Presented:
    fresh = _ask(terms, _Reader(), body=body, authorization=None)
    assert not isinstance(fresh, tuple)
    return _require_payment(fresh, error)


def receipt(*, deposit: str, reference: str, at: datetime) -> str:
    """The Payment-Receipt header of a payment that was made; always the same for the same payment."""
    from mpp import Receipt

    success = Receipt.success(reference=reference, timestamp=at, method=_METHOD, external_id=deposit)
    return success.to_payment_receipt()


def pending_receipt(*, deposit: str, reference: str, at: datetime) -> str:
    """The same header while nobody knows whether the payment was made: its status is `pending`, which proves nothing and which
    a client of the protocol does not take for a receipt."""
    words = {"status": "pending", "timestamp": at.astimezone(UTC).isoformat().replace("+00:00", "Z")}
    words |= {"reference": reference, "method": _METHOD, "externalId": deposit}
    return base64.urlsafe_b64encode(strict_json.dumps(words)).decode().rstrip("=")


class _Reader:
    """An intent for the library that only reads the token; charging is decided later."""

    name = "charge"

    def __init__(self) -> None:
        self.token = ""

    async def verify(self, credential: "Credential", request: dict[str, Any]) -> "Receipt":
        from mpp import Receipt

        payload: Any = credential.payload
        token, echoed = (payload.get("spt"), payload.get("externalId")) if isinstance(payload, dict) else (None, None)
        if isinstance(token, str) and MPP_TOKEN.fullmatch(token) and echoed == request["externalId"]:
            self.token = token
        return Receipt.success(reference=credential.challenge.id, method=_METHOD)


def _credential_fault(authorization: str) -> str:
    """Why the credential of this header (base64url JSON after `Payment`) is none, whatever its values; empty if it may be one,
    or there is none of this scheme."""
    found = _CREDENTIAL.search(authorization)
    if found is None:
        return ""
    try:
        credential = strict_json.loads(base64.urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4)))
    except ValueError:
        return "it is no base64url of JSON"
    if not isinstance(credential, dict) or not isinstance(credential.get("challenge"), dict):
        return "it is an object with the challenge (an object) and the payload"
    if not all(isinstance(value, str | None) for value in credential["challenge"].values()):
        return "the parts of the challenge are texts"
    return ""


def _ask(
    terms: QuoteTerms, reader: _Reader, *, body: bytes, authorization: str | None, events: Any = None, secret: str = ""
) -> Any:
    from mpp.server.verify import verify_or_challenge

    # The library uses the real clock; a challenge must not outlive its quote.
    expires = clock.wall() + min(terms.left, MPP_CHALLENGE_LIFE)
    network = settings.MPP_NETWORK_ID or _SANDBOX_NETWORK
    return async_to_sync(verify_or_challenge)(
        authorization=authorization,
        intent=reader,
        request={
            "amount": str(terms.cents),
            "currency": "usd",
            "externalId": terms.deposit,
            "recipient": network,
            "methodDetails": {"networkId": network, "paymentMethodTypes": ["card", "link"]},
        },
        realm=_realm(),
        secret_key=secret or _secrets()[0],
        method=_METHOD,
        description=_description(terms),
        body=body,
        expires=expires.astimezone(UTC).isoformat().replace("+00:00", "Z"),
        events=events,
    )


def _secrets() -> list[str]:
    """What challenges are authenticated by: first the secret of new ones, then those of our other keys."""
    return crypto.signatures("challenges", "mpp", length=32)


def _require_payment(challenge: "Challenge", error: "PaymentError") -> Presented:
    return Presented(
        challenge=challenge.to_www_authenticate(_realm()),
        problem=error.to_problem_details(challenge.id) | {"status": 402},
    )


def _realm() -> str:
    return urlsplit(settings.BASE_URL).netloc


def _description(terms: QuoteTerms) -> str:
    return f"Wallet deposit {terms.deposit}"
