"""Reading a whole table without holding it in memory, and without a cursor of a session, which poolers by transaction take away."""

from collections.abc import Iterator
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


def in_batches(rows: "QuerySet[Row]", *, by: str, size: int) -> Iterator[Row]:
    """All `rows`, in the order of `by`: a column that is unique and never changes. Each `size` of them are read by a statement of
    its own, so rows that are committed meanwhile are seen when they come later in this order.
    """
    after: dict[str, Any] = {}
    while True:
        page = list(rows.filter(**after).order_by(by)[:size])
        yield from page
        if len(page) < size:
            return
        after = {f"{by}__gt": getattr(page[-1], by)}
