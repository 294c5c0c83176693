"""What a call that no tool takes should have been: the `nextActions` of a refusal that a tool server makes by itself, in the shape
of those that the service answers (`marketplace/api/next_actions.py`).
"""

import re
from collections.abc import Collection, Mapping
from typing import Any, Final
from urllib.parse import quote, urlencode

from marketplace.core import effects
from marketplace.core.tools.carrying import carried, choices
from marketplace.core.tools.previews import FIELD
from marketplace.core.tools.registry import accepted, fits
from marketplace.core.tools.running import to_call
from marketplace.core.tools.tool import Tool

DOCS: Final = "/api/docs"
_DRY: Final = "dryRun"
_MESSAGE: Final = {
    "operation": "callTools",
    "method": "POST",
    "path": "/api/mcp",
}  # how a tool without an operation is called


def again(tool: Tool, arguments: Mapping[str, Any], needs: Collection[str] = (), why: str = "") -> dict[str, Any]:
    """The same tool with what was sent. `needs`: names of the arguments that the caller has to give, or gave wrong.

    As it stands the call never does something else than what was meant. Of a tool that writes, an optional argument that is wrong
    stays, so that the call is refused again; where something had to be left out, it is a dry run.
    """
    stays = () if tool.read_only else tool.properties.keys() - {*tool.required, FIELD}
    fitting = {
        name: value
        for name, value in arguments.items()
        if name in fields(tool) and (name not in needs or name in stays)
    }
    kept, left = carried(fitting)
    unknown = [name for name in arguments if name not in fields(tool)]
    if (left or unknown) and not tool.read_only and _DRY in fields(tool) and fits(accepted(tool), kept):
        kept[_DRY] = True
    effect = effects.of(tool.operation)
    wanted = [*needs, *(name for name in left if name not in needs)]
    return _request(tool, kept) | {
        "needs": wanted,
        "choices": choices(accepted(tool), wanted),
        "tool": tool.name,
        "arguments": kept,
        "until": None,
        "irreversible": effect is not None and effect.irreversible,
        "why": why,
    }


def fields(tool: Tool) -> Collection[str]:
    """Names of all arguments that a tool takes."""
    found: Mapping[str, Any] = accepted(tool)["properties"]
    return found.keys()


def doc_path(tool: Tool | None) -> str:
    """Where a call is described, on the service; `located` completes it."""
    return f"{DOCS}#operation/{tool.operation}" if tool is not None and tool.operation else DOCS


def located(body: dict[str, Any], base_url: str) -> dict[str, Any]:
    """A failure body whose `docUrl` is an address."""
    found = body.get("docUrl")
    return body | {"docUrl": f"{base_url}{found}"} if isinstance(found, str) and found.startswith("/") else body


def _request(tool: Tool, kept: Mapping[str, Any]) -> dict[str, Any]:
    """The REST call behind it; an id that is not known stays a name in braces. Empty for a tool of the local tool server."""
    if tool.local:
        return {"operation": "", "method": "", "path": "", "body": {}}
    if not tool.operation:
        params = {"name": tool.name, "arguments": dict(kept)}
        return _MESSAGE | {"body": {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}}
    ids = re.findall(r"\{(\w+)\}", tool.path)
    missing = {name: f"{{{name}}}" for name in ids if name not in kept}
    made = to_call(tool, {**kept, **missing})
    path = made.path
    for name, in_braces in missing.items():
        path = path.replace(quote(in_braces, safe=""), f"{{{name}}}", 1)
    query = f"?{urlencode(made.query)}" if made.query else ""
    return {"operation": tool.operation, "method": made.method, "path": f"{path}{query}", "body": made.body or {}}
