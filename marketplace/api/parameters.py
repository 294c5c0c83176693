"""Query parameters for `@operation`: name, type or choices, description."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter

from marketplace.api.filters import ChoiceFilter, Query

# name; JSON type, choices or a schema; description
Parameter = tuple[str, str | tuple[str, ...] | dict[str, Any], str]


def limit_parameter(most: int, default: int) -> Parameter:
    """The `limit` parameter of a list."""
    schema = {"type": "integer", "minimum": 1, "maximum": most, "default": default}
    return "limit", schema, f"How many, 1 to {most}."


CURSOR: Parameter = ("cursor", "string", "nextCursor of the page before; leave it out for the first.")
PAGING: tuple[Parameter, ...] = (limit_parameter(100, 50), CURSOR)


def described(parameters: list[Parameter], filters: type[Query] | None) -> list[OpenApiParameter]:
    """As drf-spectacular parameters. For a parameter that `filters` reads, the filter supplies choices and bounds."""
    return [OpenApiParameter(name, _type(name, kind, filters), description=text) for name, kind, text in parameters]


def _type(name: str, kind: str | tuple[str, ...] | dict[str, Any], filters: type[Query] | None) -> dict[str, Any]:
    read: Any = filters.base_filters.get(name) if filters else None  # type: ignore[misc]
    if isinstance(read, ChoiceFilter):
        return {"type": "string", "enum": [value for value, _ in read.extra["choices"]]}
    match kind:
        case str():
            longest = {"maxLength": read.extra["max_length"]} if read and "max_length" in read.extra else {}
            return {"type": kind, **longest}
        case tuple():
            return {"type": "string", "enum": list(kind)}
    return kind
