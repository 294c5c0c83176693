"""The shapes that bodies are read by, asked without a request."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from marketplace.api import handler
from marketplace.api.serializers import Shape
from marketplace.api.viewsets import ApiViewSet
from marketplace.core.errors import Problem
from tests.api import Answer


@contextmanager
def reading() -> Iterator[list[type[Shape]]]:
    """The shapes by which bodies are read meanwhile."""
    shapes: list[type[Shape]] = []
    read = ApiViewSet.read

    def seen(view: ApiViewSet, shape: type[Shape], **how: Any) -> dict[str, Any]:
        shapes.append(shape)
        return read(view, shape, **how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ApiViewSet, "read", seen)
        yield shapes


def refusal(shape: type[Shape], body: Any) -> Problem | None:
    """What `read` would raise; None for a body in good shape."""
    try:
        shape(data=body).is_valid(raise_exception=True)
    except Exception as error:
        problem = handler.as_problem(error)
        if problem is None:
            raise  # it would be a 500
        return problem
    return None


def named_in(problem: Problem | None, answer: Answer | None) -> dict[str, Any]:
    found = answer.body if answer is not None else problem.body() if problem is not None else {}
    return found.get("fields", {}) if found.get("error_code") == "validation_error" else {}
