"""find_tools: the tools that fit what somebody wants to do, best first, with all that is needed to call them."""

import difflib
import math
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from marketplace.core.tools.listing import Refusal
from marketplace.core.tools.registry import catalog
from marketplace.core.tools.shaping import output_schema
from marketplace.core.tools.tool import DEFAULT, Tool

# How much a word says by where it stands. Later sentences often name what a tool is not for.
_NAME, _INTENT, _TITLE, _FIRST, _REST, _FIELD = 5.0, 4.0, 3.0, 2.0, 0.4, 0.6
_EMPTY_TEXT: Final = (
    "a about all an and any are as at be been by can could do does for from get give go have how i if in into is it its let "
    "like make me my need no not of off on once one or our out please so some somebody someone that the their them then "
    "there these they this to up us use want was way we what when where which who will with would you your"
)
_EMPTY: Final = frozenset(_EMPTY_TEXT.split())
_ENDINGS: Final = ("ations", "ation", "ings", "ing", "ers", "ies", "ied", "es", "ed", "er", "s", "e", "y")
_FEW: Final = 3
_OTHERS: Final = 5
_ALIKE: Final = 4  # fields that two schemas must have in common for the second to refer to the first
_USUAL: Final = 1.3  # what most hires need comes before its rare relatives


def find(
    query: str, limit: int | None, refusal: Refusal, *, outputs: bool = False, local: bool = False
) -> dict[str, Any]:
    """The answer of find_tools; without a `limit` the first three, and of a query that is a tool's name that one. `outputs`: with
    what they answer. `refusal` says why this credential can't call a tool, or nothing; `local`: those of the local tool
    server, too.
    """
    names = _core_first(ranked(query, local=local))
    if limit is None:
        limit = 1 if names[:1] == [query.strip()] else _FEW
    rows = [_row(catalog()[name], refusal(catalog()[name]), outputs=outputs) for name in names[:limit]]
    return {"success": True, "tools": _said_once(rows), "count": len(rows), "others": names[limit : limit + _OTHERS]}


def ranked(query: str, *, local: bool = False) -> list[str]:
    """Names of all tools that share a word with the query, the best first."""
    asked = list(dict.fromkeys(_words(query)))
    found: dict[str, float] = {}
    for name, weights in _index().items():
        tool = catalog()[name]
        if (tool.local and not local) or tool.refused:
            continue
        hits = [weights[word] * _rarity(word) for word in asked if word in weights]
        if hits:
            usual = _USUAL if name in DEFAULT else 1.0
            found[name] = sum(hits) * usual * (0.5 + 0.5 * len(hits) / len(asked))
    if (exact := query.strip()) in found:
        found[exact] = math.inf
    return sorted(found, key=lambda name: (-found[name], name))


def _core_first(names: list[str]) -> list[str]:
    """A tool with every option goes behind all others where the one with the usual options was found before it: their schemas say
    the same, and the long one many times over.
    """
    core = {tool.wider: tool.name for tool in catalog().values() if tool.wider}
    last = [name for name in names if core.get(name, name) in names[: names.index(name)]]
    return [name for name in names if name not in last] + last


def nearest(name: str, *, local: bool = False) -> list[str]:
    """Tools that a name which none has may have meant: of like spelling, then of like sense."""
    known = [tool.name for tool in catalog().values() if (local or not tool.local) and not tool.refused]
    close = difflib.get_close_matches(name.lower().replace("-", "_"), known, n=2, cutoff=0.75)
    return list(dict.fromkeys([*close, *ranked(re.sub(r"(?<=[a-z])(?=[A-Z])|[_-]", " ", name), local=local)]))[:3]


def _row(tool: Tool, refused: str, *, outputs: bool) -> dict[str, Any]:
    row = {
        "name": tool.name,
        "title": tool.title,
        "toolset": tool.toolset,
        "description": tool.description,
        "inputSchema": tool.input_schema,
    } | ({"outputSchema": output_schema(tool)} if outputs else {})
    return row | ({"refused": refused} if refused else {})


def _said_once(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Fields that an earlier tool of the answer has with the same schema are named, not repeated, where they are many."""
    seen: dict[str, tuple[str, Any]] = {}
    found = []
    for row in rows:
        properties = row["inputSchema"]["properties"]
        as_before: dict[str, list[str]] = {}
        for name, schema in properties.items():
            before, same = seen.get(name, ("", None))
            if before and same == schema:
                as_before.setdefault(before, []).append(name)
            seen.setdefault(name, (row["name"], schema))
        many = {tool: names for tool, names in as_before.items() if len(names) >= _ALIKE}
        left_out = {name for names in many.values() for name in names}
        kept = {name: schema for name, schema in properties.items() if name not in left_out}
        schema = {name: part for name, part in row["inputSchema"].items() if name != "additionalProperties"}
        found.append(row | {"inputSchema": schema | {"properties": kept}, "sameFieldsAs": many} if many else row)
    return found


@cache
def _index() -> Mapping[str, Mapping[str, float]]:
    """For each tool, how much each word says of it."""
    return {name: _weights(tool) for name, tool in catalog().items()}


def _weights(tool: Tool) -> dict[str, float]:
    first, _, rest = tool.what.partition(". ")
    parts = (
        (_NAME, tool.name.replace("_", " ")),
        (_INTENT, tool.intents),
        (_TITLE, tool.title),
        (_FIRST, first),
        (_REST, f"{rest} {tool.effects} {tool.then}"),
        (_FIELD, " ".join(re.sub(r"([A-Z])", r" \1", name) for name in tool.properties)),
    )
    found: dict[str, float] = {}
    for weight, text in parts:
        for word in set(_words(text)):
            found[word] = max(found.get(word, 0.0), weight) + (0.1 if word in found else 0.0)
    return found


@cache
def _rarity(word: str) -> float:
    """A word that few tools have says more."""
    having = sum(word in weights for weights in _index().values())
    return math.log(1 + len(_index()) / (1 + having))


def _words(text: str) -> list[str]:
    plain = re.findall(r"[a-z0-9]+", text.lower())
    return [_stem(word) for word in plain if word not in _EMPTY]


def _stem(word: str) -> str:
    """The word without the ending that grammar gives it: rough, and the same for texts and questions."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word
