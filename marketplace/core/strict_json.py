"""Strict JSON: what two parsers could read differently is refused, and a number keeps the digits that were sent.

orjson validates (UTF-8, no NaN, no lone surrogates); the standard library then shows what orjson would silently drop: the
first of two equal keys, and digits that a double can't hold.
"""

import json
import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import Any, Final, Self

import orjson

MAX_DEPTH: Final = 100  # levels of nesting: more than any of our bodies has, less than what breaks a parser
_NUL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")  # the escape sequence, not an escaped backslash followed by u0000
_INTEGERS: Final = range(-(2**63), 2**64)  # what orjson can encode


class InvalidJson(ValueError):
    """The message completes "The body ..."."""


class LongNumber(float):
    """A number with more digits than a double holds. `text` is what was sent: money is read from it, never from the double."""

    text: str

    def __new__(cls, text: str) -> Self:
        found = super().__new__(cls, text)
        found.text = text
        return found

    def __getnewargs__(self) -> tuple[str]:  # type: ignore[override]
        return (self.text,)

    def __repr__(self) -> str:
        return self.text

    __str__ = __repr__


def loads(raw: bytes | str) -> Any:
    """Decode JSON. A number that its double would change is a LongNumber. Raises InvalidJson."""
    raw = raw.encode() if isinstance(raw, str) else raw
    try:
        data = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise InvalidJson(f"is not valid JSON: {error}")
    if raw.count(b"[") + raw.count(b"{") > MAX_DEPTH and _depth(data) > MAX_DEPTH:
        raise InvalidJson(f"is nested more than {MAX_DEPTH} levels deep")
    if _NUL.search(raw):
        raise InvalidJson("holds a NUL character (\\u0000), which no text field takes")
    if isinstance(data, str | bool | None):
        return data
    return json.loads(raw, parse_float=_float, parse_int=_int, object_pairs_hook=_object)


def dumps(data: Any) -> bytes:
    """Encode as JSON; a LongNumber as it was sent."""
    return orjson.dumps(data, default=_encode)


def _float(text: str) -> float:
    value = float(text)
    if repr(value) == text:
        return value
    try:
        return value if Decimal(repr(value)) == Decimal(text) else LongNumber(text)
    except InvalidOperation:
        raise InvalidJson("holds a number whose exponent is out of range")


def _int(text: str) -> int | float:
    if len(text) < 19 or (len(text) < 22 and int(text) in _INTEGERS):
        return int(text)
    return LongNumber(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidJson(f"has the field {twice[:60]} twice in one object: give each field once")
    return found


def _encode(value: Any) -> Any:
    if isinstance(value, LongNumber):
        return orjson.Fragment(value.text)
    raise TypeError(f"{type(value).__name__} is no JSON")


def largest(data: Any) -> float:
    """The magnitude of the largest number in a JSON value; 0 without one."""
    return max((abs(value) for value, _ in _walk(data) if isinstance(value, int | float)), default=0)


def _depth(data: Any) -> int:
    return max((level for value, level in _walk(data) if isinstance(value, dict | list)), default=0)


def _walk(data: Any) -> Iterator[tuple[Any, int]]:
    """Each value with its level of nesting, without recursion."""
    waiting = [(data, 1)]
    while waiting:
        value, level = waiting.pop()
        yield value, level
        if isinstance(value, dict | list):
            waiting += [(inner, level + 1) for inner in (value.values() if isinstance(value, dict) else value)]
