"""`t=<unix>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw body>`, keyed with the whole secret as UTF-8. While a secret is being changed
there are two `v1`, first that of the new one; any that fits is good.
"""

import hashlib
import hmac
from typing import Final

TOLERANCE_SECONDS: Final = 300


def sign(secret: str, body: bytes, unix: int, *others: str) -> str:
    """The value of X-Service-Signature for these bytes, signed at `unix` (seconds), by `secret` and by each of `others`."""
    macs = (hmac.new(key.encode(), f"{unix}.".encode() + body, hashlib.sha256).hexdigest() for key in (secret, *others))
    return ",".join([f"t={unix}", *(f"v1={mac}" for mac in macs)])


def verify(secret: str, body: bytes, header: str, *, unix_now: int, tolerance: int = TOLERANCE_SECONDS) -> bool:
    """A receiver's check: constant-time comparison with each `v1`, and a timestamp within `tolerance` seconds of `unix_now`."""
    try:
        parts = [part.split("=", 1) for part in header.split(",")]
        unix = int(dict(parts)["t"])
    except (KeyError, ValueError):
        return False
    expected = sign(secret, body, unix).encode()
    given = [value for name, value in parts if name == "v1"]
    matches = [hmac.compare_digest(expected, f"t={unix},v1={value}".encode(errors="replace")) for value in given]
    return any(matches) and abs(unix_now - unix) <= tolerance
