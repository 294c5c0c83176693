"""All tools of all apps, from the catalogue that `manage.py tools_catalogue` writes. Imports neither an app nor Django."""

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import jsonschema

from marketplace.core.tools.tool import Tool

CATALOGUE: Final = Path(__file__).parent.parent / "data" / "tools.json"


@cache
def catalog() -> dict[str, Tool]:
    """Every tool by name, in a stable order."""
    return {tool["name"]: Tool(**tool) for tool in json.loads(CATALOGUE.read_text())}


def offered(toolsets: Iterable[str], *, local: bool = False) -> dict[str, Tool]:
    """The tools of these toolsets; `default` and `all` are accepted, too. Local tools are included only with `local` (the local
    tool server).
    """
    wanted = set(toolsets)
    return {
        name: tool
        for name, tool in catalog().items()
        if (local or not tool.local)
        and ("all" in wanted or tool.toolset in wanted or (tool.default and "default" in wanted))
    }


def _full_match(_: Any, pattern: str, instance: Any, __: Any) -> Iterator[jsonschema.ValidationError]:
    """A pattern describes the whole text; with `$` alone a trailing line break would match."""
    if isinstance(instance, str) and not re.fullmatch(pattern, instance):
        yield jsonschema.ValidationError(f"{instance!r} does not match {pattern!r}")


_Validator: Final = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"pattern": _full_match})


@cache
def validator(name: str) -> Any:
    """The JSON schema validator of a tool's arguments."""
    return _Validator(catalog()[name].input_schema)
