"""`ahm-server start`: one program of an installation, as a supervisor starts each by itself."""

import os
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from config.devstack import locations
from config.devstack.programs import PROGRAMS


@pytest.fixture
def become(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the process would have become."""
    found: dict[str, Any] = {}
    monkeypatch.setenv("DATABASE_URL", "postgresql://u:p@127.0.0.1:1/x")
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1/0")
    monkeypatch.setattr(os, "execvp", lambda file, words: found.update(file=file, words=words))
    monkeypatch.setattr(os, "chdir", lambda path: found.update(folder=path))
    monkeypatch.setattr(os, "umask", lambda mask: found.update(mask=mask))
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_program_is_the_one_that_run_starts(become: dict[str, Any], name: str, settings: Any) -> None:
    settings.HOST, settings.PORT, settings.WAITING_PORT = "0.0.0.0", 8000, 0

    call_command("start", name)

    environment = {"HOST": "0.0.0.0", "PORT": "8000", "WAITING_PORT": "8001", "DATA_DIR": "/tmp"}
    run = PROGRAMS[name](None, environment, print).command()  # type: ignore[arg-type]
    if name == "web":  # a supervisor gives it longer than Ctrl-C does
        assert run[run.index("--workers-kill-timeout") + 1] == "2"
        run[run.index("--workers-kill-timeout") + 1] = "20"
    assert become == {"file": run[0], "words": run, "folder": locations.ROOT, "mask": 0o077}


@pytest.mark.parametrize("missing", ["DATABASE_URL", "REDIS_URL"])
def test_without_servers_it_says_which_to_name_and_starts_nothing(
    become: dict[str, Any], monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.delenv(missing)

    with pytest.raises(CommandError, match=f"{missing}: name the servers to use; `ahm-server run` brings its own"):
        call_command("start", "web")
    assert become == {}


def test_what_is_no_program_is_refused(become: dict[str, Any]) -> None:
    with pytest.raises(CommandError, match="invalid choice"):
        call_command("start", "postgres")
    assert become == {}
