"""All tools of all apps, from the catalogue that `manage.py tools_catalogue` writes. Imports neither an app nor Django."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import jsonschema

from marketplace.core.tools.tool import DEFAULT, Tool

CATALOGUE: Final = Path(__file__).parent.parent / "data" / "tools.json"


@cache
def _read() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(CATALOGUE.read_text())
    return found


@cache
def catalog() -> dict[str, Tool]:
    """Every tool by name, in a stable order."""
    return {tool["name"]: Tool(**tool) for tool in _read()["tools"]}


def shapes() -> dict[str, Any]:
    """The schemas of answers' parts, by the names that `Tool.answer` refers to."""
    found: dict[str, Any] = _read()["shapes"]
    return found


def shown() -> dict[str, list[str]]:
    """Of the shapes that are shortened: the fields that are left."""
    found: dict[str, list[str]] = _read()["shown"]
    return found


def offered(toolsets: Iterable[str], *, local: bool = False) -> dict[str, Tool]:
    """The tools of these toolsets, for a list; `default` and `all` are accepted, too. Local tools are included only with `local`
    (the local tool server).
    """
    wanted = set(toolsets)
    return {
        name: tool
        for name, tool in catalog().items()
        if (local or not tool.local)
        and ("all" in wanted or tool.toolset in wanted or (name in DEFAULT and "default" in wanted))
    }


def accepted(tool: Tool) -> dict[str, Any]:
    """The schema that a tool's arguments are checked against: with the fields of the wider tool."""
    schema = tool.input_schema
    if tool.wider:
        schema["properties"] = {**catalog()[tool.wider].properties, **schema["properties"]}
    return schema


def _full_match(_: Any, pattern: str, instance: Any, __: Any) -> Iterator[jsonschema.ValidationError]:
    """A pattern describes the whole text; with `$` alone a trailing line break would match."""
    if isinstance(instance, str) and not re.fullmatch(pattern, instance):
        yield jsonschema.ValidationError(f"{instance!r} does not match {pattern!r}")


_Validator: Final = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"pattern": _full_match})


@cache
def validator(name: str) -> Any:
    """The JSON schema validator of a tool's arguments."""
    return _Validator(accepted(catalog()[name]))


def fits(schema: Mapping[str, Any], value: Any) -> bool:
    """Is a value what its schema wants?"""
    found: bool = _Validator(schema).is_valid(value)
    return found
