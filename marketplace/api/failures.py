"""Failures in the OpenAPI document: the one body, what a status means, and an example of each error code."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

import orjson

EXAMPLES: Final = Path(__file__).with_name("failures.json")
BODY: Final = {
    "type": "object",
    "required": ["success", "error", "error_code", "code", "requestId"],
    "properties": {
        "success": {"type": "boolean", "description": "Always false."},
        "error": {"type": "string", "description": "What went wrong and what to do next."},
        "error_code": {"type": "string"},
        "code": {"type": "string", "description": "The same as error_code."},
        "requestId": {"type": "string"},
        "fields": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "description": "Of bodies and parameters that were refused: a path to what is wrong there.",
        },
        "currentState": {"type": "string", "description": "Of a 409: the state that does not allow it."},
        "allowedActions": {"type": "array", "items": {"type": "string"}, "description": "What that state allows."},
        "now": {
            "type": "string",
            "format": "date-time",
            "description": "Of a refusal for the time: what time it is here.",
        },
        "requiredCents": {"type": "integer", "description": "Of a 402."},
        "balanceCents": {"type": "integer", "description": "Of a 402."},
        "shortfallCents": {"type": "integer", "description": "Of a 402: what is missing."},
        "waysToPay": {
            "type": "array",
            "items": {"type": "object", "additionalProperties": True},
            "description": "Of a 402: calls that bring in as much, each with `method`, `url` and `body`.",
        },
    },
    "additionalProperties": True,  # figures of single codes: the examples show them
}
_REASONS: Final = {
    400: "A field or parameter needs another value: `fields` names each.",
    401: "No credentials, or bad ones.",
    405: "Another method than this address answers.",
    402: "Not enough money: `shortfallCents` and the ways to pay.",
    403: "Valid credentials that may not do this.",
    404: "Not found, or not yours to see.",
    409: "The present state does not allow it: `currentState`, `allowedActions`.",
    410: "Gone.",
    411: "Files or a recording without a Content-Length.",
    413: "The body is too large.",
    415: "Another content type than this route takes.",
    429: "Too many requests: wait as long as `Retry-After` says.",
    500: "Our fault: tell us the requestId.",
    502: "A provider does not answer; nothing happened.",
    503: "Away for the moment: `Retry-After`.",
}
_OF_CODE: Final = {
    "payment_required": "A payment is to be signed: what it takes is in `PAYMENT-REQUIRED` and, as `x402Version`, `resource` "
    "and `accepts`, in the body; by MPP, in `WWW-Authenticate`. `reason` says why a signed one was not taken.",
}
# What most operations answer alike stands in the document once: (status, codes) -> its name there.
_SHARED: Final = {
    (405, "method_not_allowed"): "MethodNotAllowed",
    (411, "length_required"): "LengthRequired",
    (413, "body_too_large"): "BodyTooLarge",
    (415, "unsupported_media_type"): "UnsupportedMediaType",
    (429, "rate_limited"): "RateLimited",
    (500, "server_error"): "ServerError",
    (503, "unavailable busy"): "Unavailable",
}


def response(status: int, codes: str) -> dict[str, Any]:
    """The response of an operation that refuses with one of these codes, separated by blanks."""
    if name := _SHARED.get((status, codes)):
        return {"$ref": f"#/components/responses/{name}"}
    return _whole(status, codes)


def add_shared_parts(components: dict[str, Any]) -> None:
    """Add to the document's components: the body, the shared responses, the examples."""
    components.setdefault("schemas", {})["Failure"] = BODY
    components["responses"] = {name: _whole(status, codes) for (status, codes), name in _SHARED.items()}
    components["examples"] = {code: {"value": body} for code, body in _examples().items()}


def _whole(status: int, codes: str) -> dict[str, Any]:
    named = codes.split()
    told = f" Codes: {', '.join(f'`{code}`' for code in named)}." if named else ""
    content: dict[str, Any] = {"schema": {"$ref": "#/components/schemas/Failure"}}
    if examples := references(named):
        content["examples"] = examples
    words = _OF_CODE.get(codes, _REASONS.get(status, "Refused."))
    return {"description": words + told, "content": {"application/json": content}}


def references(codes: Iterable[str]) -> dict[str, Any]:
    """`examples` of a response with these codes."""
    return {code: {"$ref": f"#/components/examples/{code}"} for code in codes if code in _examples()}


@cache
def _examples() -> dict[str, Any]:
    """Code -> a failure body. Recorded by tests/contract/test_failures.py, which verifies them on every run."""
    found: dict[str, Any] = orjson.loads(EXAMPLES.read_bytes()) if EXAMPLES.exists() else {}
    return found
