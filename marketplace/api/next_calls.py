"""Steps as calls that can be made as they stand: an operation with its path, body and tool, from what an object has. Which steps
are taken is decided in `next_actions`."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final
from urllib.parse import urlencode

from marketplace.api import routes
from marketplace.api.next_sides import found_at
from marketplace.api.serializers import camel
from marketplace.core import context, effects
from marketplace.core.next_step import Step
from marketplace.core.tools import catalog
from marketplace.core.tools.carrying import carried, choices, corrected
from marketplace.core.tools.parts import KEY_HEADER, KEY_IN_HEADER
from marketplace.core.tools.previews import AGREEING
from marketplace.core.tools.registry import accepted
from marketplace.core.tools.tool import Tool

EACH_MOST: Final = 3  # entries of a list whose steps are named; the others are found in the list itself
SLOT: Final = re.compile(r"\{([\w.]+)\}")


def call(
    operation: str,
    ids: Mapping[str, str],
    body: Mapping[str, Any] | None = None,
    *,
    needs: Iterable[str] = (),
    until: str | None = None,
    why: str = "",
) -> dict[str, Any]:
    """One action. `ids`: of the path, by the names of its parameters; `body`: of a read, its query; `why`: in words, where that is
    not plain.

    Raises KeyError for an unknown operation or a missing id.
    """
    method, path = routes.addresses()[operation]
    given, effect, wanted = dict(body or {}), effects.of(operation), dict.fromkeys(needs)
    sent = _keyed(operation, given, wanted)
    named = {name: ids[name] for name in SLOT.findall(path)}
    tool = _tool(operation, sent)
    query = (
        f"?{urlencode({name: _in_query(value) for name, value in sent.items()}, safe=',')}"
        if method == "GET" and sent
        else ""
    )
    return {
        "operation": operation,
        "method": method,
        "path": f"{path.format_map(named)}{query}",
        "body": {} if query else sent,
        "needs": list(wanted),
        "choices": choices(accepted(tool), wanted) if tool and wanted else {},
        "tool": tool.name if tool else None,
        "arguments": _arguments(tool, named, given) if tool else None,
        "until": until,
        "irreversible": effect is not None and effect.irreversible,
        "why": why,
    }


def same_call(
    body: Mapping[str, Any], why: str, needs: Iterable[str] = (), ids: Mapping[str, str] | None = None
) -> list[dict[str, Any]]:
    """The call that is being answered, to be made once more with what was sent, and with `body`; none outside of one. `needs`: what
    the caller gave wrong; also what is too long to be repeated. `ids`: of the path, where they were wrong."""
    asked = context.call()
    if asked is None or asked.operation not in routes.addresses():
        return []
    kept, left = carried(asked.sent)
    dry = {"dryRun": True} if asked.is_dry else {}
    wanted = dict.fromkeys((*needs, *(name for name in left if name not in body)))
    whole = {**kept, **dry, **body}
    made = call(asked.operation, ids or routes.ids_in(asked.path), whole, needs=wanted, why=why)
    if asked.method == "GET" and made["tool"]:  # a query has texts only
        made["arguments"] = corrected(accepted(catalog()[made["tool"]]), made["arguments"])
    return [made]


def made(steps: Iterable[Step], whole: Mapping[str, Any], ids: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The calls of those steps that are possible with what the object `whole` has, and with every id of their path. `ids`: those of
    the path of the call that is answered."""
    for step, row in _of_each(steps, whole):
        if (step.when and not found_at(row, step.when)) or (step.unless and found_at(row, step.unless)):
            continue
        found = {**ids, **{name: found_at(row, source) for name, source in step.named.items()}}
        method_and_path = routes.addresses()[step.operation]
        if not all(found.get(name) for name in SLOT.findall(method_and_path[1])):
            continue
        body = {name: _filled(value, row) for name, value in step.body.items()}
        if method_and_path[0] == "GET":
            body = {name: value for name, value in body.items() if value is not None}
        until = found_at(row, step.until) if step.until else None
        if step.again:
            asked = context.call()
            again = same_call(body, _worded(step.why, row), step.needs)
            yield from again if asked is not None and asked.operation == step.operation else ()
            continue
        yield call(step.operation, found, body, needs=step.needs, until=until, why=_worded(step.why, row))


def _keyed(operation: str, body: dict[str, Any], needs: dict[str, None]) -> dict[str, Any]:
    """The body of a call with its key; where that counts as a header only, the header is needed instead."""
    if operation not in KEY_IN_HEADER:
        return body
    if "idempotencyKey" in {*body, *needs}:
        needs.pop("idempotencyKey", None)
        needs[KEY_HEADER] = None
    return {name: value for name, value in body.items() if name != "idempotencyKey"}


def _in_query(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def _of_each(steps: Iterable[Step], row: Mapping[str, Any]) -> Iterator[tuple[Step, Mapping[str, Any]]]:
    """Each step with the object that it is about; a step of every entry of a list with those entries, the first ones."""
    for step in steps:
        if not step.each:
            yield step, row
            continue
        fitting = [entry for entry in row.get(step.each) or [] if step.only.items() <= entry.items()]
        for entry in fitting[:EACH_MOST]:
            yield step, {**entry, **row}


def _filled(value: Any, row: Mapping[str, Any]) -> Any:
    """With what the object has: the value itself, or put into a text; None for what it lacks."""
    if not isinstance(value, str):
        return value
    if (named := SLOT.fullmatch(value)) is not None:
        return found_at(row, named[1])
    known = {name: found_at(row, name) for name in SLOT.findall(value)}
    return None if None in known.values() else SLOT.sub(lambda slot: str(known[slot[1]]), value)


def _worded(why: str, row: Mapping[str, Any]) -> str:
    """Its words; dollars with their cents."""
    known = {name: found_at(row, name) for name in SLOT.findall(why)}
    shown = {name: f"{value:.2f}" if isinstance(value, float | int) else value for name, value in known.items()}
    return "" if None in shown.values() else SLOT.sub(lambda slot: str(shown[slot[1]]), why).strip()


def _tool(operation: str, body: Mapping[str, Any]) -> Tool | None:
    """The tool for a call with this body: of several, the one that fixes most of it."""
    fitting = [
        tool
        for tool in _tools().get(operation, ())
        if all(body.get(name) == value for name, value in tool.fixed.items())
    ]
    return max(fitting, key=lambda tool: len(tool.fixed), default=None)


@cache
def _tools() -> dict[str, list[Tool]]:
    found: dict[str, list[Tool]] = {}
    for tool in catalog().values():
        if not tool.local:
            found.setdefault(tool.operation, []).append(tool)
    return found


def _arguments(tool: Tool, ids: Mapping[str, str], body: Mapping[str, Any]) -> dict[str, Any]:
    """With the names, values and types that the tool has for them."""
    own, takes = {rest: name for name, rest in tool.rename.items()}, accepted(tool)["properties"]
    given = {camel(name): value for name, value in ids.items()}
    given |= {name: value for name, value in body.items() if name not in tool.fixed}
    if tool.previewed:  # a tool shows the sums first: nobody agrees to them by following an answer
        given = {name: value for name, value in given.items() if name not in AGREEING}
    named = {own.get(name, name): value for name, value in given.items()}
    for name, values in tool.values.items():
        said = {rest: word for word, rest in values.items()}
        named = {one: said.get(value, value) if one == name else value for one, value in named.items()}
    return {name: value for name, value in named.items() if name in takes}
