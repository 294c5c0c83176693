"""Answers as a model reads them: what they hold, as a schema; shortened to what says the most; and whose words stand in them."""

import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from marketplace.core.tools.attachments import INLINE
from marketplace.core.tools.parts import KEY_HEADER
from marketplace.core.tools.registry import shapes, shown
from marketplace.core.tools.tool import Tool

_NOTICE: Final = {"notice": {"type": "string"}}
# Parts that any answer may have; the short list of tools leaves them out of its schemas.
_COMMON: Final = (
    "success",
    "count",
    "hasMore",
    "warnings",
    "nextActions",
    "wouldChange",
    "dryRun",
    "requestId",
    "notice",
)
ACTIONS: Final = "nextActions"
_ACTION: Final = "NextCallOut"
# Of a next step, what a caller of tools needs. The rest is how REST is asked for the same, and stays where no tool does it.
_AS_CALL: Final = ("tool", "arguments", "needs", "choices", "until", "irreversible", "why")
_LEFT_OUT: Final[Mapping[str, Any]] = {"choices": {}, "until": None, "why": ""}  # when they have these values
# Fields whose emptiness says something: nothing found, not yet, no more pages. So do those that say what is allowed.
_TOLD_EMPTY: Final = frozenset(
    {"flags", "evidenceFlags", "findings", "missingEvidence", "final", "report", "resolution", "nextCursor"}
)
_ALLOWED: Final = "allowed"
_FIRST, _ECHOED = 5, 3  # fields of a shape that the short list names, the first ones shown: of a read, and of a write


def output_schema(tool: Tool) -> dict[str, Any]:
    """The schema of a tool's answer, to any depth."""
    fields = {name: _resolved(schema, tool) for name, schema in tool.answer.items()}
    if tool.previewed:
        fields = {"preview": {"type": "string"}, "acknowledgement": {"type": "string"}} | fields
    return {"type": "object", "properties": (_NOTICE if tool.words else {}) | fields, "required": ["success"]}


def _resolved(schema: Mapping[str, Any], tool: Tool) -> dict[str, Any]:
    """The schema with its shapes in place, shortened as the answer is."""
    if (name := schema.get("$ref")) is not None:
        shape = shapes()[name]
        if tool.slim and name in shown():
            shape = {"type": "object", "properties": {field: shape["properties"][field] for field in shown()[name]}}
        return _resolved(_step() if name == _ACTION else shape, tool)
    found = dict(schema)
    if "properties" in found:
        fields = {name: _resolved(part, tool) for name, part in schema["properties"].items()}
        found["properties"] = fields | _added(fields, tool)
    if "items" in found:
        found["items"] = _resolved(schema["items"], tool)
    if "anyOf" in found:
        found["anyOf"] = [_resolved(option, tool) for option in schema["anyOf"]]
    return found


def _added(fields: Mapping[str, Any], tool: Tool) -> dict[str, Any]:
    """What a tool says of an object beside the service's own fields."""
    found: dict[str, Any] = {}
    if tool.files and fields.keys() >= {"contentType", "size", "url"}:
        found |= {"text": {"type": "string"}, "textTruncated": {"type": "boolean"}}
        found |= {name: {"type": "integer"} for name in ("textCharacters", "textNextFrom")}
    for part, whole in _BEGINNINGS.items():
        if fields.keys() >= {part, whole}:
            found |= {f"{name}Characters": {"type": "integer"} for name in (part, whole)}
            found |= {f"{whole}Truncated": {"type": "boolean"}}
    return found


def _step() -> dict[str, Any]:
    """The shape of a next step, in the order in which a caller of tools reads it."""
    fields = shapes()[_ACTION]["properties"]
    return {"type": "object", "properties": {name: fields[name] for name in dict.fromkeys((*_AS_CALL, *fields))}}


def as_call(action: Mapping[str, Any]) -> dict[str, Any]:
    """A next step as a call of its tool; one that no tool does as it is."""
    if not action.get("tool"):
        return dict(action)
    found = {name: action[name] for name in _AS_CALL if name in action}
    if KEY_HEADER in found.get("needs", ()):  # a tool takes every key as an argument
        needs = [name for name in found["needs"] if name != KEY_HEADER]
        found["needs"] = needs if "idempotencyKey" in found["arguments"] else [*needs, "idempotencyKey"]
    return {name: value for name, value in found.items() if name not in _LEFT_OUT or value != _LEFT_OUT[name]}


def without_empty(body: Mapping[str, Any], asked: Collection[str] = ()) -> dict[str, Any]:
    """The answer without the fields of its objects that have no value: null, an empty text, list or object. Its own top-level
    fields stay, an empty list of results included, and those in `asked`. A sum in cents that has a twin of an older name stands
    there once, by the name that says so.
    """
    kept = _TOLD_EMPTY.union(asked)
    return {
        name: value if name == ACTIONS else _without_empty(value, kept)
        for name, value in body.items()
        if name in kept or not _is_twin(name, body)
    }


def _is_twin(name: str, row: Mapping[str, Any]) -> bool:
    """Is this a sum in cents that stands beside it as `nameCents`? One in dollars is another number."""
    value = row[name]
    return isinstance(value, int) and not isinstance(value, bool) and row.get(f"{name}Cents") == value


def _without_empty(value: Any, kept: Collection[str]) -> Any:
    if isinstance(value, list):
        return [_without_empty(one, kept) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        name: _without_empty(part, kept)
        for name, part in value.items()
        if name in kept or name.startswith(_ALLOWED) or (part not in (None, "", [], {}) and not _is_twin(name, value))
    }


def short_output_schema(tool: Tool) -> dict[str, Any]:
    """The schema of a tool's answer for the short list: its main fields by their types, two levels deep. An answer has more."""
    kept = tool.gives or [name for name in tool.answer if name not in _COMMON]
    fields = {name: _short(tool.answer[name], first=_FIRST if tool.read_only else _ECHOED) for name in kept}
    if tool.previewed:
        fields |= {"preview": {"type": "string"}, "acknowledgement": {"type": "string"}}
    return {"type": "object", "properties": fields}


def _short(schema: Mapping[str, Any], *, first: int) -> dict[str, Any]:
    """`first`: fields of an object that are named; 0 for none."""
    if "anyOf" in schema:  # a client may check answers by this schema, so what may be null is left open
        return {}
    if (name := schema.get("$ref")) is not None:
        if not first:
            return {"type": "object"}
        fields = shapes()[name]["properties"]
        named = shown().get(name, list(fields))[:first]
        return {"type": "object", "properties": {field: _short(fields[field], first=0) for field in named}}
    found: dict[str, Any] = {part: schema[part] for part in ("type", "description") if part in schema}
    if first and "items" in schema:
        found["items"] = _short(schema["items"], first=first)
    return found


def shortened(tool: Tool, body: Mapping[str, Any], more: Collection[str] = ()) -> dict[str, Any]:
    """The answer with the fields that its shapes show, and those in `more`. What is not in a shape stays as it is."""
    return {name: _shortened(value, tool.answer.get(name, {}), more) for name, value in body.items()}


def _shortened(value: Any, schema: Mapping[str, Any], more: Collection[str]) -> Any:
    if isinstance(value, list):
        return [_shortened(one, schema.get("items", {}), more) for one in value]
    if not isinstance(value, dict):
        return value
    name = _shape_of(schema)
    fields = shapes()[name].get("properties", {}) if name else schema.get("properties", {})
    left = {*shown()[name], *more} if name in shown() else value.keys()
    if "textTruncated" in left and len(value.get("text") or "") > _LISTED:
        value = value | {"text": value["text"][:_LISTED], "textTruncated": True}
    return {field: _shortened(part, fields.get(field, {}), more) for field, part in value.items() if field in left}


def _shape_of(schema: Mapping[str, Any]) -> str:
    """The name of the shape that an object has by this schema; empty when it is none of the catalogue's."""
    found: str = schema.get("$ref", "") or next((one["$ref"] for one in schema.get("anyOf", []) if "$ref" in one), "")
    return found


def further(tool: Tool) -> frozenset[str]:
    """Names of fields that shortening leaves out of a tool's answer."""
    named = shape_names(dict(tool.answer)) & shown().keys()
    return frozenset(field for name in named for field in shapes()[name]["properties"].keys() - set(shown()[name]))


def shown_names(tool: Tool) -> frozenset[str]:
    """Names of fields that a shortened answer of a tool has."""
    named = shape_names(dict(tool.answer)) & shown().keys()
    return frozenset(field for name in named for field in shown()[name])


def names(fields: Any) -> list[str]:
    """The names in an argument `fields`: a list, or one text with commas."""
    return [one.strip() for one in fields.split(",")] if isinstance(fields, str) else list(fields or ())


def shape_names(schema: Any) -> set[str]:
    """The names of all shapes in a schema, to any depth."""
    if isinstance(schema, list):
        return set().union(*map(shape_names, schema)) if schema else set()
    if not isinstance(schema, dict):
        return set()
    if (name := schema.get("$ref")) is not None:
        return {name} | shape_names(shapes()[name])
    return set().union(*map(shape_names, schema.values())) if schema else set()


_LISTED: Final = 1_000  # characters of a delivered text in a list: reading the one thing shows the rest
_BEGINNINGS: Final = {"sampleText": "sourceText"}  # a text that may be the beginning of another one in the same object


def without_repetition(value: Any, *, source: bool = True) -> Any:
    """The answer with each long text once: a beginning that stands there as a whole is left out, and said so; a source longer
    than INLINE is cut, as the service cuts a final text. Without `source` it is only counted: whoever sent it has it.
    """
    if isinstance(value, list):
        return [without_repetition(one, source=source) for one in value]
    if not isinstance(value, dict):
        return value
    found = {name: without_repetition(part, source=source) for name, part in value.items()}
    for part, whole in _BEGINNINGS.items():
        text = found.get(whole)
        if not isinstance(text, str):
            continue
        if isinstance(found.get(part), str) and text.startswith(found[part].removesuffix("…").rstrip()):
            found[f"{part}Characters"] = len(found.pop(part))
        if not source:
            found[f"{whole}Characters"] = len(found.pop(whole))
        elif len(text) > INLINE:
            found |= {whole: text[:INLINE], f"{whole}Truncated": True}
    return found


# Names of text fields that hold our own words, codes or addresses, in whatever answer.
_OURS_TEXT: Final = (
    "activityFreshness applicationStatus category cefr checks contentType currency degradedReason endReason error "
    "escrowStatus eventType evidenceFlags evidenceTypes flags format fundingSource gender intakeClosedCountries kind "
    "language message missingEvidence model nextActions nextCursor operation payoutStatus preview provider quotesNotice "
    "refundedTo repeats reserved scheduledStartTimeZone sha256 startTime status submissionMode success supportEmail "
    "supportedCountries timezone transformation undo url visibleCountries warnings wouldChange"
)
_OURS: Final = frozenset(_OURS_TEXT.split())
_WRITTEN_ALSO: Final = frozenset({"LastMessageOut", "LatestMessageOut"})  # their `preview` is what somebody said
_AN_ID: Final = re.compile(r"[a-z]{3}_[0-9A-Za-z_]{8,60}")


def has_words(tool: Tool, arguments: Mapping[str, Any], body: Mapping[str, Any]) -> bool:
    """Does an answer hold words of other people? A text counts as theirs unless its schema or its name says that it is ours: a
    new field is framed until somebody knows better.
    """
    if not tool.words or _is_own(tool, arguments, body):
        return False
    return any(_is_written(name, value, tool.answer.get(name, {}), "") for name, value in body.items())


def _is_own(tool: Tool, arguments: Mapping[str, Any], body: Mapping[str, Any]) -> bool:
    if not tool.own:
        return False
    if arguments.get(tool.own) is True:
        return True
    found: Any = body
    for step in tool.own.split("."):
        found = found.get(step) if isinstance(found, dict) else None
    return found is not None


def _is_written(name: str, value: Any, schema: Mapping[str, Any], shape: str) -> bool:
    if isinstance(value, list):
        return any(_is_written(name, one, schema.get("items", {}), shape) for one in value)
    if isinstance(value, dict):
        if name in _OURS and shape not in _WRITTEN_ALSO:
            return False
        inner = _shape_of(schema)
        fields = shapes()[inner].get("properties", {}) if inner else schema.get("properties", {})
        return any(_is_written(key, part, fields.get(key, {}), inner) for key, part in value.items())
    if not isinstance(value, str) or not value.strip() or schema.keys() & {"enum", "const", "format"}:
        return False
    if name in _OURS and shape not in _WRITTEN_ALSO:
        return False
    return not (re.search(r"(^i|I)ds?$|Urls?$", name) or _AN_ID.fullmatch(value))
