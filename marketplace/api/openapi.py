"""`@operation`, by which a view method describes its route, and the parts of the OpenAPI document that all operations share."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from django.conf import settings
from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers

from marketplace.api import mcp, signin
from marketplace.api.fields import CurrencyField
from marketplace.api.filters import Query
from marketplace.api.lengths import longest
from marketplace.api.parameters import PAGING, Parameter, described
from marketplace.api.signatures import HEADERS, Signed

EXAMPLES = Path(__file__).with_name("examples.json")
_REASONS = {
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
_OF_CODE = {
    "payment_required": "A payment is to be signed: what it takes is in `PAYMENT-REQUIRED` and, as `x402Version`, `resource` "
    "and `accepts`, in the body; by MPP, in `WWW-Authenticate`. `reason` says why a signed one was not taken.",
}
RECORDED_AT = "http://127.0.0.1:8000"  # server URL in the recorded examples
_ALWAYS = {
    401: "invalid_credentials mixed_credentials",
    405: "method_not_allowed",
    429: "rate_limited",
    500: "server_error",
    503: "unavailable busy",
}
_BODY = {
    400: "validation_error invalid_json invalid_body invalid_value",
    413: "body_too_large",
    415: "unsupported_media_type",
}
_KEYED = {
    400: "validation_error invalid_json idempotency_key_mismatch",
    409: "idempotency_key_reused idempotency_in_progress",
}
_KEY = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": False,
    "description": "The same key and input give the same answer for 24 hours and have one effect. "
    "The body field `idempotencyKey` does the same.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
}


@dataclass(frozen=True, slots=True)
class Intake:
    """What the middleware does with a request before the view runs."""

    limits: tuple[str, ...] = ()  # rate limits that it counts towards; empty: those of any read or write
    files: bool = False  # a multipart body, whose files are limited individually
    recording_bytes: int | None = None  # the body is a recording of at most so many bytes
    body_bytes: int = 0  # of the longest JSON body that the fields' bounds allow


def operation(
    operation_id: str,
    *,
    tag: str,
    summary: str,
    description: str = "",
    takes: type[serializers.Serializer[Any]] | None = None,
    takes_files: bool = False,
    takes_audio: int | None = None,
    limits: tuple[str, ...] = (),
    gives: dict[str, Any] | type[serializers.Serializer[Any]] | None = None,
    page_of: tuple[str, type[serializers.Serializer[Any]]] | None = None,
    query: list[Parameter] | None = None,
    filters: type[Query] | None = None,
    errors: dict[int, str] | None = None,
    example: dict[str, Any] | None = None,
    paid: bool = False,
    also: str = "",
    bare: dict[int, str] | None = None,
    sends: list[tuple[str, int, str]] | None = None,
    accepted: dict[str, Any] | None = None,
    keyed: bool = True,
    signed: str | Signed = "",
    retired: bool = False,
    deprecated: bool = False,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Describe one operation. `query` lists its parameters and `filters` supplies the choices and bounds of those it reads;
    `takes_audio` is the maximum size of a recording in bytes; `limits` names rate limits (marketplace.rules.LIMITS) other than
    those of any read or write; `errors` maps a status to its codes; `page_of` is (plural, shape) of a keyset-paginated list;
    `gives` has the fields beside `success`; `also` is a second media type for clients that don't ask for JSON; `bare` has
    successful answers that are not JSON, status -> media type, empty for no body; `sends` lists headers of such an answer:
    (name, status, description); `accepted` has the fields of a 202; `keyed` says whether a write of an authenticated caller
    takes an idempotency key; `signed` is the action that an agent's signature covers, with the ids of the path in braces;
    `retired` says that the route only answers failures.
    """
    taken = list(query or [])
    if page_of:
        named = {name for name, _, _ in taken}
        taken += [parameter for parameter in PAGING if parameter[0] not in named]
        name, shape = page_of
        gives = {
            name: shape(many=True),
            "count": serializers.IntegerField(),
            "hasMore": serializers.BooleanField(),
            "nextCursor": serializers.CharField(allow_null=True),
        } | (gives if isinstance(gives, dict) else {})
    parameters = described(taken, filters)
    parameters += [
        OpenApiParameter(name, str, OpenApiParameter.HEADER, description=text, response=[status])
        for name, status, text in sends or []
    ]
    if isinstance(gives, dict) or gives is None:
        answer: Any = _answer(operation_id, "Answer", gives or {})
    else:
        answer = gives
    examples = []
    if example is not None:
        examples.append(OpenApiExample("Request", value=example, request_only=True))
    request: Any = takes
    if takes is not None:
        request = (
            {"multipart/form-data": takes, "application/json": takes} if takes_files else {"application/json": takes}
        )
    if takes_audio:
        request = {"audio/wav": OpenApiTypes.BINARY}
    decorate = extend_schema(
        operation_id=operation_id,
        tags=[tag],
        summary=summary,
        description=description,
        request=request,
        parameters=parameters,
        responses=({} if retired or bare else {(200, "application/json"): answer})
        | {
            (status, kind) if kind else status: OpenApiTypes.BINARY if kind else None
            for status, kind in (bare or {}).items()
        }
        | ({(200, also): OpenApiTypes.BINARY} if also else {})
        | ({(202, "application/json"): _answer(operation_id, "Accepted", accepted)} if accepted else {}),
        examples=examples,
        deprecated=deprecated or retired,
    )

    def wrap(method: Callable[..., Any]) -> Callable[..., Any]:
        codes = (errors or {}) | ({402: "insufficient_funds"} if paid else {})
        if takes is not None and any(isinstance(field, CurrencyField) for field in takes().fields.values()):
            codes[400] = f"{codes.get(400, '')} unsupported_currency".strip()
        method.errors = codes  # type: ignore[attr-defined]
        body_bytes = 0 if takes is None else longest(takes())
        method.intake = Intake(limits, takes_files, takes_audio, body_bytes)  # type: ignore[attr-defined]
        method.takes = takes  # type: ignore[attr-defined]
        method.keyed = keyed  # type: ignore[attr-defined]
        method.signed = Signed(signed) if isinstance(signed, str) and signed else signed or None  # type: ignore[attr-defined]
        described: Callable[..., Any] = decorate(method)
        return described

    return wrap


def _describe_signature(found: dict[str, Any], signed: Signed, *, in_headers: bool) -> None:
    where = "the `X-Agent-*` headers" if in_headers else "`agentId` and `agentVerification`"
    text = f"May be signed by an agent identity, in {where}, over the action `{signed.text}`."
    found["description"] = f"{found.get('description', '')} {text}".strip()
    if in_headers:
        found["parameters"] = [
            *found.get("parameters", []),
            *({"in": "header", "name": name, "schema": {"type": "string"}} for name in HEADERS.values()),
        ]


def _answer(operation_id: str, ending: str, fields: dict[str, Any]) -> Any:
    name = operation_id[0].upper() + operation_id[1:] + ending
    return inline_serializer(name, {"success": serializers.BooleanField(), **fields})


class OperationSchema(AutoSchema):
    """Adds what is common to all operations: the failure body, error codes, and security requirements."""

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        found: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if found is None:
            return None
        method = getattr(self.view, getattr(self.view, "action", "") or "", None)
        codes: dict[int, str] = dict(getattr(method, "errors", {}))
        for more in self._framework_codes(found, method):
            for status, names in more.items():
                codes[status] = " ".join(dict.fromkeys(f"{codes.get(status, '')} {names}".split()))
        if self._is_keyed():
            found.setdefault("parameters", []).append(_KEY)
        if signed := getattr(method, "signed", None):
            _describe_signature(found, signed, in_headers=self.method == "GET")
        for status in sorted(codes):
            named = f" Codes: {', '.join(f'`{code}`' for code in codes[status].split())}." if codes[status] else ""
            found["responses"][str(status)] = {
                "description": _OF_CODE.get(codes[status], _REASONS.get(status, "Refused.")) + named,
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}},
            }
        return found

    def _framework_codes(self, found: dict[str, Any], method: Any) -> Iterator[dict[int, str]]:
        """Errors raised before the view's own code runs."""
        if {} not in self.get_auth():
            yield {401: "authentication_required"}
        if getattr(method, "signed", None):
            yield {401: "invalid_signature"}
        yield _ALWAYS
        taken: Intake = getattr(method, "intake", Intake())
        if taken.files or taken.recording_bytes:
            yield {411: "length_required"}
        if "requestBody" in found:
            yield _BODY
        elif self.method != "GET":
            yield {status: names for status, names in _BODY.items() if status != 400}
        if self._is_keyed():
            yield _KEYED
        sent = {parameter["name"] for parameter in found.get("parameters", []) if parameter["in"] == "query"}
        if sent:
            yield {400: "validation_error"}
        if "limit" in sent:
            yield {400: "invalid_limit"}
        if "cursor" in sent:
            yield {400: "invalid_cursor"}

    def _is_keyed(self) -> bool:
        """Writes of an authenticated caller go through `once()`, except those whose payment is the key."""
        method = getattr(self.view, getattr(self.view, "action", "") or "", None)
        return getattr(method, "keyed", True) and self.method != "GET" and {} not in self.get_auth()

    def _get_request_body(self, direction: str = "request") -> Any:
        """A DELETE may have a body (a reason), too; the library describes bodies of other methods only."""
        verb, self.method = self.method, "POST" if self.method == "DELETE" else self.method
        try:
            return super()._get_request_body(direction)
        finally:
            self.method = verb

    def _is_list_view(self, serializer: Any = None) -> bool:
        """An action called `list` answers an envelope, not a bare array."""
        return False

    def get_auth(self) -> list[dict[str, list[str]]]:
        for permission in self.view.get_permissions():
            if hasattr(permission, "openapi_security"):
                return list(permission.openapi_security)
        return []


def only_our_routes(endpoints: list[tuple[str, str, str, Any]], **_: Any) -> list[tuple[str, str, str, Any]]:
    """The document describes /api only. Sandbox routes are included only in a sandbox, where they exist."""
    return [row for row in endpoints if row[0].startswith("/api/")]


def add_shared_parts(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """drf-spectacular postprocessing hook: the failure body, the server URL, recorded examples, sign-in and MCP."""
    result["components"].setdefault("schemas", {})["Failure"] = {
        "type": "object",
        "required": ["success", "error", "error_code", "code", "requestId"],
        "properties": {
            "success": {"const": False},
            "error": {"type": "string", "description": "What went wrong and what to do next."},
            "error_code": {"type": "string"},
            "code": {"type": "string", "description": "The same as error_code."},
            "requestId": {"type": "string"},
            "fields": {
                "type": "object",
                "additionalProperties": {"type": "array", "items": {"type": "string"}},
                "description": "Of bodies and parameters that were refused: a path to what is wrong there.",
            },
        },
    }
    result["servers"] = [{"url": settings.BASE_URL}]
    for methods in result["paths"].values():
        for operation in methods.values():
            _add_example(operation)
    signin.describe(result)
    mcp.describe(result)
    return result


@cache
def _examples() -> dict[str, Any]:
    """operationId -> a recorded answer. Recorded by tests/contract/test_examples.py, which verifies them on every run."""
    found: dict[str, Any] = read_examples(EXAMPLES) if EXAMPLES.exists() else {}
    return found


def read_examples(path: Path) -> Any:
    """Recorded answers, with this server's URL in their links."""
    return orjson.loads(path.read_text().replace(RECORDED_AT, settings.BASE_URL))


class DescribedField(OpenApiSerializerFieldExtension):
    """Schema of fields that state their own bounds."""

    target_class = "marketplace.api.fields.Described"
    match_subclasses = True

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.target.schema()
        return found


def _add_example(operation: dict[str, Any]) -> None:
    example = _examples().get(operation["operationId"])
    if example is not None:
        content = operation["responses"]["200"]["content"]["application/json"]
        content["examples"] = {"Answer": {"value": example}}
