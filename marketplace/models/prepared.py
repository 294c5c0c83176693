"""Prepared statements for frequent reads: the query is compiled once per process and planned once per connection. The result is
what its queryset would have loaded.
"""

import inspect
from collections.abc import Callable
from functools import cached_property
from typing import Any
from uuid import UUID, uuid4

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators


class Prepared:
    """`build` returns the queryset of one row, or none, or a few, from keys. Each key is an argument of `build`, and is used
    unchanged as a value of the query's filters.

    `_mine = Prepared(lambda owner, pk: Bounty.objects.locked().select_related("owner").filter(owner=owner, pk=pk))`
    `_mine.find(owner=actor.id, pk=pk)`
    """

    def __init__(self, build: Callable[..., QuerySet[Any]]) -> None:
        self._build = build

    def find(self, **keys: UUID | None) -> Any:
        """The row; None when there is none."""
        return next(iter(self.find_all(**keys)), None)

    def find_all(self, **keys: UUID | None) -> list[Any]:
        """Every row, in the order of the queryset: for tables that stay small."""
        statement, values, read = self._compiled
        with connection.prepared() as cursor:  # type: ignore[attr-defined]  # of config/postgres
            cursor.execute(
                statement, [keys[value.name] if isinstance(value, _Placeholder) else value for value in values]
            )
            return [read(row) for row in cursor.fetchall()]

    @cached_property
    def _compiled(self) -> tuple[str, list[Any], Callable[[Any], Model]]:
        marks = {uuid4(): _Placeholder(name) for name in inspect.signature(self._build).parameters}
        query = self._build(**{place.name: mark for mark, place in marks.items()}).query
        compiler = query.get_compiler(connection=connection)
        statement, values = compiler.as_sql()
        placed = [marks.get(value, value) if isinstance(value, UUID) else value for value in values]
        if missing := set(marks.values()) - {value for value in placed if isinstance(value, _Placeholder)}:
            raise ValueError(f"not used as it is in this query: {missing}")
        # The same as Django's ModelIterable does with a row.
        selected, klass_info = compiler.select, compiler.klass_info
        first, end = klass_info["select_fields"][0], klass_info["select_fields"][-1] + 1
        names = [column.target.attname for column, *_ in selected[first:end]]
        populators = get_related_populators(klass_info, selected, connection.alias)  # type: ignore[call-arg]  # of a later Django

        def read(row: Any) -> Model:
            (values,) = compiler.results_iter([[row]])
            made: Model = klass_info["model"].from_db(connection.alias, names, values[first:end])
            for populator in populators:
                populator.populate(values, made)
            return made

        return statement, placed, read


class _Placeholder:
    """The placeholder of a key among the statement's values."""

    def __init__(self, name: str) -> None:
        self.name = name
