"""The tools as `tools/list` shows them: whole, or short where nobody asked for a set by its name."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from marketplace.core.scopes import allows, scope_of
from marketplace.core.tools.registry import offered
from marketplace.core.tools.shaping import output_schema, short_output_schema
from marketplace.core.tools.tool import Tool

# Bounds that a short list leaves out: a refusal names them.
_BOUNDS: Final = ("pattern", "minLength", "maxLength", "minItems", "maxItems", "default", "exclusiveMinimum")
# Fields of many tools, in few words.
_SAID_SHORT: Final = {
    "idempotencyKey": "8 letters or digits, or more: the same acts once in 24 hours.",
    "cursor": "nextCursor of the page before.",
    "dryRun": "true: name the sums, do nothing.",
    "limit": "How many.",
    "conversationId": "cnv_…",
    "applicationId": "app_…",
    "bountyId": "bty_…",
    "escrowId": "esc_…",
    "submissionId": "sub_…",
    "humanId": "prf_… or username.",
    "disputeId": "dsp_…",
    "full": "true: all fields.",
}
_COMMON: Final = frozenset({"idempotencyKey", "cursor", "dryRun", "full"})
_HINTS: Final = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": False, "openWorldHint": True}

Refusal = Callable[[Tool], str]


def listed(toolsets: Iterable[str], refusal: Refusal, *, local: bool = False) -> list[dict[str, Any]]:
    """What `tools/list` answers for these toolsets: tools that are in it by `default` alone are shown short, and left out when
    this credential can't call them. `refusal` says why it can't, or nothing.
    """
    wanted, found = set(toolsets), []
    for tool in offered(wanted, local=local).values():
        by_name, why = "all" in wanted or tool.toolset in wanted, refusal(tool)
        if by_name or not why:
            found.append(whole(tool, refused=why) if by_name else short(tool))
    return found


def refusal_of(tool: Tool, scopes: Iterable[str] | None, *, is_connector: bool) -> str:
    """Why a credential can't call a tool, whatever the arguments; empty when it can. `scopes`: None for all."""
    if tool.refused:
        return tool.refused
    if is_connector and tool.by_key:
        return "For a program connected by OAuth: it takes an API key, which the account's owner has."
    if not allows(None if scopes is None else tuple(scopes), tool.operation):
        return f"For your credential: its owner gave it no scope {scope_of(tool.operation)}."
    return ""


def whole(tool: Tool, *, refused: str = "") -> dict[str, Any]:
    """Everything about a tool. `refused` stands before its description."""
    return {
        "name": tool.name,
        "title": tool.title,
        "description": f"ALWAYS REFUSED. {refused} {tool.description}" if refused else tool.description,
        "inputSchema": tool.input_schema,
        "outputSchema": output_schema(tool),
        "annotations": _hints(tool),
    }


def short(tool: Tool) -> dict[str, Any]:
    """What a model needs to call a tool and to read its answer. What is left out of the schema of its arguments is taken, too."""
    kept = {*tool.required, *tool.core, *_COMMON} if tool.core else tool.properties.keys() - {"fields", "limit"}
    if tool.idempotent and "idempotencyKey" not in tool.required:
        kept -= {"idempotencyKey"}  # it can't act twice anyway
    if not tool.effects.startswith("Spends"):
        kept -= {"dryRun"}
    properties = {name: _short_field(name, schema) for name, schema in tool.properties.items() if name in kept}
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    if tool.required:
        schema["required"] = list(tool.required)
    if tool.examples:
        schema["examples"] = [dict(tool.examples[0])]
    hints = _hints(tool)
    said = {name: value for name, value in hints.items() if value is not _HINTS[name]}
    if tool.read_only:
        said = {name: value for name, value in said.items() if name in ("readOnlyHint", "openWorldHint")}
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": schema,
        "outputSchema": short_output_schema(tool),
        "annotations": said,
    }


def _hints(tool: Tool) -> dict[str, bool]:
    return {
        "readOnlyHint": tool.read_only,
        "destructiveHint": tool.destructive,
        "idempotentHint": tool.repeatable,
        "openWorldHint": tool.open_world,
    }


def _short_field(name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    left = {part: value for part, value in schema.items() if part not in _BOUNDS}
    if name in _SAID_SHORT:
        left["description"] = _SAID_SHORT[name]
    if isinstance(left.get("type"), list):
        left["type"] = next(kind for kind in left["type"] if kind != "null")
    if "properties" in left:
        left["properties"] = {key: _short_field(key, part) for key, part in schema["properties"].items()}
        left.pop("additionalProperties", None)
    if "items" in left:
        left["items"] = _short_field("", schema["items"])
    return left
