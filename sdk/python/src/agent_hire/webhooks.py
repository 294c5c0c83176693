"""Webhooks that come in: verify before you believe."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from typing import TYPE_CHECKING, cast

from agent_hire.errors import BadSignature

if TYPE_CHECKING:
    from agent_hire import types

HEADER = "X-Service-Signature"


def verify(body: bytes, signature: str, secret: str, *, tolerance: int = 300, now: float | None = None) -> types.Event:
    """The event of a delivery. `body`: the raw bytes as they came; `signature`: the header X-Service-Signature; `secret`: the whole
    of it, `whsec_` included; `tolerance`: seconds. For a day after a rotation a delivery is signed by the old secret, too.

    Raises BadSignature. Deduplicate on the event's `id`: it may come more than once.
    """
    parts = [part.strip().partition("=") for part in signature.split(",")]
    times = [value for name, _, value in parts if name == "t"]
    signed = [value for name, _, value in parts if name == "v1"]
    if len(times) != 1 or not times[0].isascii() or not times[0].isdigit() or not signed:
        raise BadSignature(f"{HEADER} is t=<unix>,v1=<hex>.")
    expected = hmac.new(secret.encode(), times[0].encode() + b"." + body, hashlib.sha256).hexdigest().encode()
    fitting = [hmac.compare_digest(expected, value.encode()) for value in signed]
    if not any(fitting):
        raise BadSignature(
            "The service did not sign these bytes with this secret. Verify the body as it came, before parsing it."
        )
    if abs((time.time() if now is None else now) - int(times[0])) > tolerance:
        raise BadSignature(f"It was signed more than {tolerance} seconds from now: a repetition, or a clock is wrong.")
    return cast("types.Event", json.loads(body))


def sign(body: bytes, secret: str, *, now: float | None = None) -> str:
    """The header for a body, as the service signs it: for the tests of your own receiver."""
    moment = int(time.time() if now is None else now)
    digest = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={digest}"
