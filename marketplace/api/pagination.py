"""Keyset pagination: an opaque signed cursor, valid for one list with one set of filters."""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any
from uuid import UUID

import orjson
from django.db.models import BooleanField, F, Func, Q, QuerySet, Value
from rest_framework.request import Request

from marketplace.core import crypto
from marketplace.errors import InvalidCursor, InvalidLimit

_NO_PLACE = (
    "This is no place in this account's inbox. Send as after: nextCursor of an answer (it goes with any types and bountyId), an "
    "event's id, start (from the first event) or now (what happens from now on)."
)


@dataclass(slots=True)
class Page:
    rows: list[Any]
    next_cursor: str | None

    def envelope(self, name: str, items: list[dict[str, Any]]) -> dict[str, Any]:
        """`{ success, <name>[], count, hasMore, nextCursor }`"""
        return {
            "success": True,
            name: items,
            "count": len(items),
            "hasMore": self.next_cursor is not None,
            "nextCursor": self.next_cursor,
        }


def read_limit(request: Request, *, default: int, maximum: int) -> int:
    """The parameter `limit`. Raises InvalidLimit (400) unless it is between 1 and `maximum`."""
    raw = request.query_params.get("limit")
    if raw is None or raw == "":
        return default
    if _whole(raw) is None or not 1 <= int(raw) <= maximum:
        raise InvalidLimit(f"limit is a whole number from 1 to {maximum}.", maximum=maximum)
    return int(raw)


def page(
    rows: QuerySet[Any] | Sequence[QuerySet[Any]],
    request: Request,
    *,
    scope: str,
    default: int = 50,
    maximum: int = 100,
    order: tuple[str, ...] = ("-id",),
    filters: dict[str, Any] | None = None,
) -> Page:
    """One page of `rows` in `order`, whose last column must be unique. `scope` identifies the list and whose it is.

    Several disjoint querysets are merged: each is read by its own index, which PostgreSQL can't do for their union. Raises
    InvalidCursor (400) for a cursor of another list or other filters, InvalidLimit (400).
    """
    limit = read_limit(request, default=default, maximum=maximum)
    label = _label(scope, order, filters or {})
    cursor = request.query_params.get("cursor")
    parts = [rows] if isinstance(rows, QuerySet) else rows
    if cursor:
        condition = _after(order, _decode(cursor, label))
        parts = [part.filter(condition) for part in parts]
    found = [row for part in parts for row in part.order_by(*order)[: limit + 1]]
    if len(parts) > 1:
        for name in reversed(order):
            found.sort(key=attrgetter(name.lstrip("-")), reverse=name.startswith("-"))
    if len(found) <= limit:
        return Page(found, None)
    found = found[:limit]
    values = [getattr(found[-1], name.lstrip("-")) for name in order]
    return Page(found, _encode(values, label))


def decode_offset(request: Request, *, scope: str, filters: dict[str, Any], maximum: int) -> list[Any]:
    """Where a ranked list continues: the values that `encode_offset` put into the cursor, else [offset]. For lists that are
    ranked over a bounded window.
    """
    cursor = request.query_params.get("cursor")
    if cursor:
        return _decode(cursor, _label(scope, (), filters))
    raw = request.query_params.get("offset") or "0"
    if _whole(raw) is None or int(raw) > maximum:
        raise InvalidLimit(f"offset is a whole number from 0 to {maximum}.", code="invalid_offset", maximum=maximum)
    return [int(raw)]


def encode_offset(place: Sequence[Any], *, scope: str, filters: dict[str, Any]) -> str:
    """The cursor of a ranked list. `place` begins with the offset, followed by what helps to continue from it."""
    return _encode(list(place), _label(scope, (), filters))


def decode_position(cursor: str, *, scope: str) -> tuple[int, int, int, list[Any]]:
    """The inbox position in the `after` cursor, the epoch in which it was given out, the position behind which the inbox was
    whole then, and `more` of it. Raises InvalidCursor (400)."""
    values = _decode(cursor, _label(scope, (), {}), _NO_PLACE)
    position, epoch, whole_after = [*values, 0, 0][:3]
    return int(position), int(epoch), int(whole_after), list(values[3]) if len(values) > 3 else []


def encode_position(
    position: int, *, scope: str, epoch: int = 0, whole_after: int = 0, more: Sequence[Any] = ()
) -> str:
    """A cursor; that of an inbox that was never restored names no epoch, and of one that lost nothing not where it is whole.
    `more`: what else its reader has to know, JSON values."""
    values: list[Any] = [position, epoch, whole_after, list(more)]
    while len(values) > 1 and not values[-1]:
        values.pop()
    return _encode(values, _label(scope, (), {}))


def _whole(raw: str) -> int | None:
    """A whole number of at most nine digits, else None."""
    return int(raw) if raw.isascii() and raw.isdigit() and len(raw) <= 9 else None


class _RowComparison(Func):
    """`(a, b) < (x, y)`: a row comparison, for which an index on (a, b) can seek to the start of the page."""

    output_field = BooleanField()

    def __init__(self, order: tuple[str, ...], values: list[Any]) -> None:
        columns = [F(name.lstrip("-")) for name in order]
        super().__init__(*columns, *[Value(value) for value in values])
        self.operator = "<" if order[0].startswith("-") else ">"

    def as_sql(self, compiler: Any, connection: Any, **_: Any) -> Any:  # type: ignore[override]
        parts = [compiler.compile(part) for part in self.get_source_expressions()]
        half = len(parts) // 2
        left, right = (", ".join(sql for sql, _ in side) for side in (parts[:half], parts[half:]))
        return f"({left}) {self.operator} ({right})", [value for _, values in parts for value in values]


def _after(order: tuple[str, ...], values: list[Any]) -> Any:
    """Rows after `values`. A single row comparison when all columns have the same direction: written with OR, the index could
    seek only by the first column, and a page among 100,000 equal values would scan all of them.
    """
    if len({column.startswith("-") for column in order}) == 1:
        return _RowComparison(order, values)
    condition = Q()
    same: dict[str, Any] = {}
    for column, value in zip(order, values, strict=True):
        name, step = column.lstrip("-"), "lt" if column.startswith("-") else "gt"
        condition |= Q(**same, **{f"{name}__{step}": value})
        same[name] = value
    bound = "lte" if order[0].startswith("-") else "gte"
    return Q(**{f"{order[0].lstrip('-')}__{bound}": values[0]}) & condition


def _label(scope: str, order: tuple[str, ...], filters: dict[str, Any]) -> str:
    text = orjson.dumps([scope, order, filters], option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS, default=str)
    return hashlib.sha256(text).hexdigest()[:16]


def _encode(values: list[Any], label: str) -> str:
    packed = base64.urlsafe_b64encode(orjson.dumps([_pack(value) for value in values])).decode().rstrip("=")
    return f"{packed}.{crypto.sign(packed + label, 'cursor', length=12)}"


def _decode(cursor: str, label: str, refusal: str | None = None) -> list[Any]:
    packed, _, tag = cursor.partition(".")
    if not cursor.isascii() or not crypto.verify(packed + label, tag, "cursor", length=12):
        raise InvalidCursor(refusal)
    return [_unpack(value) for value in orjson.loads(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)))]


def _pack(value: Any) -> Any:
    match value:
        case UUID():
            return {"u": value.hex}
        case datetime():
            return {"t": value.isoformat()}
    return value


def _unpack(value: Any) -> Any:
    match value:
        case {"u": text}:
            return UUID(text)
        case {"t": text}:
            return datetime.fromisoformat(text)
    return value
