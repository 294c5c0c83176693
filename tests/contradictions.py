"""Rows that contradict themselves or each other, planted as only somebody with the database owner's rights could."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NamedTuple

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.db.migrations.operations import AddConstraint

_WRITES = re.compile(r"\b(?:update|delete from|insert into)\s+(\w+)", re.IGNORECASE)


class Pair(NamedTuple):
    """Columns that say one thing: `given` makes the rows, and `changed` lets those of `model` contradict `constraint`."""

    given: Callable[[], object]
    model: type[models.Model]
    changed: dict[str, Any]
    constraint: str

    def plant(self) -> int:
        return self.model._default_manager.update(**self.changed)


@contextmanager
def unguarded(*tables: str) -> Iterator[None]:
    """Without triggers, foreign keys and the CHECKs of these tables. The test's transaction takes it all back."""
    with connection.cursor() as cursor:
        cursor.execute("set constraints all immediate")
        for table in tables:
            for name in checks_of(table):
                cursor.execute(f'alter table {table} drop constraint "{name}"')
        cursor.execute("set local session_replication_role = replica")
        yield
        cursor.execute("set local session_replication_role = origin")


def plant(statement: str) -> None:
    """Execute this, whatever the database would say against it."""
    with unguarded(*sorted(set(_WRITES.findall(statement)))), connection.cursor() as cursor:
        cursor.execute(statement)


def checks_of(table: str) -> dict[str, str]:
    """The CHECKs of a table: name -> definition."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = %s::regclass and contype = 'c'",
            [table],
        )
        return dict(cursor.fetchall())


def is_refused(pair: Pair) -> None:
    """The database doesn't let the contradiction be written, and says why."""
    pair.given()
    assert pair.model._default_manager.exists(), "there is nothing that could contradict itself"

    with pytest.raises(IntegrityError, match=pair.constraint), transaction.atomic():
        pair.plant()


def is_repaired(pair: Pair, migration: str) -> None:
    """Such a row of an existing instance is repaired by the migration, so that its constraint can be made."""
    pair.given()
    table = pair.model._meta.db_table
    definitions = checks_of(table)
    with unguarded(table):
        assert pair.plant() > 0
    with connection.cursor() as cursor:
        assert not holds(cursor, table, definitions[pair.constraint])
        for statement in import_module(migration).REPAIRS:
            cursor.execute(statement)
        for name, definition in definitions.items():
            cursor.execute(f'alter table {table} add constraint "{name}" {definition}')


def holds(cursor: Any, table: str, definition: str) -> bool:
    cursor.execute(f"select not exists (select from {table} where not ({definition.removeprefix('CHECK')}))")
    return bool(cursor.fetchone()[0])


def all_have_a_pair(pairs: Sequence[Pair], migration: str) -> None:
    """A constraint of that migration without a planted contradiction proves nothing."""
    operations = import_module(migration).Migration.operations
    made = {operation.constraint.name for operation in operations if isinstance(operation, AddConstraint)}
    assert made == {pair.constraint for pair in pairs}
