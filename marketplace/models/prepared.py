"""Prepared statements for frequent reads: the query is compiled once per process and planned once per connection. The result is
what its queryset would have loaded.
"""

import inspect
from collections.abc import Callable, Collection, Sequence
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

    `shared`: of the relations that `select_for_update(of=…)` names, those of which FOR KEY SHARE is enough, for which Django has no
    word: whoever takes the row FOR UPDATE waits, others with the same share do not. All are locked in the order of `of`.
    """

    def __init__(self, build: Callable[..., QuerySet[Any]], *, shared: tuple[str, ...] = ()) -> None:
        self._build, self._shared = build, shared

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
        if self._shared:
            statement = _share(statement, query.select_for_update_of, self._shared)
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


_LOCKS = " FOR NO KEY UPDATE OF "


def _share(statement: str, of: Sequence[str], shared: Collection[str]) -> str:
    """The statement with a locking clause for each relation, FOR KEY SHARE for those `shared`."""
    rest, found, tables = statement.rpartition(_LOCKS)
    if not found or not set(shared) <= set(of):
        raise ValueError("only what is locked can be shared")
    named = zip(of, tables.split(", "), strict=True)
    return rest + "".join(f"{' FOR KEY SHARE OF ' if path in shared else _LOCKS}{table}" for path, table in named)


class _Placeholder:
    """The placeholder of a key among the statement's values."""

    def __init__(self, name: str) -> None:
        self.name = name
