"""What a migration may do while the release before still runs on the same tables. docs/operations.md, "Two steps", says it to
people; tests/house/test_rolling_migrations.py asks it of every migration since RELEASED.

A check of our own and not django-migration-linter 6.0.0: that reads the SQL which Django would send, so it needs a database and
an entry in INSTALLED_APPS, can't tell a table that the same migration made from one that is in use, and does not see rows that are
moved in the transaction of a DDL statement. Half of our migrations are SQL of our own, too.
"""

import re
from collections.abc import Iterator
from typing import Any

from django.contrib.postgres.operations import AddConstraintNotValid, AddIndexConcurrently, ValidateConstraint
from django.db.migrations import Migration, operations
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED

# The latest migration of each app that installations have: no one of them is checked, since it can't be changed any more, and
# what a release stopped to use may be dropped after it. Moved on with each release.
RELEASED = {
    "marketplace": "0016_pictures_alike",
    "webhooks": "0004_events_of_a_bounty",
    "wallet": "0011_chain_of_the_sandbox",
    "escrow": "0018_case_stage_left",
    "humans": "0008_history_of_settings",
    "bounties": "0018_simulated_people",
    "qa": "0006_spenders",
}
# The commit of that release: tests/deploy/test_release_before.py runs its code on the tables of today. Moved on with RELEASED.
RELEASED_COMMIT = "cde2a315"
# What is right all the same: "app.migration" -> why. Few, and each read by two people.
EXCUSED: dict[str, str] = {
    "escrow.0031_desk_first_look": (
        "the order of the queue is a stored generated column, so that no way of moving a case can leave it behind; cases are few, "
        'and docs/operations.md, "Upgrade", says how long it takes and when to do it'
    ),
}

_DATA = re.compile(r"^\s*(with\b.*\b)?(update|insert\s+into|delete\s+from)\b", re.I | re.M)
_CREATED = re.compile(r"create\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)", re.I)
_INDEX = re.compile(r"create\s+(?:unique\s+)?index\s+(?!concurrently)(?:\w+\s+)?on\s+(?:only\s+)?(\w+)", re.I)
_DROPS = re.compile(r"drop\s+column|drop\s+table|rename\s+(?:column|to)\b", re.I)
_TABLE = re.compile(r"alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)([^;]*)", re.I)
_NOT_NULL, _FILLED = (
    re.compile(r"add\s+column.*not\s+null", re.I | re.S),
    re.compile(r"\bdefault\b|generated\s+always", re.I),
)
_STORED = re.compile(r"add\s+column.*generated\s+always\s+as\b.*\bstored\b", re.I | re.S)
_REWRITES = "is computed and stored, which writes its whole table anew while nobody reads it"
_CONSTRAINT = re.compile(r"add\s+constraint|add\s+check|add\s+foreign", re.I)
_UNREAD = re.compile(r"not\s+valid|using\s+index", re.I)
_DDL = re.compile(r"^\s*(create|alter|drop)\s+(?!or\b|function|procedure|table|view|sequence|statistics)", re.I | re.M)
_BODY = re.compile(r"\$(\w*)\$.*?\$\1\$|--[^\n]*", re.S)  # functions run later, comments never

_GONE = (operations.RemoveField, operations.RenameField, operations.DeleteModel, operations.RenameModel)
_ON_TABLES = (
    *(
        operations.AddField,
        operations.AlterField,
        operations.AddIndex,
        operations.AddConstraint,
        operations.RemoveField,
    ),
    *(operations.RemoveIndex, operations.RemoveConstraint, operations.RenameField, operations.DeleteModel),
    *(operations.RenameModel, operations.AlterModelTable, operations.AlterUniqueTogether, operations.RenameIndex),
)


def faults(migration: Migration, before: ProjectState, released: dict[str, str]) -> Iterator[str]:
    """What would stop, or break, the release before. `before`: the models until then. `released`: as RELEASED."""
    parts = list(_database_operations(migration.operations))
    born = {part.name_lower for part in parts if isinstance(part, operations.CreateModel)}
    tables = {table.lower() for part in parts for table in _CREATED.findall(_sql(part))}
    for part in parts:
        if isinstance(part, operations.RunSQL):
            yield from _of_sql(_sql(part), tables, migration, released)
        elif str(getattr(part, "model_name", "")).lower() not in born:
            yield from _of_operation(part, migration, before, released)
    moves = any(isinstance(part, operations.RunPython) or _DATA.search(_sql(part)) for part in parts)
    shapes = any(isinstance(part, _ON_TABLES) or _DDL.search(_sql(part)) for part in parts)
    if moves and shapes and migration.atomic:
        yield "rows are moved in the transaction of a DDL statement, which locks the table meanwhile: two migrations"


def is_newer(app: str, name: str, released: dict[str, str]) -> bool:
    return app in released and name > released[app]


def _of_operation(part: Any, migration: Migration, before: ProjectState, released: dict[str, str]) -> Iterator[str]:
    name = f"{getattr(part, 'model_name', getattr(part, 'name', ''))}.{getattr(part, 'name', '')}".lower()
    if isinstance(part, operations.AddField):
        field = part.field
        if not (field.null or field.many_to_many or field.db_default is not NOT_PROVIDED or field.generated):
            yield f"{name} is NOT NULL without db_default: rows that the release before inserts are refused"
        if field.generated and getattr(field, "db_persist", False):
            yield f"{name} {_REWRITES}"
        if getattr(field, "db_index", False) or field.unique:
            yield f"{name} is indexed while it is added: db_index=False, then AddIndexConcurrently"
    elif isinstance(part, operations.AlterField):
        old = before.models[migration.app_label, part.model_name_lower].fields[part.name]
        yield from (f"{name} {fault}" for fault in _of_change(old, part.field))
    elif isinstance(part, (*_GONE, operations.AlterModelTable)):
        if not _is_second_step(migration, released):
            yield f"{name} is dropped or renamed while the release before reads it: two steps (`second_step_of`)"
    elif isinstance(part, operations.AddIndex) and not isinstance(part, AddIndexConcurrently):
        yield f"{part.index.name} locks its table for writing: AddIndexConcurrently, and atomic = False"
    elif isinstance(part, operations.AddConstraint) and not isinstance(part, AddConstraintNotValid):
        yield f"{part.constraint.name} reads its whole table under a lock: AddConstraintNotValid, then ValidateConstraint"
    elif isinstance(part, ValidateConstraint) and any(
        isinstance(o, AddConstraintNotValid) for o in migration.operations
    ):
        yield f"{name} is validated in the transaction that adds it: two migrations"
    elif isinstance(part, operations.AlterUniqueTogether):
        yield f"{name}: an index CONCURRENTLY and a constraint USING it"


def _of_sql(sql: str, tables: set[str], migration: Migration, released: dict[str, str]) -> Iterator[str]:
    for table in _INDEX.findall(sql):
        if table.lower() not in tables:
            yield f"an index on {table} locks it for writing: create index concurrently, and atomic = False"
    for table, rest in _TABLE.findall(sql):
        if table.lower() in tables:
            continue
        for column in re.split(r",(?![^()]*\))", rest):
            if _NOT_NULL.search(column) and not _FILLED.search(column):
                yield f"a column of {table} is NOT NULL without a default"
            if _STORED.search(column):
                yield f"a column of {table} {_REWRITES}"
            if _CONSTRAINT.search(column) and not _UNREAD.search(column):
                yield f"a constraint on {table} reads it whole under a lock: NOT VALID, and validated later"
    if _DROPS.search(sql) and not _is_second_step(migration, released):
        yield "something is dropped or renamed while the release before reads it: two steps (`second_step_of`)"


def _is_second_step(migration: Migration, released: dict[str, str]) -> bool:
    """Does it name the migration that took the thing from the models, and has that one been released?"""
    app, name = getattr(migration, "second_step_of", ("", ""))
    return bool(name) and app in released and name <= released[app]


def _of_change(old: Any, new: Any) -> Iterator[str]:
    """Choices, texts and defaults of Python are nothing to the database."""
    if old.null and not new.null:
        yield "may not be NULL from now on: the table is read under a lock, and the release before may write NULL"
    if old.get_internal_type() != new.get_internal_type():
        yield "changes its type, which writes the table anew: a new column, and two steps"
    elif (new.max_length or 0) < (old.max_length or 0):
        yield "becomes shorter than what the release before writes"
    if (new.db_index and not old.db_index) or (new.unique and not old.unique):
        yield "is indexed under a lock: AddIndexConcurrently"


def _database_operations(found: list[Any]) -> Iterator[Any]:
    for operation in found:
        if isinstance(operation, operations.SeparateDatabaseAndState):
            yield from _database_operations(operation.database_operations)
        else:
            yield operation


def _sql(part: Any) -> str:
    if not isinstance(part, operations.RunSQL):
        return ""
    statements = part.sql if isinstance(part.sql, list | tuple) else [part.sql]
    text = ";\n".join(one if isinstance(one, str) else one[0] for one in statements)
    return _BODY.sub("", text)
