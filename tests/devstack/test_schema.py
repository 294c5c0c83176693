"""A new database gets all its tables at one go, and they are those that the migrations make."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.db import connection

from bounties.models import Category
from config import schema
from config.schema import dumping, loading
from wallet.services import books

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def empty() -> Iterator[None]:
    with dumping.database_beside():
        yield


def migrated(**options: bool) -> str:
    out = StringIO()
    call_command("migrate", interactive=False, stdout=out, **options)
    return out.getvalue()


def tables() -> list[str]:
    return connection.introspection.table_names()


def test_every_migration_by_itself_makes_what_the_script_says() -> None:
    assert dumping.whole(one_by_one=True) == schema.SCRIPT.read_text(encoding="utf-8")


@pytest.mark.main
def test_what_is_made_at_one_go_is_what_the_script_says() -> None:
    assert dumping.whole(one_by_one=False) == schema.SCRIPT.read_text(encoding="utf-8")


@pytest.mark.main
def test_a_new_database_is_made_at_one_go_with_its_first_rows(empty: None) -> None:
    said = migrated()

    assert "All tables were made at one go." in said and "No migrations to apply." in said
    assert Category.objects.filter(slug="creative-gigs").exists() and Permission.objects.exists()
    assert books.check() == 0


@pytest.mark.main
def test_two_at_one_time_make_the_tables_once(empty: None) -> None:
    def load(_: int) -> str:
        try:
            return loading.load()
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as both:
        said = sorted(both.map(load, range(2)))

    assert said == ["", "All tables were made at one go."]
    assert "bounties_category" in tables()


def test_a_database_with_tables_is_migrated_one_by_one(empty: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("create table somebodys (id int)")

    call_command("migrate", "contenttypes", verbosity=0)
    said = migrated(plan=True)

    assert "at one go" not in said and "marketplace.0001_tables" in said
    assert set(tables()) == {"somebodys", "django_migrations", "django_content_type"}


def test_a_script_of_other_migrations_is_not_read(empty: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    other = tmp_path / "schema.sql"
    other.write_text(f"{schema.FIRST_LINE}0000\ncreate table somebodys (id int);\n")
    monkeypatch.setattr(schema, "SCRIPT", other)

    assert "is of other migrations" in migrated_until_the_first(monkeypatch)
    assert tables() == []


def test_a_script_that_the_server_refuses_leaves_nothing_behind(
    empty: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    refused = tmp_path / "schema.sql"
    refused.write_text(f"{schema.FIRST_LINE}{schema.fingerprint()}\ncreate table somebodys (id int);\nselect 1 / 0;\n")
    monkeypatch.setattr(schema, "SCRIPT", refused)

    assert "could not be made at one go (division by zero" in migrated_until_the_first(monkeypatch)
    assert tables() == []


def migrated_until_the_first(monkeypatch: pytest.MonkeyPatch) -> str:
    """What `migrate` says, without the minute that comes then."""
    monkeypatch.setattr("django.core.management.commands.migrate.Command.handle", lambda *_, **__: None)
    return migrated()
