"""`/readyz` says so when a node can't write or lacks tables; what no node can mend takes none away."""

import errno
import os
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from marketplace.selectors import health
from tests.api import Api

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch, settings, tmp_path):
    monkeypatch.setattr(health, "_written", {})
    monkeypatch.setattr(health, "_redis", lambda: ("ok", "ok", 0))
    monkeypatch.setattr(health, "_in_step", False)
    settings.MEDIA_ROOT = tmp_path / "files"


def full(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_sound_instance_is_ready_and_leaves_nothing_behind(settings):
    answer = Api().get("/readyz")
    assert answer["parts"] == dict.fromkeys(["database", "migrations", "files", "redis", "worker"], "ok")
    assert answer["degraded"] == []
    assert list(Path(settings.MEDIA_ROOT).iterdir()) == []
    with connection.cursor() as cursor:
        cursor.execute("select to_regclass('pg_temp.readiness')")
        assert cursor.fetchone() == (None,)


def test_a_full_disk_is_told_and_looked_at_again_at_once(monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        answer = Api().get("/readyz", expect=503)
        assert answer["failing"] == ["files"]
        assert answer["parts"]["files"] == "not writable: ENOSPC"
    assert Api().get("/readyz")["status"] == "ok"


def test_a_database_that_became_a_replica_is_told():
    with connection.cursor() as cursor:
        cursor.execute("set transaction read only")
    answer = Api().get("/readyz", expect=503)
    assert answer["failing"] == ["database"]
    assert answer["parts"]["database"] == "not writable: ReadOnlySqlTransaction"


def test_whoever_asks_often_does_not_write_often(monkeypatch):
    written = []
    monkeypatch.setattr(health, "_write_file", lambda: written.append(1) or "ok")
    for _ in range(5):
        Api().get("/readyz")
    assert len(written) == 1


def test_an_object_store_is_not_written_to(monkeypatch):
    monkeypatch.setattr(health, "default_storage", object())
    assert "files" not in Api().get("/readyz")["parts"]


@pytest.mark.parametrize(
    ("state", "degraded"),
    [
        (("not reachable", "unknown: redis is not reachable", None), ["redis", "worker"]),
        (("ok", "no worker has reported yet", 0), ["worker"]),  # an emptied Redis
        (("ok", "last reported 3600 s ago", 0), ["worker"]),  # a dead beat
    ],
)
def test_neither_a_dead_beat_nor_an_emptied_redis_takes_a_node_away(monkeypatch, state, degraded):
    monkeypatch.setattr(health, "_redis", lambda: state)

    answer = Api().get("/readyz")

    assert (answer.status, answer["status"], answer["degraded"]) == (200, "ok", degraded)
    assert answer["parts"]["worker"] == state[1]
    assert "Not everything works" in Api().get("/status").body.decode(), "people are told"


@pytest.mark.parametrize("probe", ["/readyz", "/startupz"])
def test_a_node_whose_migrations_are_not_applied_is_not_ready(probe):
    MigrationRecorder.Migration.objects.filter(app="qa").delete()

    answer = Api().get(probe, expect=503)

    assert (answer.status, answer["failing"]) == (503, ["migrations"])
    assert answer["parts"]["migrations"].startswith("missing: qa.0001")


def test_a_database_that_is_ahead_is_in_step():
    MigrationRecorder.Migration.objects.create(app="qa", name="9999_of_the_next_release")

    assert Api().get("/readyz").status == 200


def test_migrations_are_compared_until_they_are_in_step_and_no_more(monkeypatch):
    assert Api().get("/startupz").status == 200
    monkeypatch.setattr(health, "_compare_migrations", lambda: pytest.fail("asked again"))
    assert Api().get("/readyz").status == 200


@pytest.mark.parametrize("probe", ["/livez", "/healthz"])
def test_the_process_answers_without_a_database(monkeypatch, probe):
    monkeypatch.setattr(health, "_database", lambda: pytest.fail("asked"))

    assert Api().get(probe).body == {"success": True, "status": "ok"}
