"""How long a JSON body can be whose every field is within its own bounds: a route's limit on bodies must not be below that."""

from typing import Any, Final

from rest_framework import serializers

CHARACTER: Final = 12  # bytes of one character, escaped as a pair of surrogates: \ud83d\ude00
_SMALL: Final = 100  # a number, a boolean, a timestamp, and what stands between two fields


def longest(field: serializers.Field[Any, Any, Any, Any]) -> int:
    """Bytes of the longest JSON that this field takes, as far as its bounds say; what has no bounds counts as small."""
    match field:
        case serializers.ListSerializer():
            most: int = getattr(field, "max_length", None) or 0
            return _SMALL + most * longest(field.child)  # type: ignore[arg-type]
        case serializers.Serializer():
            return _SMALL + sum(len(name) * CHARACTER + longest(inner) for name, inner in field.fields.items())
        case serializers.ListField():
            return _SMALL + (field.max_length or 0) * longest(field.child)
        case serializers.ChoiceField():
            return _SMALL + max((len(str(choice)) for choice in field.choices), default=0) * CHARACTER
        case serializers.CharField():
            return _SMALL + (field.max_length or 0) * CHARACTER
    return _SMALL
