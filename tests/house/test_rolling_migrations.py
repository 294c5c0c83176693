"""Migrations since the last release leave the release before running: added first, removed a release later."""

from typing import Any

import pytest
from django.contrib.postgres.operations import AddConstraintNotValid, AddIndexConcurrently
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState, ProjectState

from tests.house.rolling import EXCUSED, RELEASED, faults, is_newer

CharField, Index, Q = models.CharField, models.Index, models.Q
RunSQL, RunPython, Separate = migrations.RunSQL, migrations.RunPython, migrations.SeparateDatabaseAndState


def test_no_migration_since_the_release_stops_the_release_before() -> None:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    found = {
        f"{app}.{name}": said
        for (app, name), migration in loader.disk_migrations.items()
        if is_newer(app, name, RELEASED)
        and f"{app}.{name}" not in EXCUSED
        and (said := [*faults(migration, loader.project_state((app, name), at_end=False), RELEASED)])
    }

    assert found == {}, 'docs/operations.md, "Two steps"'


def test_what_was_done_before_there_was_a_rule_would_be_refused() -> None:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    key = ("qa", "0002_target_of_a_run")

    said = [*faults(loader.disk_migrations[key], loader.project_state(key, at_end=False), {"qa": "0001_tables"})]

    assert len(said) == 2
    assert "run.target_url is NOT NULL without db_default" in said[0]
    assert "two migrations" in said[1]


def test_what_is_named_as_released_and_excused_exists() -> None:
    known = MigrationLoader(None, ignore_no_migrations=True).disk_migrations

    assert [app for app, name in RELEASED.items() if (app, name) not in known] == []
    assert [name for name in EXCUSED if tuple(name.split(".")) not in known] == []
    assert [name for name, why in EXCUSED.items() if not why.strip()] == []


def made(*operations: Any, atomic: bool = True, **more: Any) -> list[str]:
    migration = type("Migration", (migrations.Migration,), {"operations": operations, "atomic": atomic} | more)
    before = ProjectState()
    fields = [("id", models.BigAutoField(primary_key=True)), ("text", CharField(max_length=20, null=True))]
    before.add_model(ModelState("qa", "Run", fields))
    return [*faults(migration("0007_x", "qa"), before, {"qa": "0006_spenders"})]


def no_op(apps: Any, schema_editor: Any) -> None: ...


REFUSED = {
    "NOT NULL, as qa.0002 did it": (
        migrations.AddField("run", "url", CharField(max_length=9, blank=True)),
        "db_default",
    ),
    "a default of Python": (migrations.AddField("run", "n", models.IntegerField(default=0)), "db_default"),
    "a column with its index": (
        migrations.AddField("run", "n", models.IntegerField(null=True, db_index=True)),
        "AddIndexConcurrently",
    ),
    "a stored computed column": (
        migrations.AddField(
            "run",
            "n",
            models.GeneratedField(expression=models.F("id"), output_field=models.BigIntegerField(), db_persist=True),
        ),
        "writes its whole table anew",
    ),
    "a stored computed column in SQL": (
        RunSQL("alter table qa_run add column n bigint not null generated always as (id + 1) stored", RunSQL.noop),
        "writes its whole table anew",
    ),
    "NOT NULL later": (migrations.AlterField("run", "text", CharField(max_length=20, default="")), "may not be NULL"),
    "another type": (migrations.AlterField("run", "text", models.IntegerField(null=True)), "changes its type"),
    "shorter": (migrations.AlterField("run", "text", CharField(max_length=10, null=True)), "shorter"),
    "dropped": (migrations.RemoveField("run", "text"), "two steps"),
    "renamed": (migrations.RenameField("run", "text", "words"), "two steps"),
    "a table dropped": (migrations.DeleteModel("Run"), "two steps"),
    "a table renamed": (migrations.AlterModelTable("Run", "runs"), "two steps"),
    "an index": (migrations.AddIndex("run", Index(fields=["text"], name="i")), "AddIndexConcurrently"),
    "a constraint": (
        migrations.AddConstraint("run", models.CheckConstraint(condition=Q(text="x"), name="c")),
        "AddConstraintNotValid",
    ),
    "an index in SQL": (RunSQL("create unique index x on qa_run (text)", RunSQL.noop), "concurrently"),
    "NOT NULL in SQL": (RunSQL("alter table qa_run add column n int not null", RunSQL.noop), "without a default"),
    "a constraint in SQL": (RunSQL("alter table qa_run add constraint c check (n > 0)", RunSQL.noop), "NOT VALID"),
    "dropped in SQL": (RunSQL("alter table qa_run drop column text", RunSQL.noop), "two steps"),
    "inside of another": (Separate(database_operations=[migrations.RemoveField("run", "text")]), "two steps"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_stops_the_release_before_is_named_with_what_to_do(name: str) -> None:
    operation, words = REFUSED[name]

    said = made(operation)

    assert len(said) == 1
    assert words in said[0]


@pytest.mark.parametrize("move", [RunPython(no_op, no_op), RunSQL("update qa_run set text = ''", RunSQL.noop)])
def test_rows_are_not_moved_in_the_transaction_of_ddl(move: Any) -> None:
    column = migrations.AddField("run", "n", models.IntegerField(null=True))

    assert "two migrations" in made(column, move)[0]
    assert made(move) == made(column) == []


def test_what_adds_only_may_be_done() -> None:
    fields = [("id", models.BigAutoField(primary_key=True)), ("text", CharField(max_length=20))]
    assert (
        made(
            migrations.AddField("run", "n", models.IntegerField(null=True)),
            migrations.AddField("run", "m", models.IntegerField(db_default=0)),
            migrations.AlterField("run", "text", CharField(max_length=30, null=True, help_text="Longer.")),
            migrations.CreateModel("Part", fields),
            migrations.AddIndex("part", Index(fields=["text"], name="p")),
            AddConstraintNotValid("run", models.CheckConstraint(condition=Q(text="x"), name="c")),
            migrations.AlterModelOptions("run", {}),
        )
        == []
    )
    assert made(migrations.CreateModel("Part", fields), RunPython(no_op, no_op)) == []
    assert made(RunSQL("create table t (n int not null); create index i on t (n); insert into t values (1)", "")) == []
    assert (
        made(RunSQL("create or replace function f() returns void language sql as $$ delete from qa_run $$", "")) == []
    )
    assert made(RunSQL("alter table qa_run add column n int not null default 0, add column m text", "")) == []
    assert made(AddIndexConcurrently("run", Index(fields=["text"], name="i")), atomic=False) == []


def test_what_a_release_has_stopped_to_use_may_be_dropped_after_it() -> None:
    drop = RunSQL("alter table qa_run drop column text", RunSQL.noop)

    assert made(Separate(state_operations=[migrations.RemoveField("run", "text")])) == []
    assert made(drop, second_step_of=("qa", "0006_spenders")) == []
    assert "two steps" in made(drop, second_step_of=("qa", "0007_a"))[0]
