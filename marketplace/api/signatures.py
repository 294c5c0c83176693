"""Signed agent identities on our own routes: verified when one is sent, never asked for. A route names its action in
`@operation(signed=…)`; the base view has it checked before the route's own code runs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rest_framework.request import Request

from marketplace.core.actor import Actor
from marketplace.errors import InvalidSignature
from marketplace.services import identities

HEADERS = {
    "agentId": "X-Agent-Id",
    "publicKey": "X-Agent-PublicKey",
    "timestamp": "X-Agent-Timestamp",
    "signature": "X-Agent-Signature",
}


@dataclass(frozen=True, slots=True)
class Signed:
    """`text` is the action as the document shows it, with the ids of the path in braces. `actions(body, **ids)` gives the
    actions that fit this body, where the text alone does not say it; none: this call is not a signed one."""

    text: str
    actions: Callable[..., list[str]] | None = None

    def of(self, body: Mapping[str, Any], ids: Mapping[str, str]) -> list[str]:
        return self.actions(body, **ids) if self.actions else [self.text.format_map(ids)]


def check(request: Request, actor: Actor, signed: Signed, ids: Mapping[str, str]) -> None:
    """Raises InvalidSignature (401) when a signature is sent that does not fit."""
    reads = request.method in ("GET", "HEAD")
    body = request.data if not reads and isinstance(request.data, dict) else {}
    sent = _in_headers(request) if reads else _in_body(body)
    if sent is None:
        return
    actions = signed.of(body, ids)
    if actions:
        identities.check_signed(actor, sent, actions)


def _in_headers(request: Request) -> dict[str, Any] | None:
    """An id alone is no signature."""
    sent = {name: value for name, header in HEADERS.items() if (value := request.headers.get(header)) is not None}
    return sent if sent.keys() - {"agentId"} else None


def _in_body(body: Mapping[str, Any]) -> dict[str, Any] | None:
    """agentVerification; the agentId beside it may stand for the one inside, but not be another."""
    verification, beside = body.get("agentVerification"), body.get("agentId")
    if verification is None:
        return None
    if not isinstance(verification, dict):
        raise InvalidSignature("agentVerification is an object: agentId, publicKey, signature and timestamp.")
    inside = verification.get("agentId")
    if None not in (inside, beside) and inside != beside:
        raise InvalidSignature("agentId and agentVerification.agentId differ. Send the one that has signed.")
    return {**verification, "agentId": beside if inside is None else inside}
