"""`/readyz` says so when an instance answers but can't write."""

import errno
import os
from pathlib import Path

import pytest
from django.db import connection

from marketplace.selectors import health
from tests.api import Api

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch, settings, tmp_path):
    monkeypatch.setattr(health, "_written", {})
    monkeypatch.setattr(health, "_redis", lambda: ("ok", "ok", 0))
    settings.MEDIA_ROOT = tmp_path / "files"


def full(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_sound_instance_is_ready_and_leaves_nothing_behind(settings):
    answer = Api().get("/readyz")
    assert answer["parts"] == {"database": "ok", "redis": "ok", "worker": "ok", "files": "ok"}
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
