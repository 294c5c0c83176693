"""find_tools: the tools that fit what somebody wants to do, best first, with all that is needed to call them."""

import difflib
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from marketplace.core.tools.elsewhere import ELSEWHERE
from marketplace.core.tools.listing import Refusal
from marketplace.core.tools.registry import catalog
from marketplace.core.tools.shaping import output_schema
from marketplace.core.tools.tool import DEFAULT, Tool

# How much a word says by where it stands. Later sentences often name what a tool is not for.
_NAME, _INTENT, _TITLE, _FIRST, _REST, _FIELD = 5.0, 4.0, 3.0, 2.0, 0.4, 0.6
_EMPTY_TEXT: Final = (
    "a about all an and any are as at be been by can could do does for from get give go have how i if in into is it its let "
    "like make me my need no not of off on once one or our out please see so some somebody someone that the their them then "
    "there these they this to two three up us use want was way we what when where whether which who will with would you your"
)
_EMPTY: Final = frozenset(_EMPTY_TEXT.split())
_ENDINGS: Final = ("ly", "ations", "ation", "ings", "ing", "ers", "ies", "ied", "es", "ed", "er", "s", "e", "y")
_FEW: Final = 3
_SHARE: Final = 0.35  # of the value of the best tool, for another to be shown beside it unasked
_OTHERS: Final = 5
_ALIKE: Final = 4  # fields that two schemas must have in common for the second to refer to the first
_USUAL: Final = 1.3  # what most hires need comes before its rare relatives
_FITS: Final = 0.5  # how much of a query a tool must be about; below, nothing fits
_SEVERAL, _FITS_BY_SEVERAL = 2, 0.35  # words that a tool goes by which are asked for, and how much then suffices
_LONG_FIRST, _LONG = 4_000, 1_600  # characters of a schema that is shown whole: of the first tool, and of the others
_ALWAYS: Final = ("dryRun", "idempotencyKey", "acknowledgement")  # fields that are never cut
_CHOICES: Final = 12  # values of a field that are looked at
_NOT_FOR: Final = re.compile(
    r"\bNot (?:for|to|about|a way)\b[^.]*\."
)  # what a tool does not do is no reason to find it


def find(
    query: str, limit: int | None, refusal: Refusal, *, outputs: bool = False, local: bool = False
) -> dict[str, Any]:
    """The answer of find_tools; without a `limit` the first ones, at most three, and of a query that is a tool's name that one,
    whole. Of other queries long schemas are cut to what matters for them. Where nothing fits well, `hint` says so and no schema
    is answered.

    `outputs`: with what they answer. `refusal` says why this credential can't call a tool, or nothing; `local`: those of the local
    tool server, too.
    """
    scores = _scores(query, local=local)
    names = _core_first(_by_score(scores))
    exact = names[:1] == [query.strip()]
    if limit is None:
        limit = 1 if exact else _near(names, scores)
    if (hint := "" if exact else _hint(query, scores)) and limit <= _FEW:
        return {"success": True, "tools": [], "count": 0, "others": names[:_OTHERS], "hint": hint}
    rows = [_row(catalog()[name], refusal(catalog()[name]), outputs=outputs) for name in names[:limit]]
    rows = _said_once(rows, _asked(query), cut=not exact)
    body = {"success": True, "tools": rows, "count": len(rows), "others": names[limit : limit + _OTHERS]}
    return body | ({"hint": hint} if hint else {})


def _fits(score: "_Score") -> bool:
    """Is it about what was asked: mostly, or by several words in spite of others that nobody uses here?"""
    return score.fit >= _FITS or (score.strong >= _SEVERAL and score.fit >= _FITS_BY_SEVERAL)


def _near(names: list[str], scores: Mapping[str, "_Score"]) -> int:
    """How many of the first tools come near enough to the best to be worth their schemas."""
    least = scores[names[0]].value * _SHARE if names else 0.0
    return max(1, sum(scores[name].value >= least for name in names[:_FEW]))


def _hint(query: str, scores: Mapping[str, "_Score"]) -> str:
    """That no tool does what is wanted, and what does; empty where a tool fits."""
    asked = _asked(query)
    best = max(scores.values(), key=lambda score: score.value, default=_Score())
    there = [(_score(weights, asked), says) for says, weights in _elsewhere().items()]
    found, says = max(there, key=lambda one: one[0].value, default=(_Score(), ""))
    if _fits(found) and found.value > best.value:
        return f"No tool does this. {says}"
    if _fits(best):
        return ""
    if not scores:
        return "Nothing fits these words. Say what you want to do in other words, such as: pay a tip."
    return (
        "Nothing fits these words well; others are the nearest. Say what you want to do in other words, or give one of these names "
        "for its schema."
    )


def ranked(query: str, *, local: bool = False) -> list[str]:
    """Names of all tools that share a word with the query, the best first."""
    return _by_score(_scores(query, local=local))


@dataclass(frozen=True, slots=True)
class _Score:
    """How well a tool fits a query: `value` to compare tools by; `fit`: how much of what was asked it is about, 0 to 1; `strong`:
    how many of the words are those that it goes by.
    """

    value: float = 0.0
    fit: float = 0.0
    strong: int = 0


def _by_score(scores: Mapping[str, _Score]) -> list[str]:
    return sorted(scores, key=lambda name: (-scores[name].value, name))


def _scores(query: str, *, local: bool) -> dict[str, _Score]:
    asked, found = _asked(query), {}
    for name, weights in _index().items():
        tool = catalog()[name]
        if (tool.local and not local) or tool.refused:
            continue
        score = _score(weights, asked)
        if score.value:
            usual = _USUAL if name in DEFAULT else 1.0
            found[name] = replace(score, value=score.value * usual)
    if (exact := query.strip()) in found:
        found[exact] = _Score(math.inf, fit=1.0)
    return found


def _score(weights: Mapping[str, float], asked: list[str]) -> _Score:
    """A word that stands in passing counts little, and little towards how much of the query is met."""
    hits = {word: weights[word] for word in asked if word in weights}
    if not hits:
        return _Score()
    met = sum(min(1.0, weight / _FIRST) for weight in hits.values()) / len(asked)
    fit = sum(min(1.0, weight / _FIRST) * _rarity(word) for word, weight in hits.items())
    return _Score(
        sum(weight * _rarity(word) for word, weight in hits.items()) * (0.3 + 0.7 * met),
        fit / sum(map(_rarity, asked)),
        sum(weight >= _TITLE for weight in hits.values()),
    )


def _asked(query: str) -> list[str]:
    return list(dict.fromkeys(_words(query)))


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


def _said_once(rows: list[dict[str, Any]], asked: list[str], *, cut: bool) -> list[dict[str, Any]]:
    """Fields that an earlier tool of the answer shows with the same schema are named, not repeated, where they are many
    (`sameFieldsAs`); with `cut`, of schemas that are long even so, what matters for the words that were `asked` (`moreFields` names
    the rest).
    """
    seen: dict[str, tuple[str, Any]] = {}
    found: list[dict[str, Any]] = []
    for row in rows:
        schema, same = _without_same(row["inputSchema"], seen)
        if cut and len(json.dumps(schema)) > (_LONG if found else _LONG_FIRST):
            schema, more = _cut(catalog()[row["name"]], schema, asked, closely=not found)
        else:
            more = []
        for name, part in schema["properties"].items():
            seen.setdefault(name, (row["name"], part))
        row = row | {"inputSchema": schema}
        found.append(row | ({"sameFieldsAs": same} if same else {}) | ({"moreFields": more} if more else {}))
    return found


def _without_same(
    schema: dict[str, Any], seen: Mapping[str, tuple[str, Any]]
) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """The schema without fields that tools before it have alike, and those by the tool that has them; fewer than _ALIKE stay."""
    as_before: dict[str, list[str]] = {}
    for name, part in schema["properties"].items():
        before, same = seen.get(name, ("", None))
        if before and same == part:
            as_before.setdefault(before, []).append(name)
    many = {tool: names for tool, names in as_before.items() if len(names) >= _ALIKE}
    if not many:
        return schema, {}
    left_out = {name for names in many.values() for name in names}
    kept = {name: part for name, part in schema["properties"].items() if name not in left_out}
    return _partly(schema, kept), many


def _cut(tool: Tool, schema: dict[str, Any], asked: list[str], *, closely: bool) -> tuple[dict[str, Any], list[str]]:
    """A long schema with the fields that are required, that are the core of the tool, or that the query is about by their names
    (`closely`: or by what is said of them); and the names of the others.
    """
    fields, words = schema["properties"], set(asked) - set(_words(tool.name.replace("_", " ")))
    kept = {*tool.required, *tool.core, *_ALWAYS} | {
        name
        for name, part in fields.items()
        if words & set(_words(f"{_spaced(name)} {_about(part) if closely else ''}"))
    }
    shown = {name: part for name, part in fields.items() if name in kept}
    return _partly(schema, shown), [name for name in fields if name not in kept]


def _partly(schema: Mapping[str, Any], fields: Mapping[str, Any]) -> dict[str, Any]:
    """The schema with some of its fields: it doesn't say that others aren't taken."""
    left = {name: part for name, part in schema.items() if name != "additionalProperties"}
    return left | {"properties": dict(fields)}


def _about(schema: Mapping[str, Any]) -> str:
    """What a field is for: the first sentence about it, and the values that it may have."""
    values = " ".join(str(value) for value in schema.get("enum", ()) if len(schema["enum"]) <= _CHOICES)
    return f"{str(schema.get('description', '')).partition('. ')[0]} {values}"


def _spaced(name: str) -> str:
    return re.sub(r"([A-Z])", r" \1", name)


@cache
def _index() -> Mapping[str, Mapping[str, float]]:
    """For each tool, how much each word says of it."""
    return {name: _weights(tool) for name, tool in catalog().items()}


def _weights(tool: Tool) -> dict[str, float]:
    first, _, rest = _NOT_FOR.sub("", tool.what).partition(". ")
    parts = (
        (_NAME, tool.name.replace("_", " ")),
        (_INTENT, tool.intents),
        (_TITLE, tool.title),
        (_FIRST, first),
        (_REST, f"{rest} {tool.effects} {tool.then}"),
        (_FIELD, " ".join(map(_spaced, tool.properties))),
    )
    found: dict[str, float] = {}
    for weight, text in parts:
        for word in set(_words(text)):
            found[word] = max(found.get(word, 0.0), weight) + (0.1 if word in found else 0.0)
    return found


@cache
def _elsewhere() -> Mapping[str, Mapping[str, float]]:
    """What is done without a tool, by the sentence that says how."""
    return {one.says: dict.fromkeys(_words(one.words), _NAME) for one in ELSEWHERE}


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
