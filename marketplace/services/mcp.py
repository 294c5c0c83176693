"""The MCP protocol at `/api/mcp`: one JSON-RPC message in, one out, no session state.

Two generations of the protocol are supported: the stateless one, whose every request names its revision in `params._meta` and in
headers, and the older ones, which begin with a handshake. A tool call becomes REST calls, made by the function `ask` that is
passed in.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings

from marketplace.core import context, tools
from marketplace.core.open_mappings import JsonObject
from marketplace.core.prompts import PROMPTS, RESOURCES, instructions
from marketplace.core.tools import Answer, Call, Tool

HANDSHAKE: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
STATELESS: Final = ("2026-07-28",)
SUPPORTED: Final = (*HANDSHAKE, *STATELESS)
CAPABILITIES: Final = {"tools": {"listChanged": False}, "prompts": {"listChanged": False}, "resources": {}}
REST_PAGE: Final = 100  # REST's largest page for a signed-in caller
_CACHED: Final = {"ttlMs": 3_600_000, "cacheScope": "public"}
_OWN: Final = {"ttlMs": 3_600_000, "cacheScope": "private"}  # of this credential
_VERSION: Final = "io.modelcontextprotocol/protocolVersion"
_NEEDED: Final = (_VERSION, "io.modelcontextprotocol/clientCapabilities")
_NAMED: Final = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
PARSE_ERROR, INVALID_REQUEST, NO_METHOD, INVALID_PARAMS = -32700, -32600, -32601, -32602
HEADER_MISMATCH, UNSUPPORTED_VERSION = -32020, -32022
_STATUSES: Final = {NO_METHOD: 404, HEADER_MISMATCH: 400, UNSUPPORTED_VERSION: 400, INVALID_PARAMS: 400}


class ProtocolError(Exception):
    """A JSON-RPC protocol error, for programs. Errors that a model should read are tool results instead."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.error: dict[str, Any] = {"code": code, "message": message} | ({} if data is None else {"data": data})


@dataclass(frozen=True, slots=True)
class Backend:
    """What the server offers a caller: the toolsets of its list, why its credential can't call a tool (`refusal`, empty when it
    can), `ask` to make a REST call, `photos` to turn the pictures of an answer into image contents, and `read` to put the texts of
    its documents beside them, as the arguments of the call ask.
    """

    toolsets: Sequence[str]
    refusal: Callable[[Tool], str]
    ask: Callable[[Call], Answer]
    photos: Callable[[Any], list[dict[str, Any]]]
    read: Callable[[Any, Mapping[str, Any]], None]
    server: Mapping[str, str]


def answer(message: Any, headers: Mapping[str, str], backend: Backend) -> tuple[int, dict[str, Any] | None]:
    """The HTTP status and JSON-RPC answer to one message; the answer is None for a notification.

    headers: names in lower case. Locks nothing itself; never raises for a malformed message.
    """
    if not _is_message(message):
        of = message.get("id") if isinstance(message, dict) else None
        return 400, _error(of if _is_id(of) else None, INVALID_REQUEST, _NO_MESSAGE)
    if "id" not in message:
        return 202, None
    if not _is_id(message["id"]):
        return 400, _error(
            None, INVALID_REQUEST, "id must be a string or an integer; no fraction, no true or false, no null."
        )
    named = headers.get("mcp-protocol-version")
    if named is not None and named not in SUPPORTED and not _names_revision(message):
        return 400, {"jsonrpc": "2.0", "id": message["id"], "error": _unsupported_version(named).error}
    stateless = _is_stateless(message, headers)
    try:
        if stateless:
            _check_envelope(message, headers)
        result = _dispatch(message["method"], message.get("params") or {}, backend, stateless=stateless)
    except ProtocolError as error:
        status = _STATUSES.get(error.code, 200) if stateless else 200
        return status, {"jsonrpc": "2.0", "id": message["id"], "error": error.error}
    if stateless:
        about = {"io.modelcontextprotocol/serverInfo": dict(backend.server)}
        result = {"resultType": "complete", **result, "_meta": about}
    return 200, {"jsonrpc": "2.0", "id": message["id"], "result": result}


def invalid_json() -> tuple[int, dict[str, Any]]:
    """The answer to a body that is not JSON."""
    return 400, _error(None, PARSE_ERROR, "The body is no JSON.")


_NO_MESSAGE: Final = (
    "Send one JSON-RPC 2.0 message: an object with jsonrpc, method, params (an object) and id. Batches aren't taken."
)


def _is_message(message: Any) -> bool:
    return (
        isinstance(message, dict)
        and message.get("jsonrpc") == "2.0"
        and isinstance(message.get("method"), str)
        and isinstance(message.get("params"), dict | None)
    )


def _is_id(given: Any) -> bool:
    return isinstance(given, str | int) and not isinstance(given, bool)


def _error(of: Any, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": of, "error": {"code": code, "message": message}}


def _is_stateless(message: dict[str, Any], headers: Mapping[str, str]) -> bool:
    """Decided by the revision named in the header or the body; a client that names none is of the older generation."""
    named = headers.get("mcp-protocol-version")
    return (named is not None and named not in HANDSHAKE) or _names_revision(message)


def _names_revision(message: dict[str, Any]) -> bool:
    meta = (message.get("params") or {}).get("_meta")
    return isinstance(meta, dict) and _VERSION in meta


def _unsupported_version(named: Any) -> ProtocolError:
    known = {"supported": list(SUPPORTED), "requested": named}
    return ProtocolError(
        UNSUPPORTED_VERSION, f"This revision is not spoken here; these are: {', '.join(SUPPORTED)}.", known
    )


def _check_envelope(message: dict[str, Any], headers: Mapping[str, str]) -> None:
    """Check what each stateless request must have in both body and headers. Raises ProtocolError."""
    params = message.get("params") or {}
    meta = params.get("_meta")
    if not isinstance(meta, dict):
        raise ProtocolError(INVALID_PARAMS, f"params._meta must be an object with {_NEEDED[0]} and {_NEEDED[1]}.")
    if missing := [name for name in _NEEDED if name not in meta]:
        raise ProtocolError(INVALID_PARAMS, f"params._meta lacks {', '.join(missing)}.")
    version = meta[_VERSION]
    if headers.get("mcp-protocol-version") != version:
        raise ProtocolError(HEADER_MISMATCH, "The header MCP-Protocol-Version is not the revision in params._meta.")
    if headers.get("mcp-method") != message["method"]:
        raise ProtocolError(HEADER_MISMATCH, "The header Mcp-Method is not the method of the body.")
    named = params.get(_NAMED.get(message["method"], ""))
    if named is not None and headers.get("mcp-name") != named:
        raise ProtocolError(HEADER_MISMATCH, "The header Mcp-Name is not the name in the body.")
    if version not in STATELESS:
        raise _unsupported_version(version)


def _dispatch(method: str, params: dict[str, Any], backend: Backend, *, stateless: bool) -> dict[str, Any]:
    lists = _CACHED if stateless else {}
    match method:
        case "initialize" if not stateless:
            requested = params.get("protocolVersion")
            return {
                "protocolVersion": requested if requested in HANDSHAKE else HANDSHAKE[-1],
                "capabilities": CAPABILITIES,
                "serverInfo": dict(backend.server),
                "instructions": _instructions(backend),
            }
        case "ping" if not stateless:
            return {}
        case "server/discover" if stateless:
            about = {"supportedVersions": list(STATELESS), "capabilities": CAPABILITIES}
            return about | {"instructions": _instructions(backend)} | _CACHED
        case "tools/list":
            return _listed(backend, params.get("cursor")) | (_OWN if stateless else {})
        case "tools/call":
            return call(params, backend)
        case "prompts/list":
            return {"prompts": [prompt.listing() for prompt in PROMPTS.values()]} | lists
        case "prompts/get":
            return _prompt(params)
        case "resources/list":
            return {"resources": [resource.listing() for resource in RESOURCES.values()]} | lists
        case "resources/templates/list":
            return {"resourceTemplates": []} | lists
        case "resources/read":
            return _read(params, backend) | ({"ttlMs": 0, "cacheScope": "private"} if stateless else {})
    raise ProtocolError(NO_METHOD, f"There is no method {method[:60]} here.")


def _instructions(backend: Backend) -> str:
    return instructions(backend.toolsets, sandbox=settings.BASE_URL if settings.SANDBOX else "")


def _listed(backend: Backend, cursor: Any) -> dict[str, Any]:
    """All tools of the list, on one page."""
    if cursor is not None:
        raise ProtocolError(INVALID_PARAMS, "This cursor is none of ours: all tools come on one page. Leave it out.")
    return {"tools": tools.listed(backend.toolsets, backend.refusal)}


def call(params: JsonObject, backend: Backend) -> dict[str, Any]:
    """Run a tool, listed or not. Its refusals are results, and so are those of a call that no tool takes: the model that called
    can act on them. params: of the message, unchecked. Locks nothing itself. Raises ProtocolError for a message without a name.
    """
    name = params.get("name")
    if not isinstance(name, str):
        raise ProtocolError(INVALID_PARAMS, "params.name must be the name of a tool; tools/list has them.")
    given = params.get("arguments")
    try:
        tool, arguments = tools.chosen(name, {} if given is None else given)
    except tools.Refused as refused:
        body = tools.located(refused.body, settings.BASE_URL) | {"requestId": context.request_id()}
        return tools.result(body, is_error=True)
    if tool.name == tools.FIND_TOOLS:
        return tools.found(arguments, backend.refusal)
    todo = tools.steps(tool, arguments, page=REST_PAGE)
    request = next(todo)
    while True:
        try:
            request = todo.send(backend.ask(request))
        except StopIteration as done:
            status, body = done.value
            break
    shown = tool.files and status == 200
    if shown:
        backend.read(body, arguments)
    result = tools.to_result(tool, status, body, arguments)
    if shown and not tools.reads_on(arguments):
        result["content"] += backend.photos(body)
    return result


def _prompt(params: dict[str, Any]) -> dict[str, Any]:
    prompt, given = PROMPTS.get(str(params.get("name"))), params.get("arguments") or {}
    if prompt is None:
        raise ProtocolError(INVALID_PARAMS, tools.named_like(str(params.get("name")), list(PROMPTS), "prompt"))
    if not isinstance(given, dict) or not all(isinstance(value, str) for value in given.values()):
        raise ProtocolError(INVALID_PARAMS, "arguments must be an object of texts.")
    if missing := prompt.missing(given):
        raise ProtocolError(INVALID_PARAMS, f"This prompt needs {', '.join(missing)}.")
    return prompt.result(given)


def _read(params: dict[str, Any], backend: Backend) -> dict[str, Any]:
    resource = RESOURCES.get(str(params.get("uri")))
    if resource is None:
        words = tools.named_like(str(params.get("uri")), list(RESOURCES), "resource")
        raise ProtocolError(INVALID_PARAMS, words, {"uri": params.get("uri")})
    status, body = backend.ask(resource.call)
    if status != 200:
        raise ProtocolError(-32603, body.get("error", "This can't be read now."), body)
    text = json.dumps(body, ensure_ascii=False)
    return {"contents": [{"uri": resource.uri, "mimeType": "application/json", "text": text}]}
