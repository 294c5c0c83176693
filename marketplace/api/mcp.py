"""/api/mcp in the OpenAPI document. It is served by views/mcp.py, as MCP messages."""

from typing import Any, Final

from marketplace.api import failures
from marketplace.rules import MCP_PATH

_FAILURE: Final = {"$ref": "#/components/schemas/Failure"}
_ID: Final = {"type": ["string", "integer"], "description": "Names the request; without one it is a notification."}
_REQUEST: Final = {
    "type": "object",
    "required": ["jsonrpc", "method"],
    "properties": {
        "jsonrpc": {"type": "string", "const": "2.0"},
        "method": {"type": "string", "description": "Such as tools/list, tools/call, prompts/get, resources/read."},
        "params": {"type": "object", "description": "Of tools/call: `name` and `arguments`."},
        "id": _ID,
    },
}
_ANSWER: Final = {
    "type": "object",
    "required": ["jsonrpc", "id"],
    "properties": {
        "jsonrpc": {"type": "string", "const": "2.0"},
        "id": {"type": ["string", "integer", "null"]},
        "result": {"type": "object", "description": "A tool's refusal, too: with isError, and our failure body in it."},
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {"code": {"type": "integer"}, "message": {"type": "string"}, "data": {}},
        },
    },
}
_ABOUT: Final = {
    "type": "object",
    "required": ["success", "name", "endpoint", "protocolVersions", "authorization", "toolsets", "policies"],
    "properties": {
        "success": {"type": "boolean"},
        **{name: {"type": "string"} for name in ("name", "title", "version", "transport", "endpoint", "localServer")},
        **{
            name: {"type": "array", "items": {"type": "string"}}
            for name in ("protocolVersions", "prompts", "resources")
        },
        **{name: {"type": "object"} for name in ("authorization", "policies")},
        "toolsets": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "required": ["description", "tools"],
                "properties": {
                    "description": {"type": "string"},
                    "tools": {"type": "array", "items": {"type": "string"}},
                },
            },
        },
    },
}
_EXAMPLE: Final = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "get_wallet_balance", "arguments": {}},
}
_SHAPES: Final = {"ToolsMessage": _REQUEST, "ToolsAnswer": _ANSWER, "ToolsAbout": _ABOUT}
_CODES: Final = {
    400: "validation_error",
    401: "authentication_required",
    403: "api_key_required",
    404: "not_found",
    405: "method_not_allowed",
    411: "length_required",
    413: "body_too_large",
    429: "rate_limited",
    500: "server_error",
    503: "unavailable",
}


def describe(result: dict[str, Any]) -> None:
    """Add the two operations and their schemas."""
    result["components"]["schemas"].update(_SHAPES)
    result["paths"][MCP_PATH] = {
        "get": {
            "operationId": "describeTools",
            "tags": ["Tools"],
            "summary": "What tools there are for agents, and how to call them",
            "description": "Versions of the protocol (MCP), where to sign in, the toolsets, and this installation's policies.",
            "security": [],
            "responses": {"200": _json("What there is.", "ToolsAbout")} | _refusals(400, 401, 405, 429, 500, 503),
        },
        "post": {
            "operationId": "callTools",
            "tags": ["Tools"],
            "summary": "One message of the tools' protocol (MCP, JSON-RPC 2.0)",
            "description": "For agents: an API key or a token of OAuth. Stateless; the newest revision and the older ones with a "
            "handshake. `?toolsets=default,money` lists more tools than the default ones; any can be called, listed or not. A "
            "notification is answered 202.",
            "security": [{"ApiKey": []}, {"BearerKey": []}],
            "parameters": [
                {
                    "name": "toolsets",
                    "in": "query",
                    "schema": {"type": "string", "default": "default"},
                    "description": "Names of sets, separated by commas; `all` for every one.",
                }
            ],
            "requestBody": {
                "required": True,
                "content": {
                    "application/json": {
                        "schema": {"$ref": "#/components/schemas/ToolsMessage"},
                        "examples": {"Request": {"value": _EXAMPLE}},
                    }
                },
            },
            "responses": {
                "200": _json("The answer, or a fault of the message.", "ToolsAnswer"),
                "202": {"description": "A notification was taken; it has no answer."},
                **_refusals(401, 403, 405, 411, 413, 429, 500, 503),
                "400": _either("No message of the protocol, or an unknown toolset or parameter."),
                "404": _either("No such method, in the newest revision."),
            },
        },
    }


def _json(words: str, shape: str) -> dict[str, Any]:
    schema = {"$ref": f"#/components/schemas/{shape}"}
    return {"description": words, "content": {"application/json": {"schema": schema}}}


def _either(words: str) -> dict[str, Any]:
    schema = {"anyOf": [{"$ref": "#/components/schemas/ToolsAnswer"}, _FAILURE]}
    return {"description": words, "content": {"application/json": {"schema": schema}}}


def _refusals(*statuses: int) -> dict[str, Any]:
    return {str(status): failures.response(status, _CODES[status]) for status in statuses}
