"""`@operation`, by which a view method describes its route; `document` makes the OpenAPI document of all of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema, inline_serializer
from rest_framework import serializers

from marketplace.api import consent
from marketplace.api.deprecation import Deprecated
from marketplace.api.fields import CurrencyField
from marketplace.api.filters import Query
from marketplace.api.lengths import longest
from marketplace.api.parameters import PAGING, Parameter, described
from marketplace.api.signatures import Signed
from marketplace.core import rights
from marketplace.core.scopes import scope_of

_LEAST: dict[str, str] = {}  # by operation id, as far as it is named


def least_role(operation_id: str) -> str:
    """The least role of a member for a write of the API, for pages that do the same. Raises KeyError for an unknown operation."""
    return _LEAST[operation_id] or rights.MANAGER


@dataclass(frozen=True, slots=True)
class Intake:
    """What the middleware does with a request before the view runs."""

    limits: tuple[str, ...] = ()  # rate limits that it counts towards; empty: those of any read or write
    files: bool = False  # a multipart body, whose files are limited individually
    recording_bytes: int | None = None  # the body is a recording of at most so many bytes
    body_bytes: int = 0  # of the longest JSON body that the fields' bounds allow
    operation: str = ""  # its operationId; empty for what is no route of ours
    deprecated: Deprecated | None = None


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
    key_pattern: str = "",
    signed: str | Signed = "",
    asks: bool = False,
    retired: bool = False,
    deprecated: Deprecated | None = None,
    least: str = "",
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Describe one operation. `query` lists its parameters and `filters` supplies the choices and bounds of those it reads;
    `takes_audio` is the maximum size of a recording in bytes; `limits` names rate limits (marketplace.rules.LIMITS) other than
    those of any read or write; `errors` maps a status to its codes; `page_of` is (plural, shape) of a keyset-paginated list;
    `gives` has the fields beside `success`; `also` is a second media type for clients that don't ask for JSON; `bare` has
    successful answers that are not JSON, status -> media type, empty for no body; `sends` lists headers of such an answer:
    (name, status, description); `accepted` has the fields of a 202; `keyed` says whether a write of an authenticated caller
    takes an idempotency key, which is required where `errors` say so and matches `key_pattern`; `signed` is the action that an
    agent's signature covers, with the ids of the path in braces; `asks` says that it may spend more than the wallet's owner wants
    an agent to spend unasked; `deprecated` says when the operation ends, `retired` that it only answers failures; `least`
    is the role that a member needs who acts for another account (marketplace/core/rights.py), other than viewer for a read and
    manager for a write.
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
        description=f"{description} {deprecated}".strip() if deprecated and not retired else description,
        request=request,
        parameters=parameters,
        responses=({} if retired or bare else {(200, "application/json"): answer})
        | {
            (status, kind) if kind else status: OpenApiTypes.BINARY if kind else None
            for status, kind in (bare or {}).items()
            if not (asks and status == 202)
        }
        | ({(200, also): OpenApiTypes.BINARY} if also else {})
        | ({(202, "application/json"): _answer(operation_id, "Accepted", accepted)} if accepted else {})
        | ({(202, "application/json"): _waiting(bare or {})} if asks else {}),
        examples=examples,
        deprecated=deprecated is not None,
        extensions={"x-scope": scope_of(operation_id)},
    )

    assert not least or least in rights.LEAST, operation_id
    _LEAST[operation_id] = least

    def wrap(method: Callable[..., Any]) -> Callable[..., Any]:
        codes = dict(errors or {}) | ({402: "insufficient_funds"} if paid else {})
        if takes is not None and any(isinstance(field, CurrencyField) for field in takes().fields.values()):
            codes[400] = f"{codes.get(400, '')} unsupported_currency".strip()
        for status, names in (consent.REFUSED if asks else {}).items():
            codes[status] = f"{codes.get(status, '')} {names}".strip()
        method.errors = codes  # type: ignore[attr-defined]
        body_bytes = 0 if takes is None else longest(takes())
        method.intake = Intake(limits, takes_files, takes_audio, body_bytes, operation_id, deprecated)  # type: ignore[attr-defined]
        method.takes = takes  # type: ignore[attr-defined]
        method.operation_id, method.summary = operation_id, summary  # type: ignore[attr-defined]
        method.least = least  # type: ignore[attr-defined]
        method.keyed, method.key_pattern = keyed, key_pattern  # type: ignore[attr-defined]
        method.signed = Signed(signed) if isinstance(signed, str) and signed else signed or None  # type: ignore[attr-defined]
        described: Callable[..., Any] = decorate(method)
        return described

    return wrap


def _waiting(bare: dict[int, str]) -> OpenApiResponse:
    """The 202 of a call that waits for the wallet's owner; where the operation has an empty 202 of its own, that one, too."""
    words = f"With an empty body: as described above. With a body: {consent.WAITS}" if 202 in bare else consent.WAITS
    return OpenApiResponse(consent.WaitingOut, words)


def _answer(operation_id: str, ending: str, fields: dict[str, Any]) -> Any:
    name = operation_id[0].upper() + operation_id[1:] + ending
    return inline_serializer(name, {"success": serializers.BooleanField(), **fields})
