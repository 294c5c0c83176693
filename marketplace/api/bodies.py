"""Bodies of operations that take files, in the OpenAPI document: a form with the files, or JSON without any."""

from typing import Any

from rest_framework import serializers

_Shape = type[serializers.Serializer[Any]]


def of_form_or_json(takes: _Shape) -> dict[str, _Shape]:
    """Two shapes by media type. They differ, also by name: a client finds out by its argument's class which of the two to send.
    JSON comes first, for generators that know one body of an operation.
    """

    def get_fields(self: Any) -> dict[str, Any]:
        fields: dict[str, Any] = takes.get_fields(self)
        return {name: field for name, field in fields.items() if not _is_file(field)}

    about = {"__doc__": takes.__doc__, "__module__": takes.__module__}
    return {
        "application/json": type(takes.__name__, (takes,), about | {"get_fields": get_fields}),
        "multipart/form-data": type(f"{takes.__name__}Form", (takes,), about),
    }


def _is_file(field: Any) -> bool:
    inner = field.child if isinstance(field, serializers.ListField) else field
    return isinstance(inner, serializers.FileField)
