"""All tools of all apps, from the catalogue that `manage.py tools_catalogue` writes: no app and no Django is imported."""

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
    """Every tool of every app, always in the same order."""
    return {tool["name"]: Tool(**tool) for tool in json.loads(CATALOGUE.read_text())}


def offered(toolsets: Iterable[str], *, local: bool = False) -> dict[str, Tool]:
    """Tools of these sets; `default` and `all` are sets, too. Those of the local tool server are offered there alone."""
    wanted = set(toolsets)
    return {
        name: tool
        for name, tool in catalog().items()
        if (local or not tool.local)
        and ("all" in wanted or tool.toolset in wanted or (tool.default and "default" in wanted))
    }


def _whole(_: Any, pattern: str, instance: Any, __: Any) -> Iterator[jsonschema.ValidationError]:
    """Our patterns are of the whole text; `$` alone would let a line break follow it."""
    if isinstance(instance, str) and not re.fullmatch(pattern, instance):
        yield jsonschema.ValidationError(f"{instance!r} does not match {pattern!r}")


_Validator: Final = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"pattern": _whole})


@cache
def validator(name: str) -> Any:
    return _Validator(catalog()[name].input_schema)
