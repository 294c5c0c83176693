"""Migrations are named for their purpose and can be undone."""

import re
from pathlib import Path

from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import RunPython, RunSQL

from config import schema

ROOT = Path(__file__).resolve().parents[2]
APPS = ("marketplace", "webhooks", "wallet", "escrow", "humans", "bounties", "qa")


def test_migrations_have_names() -> None:
    files = [path for app in APPS for path in (ROOT / app / "migrations").glob("0*.py")]
    assert [str(path) for path in files if re.search(r"_auto_|000\d_initial", path.name)] == []


def test_migrations_are_reversible() -> None:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    stuck = []
    for (app, name), migration in loader.disk_migrations.items():
        if app in APPS:
            for operation in migration.operations:
                parts = getattr(operation, "database_operations", None) or [operation]
                stuck += [
                    f"{app}.{name}" for part in parts if isinstance(part, RunSQL | RunPython) and not part.reversible
                ]
    assert stuck == []


def test_new_databases_are_made_from_these_migrations() -> None:
    assert schema.made_from() == schema.fingerprint(), "`./dev manage dump_schema` makes config/schema/schema.sql anew"
