"""`migrate` beside running processes: it gives way to who holds a lock, and comes back."""

from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import OperationalError, connection

from config.management.commands import migrate as ours


def refused(sqlstate: str) -> OperationalError:
    error = OperationalError("canceling statement due to lock timeout")
    error.__cause__ = psycopg.errors.lookup(sqlstate)("canceling statement due to lock timeout")
    return error


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What Django's command does, call by call."""
    given: list[Any] = []

    def handle(self: Any, *args: Any, **options: Any) -> None:
        if (answer := given.pop(0)) is not None:
            raise answer

    monkeypatch.setattr(migrate.Command, "handle", handle)
    monkeypatch.setattr(ours.loading, "load", lambda: "")
    monkeypatch.setattr(ours, "PAUSE", 0.0)
    return given


def test_a_table_in_use_is_tried_again(answers: list[Any], capsys: pytest.CaptureFixture[str]) -> None:
    answers += [refused("55P03"), refused("55P03"), None]

    call_command("migrate")

    assert answers == []
    assert capsys.readouterr().err.count("A table is in use") == 2


def test_it_ends_after_five_times(answers: list[Any]) -> None:
    answers += [refused("55P03")] * 6

    with pytest.raises(OperationalError):
        call_command("migrate")

    assert len(answers) == 1


def test_any_other_failure_ends_it_at_once(answers: list[Any]) -> None:
    answers += [refused("57P01"), None]

    with pytest.raises(OperationalError):
        call_command("migrate")

    assert answers == [None]


@pytest.mark.django_db
def test_a_migration_waits_for_a_lock_no_longer_than_everybody() -> None:
    with connection.cursor() as cursor:
        cursor.execute("select current_setting('lock_timeout')")

        assert cursor.fetchone() == ("5s",)
