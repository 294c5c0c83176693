"""What of a call is carried over when it is proposed once more: nothing that was sent is lost, and what is certain is put right."""

import json
from collections.abc import Collection, Mapping
from typing import Any, Final

from marketplace.core import near
from marketplace.core.tools.registry import fits

_MOST: Final = 400  # characters of one field that a proposal repeats; a longer one is named among what is needed
_FEW: Final = 24  # values of a field that a proposal names
_ONCE: Final = ("agentVerification",)  # a signature is made for each call
# Of people's private texts and of access to their products no answer has a copy.
_PRIVATE: Final = ("sourceText", "instructions", "applicantScreening", "credentials", "password", "secret")
_BOOLEANS: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_CONTAINERS: Final = {"array": list, "object": dict}


def carried(sent: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The fields that a proposal repeats, and the names of those that it does not: private and long ones, and files."""
    never = (*_ONCE, *_PRIVATE)
    kept = {name: value for name, value in sent.items() if name not in never and _is_short(value)}
    return kept, [name for name in sent if name not in kept and name not in _ONCE]


def _is_short(value: Any) -> bool:
    try:
        return len(json.dumps(value, ensure_ascii=False)) <= _MOST
    except TypeError:  # a file
        return False


def choices(schema: Mapping[str, Any], needs: Collection[str]) -> dict[str, list[Any]]:
    """The values that each of these fields takes, where there are a few."""
    found = {}
    for name in needs:
        field = schema.get("properties", {}).get(name, {})
        values = [one for one in field.get("enum") or field.get("items", {}).get("enum") or () if one is not None]
        if 0 < len(values) <= _FEW:
            found[name] = values
    return found


def corrected(schema: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an object with the names and the types that were certainly meant: `dry_run` is dryRun, "8" is 8. What can't be
    put right with certainty stays as it was sent.
    """
    known: Mapping[str, Any] = schema.get("properties", {})
    found: dict[str, Any] = {}
    for name, value in given.items():
        meant = name if name in known else near.certain(name, known)
        right = _right(known[meant], value) if meant else value
        if meant == name or (meant and meant not in given and fits(known[meant], right)):
            found[meant] = right
        else:
            found[name] = value
    return found


def _right(schema: Mapping[str, Any], value: Any) -> Any:
    """The value by its schema where there is one way only to read it; else as it is."""
    if fits(schema, value):
        return value
    if isinstance(value, dict):
        value = corrected(schema, value)
    if isinstance(value, list) and isinstance(item := schema.get("items"), dict):
        value = [_right(item, one) for one in value]
    return next((one for one in _readings(schema, value) if fits(schema, one)), value)


def _readings(schema: Mapping[str, Any], value: Any) -> list[Any]:
    """What a value may have been meant as, the likeliest first."""
    named = schema.get("type", [])
    kinds: Collection[str] = [named] if isinstance(named, str) else named
    found: list[Any] = []
    if isinstance(value, int) and value in (0, 1) and "boolean" in kinds:
        found.append(bool(value))
    if isinstance(value, int) and not isinstance(value, bool) and "string" in kinds:
        found.append(str(value))
    if isinstance(value, str):
        plain = value.strip()
        found += [plain, *(one for one in schema.get("enum", ()) if str(one).casefold() == plain.casefold())]
        if "boolean" in kinds and plain.casefold() in _BOOLEANS:
            found.append(_BOOLEANS[plain.casefold()])
        found += _parsed(plain, kinds)
    return [*found, [value]] if "array" in kinds and not isinstance(value, list) else found


def _parsed(text: str, kinds: Collection[str]) -> list[Any]:
    """A number, a list or an object that was sent as text."""
    try:
        read = json.loads(text)
    except ValueError:
        return []
    if isinstance(read, int | float) and not isinstance(read, bool):
        return [read] if {"number", "integer"} & {*kinds} else []
    return [read] if any(kind in kinds and isinstance(read, type_) for kind, type_ in _CONTAINERS.items()) else []
