"""How a route describes itself: one decorator per view method, and the parts that every operation shares."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from django.conf import settings
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers

PAGING = (("limit", "integer", "1 to 100, default 50."), ("cursor", "string", "nextCursor of the page before."))
EXAMPLES = Path(__file__).with_name("examples.json")
_REASONS = {
    400: "A field or parameter needs another value: `fields` names each.",
    401: "No credentials, or bad ones.",
    402: "Not enough money: `shortfallCents` and the ways to pay.",
    403: "Valid credentials that may not do this.",
    404: "Not found, or not yours to see.",
    409: "The present state does not allow it: `currentState`, `allowedActions`.",
    410: "Gone.",
    411: "A body without a Content-Length.",
    413: "The body is too large.",
    415: "Another content type than this route takes.",
    429: "Too many requests: wait as long as `Retry-After` says.",
    500: "Our fault: tell us the requestId.",
    503: "Away for the moment: `Retry-After`.",
}
ALWAYS = (401, 429, 500, 503)


def operation(
    operation_id: str,
    *,
    tag: str,
    summary: str,
    description: str = "",
    takes: type[serializers.Serializer[Any]] | None = None,
    takes_files: bool = False,
    gives: dict[str, Any] | type[serializers.Serializer[Any]] | None = None,
    page_of: tuple[str, type[serializers.Serializer[Any]]] | None = None,
    query: list[tuple[str, str, str]] | None = None,
    errors: dict[int, str] | None = None,
    example: dict[str, Any] | None = None,
    paid: bool = False,
    also: str = "",
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Describe one operation. `query` is (name, json type, what it does); `errors` maps a status to its codes;
    `page_of` is (plural, shape) of a keyset list; `gives` the fields beside `success`; `also` another media type that
    is answered when JSON is not asked for."""
    parameters = [OpenApiParameter(name, _TYPES[kind], description=text) for name, kind, text in query or []]
    if page_of:
        named = {name for name, _, _ in query or []}
        parameters += [
            OpenApiParameter(name, _TYPES[kind], description=text) for name, kind, text in PAGING if name not in named
        ]
        name, shape = page_of
        gives = {
            name: shape(many=True),
            "count": serializers.IntegerField(),
            "hasMore": serializers.BooleanField(),
            "nextCursor": serializers.CharField(allow_null=True),
        }
    if isinstance(gives, dict) or gives is None:
        answer: Any = inline_serializer(
            operation_id[0].upper() + operation_id[1:] + "Answer",
            {"success": serializers.BooleanField(), **(gives or {})},
        )
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
    decorate = extend_schema(
        operation_id=operation_id,
        tags=[tag],
        summary=summary,
        description=description,
        request=request,
        parameters=parameters,
        responses={(200, "application/json"): answer} | ({(200, also): OpenApiTypes.BINARY} if also else {}),
        examples=examples,
    )

    def wrap(method: Callable[..., Any]) -> Callable[..., Any]:
        method.errors = (errors or {}) | ({402: "insufficient_funds"} if paid else {})  # type: ignore[attr-defined]
        described: Callable[..., Any] = decorate(method)
        return described

    return wrap


class OperationSchema(AutoSchema):
    """Adds what is true of every operation: the failure body, the codes of this one, and who may call."""

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        found: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if found is None:
            return None
        method = getattr(self.view, getattr(self.view, "action", "") or "", None)
        codes: dict[int, str] = dict(getattr(method, "errors", {}))
        for status in ALWAYS:
            codes.setdefault(status, "")
        if "requestBody" in found:
            codes.setdefault(400, "validation_error")
            codes.setdefault(413, "body_too_large")
            codes.setdefault(415, "unsupported_media_type")
        for status in sorted(codes):
            named = f" Codes: {', '.join(f'`{code}`' for code in codes[status].split())}." if codes[status] else ""
            found["responses"][str(status)] = {
                "description": _REASONS.get(status, "Refused.") + named,
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}},
            }
        return found

    def _get_request_body(self, direction: str = "request") -> Any:
        """DELETE may have a body, too (a reason); the library describes those of the other verbs only."""
        verb, self.method = self.method, "POST" if self.method == "DELETE" else self.method
        try:
            return super()._get_request_body(direction)
        finally:
            self.method = verb

    def _is_list_view(self, serializer: Any = None) -> bool:
        """An action called `list` answers an envelope like every other, not a bare array."""
        return False

    def get_auth(self) -> list[dict[str, list[str]]]:
        for permission in self.view.get_permissions():
            if hasattr(permission, "openapi_security"):
                return list(permission.openapi_security)
        return []


def only_our_routes(endpoints: list[tuple[str, str, str, Any]], **_: Any) -> list[tuple[str, str, str, Any]]:
    """The document describes /api; sandbox routes appear in a sandbox only (they exist nowhere else)."""
    return [row for row in endpoints if row[0].startswith("/api/")]


def add_shared_parts(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
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
                "description": "Only on validation_error: a path in the body to what is wrong there.",
            },
        },
    }
    result["servers"] = [{"url": settings.BASE_URL}]
    for methods in result["paths"].values():
        for operation in methods.values():
            _add_example(operation)
    return result


@cache
def _examples() -> dict[str, Any]:
    """operationId -> a real answer, recorded by tests/contract/test_examples.py and proven there on every run."""
    found: dict[str, Any] = orjson.loads(EXAMPLES.read_bytes()) if EXAMPLES.exists() else {}
    return found


def _add_example(operation: dict[str, Any]) -> None:
    example = _examples().get(operation["operationId"])
    if example is not None:
        content = operation["responses"]["200"]["content"]["application/json"]
        content["examples"] = {"Answer": {"value": example}}


_TYPES: dict[str, Any] = {"string": str, "integer": int, "number": float, "boolean": bool}
