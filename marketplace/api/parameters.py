"""Parameters of a query: their names, choices, bounds and words, for `@operation`."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter

from marketplace.api.filters import ChoiceFilter, Query

# Its name; its JSON type, its choices or a schema; what it does.
Parameter = tuple[str, str | tuple[str, ...] | dict[str, Any], str]


def how_many(most: int, default: int) -> Parameter:
    """The parameter `limit` of a list."""
    schema = {"type": "integer", "minimum": 1, "maximum": most, "default": default}
    return "limit", schema, f"How many, 1 to {most}."


CURSOR: Parameter = ("cursor", "string", "nextCursor of the page before; leave it out for the first.")
PAGING: tuple[Parameter, ...] = (how_many(100, 50), CURSOR)


def described(parameters: list[Parameter], filters: type[Query] | None) -> list[OpenApiParameter]:
    """For the document. Where `filters` read a parameter, they know its choices and bounds."""
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
