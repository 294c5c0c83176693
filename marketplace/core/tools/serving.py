"""What both tool servers do with a call before they run it: which tool is meant, also by `call_tool`; and the tools that need no
service, find_tools.
"""

import difflib
from collections.abc import Mapping
from typing import Any, Final

from marketplace.core import strict_json
from marketplace.core.tools import repairs
from marketplace.core.tools.checking import check, failure
from marketplace.core.tools.finding import find, nearest
from marketplace.core.tools.listing import Refusal
from marketplace.core.tools.registry import catalog
from marketplace.core.tools.running import result
from marketplace.core.tools.tool import Tool

FIND_TOOLS: Final = "find_tools"
CALL_TOOL: Final = "call_tool"


class Refused(Exception):
    """A call that no tool takes. `body` is the failure body, for the model that called."""

    def __init__(self, body: dict[str, Any]) -> None:
        super().__init__(body["error"])
        self.body = body


def chosen(name: str, arguments: Any, *, local: bool = False) -> tuple[Tool, dict[str, Any]]:
    """The tool that a call means, and its checked arguments; `call_tool` means the tool that it names.

    Raises Refused: for a name that no tool has, one of the local tool server where that isn't here, and arguments that don't fit.
    """
    tool = _named(name, arguments, local=local)
    given = _checked(tool, arguments)
    if tool.name != CALL_TOOL:
        return tool, given
    inner = _named(given["name"], given.get("arguments", {}), local=local)
    if inner.name == CALL_TOOL:
        wrong = "give the tool that is to be called, not call_tool itself"
        raise _wrong(tool, given, "name", wrong)
    return inner, _checked(inner, _inner_arguments(tool, inner, given))


def _inner_arguments(tool: Tool, inner: Tool, given: Mapping[str, Any]) -> Any:
    """Those of the tool that `call_tool` names. A client whose calls may only have fields that the schema names sends them as
    JSON text: an object of no named fields can't be anything but empty there. Raises Refused.
    """
    text = given.get("argumentsJson")
    if text is None:
        return given.get("arguments", {})
    if given.get("arguments"):
        raise _wrong(tool, given, "argumentsJson", "give either this or arguments, not both")
    try:
        return strict_json.loads(text)
    except ValueError:
        raise _wrong(inner, {}, "argumentsJson", "give the arguments of the tool as the JSON text of one object")


def _wrong(tool: Tool, given: Mapping[str, Any], name: str, words: str) -> Refused:
    needs = [name] if name in tool.properties else tool.required
    actions = [repairs.again(tool, given, needs, f"{name}: {words}.")]
    return Refused(failure("validation_error", f"{name}: {words}.", tool, fields={name: [words]}, nextActions=actions))


def _named(name: str, arguments: Any, *, local: bool) -> Tool:
    tool = catalog().get(name)
    if tool is not None and (local or not tool.local):
        return tool
    if tool is not None:
        words = f"{name} is a tool of the local tool server, ahm-mcp: its keys stay on the machine of whoever runs it."
        raise Refused(failure("local_tool", f"{words} Ask them to run it there; see the documentation of tools."))
    meant = nearest(name, local=local)
    words = f"There is no tool {name[:60]}."
    near = f" Did you mean {' or '.join(meant)}?" if meant else ""
    more = f"{words}{near} find_tools searches all of them by what you want to do."
    raise Refused(failure("unknown_tool", more, didYouMean=meant, nextActions=_ways_on(name, meant, arguments)))


def _ways_on(name: str, meant: list[str], arguments: Any) -> list[dict[str, Any]]:
    """The tool that was probably meant, with what it takes of the arguments, and the search for another one."""
    search = repairs.again(catalog()[FIND_TOOLS], {"query": name[:60].replace("_", " ") or "tools"})
    if not meant:
        return [search]
    tool, given = catalog()[meant[0]], arguments if isinstance(arguments, dict) else {}
    wrong = check(tool, given)
    if wrong is None:
        return [repairs.again(tool, given, why="Probably meant."), search]
    return [wrong["nextActions"][0] | {"why": "Probably meant."}, search]


def _checked(tool: Tool, arguments: Any) -> dict[str, Any]:
    if not isinstance(arguments, dict):
        words = f"arguments: give an object with the fields of {tool.name}."
        actions = [repairs.again(tool, {}, tool.required, words)]
        raise Refused(
            failure("validation_error", words, tool, fields={"arguments": ["give an object"]}, nextActions=actions)
        )
    if (wrong := check(tool, arguments)) is not None:
        raise Refused(wrong)
    return arguments


def found(arguments: Mapping[str, Any], refusal: Refusal, *, local: bool = False) -> dict[str, Any]:
    """The result of find_tools."""
    body = find(
        arguments["query"],
        arguments.get("limit"),
        refusal,
        outputs=arguments.get("outputSchema", False),
        local=local,
    )
    return result(body, is_error=False)


def named_like(name: str, known: list[str], what: str) -> str:
    """Words for a prompt or resource that there is not: what was probably meant, and which ones there are."""
    close = difflib.get_close_matches(name, known, n=1)
    meant = f" Did you mean {close[0]}?" if close else ""
    return f"Unknown {what}: {name[:100]}.{meant} There are {', '.join(known)}."
