"""Management commands beside nothing, beside each other, and under settings that have nothing embedded."""

import os
import subprocess
import sys

import pytest

from config.devstack import embedded, gates, locations
from tests.devstack.conftest import processes_of, wait_until_gone

DEV = "config.settings.dev"


@pytest.fixture(autouse=True)
def _nothing_named(monkeypatch):
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", DEV)


@pytest.mark.parametrize(
    ("arguments", "needed"),
    [
        (["migrate"], True),
        (["shell", "-c", "1"], True),
        (["migrate", "--settings", DEV], True),
        (["migrate", "--settings=config.settings.prod"], False),
        (["migrate", "--settings", "config.settings.prod"], False),
        (["migrate", "--help"], False),
        (["serve"], False),
        (["check"], False),
        (["--version"], False),
        ([], False),
    ],
)
def test_only_commands_that_use_the_database_get_servers(arguments, needed):
    assert embedded.needs_servers(["manage.py", *arguments]) is needed


def test_commands_with_named_servers_start_none(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://db.example.org/x")
    assert embedded.needs_servers(["manage.py", "migrate"])
    monkeypatch.setenv("REDIS_URL", "redis://redis.example.org/0")
    assert not embedded.needs_servers(["manage.py", "migrate"])


def psql(folder, statement):
    environment = gates.without_configuration(os.environ, gates.configuration_names()) | {"DATA_DIR": str(folder)}
    return subprocess.Popen(
        [sys.executable, locations.ROOT / "manage.py", "dbshell", "--", "-tAc", statement],
        env=environment,
        cwd="/",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_a_second_command_uses_the_servers_of_the_first(folder):
    first = psql(folder, "SELECT 'first' FROM pg_sleep(3)")
    while not (folder / "owner.lock").exists():
        assert first.poll() is None
    second = psql(folder, "SELECT 'second'")
    assert second.communicate(timeout=30)[0].strip() == "second"
    assert first.poll() is None
    assert first.communicate(timeout=30)[0].strip() == "first"
    wait_until_gone(folder, seconds=5)


def test_kill_9_of_a_command_leaves_no_servers(folder):
    command = psql(folder, "SELECT pg_sleep(60)")
    while not any("pg_sleep" in line for line in processes_of(folder).values()):
        assert command.poll() is None
    command.kill()
    command.communicate()
    wait_until_gone(folder)
