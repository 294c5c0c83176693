"""Reads that hot verbs send again and again with the same words: a query is compiled once for a process, and planned once for
a connection. What it finds is what its queryset would have loaded.
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
    """`build` makes the queryset of one row, or none, from keys: each is an argument of it, and a value of its filters as it is.

    `_mine = Prepared(lambda owner, pk: Bounty.objects.locked().select_related("owner").filter(owner=owner, pk=pk))`
    `_mine.find(owner=actor.id, pk=pk)`
    """

    def __init__(self, build: Callable[..., QuerySet[Any]]) -> None:
        self._build = build

    def find(self, **keys: UUID | None) -> Any:
        statement, values, read = self._compiled
        with connection.prepared() as cursor:  # type: ignore[attr-defined]  # of config/postgres
            cursor.execute(statement, [keys[value.name] if isinstance(value, _Place) else value for value in values])
            row = cursor.fetchone()
        return read(row) if row else None

    @cached_property
    def _compiled(self) -> tuple[str, list[Any], Callable[[Any], Model]]:
        marks = {uuid4(): _Place(name) for name in inspect.signature(self._build).parameters}
        query = self._build(**{place.name: mark for mark, place in marks.items()}).order_by().query
        compiler = query.get_compiler(connection=connection)
        statement, values = compiler.as_sql()
        placed = [marks.get(value, value) if isinstance(value, UUID) else value for value in values]
        if missing := set(marks.values()) - {value for value in placed if isinstance(value, _Place)}:
            raise ValueError(f"not used as it is in this query: {missing}")
        # As Django's ModelIterable reads a row.
        chosen, own = compiler.select, compiler.klass_info
        first, end = own["select_fields"][0], own["select_fields"][-1] + 1
        names = [column.target.attname for column, *_ in chosen[first:end]]
        populators = get_related_populators(own, chosen, connection.alias)  # type: ignore[call-arg]  # of a later Django

        def read(row: Any) -> Model:
            (values,) = compiler.results_iter([[row]])
            made: Model = own["model"].from_db(connection.alias, names, values[first:end])
            for populator in populators:
                populator.populate(values, made)
            return made

        return statement, placed, read


class _Place:
    """Where a key goes."""

    def __init__(self, name: str) -> None:
        self.name = name
