"""Migrations are named for their purpose and can be undone."""

import re
from pathlib import Path

from django.apps import apps
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import RunPython, RunSQL
from django.db.migrations.state import ProjectState

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


def test_the_short_cut_of_the_tests_makes_what_the_models_of_the_library_say() -> None:
    loader = MigrationLoader(None, ignore_no_migrations=True)

    changes = MigrationAutodetector(loader.project_state(), ProjectState.from_apps(apps)).changes(graph=loader.graph)

    assert changes.get("oauth2_provider") is None, "upgraded? docs/decisions/oauth.md says how to make it anew"
