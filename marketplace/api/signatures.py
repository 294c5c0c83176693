"""Optional request signatures by agent identities: verified when sent, never required. A route names its action in
`@operation(signed=…)`; the base view checks it before the route's own code runs.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from rest_framework.request import Request

from marketplace.core.actor import Actor
from marketplace.errors import InvalidSignature
from marketplace.services import identities
from marketplace.services.identities import SignatureFields

HEADERS = {
    "agentId": "X-Agent-Id",
    "publicKey": "X-Agent-PublicKey",
    "timestamp": "X-Agent-Timestamp",
    "signature": "X-Agent-Signature",
}


@dataclass(frozen=True, slots=True)
class Signed:
    """`text` is the action as the document shows it, with path parameters in braces. `actions(body, **ids)` returns the accepted
    actions where they depend on the body; an empty list means that this call can't be signed.
    """

    text: str
    actions: Callable[..., list[str]] | None = None

    def of(self, body: Mapping[str, Any], ids: Mapping[str, str]) -> list[str]:
        return self.actions(body, **ids) if self.actions else [self.text.format_map(ids)]


def check(request: Request, actor: Actor, signed: Signed, ids: Mapping[str, str]) -> None:
    """Raises InvalidSignature (401) when an invalid signature is sent."""
    reads = request.method in ("GET", "HEAD")
    body = request.data if not reads and isinstance(request.data, dict) else {}
    sent = _in_headers(request) if reads else _in_body(body)
    if sent is None:
        return
    actions = signed.of(body, ids)
    if actions:
        identities.check_signed(actor, sent, actions)


def _in_headers(request: Request) -> SignatureFields | None:
    """The signature headers; an agent id alone is not a signature."""
    sent = {name: value for name, header in HEADERS.items() if (value := request.headers.get(header)) is not None}
    return cast("SignatureFields", sent) if sent.keys() - {"agentId"} else None


def _in_body(body: Mapping[str, Any]) -> SignatureFields | None:
    """`agentVerification`. A top-level `agentId` may replace the inner one, but must not differ from it."""
    verification, outer = body.get("agentVerification"), body.get("agentId")
    if verification is None:
        return None
    if not isinstance(verification, dict):
        raise InvalidSignature("agentVerification is an object: agentId, publicKey, signature and timestamp.")
    inner = verification.get("agentId")
    if None not in (inner, outer) and inner != outer:
        raise InvalidSignature("agentId and agentVerification.agentId differ. Send the one that has signed.")
    return cast("SignatureFields", {**verification, "agentId": outer if inner is None else inner})
