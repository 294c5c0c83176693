"""Trace context as W3C defines it: `traceparent: 00-<trace id, 32 hex>-<span id, 16 hex>-<flags>`. A caller's is honoured; a
request without one has a trace id that follows from its request id, so that it need not be stored to be found again.
"""

import hashlib
import re
import secrets
from typing import Final

_OFFERED: Final = re.compile(r"(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?")
_NOTHING: Final = "0" * 32


def offered(header: str | None) -> str:
    """The trace id of a caller's `traceparent`; empty when there is none or it is malformed."""
    found = _OFFERED.fullmatch(header.strip()) if header else None
    if found is None or found[1] == _NOTHING or found[2] == _NOTHING[:16]:
        return ""
    return found[1]


def of_request(request_id: str) -> str:
    """The trace id of a request that brought none; empty without a request."""
    return hashlib.sha256(request_id.encode()).hexdigest()[:32] if request_id else ""


def header(trace_id: str) -> str:
    """The `traceparent` of one call that we make within this trace."""
    return f"00-{trace_id}-{secrets.token_hex(8)}-01"
