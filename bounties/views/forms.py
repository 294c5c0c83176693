"""A multipart form as the same object that JSON would be."""

from collections.abc import Set
from typing import Any

from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request

from marketplace.api.wire import loads

FormParser = MultiPartParser


def read_form(request: Request, *, many: Set[str], json: Set[str] = frozenset()) -> Any:
    """Repeated fields (`many`) become lists, `json` fields are parsed. A JSON body is returned as it is.

    Raises BadRequest `invalid_json` for a field that is to be JSON and is not.
    """
    data: Any = request.data
    if not hasattr(data, "getlist"):
        return data
    return {
        name: data.getlist(name) if name in many else loads(str(data[name]).encode()) if name in json else data[name]
        for name in data
    }
