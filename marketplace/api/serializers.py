"""The base serializer: snake_case inside, camelCase in JSON, and a compiled plan for answers.

An input class (`BountyIn`) is an ordinary DRF serializer. An output class (`BountyOut`) is never instantiated while answering a
request: `BountyOut.render(row)` runs a plan of (JSON name, getter, converter), compiled once per class from the same fields as
the OpenAPI document. That halves the cost of a list (docs/decisions/compiled-answers.md).
"""

import operator
import re
from collections.abc import Callable, Iterable
from typing import Any

from rest_framework import serializers

_Plan = list[tuple[str, Callable[[Any], Any], Callable[[Any], Any] | None]]
_UNDERSCORE = re.compile(r"_([a-z0-9])")
# Values that are JSON already.
_PLAIN = (
    serializers.CharField,
    serializers.BooleanField,
    serializers.IntegerField,
    serializers.FloatField,
    serializers.JSONField,
    serializers.ListField,
    serializers.DictField,
    serializers.ChoiceField,
)


def camel(name: str) -> str:
    """completion_window_hours -> completionWindowHours"""
    return _UNDERSCORE.sub(lambda match: match[1].upper(), name)


class Shape(serializers.Serializer[Any]):
    # No docstring: the OpenAPI document would use it as the description of every subclass without one. `wire_names` are JSON
    # names other than the camelCase form.

    wire_names: dict[str, str] = {}
    unread: frozenset[str] = (
        frozenset()
    )  # JSON names that are taken and change nothing: an idempotency key ignores them

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        out = {}
        for name, field in super().get_fields().items():
            wire = self.wire_names.get(name, camel(name))
            if wire != name and field.source is None:
                field.source = name
            _name_the_choices(field)
            out[wire] = field
        return out

    def to_internal_value(self, data: Any) -> Any:
        # Of a body, unknown fields are a warning (`ApiViewSet.read`); inside of it nobody would be told, so they are refused.
        if self.parent is not None and (odd := self.unknown(data)):
            known = ", ".join(name for name, field in self.fields.items() if not field.read_only)
            raise serializers.ValidationError(
                {name[:60]: [f"There is no such field; there are {known}."] for name in odd[:20]}
            )
        return super().to_internal_value(data)

    def unknown(self, data: Any) -> list[str]:
        """Names in the body that are not fields."""
        return [name for name in data if name not in self.fields] if isinstance(data, dict) else []

    @classmethod
    def render(cls, row: Any) -> dict[str, Any]:
        """One row (a model instance or dataclass) as JSON data."""
        out = {}
        for name, get, convert in cls._plan():
            value = get(row)
            out[name] = value if value is None or convert is None else convert(value)
        return out

    @classmethod
    def render_many(cls, rows: Iterable[Any]) -> list[dict[str, Any]]:
        return [cls.render(row) for row in rows]

    @classmethod
    def _plan(cls) -> _Plan:
        plan: _Plan | None = cls.__dict__.get("_compiled")
        if plan is None:
            plan = [_step(name, field) for name, field in cls().fields.items() if not field.write_only]
            cls._compiled = plan  # type: ignore[attr-defined]
        return plan


class Sparse(Shape):
    # A comment, because a docstring would be published in the API reference. Fields in `omitted_if_null` are left out of the
    # answer when they are null: clients whose schemas have them optional refuse a null.
    omitted_if_null: tuple[str, ...] = ()

    @classmethod
    def render(cls, row: Any) -> dict[str, Any]:
        shown = super().render(row)
        return {name: value for name, value in shown.items() if value is not None or name not in cls.omitted_if_null}


def _name_the_choices(field: serializers.Field[Any, Any, Any, Any]) -> None:
    """The error for an invalid choice lists the valid ones, also inside a list."""
    inner: Any = field.child if isinstance(field, serializers.ListField) else field
    if not isinstance(inner, serializers.ChoiceField):
        return
    standard = serializers.ChoiceField.default_error_messages["invalid_choice"]
    if inner.error_messages["invalid_choice"] == standard:
        inner.error_messages["invalid_choice"] = f"Give one of: {', '.join(map(str, inner.choices))}."


def _itself(row: Any) -> Any:
    """For source="*": a nested shape over the same row."""
    return row


def _step(
    name: str, field: serializers.Field[Any, Any, Any, Any]
) -> tuple[str, Callable[[Any], Any], Callable[[Any], Any] | None]:
    if isinstance(field, serializers.SerializerMethodField):
        raise TypeError("a Shape takes its values from attributes and properties, not from methods of the serializer")
    get: Callable[[Any], Any] = operator.attrgetter(".".join(field.source_attrs)) if field.source_attrs else _itself
    if isinstance(field, Shape):
        return name, get, type(field).render
    if isinstance(field, serializers.ListSerializer):
        inner: Any = field.child
        return name, get, type(inner).render_many
    if isinstance(field, _PLAIN):
        return name, get, None
    return name, get, field.to_representation
