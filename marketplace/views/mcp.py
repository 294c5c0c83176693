"""/api/mcp: the tools, for MCP clients. GET describes them to anyone; POST takes one message of an authenticated agent.

A tool call runs the REST route itself, in this process: the same view with the same caller, limits, permissions and idempotency
keys.
"""

import base64
import io
from collections.abc import Mapping
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

import orjson
from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.urls import resolve
from django.views.decorators.csrf import csrf_exempt

from marketplace import VERSION
from marketplace.api import addresses, handler, wire
from marketplace.api.middleware import keep_call, too_many
from marketplace.api.routes import intake
from marketplace.core import context, tools
from marketplace.core.errors import BadRequest, Forbidden, Invalid, MethodNotAllowed, Problem, Unauthorized
from marketplace.core.prompts import PROMPTS, RESOURCES
from marketplace.core.strict_json import LongNumber
from marketplace.core.tools import Answer, Call
from marketplace.errors import ApiKeyRequired
from marketplace.ports import policies
from marketplace.rules import MCP_PATH
from marketplace.services import documents, files, limits, mcp, pictures, restrictions

_FORWARDED: Final = (
    *("REMOTE_ADDR", "HTTP_X_FORWARDED_FOR", "HTTP_USER_AGENT", "HTTP_HOST"),
    *("SERVER_NAME", "SERVER_PORT", "SERVER_PROTOCOL", "wsgi.url_scheme", "wsgi.errors"),
)


@csrf_exempt
def endpoint(request: HttpRequest) -> HttpResponse:
    match request.method:
        case "GET" | "HEAD" if "text/event-stream" not in request.headers.get("Accept", ""):
            return _json(200, about())
        case "POST":
            return _post(request)
    # Older clients request an event stream, and continue without one.
    response = handler.render(
        MethodNotAllowed("POST a message here. There is no stream of events, and no session to end.")
    )
    response["Allow"] = "GET, POST"
    return response


def _post(request: HttpRequest) -> HttpResponse:
    _check_origin(request)
    actor = request.actor  # type: ignore[attr-defined]
    if actor is None:
        raise Unauthorized(
            "Send an API key as `X-API-Key: <key>` or `Authorization: Bearer <key>`, or sign in by OAuth: WWW-Authenticate says "
            "where that begins."
        )
    if actor.via not in ("key", "oauth"):
        raise ApiKeyRequired("Tools take an API key or a token of OAuth: make a key with POST /api/keys.")
    try:
        message = wire.loads(request.body)
    except Problem:
        return _json(*mcp.invalid_json())
    if isinstance(message, dict) and isinstance(message.get("id"), LongNumber):
        digits = message["id"].text
        message["id"] = int(digits) if digits.removeprefix("-").isdigit() else None
    refusal = partial(tools.refusal_of, scopes=restrictions.scopes_of(actor), is_connector=actor.via == "oauth")
    backend = mcp.Backend(
        toolsets=_toolsets(request),
        refusal=refusal,
        ask=partial(ask, request),
        photos=photos,
        read=read_documents,
        server=_server(),
    )
    headers = {name.lower(): value for name, value in request.headers.items()}
    status, body = mcp.answer(message, headers, backend)
    if body is not None:
        return _json(status, body | {"id": orjson.Fragment(str(body["id"]))} if _is_long(body["id"]) else body)
    response = HttpResponse(status=status)
    del response["Content-Type"]  # there is no body
    return response


def _is_long(given: Any) -> bool:
    return isinstance(given, int) and not -(2**63) <= given < 2**63


def _check_origin(request: HttpRequest) -> None:
    """Pages of any web site may call with a token of their own (cookies aren't credentials here). Origins that aren't web sites,
    such as a file or a sandboxed frame, may not. Raises Forbidden (403).
    """
    origin = request.headers.get("Origin")
    if origin is not None and not origin.startswith(("https://", "http://")):
        raise Forbidden(
            "This Origin may not call tools. Call from a server, a program, or a page of a web site.", code="bad_origin"
        )


def _toolsets(request: HttpRequest) -> list[str]:
    """The sets of the parameter `toolsets` (comma-separated), whose tools are listed. Raises Invalid, BadRequest (400) for an
    unknown set and any other parameter: a misspelt name would silently list fewer tools.
    """
    if others := sorted(request.GET.keys() - {"toolsets"}):
        words = "there is no such parameter; did you mean toolsets?"
        raise Invalid({others[0]: [words]}, f"{others[0][:40]}: {words}")
    wanted = request.GET.get("toolsets", "default").split(",")
    known = {"default", "all", *tools.TOOLSETS} - {"local"}
    if unknown := [name for name in wanted if name not in known]:
        raise BadRequest(
            f"Unknown toolset {unknown[0][:40]}. There are {', '.join(sorted(known))}.", code="unknown_toolset"
        )
    return wanted


def ask(outer: HttpRequest, call: Call) -> Answer:
    """A REST call on behalf of the caller of `outer`, with the same limits, permissions and validation as any other."""
    if call.path == MCP_PATH:
        return 200, about()
    actor = outer.actor  # type: ignore[attr-defined]
    inner: Any = _inner(outer, call)
    inner.actor, inner.client_address = actor, outer.client_address  # type: ignore[attr-defined]
    known = intake(call.method, call.path)
    asked = context.Call(call.method, call.path, known.operation)
    with context.answering(asked):
        response = _answered(outer, inner, known.limits)
    keep_call(inner, asked, response)
    if (told := tools.read_bare(call, response.status_code, response.headers)) is not None:
        return response.status_code, told
    # Our own answer: user input in it was validated when it was stored.
    return response.status_code, orjson.loads(response.content)


def _answered(outer: HttpRequest, inner: Any, classes: tuple[str, ...]) -> HttpResponse:
    verdict = limits.count(classes=classes, address=addresses.for_limits(outer), actor=inner.actor)
    if verdict.refused:
        return handler.render(too_many(verdict))
    inner.resolver_match = found = resolve(inner.path_info)
    try:
        response: HttpResponse = found.func(inner, *found.args, **found.kwargs)
        return response.render() if hasattr(response, "render") else response
    except Exception as error:
        return handler.render_exception(inner, error)


def _inner(outer: HttpRequest, call: Call) -> WSGIRequest:
    """The request for this call, with the connection data of `outer`."""
    body = b"" if call.body is None else wire.dumps(call.body)
    environ = {name: outer.META[name] for name in _FORWARDED if name in outer.META}
    own = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in call.headers.items()}
    return WSGIRequest(
        environ
        | own
        | {
            "REQUEST_METHOD": call.method,
            "PATH_INFO": call.path,
            "QUERY_STRING": urlencode(call.query, doseq=True),
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": io.BytesIO(body),
        }
    )


def photos(body: Any) -> list[dict[str, Any]]:
    """The first photos of an answer as image contents, scaled down for a model. The caller may read them: their URLs are in the
    answer.
    """
    found: list[dict[str, Any]] = []
    for file in tools.photos_in(body):
        if len(found) == tools.PHOTOS_AT_MOST:
            break
        try:
            small = pictures.thumbnail(files.by_id(file["id"]), tools.PHOTO_SIDE)
        except Problem:  # deleted, or the storage is unavailable: opening its URL shows the same error
            continue
        if small is not None:
            found.append({"type": "image", "data": base64.b64encode(small).decode(), "mimeType": "image/jpeg"})
    return found + tools.about_photos(body, len(found))


def read_documents(body: Any, arguments: Mapping[str, Any]) -> None:
    """Put the texts of an answer's documents beside them, up to the length that one answer carries."""
    reading = tools.Reading(body, arguments)
    for file in reading.files:
        try:
            with files.by_id(file["id"]) as content:
                text = documents.extract_text(content, file["contentType"])
        except (Problem, documents.Unreadable):  # its URL shows what there is
            continue
        reading.put(file, text)


def about() -> dict[str, Any]:
    """The description of the tools for clients without credentials."""
    sets = {
        name: {"description": words, "tools": [tool.name for tool in tools.offered([name]).values()]}
        for name, words in tools.TOOLSETS.items()
        if name != "local"
    }
    default = {
        "description": "One whole hire, and find_tools for all others; without ?toolsets=.",
        "tools": list(tools.offered(["default"])),
    }
    base = settings.BASE_URL
    return {
        "success": True,
        **_server(),
        "transport": "streamable-http",
        "endpoint": settings.MCP_URL,
        "protocolVersions": list(mcp.SUPPORTED),
        "authorization": {
            "resource_metadata": f"{base}/.well-known/oauth-protected-resource{MCP_PATH}",
            "apiKeyHeaders": ["X-API-Key", "Authorization: Bearer"],
        },
        "toolsets": {"default": default} | sets,
        "prompts": list(PROMPTS),
        "resources": list(RESOURCES),
        "localServer": "ahm-mcp",
        "policies": _policies(),
    }


def _policies() -> dict[str, Any]:
    base = settings.BASE_URL
    return {
        "sandbox": settings.SANDBOX,
        "currency": "USD",
        "feePaidBy": "The poster, on top of pay. Tips and transfers are free.",
        "tipsAtMostPercentOfPay": settings.TIP_CAP_PERCENT,
        "release": "By release_payment, or by itself after autoReleaseAt of the escrow; disputes until its disputeWindowEndsAt.",
        "supportEmail": settings.SUPPORT_EMAIL,
        "terms": f"{base}/terms",
        "privacy": f"{base}/privacy",
        "reference": f"{base}/api/docs",
    } | {name: value for policy in policies.all() for name, value in policy().items()}


def _server() -> dict[str, str]:
    return {"name": "agent-hiring-marketplace", "title": settings.SERVICE_NAME, "version": VERSION}


def _json(status: int, body: Any) -> HttpResponse:
    return HttpResponse(
        wire.dumps(body), status=status, content_type="application/json", headers={"Cache-Control": "no-store"}
    )
