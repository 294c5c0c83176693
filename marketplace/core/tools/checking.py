"""Validation of a tool's arguments, with error messages written for the model that called it."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from marketplace.core import near
from marketplace.core.tools import previews, repairs
from marketplace.core.tools.carrying import corrected
from marketplace.core.tools.registry import accepted, validator
from marketplace.core.tools.running import to_call
from marketplace.core.tools.shaping import further, names, shown_names
from marketplace.core.tools.tool import Tool

_KINDS: Final = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
_LATER: Final = ("service_unreachable", "unexpected_answer")  # the same call may succeed in a while
_NAMED = 3  # errors named in the message; `fields` has all of them
_ALL: Final = "; there are "  # after it all names that are taken: in `fields`, once


def check(tool: Tool, arguments: Mapping[str, Any]) -> dict[str, Any] | None:
    """The failure body for invalid arguments, as REST would answer it; None when they are valid."""
    wrong = _wrong(tool, arguments)
    if not wrong and tool.slim and arguments.get("fields"):
        wrong = _unknown_names(tool, arguments["fields"])
    if not wrong and previews.FIELD in arguments:
        return _of_another_edit(tool, arguments)
    if not wrong:
        return None
    _list_once(wrong)
    named = "; ".join(f"{path}: {messages[0].partition(_ALL)[0]}" for path, messages in list(wrong.items())[:_NAMED])
    more = f"; and {len(wrong) - _NAMED} more, see fields" if len(wrong) > _NAMED else ""
    right = corrected(accepted(tool), arguments)
    actions = [repairs.again(tool, right, _needs(tool, right, _wrong(tool, right)), f"{named}{more}.")]
    words = f"{named}{more}. See the tool's inputSchema."
    return failure("validation_error", words, tool, fields=wrong, nextActions=actions)


def _wrong(tool: Tool, arguments: Mapping[str, Any]) -> dict[str, list[str]]:
    """What does not fit, by its path."""
    found: dict[str, list[str]] = {}
    for error in validator(tool.name).iter_errors(dict(arguments)):
        path = [str(step) for step in error.absolute_path]
        for name, words in _errors(error, tool):
            messages = found.setdefault(".".join([*path, *name]) or "arguments", [])
            if words not in messages:
                messages.append(words)
    return found


def _of_another_edit(tool: Tool, arguments: Mapping[str, Any]) -> dict[str, Any] | None:
    """The refusal of an acknowledgement without the edit that it acknowledges; None when it comes with that."""
    asks = previews.edits_that_ask(tool, to_call(tool, arguments), arguments[previews.FIELD])
    if not asks:
        return None
    words = "it acknowledges another edit than this one: give it with the arguments that were answered by it. Nothing was done."
    left = {name: value for name, value in arguments.items() if name != previews.FIELD}
    needs = [] if any(name in arguments for name in asks) else [*asks]
    actions = [repairs.again(tool, left, needs, "Shows what the edit takes, and what acknowledges that.")]
    fields = {previews.FIELD: [words]}
    return failure("validation_error", f"{previews.FIELD}: {words}", tool, fields=fields, nextActions=actions)


def _needs(tool: Tool, arguments: Mapping[str, Any], wrong: Mapping[str, list[str]]) -> list[str]:
    """The arguments that have to be given, or given otherwise: those that are wrong, and those that were probably meant."""
    found = [path.partition(".")[0] for path in wrong]
    meant = [match[1] for path in wrong for words in wrong[path] if (match := _MEANT.search(words)) is not None]
    found += [name for name in meant if name not in arguments]
    return list(dict.fromkeys(name for name in found if name in repairs.fields(tool)))


def _unknown_names(tool: Tool, given: Any) -> dict[str, list[str]]:
    """Errors for names in `fields` that no part of the answer has. `slim` is what lists are by themselves."""
    known = further(tool)
    named = [name for name in names(given) if name not in known | {"slim"} and name not in shown_names(tool)]
    return {"fields": [f"{name}: {_unknown(name, sorted(known))}" for name in named]} if named else {}


def failure(code: str, error: str, tool: Tool | None = None, **more: Any) -> dict[str, Any]:
    """A failure body, as every endpoint answers it; `docUrl` is a path, which `repairs.located` completes."""
    told = {"retryable": code in _LATER, "docUrl": repairs.doc_path(tool), "nextActions": []}
    return {"success": False, "error": error, "error_code": code, "code": code, **told, **more}


_MEANT: Final = re.compile(r"did you mean (\w+)\?$")


def _list_once(wrong: Mapping[str, list[str]]) -> None:
    """The names that are taken are the same for each that is not: they stand with the first."""
    listed: set[str] = set()
    for messages in wrong.values():
        for at, words in enumerate(messages):
            said, _, names = words.partition(_ALL)
            if names in listed:
                messages[at] = said
            elif names:
                listed.add(names)


def _errors(error: Any, tool: Tool) -> Iterator[tuple[list[str], str]]:
    """(path below the error's location, message). jsonschema reports all unknown names as one error; they are split here."""
    bound, given = error.validator_value, error.instance
    match error.validator:
        case "required":
            for name in bound:
                if name not in given:
                    yield [name], "give this, it is required"
        case "additionalProperties":
            known = list(error.schema["properties"])
            # What only the wider tool shows is taken, but not listed: this one's own fields are what its schema has.
            own = known if error.absolute_path else [name for name in known if name in tool.properties]
            for name in given:
                if name not in known:
                    yield [str(name)[:60]], _unknown(str(name), known, own)
        case "enum" if isinstance(given, str) and (meant := near.value(given, [one for one in bound if one])):
            yield [], f"did you mean {meant}? {_requirement('enum', bound, error.schema)}"
        case _:
            yield [], _requirement(error.validator, bound, error.schema) or str(error.message)[:300].rstrip(".")


def _unknown(name: str, known: list[str], shown: list[str] | None = None) -> str:
    """`shown`: those of `known` that are listed when none of them is near; all where it is left out."""
    if meant := near.field(name, shown or known) or near.field(name, known):
        return f"there is no such field; did you mean {meant}?"
    return f"there is no such field{_ALL}{', '.join(shown or known)}" if known else "there is no such field"


def _requirement(rule: str, bound: Any, schema: Mapping[str, Any]) -> str:
    """What the rule requires, in words; empty for a rule that has no message here."""
    match rule:
        case "minLength":
            return f"give at least {_counted(bound, 'character')}"
        case "maxLength":
            return f"give at most {_counted(bound, 'character')}"
        case "minItems":
            return f"give at least {_counted(bound, 'entry')}"
        case "maxItems":
            return f"give at most {_counted(bound, 'entry')}"
        case "minimum":
            return f"give at least {bound}"
        case "maximum":
            return f"give at most {bound}"
        case "enum":
            return f"give one of {', '.join('null' if one is None else str(one) for one in bound)}"
        case "const":
            return f"give {str(bound).lower() if isinstance(bound, bool) else bound}"
        case "type":
            kinds = [bound] if isinstance(bound, str) else bound
            return f"give {' or '.join(_KINDS[kind] for kind in kinds)}"
        case "pattern":
            meant = schema.get("description", "").rstrip(".")
            return f"this has not the form {bound}{f' ({meant})' if meant else ''}"
    return ""


def _counted(count: int, what: str) -> str:
    several = f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"
    return f"{count} {what if count == 1 else several}"
