"""The OpenAPI document: what all operations share beside their own `@operation` - failures, credentials, keys, examples."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from django.conf import settings
from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers

from marketplace.api import dry_runs, failures, mcp, next_actions, signin
from marketplace.api.openapi import Intake
from marketplace.api.permissions import is_public
from marketplace.api.signatures import HEADERS, Signed
from marketplace.core import rights
from marketplace.core.scopes import READ
from marketplace.rules import ACCOUNT_HEADER

EXAMPLES = Path(__file__).with_name("examples.json")
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


_ACCOUNT = {
    "in": "header",
    "name": ACCOUNT_HEADER,
    "required": False,
    "description": "With a session: the account (usr_…) of which the caller is a member, and acts for. GET /api/memberships lists "
    "them.",
    "schema": {"type": "string", "pattern": "^usr_[0-9a-z]{26}$"},
}


def _key(refusals: str, method: Any) -> dict[str, Any]:
    """The header `Idempotency-Key`, as this operation takes it."""
    schema = (
        {"type": "string", "pattern": f"^{method.key_pattern}$"} if method and method.key_pattern else _KEY["schema"]
    )
    return _KEY | {"required": "idempotency_key_required" in refusals.split(), "schema": schema}


def _describe_signature(found: dict[str, Any], signed: Signed, *, in_headers: bool) -> None:
    where = "the `X-Agent-*` headers" if in_headers else "`agentId` and `agentVerification`"
    text = f"May be signed by an agent identity, in {where}, over the action `{signed.text}`."
    found["description"] = f"{found.get('description', '')} {text}".strip()
    if in_headers:
        found["parameters"] = [
            *found.get("parameters", []),
            *({"in": "header", "name": name, "schema": {"type": "string"}} for name in HEADERS.values()),
        ]


class OperationSchema(AutoSchema):
    """Adds what is common to all operations: the failure body, error codes, and security requirements."""

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        found: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if found is None:
            return None
        found["security"] = (
            self.get_auth()
        )  # also none: without it, the document's readers can't tell it from a forgotten one
        method = getattr(self.view, getattr(self.view, "action", "") or "", None)
        codes: dict[int, str] = dict(getattr(method, "errors", {}))
        for more in self._framework_codes(found, method):
            for status, names in more.items():
                codes[status] = " ".join(dict.fromkeys(f"{codes.get(status, '')} {names}".split()))
        if self._is_keyed():
            found.setdefault("parameters", []).append(_key(codes.get(400, ""), method))
        if self._least() not in ("", rights.SELF):
            found.setdefault("parameters", []).append(_ACCOUNT)
            found["x-least-role"] = self._least()
        if signed := getattr(method, "signed", None):
            _describe_signature(found, signed, in_headers=self.method == "GET")
        for status in sorted(codes):
            found["responses"][str(status)] = failures.response(status, codes[status])
        return found

    def _framework_codes(self, found: dict[str, Any], method: Any) -> Iterator[dict[int, str]]:
        """Errors raised before the view's own code runs."""
        if not is_public(self.get_auth()):
            yield {401: "authentication_required"}
        if (least := self._least()) == rights.SELF:
            yield {403: rights.OnlyForOneself.code}
        elif least:
            yield {404: "not_found"} | ({403: rights.RoleRequired.code} if least != rights.VIEWER else {})
        if getattr(method, "signed", None):
            yield {401: "invalid_signature"}
        if {"ApiKey": []} in self.get_auth() and found.get("x-scope", READ) != READ:
            yield {403: "scope_not_allowed"}
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
        return getattr(method, "keyed", True) and self.method != "GET" and not is_public(self.get_auth())

    def _least(self) -> str:
        """The role that a member needs who acts for another account; empty where no session is taken."""
        if not any("Session" in kind for kind in self.get_auth()):
            return ""
        method = getattr(self.view, getattr(self.view, "action", "") or "", None)
        return getattr(method, "least", "") or rights.usual(self.method)

    def _get_request_body(self, direction: str = "request") -> Any:
        """A DELETE may have a body (a reason), too; the library describes bodies of other methods only."""
        verb, self.method = self.method, "POST" if self.method == "DELETE" else self.method
        try:
            return super()._get_request_body(direction)
        finally:
            self.method = verb

    def _get_serializer_field_meta(self, field: Any, direction: Any) -> dict[str, Any]:
        """Without a default of "": it means that the field was left out, and most fields, such as choices, refuse it when it is
        sent. Any JSON value may be null without saying so.
        """
        found: dict[str, Any] = super()._get_serializer_field_meta(field, direction)
        if found.get("default") == "":
            del found["default"]
        if isinstance(field, serializers.JSONField):
            found.pop("nullable", None)
        return found

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
    failures.add_shared_parts(result["components"])
    _close_inner_objects(result)
    result["servers"] = [{"url": settings.BASE_URL}]
    for methods in result["paths"].values():
        for operation in methods.values():
            _add_example(operation)
    dry_runs.describe(result)
    next_actions.describe(result)
    signin.describe(result)
    mcp.describe(result)
    return result


def _close_inner_objects(document: dict[str, Any]) -> None:
    """Objects inside of a body take no unknown fields (`Shape.to_internal_value`); a body itself names them in warnings."""
    schemas, seen = document["components"]["schemas"], set()

    def close(node: Any) -> None:
        if isinstance(node, list):
            for inner in node:
                close(inner)
        elif isinstance(node, dict):
            name = str(node.get("$ref", "")).rpartition("/")[2]
            if name and name not in seen:
                seen.add(name)
                if "properties" in schemas[name]:
                    schemas[name]["additionalProperties"] = False
                close(schemas[name])
            for inner in node.values():
                close(inner)

    for methods in document["paths"].values():
        for operation in methods.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                body = content.get("schema", {})
                close(schemas.get(body.get("$ref", "").rpartition("/")[2], body).get("properties", {}))


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
