"""`t=<unix>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw body>`, keyed with the whole secret as UTF-8."""

import hashlib
import hmac
from typing import Final

TOLERANCE_SECONDS: Final = 300


def sign(secret: str, body: bytes, unix: int) -> str:
    """The value of X-Service-Signature for these bytes, signed at `unix` (seconds)."""
    mac = hmac.new(secret.encode(), f"{unix}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={unix},v1={mac}"


def verify(secret: str, body: bytes, header: str, *, unix_now: int, tolerance: int = TOLERANCE_SECONDS) -> bool:
    """A receiver's check: constant-time comparison, and a timestamp within `tolerance` seconds of `unix_now`."""
    try:
        parts = dict(part.split("=", 1) for part in header.split(","))
        unix = int(parts["t"])
    except (KeyError, ValueError):
        return False
    expected = sign(secret, body, unix).encode()
    matches = hmac.compare_digest(expected, f"t={unix},v1={parts.get('v1', '')}".encode(errors="replace"))
    return matches and abs(unix_now - unix) <= tolerance
