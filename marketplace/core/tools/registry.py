"""All tools of all apps. An app's are found by its name: this step imports no other, and works without Django as well."""

import importlib
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import jsonschema

if TYPE_CHECKING:
    from marketplace.core.tools.tool import Tool

APPS: Final = (
    "humans",
    "bounties",
    "escrow",
    "wallet",
    "qa",
    "webhooks",
    "marketplace",
)  # tools are listed in this order
ANSWERS: Final = Path(__file__).parent.parent / "data" / "tool_answers.json"


@cache
def catalog() -> dict[str, "Tool"]:
    """Every tool of every app, always in the same order. Raises ValueError for a name that is used twice."""
    found: dict[str, Tool] = {}
    for app in APPS:
        for tool in importlib.import_module(f"{app}.tools").TOOLS:
            if tool.name in found:
                raise ValueError(f"two tools are called {tool.name}")
            found[tool.name] = tool
    return found


def offered(toolsets: Iterable[str], *, local: bool = False) -> dict[str, "Tool"]:
    """Tools of these sets; `default` and `all` are sets, too. Those of the local tool server are offered there alone."""
    wanted = set(toolsets)
    return {
        name: tool
        for name, tool in catalog().items()
        if (local or not tool.local)
        and ("all" in wanted or tool.toolset in wanted or (tool.default and "default" in wanted))
    }


@cache
def answers() -> dict[str, Any]:
    """What each tool answers, as recorded from the OpenAPI document by tests/contract/test_tools.py."""
    found: dict[str, Any] = json.loads(ANSWERS.read_text())
    return found


def _whole(_: Any, pattern: str, instance: Any, __: Any) -> Iterator[jsonschema.ValidationError]:
    """Our patterns are of the whole text; `$` alone would let a line break follow it."""
    if isinstance(instance, str) and not re.fullmatch(pattern, instance):
        yield jsonschema.ValidationError(f"{instance!r} does not match {pattern!r}")


_Validator: Final = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"pattern": _whole})


@cache
def validator(name: str) -> Any:
    return _Validator(catalog()[name].input_schema)
