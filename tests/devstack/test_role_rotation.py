"""The database's password is changed as docs/operations.md says: a second role, nodes in turn, the first one closed. Two nodes,
with connections as our settings make them, write all the time; no write fails, and whatever is created belongs to the same owner.
"""

import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db.utils import load_backend
from pytest_django import DjangoDbBlocker

from config.devstack import locations
from config.devstack.embedded import throwaway_servers
from config.settings.databases import database

DOCS = (locations.ROOT / "docs" / "operations.md").read_text()
WRITES = 25  # of a node, in each step


def documented(begins: str) -> str:
    """The statement that the page gives, without its line break."""
    found = re.search(rf"`({re.escape(begins)}[^`]*)`", DOCS)
    assert found, f"docs/operations.md no longer says {begins}"
    return " ".join(found[1].split()).replace("'…'", "'a-password-of-its-own'")


@pytest.fixture
def data_dir(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    with throwaway_servers() as servers:
        yield servers.data_dir


class Node:
    """Writes until it is stopped, by a connection of its own as our settings make it."""

    def __init__(self, data_dir: Path, role: str) -> None:
        url = locations.database_url(data_dir).replace(f"//{locations.APP}@", f"//{role}@")
        given = {"TIME_ZONE": None, "ATOMIC_REQUESTS": False, "AUTOCOMMIT": True, "CONN_MAX_AGE": 0, "TEST": {}}
        settings: dict[str, Any] = given | database(url)
        self.connection = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, "default")
        self.connection.inc_thread_sharing()
        self.wrote, self.failures, self.stopping = 0, list[Exception](), False
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def _run(self) -> None:
        while not self.stopping:
            try:
                with self.connection.cursor() as cursor:
                    cursor.execute("insert into written (by) values (session_user)")
                self.wrote += 1
            except Exception as error:
                self.failures.append(error)
                return

    def writes_more(self) -> None:
        until = self.wrote + WRITES
        while self.wrote < until:
            assert not self.failures and self.thread.is_alive(), self.failures

    def ends(self) -> int:
        """After the write under way, as at SIGTERM."""
        self.stopping = True
        self.thread.join(10)
        self.connection.close()
        assert self.failures == []
        return self.wrote


@pytest.fixture(autouse=True)
def _own_connections(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield


def test_a_role_takes_over_while_nodes_write(data_dir: Path) -> None:
    superuser = locations.superuser_url(data_dir, locations.APP)
    with psycopg.connect(locations.database_url(data_dir), autocommit=True) as owner:
        owner.execute("create table written (by text)")
    nodes = [Node(data_dir, "ahm"), Node(data_dir, "ahm")]
    total = 0
    try:
        with psycopg.connect(superuser, autocommit=True) as server:
            # as the page says
            for begins in ("CREATE ROLE ahm2", "ALTER ROLE ahm2 SET role"):
                server.execute(documented(begins))  # type: ignore[call-overload]
            for place in (0, 1):
                total += nodes[place].ends()
                nodes[place] = Node(data_dir, "ahm2")
                for node in nodes:
                    node.writes_more()
            users = documented("select usename from pg_stat_activity")
            seen = {row[0] for row in server.execute(users)}  # type: ignore[call-overload]
            assert "ahm2" in seen and "ahm" not in seen
            server.execute(documented("ALTER ROLE ahm NOLOGIN"))  # type: ignore[call-overload]
            for node in nodes:
                node.writes_more()

            # the first one is closed, and what the second creates belongs to the owner
            with pytest.raises(psycopg.OperationalError, match="not permitted to log in"):
                psycopg.connect(locations.database_url(data_dir))
            second = locations.database_url(data_dir).replace("//ahm@", "//ahm2@")
            with psycopg.connect(second, autocommit=True) as upgrade:
                upgrade.execute("create table of_an_upgrade (id int)")
                upgrade.execute("alter table written add column more int")
            owners = server.execute("select distinct tableowner from pg_tables where schemaname = 'public'").fetchall()
            assert owners == [("ahm",)]

            # the next change goes the other way
            server.execute(documented("ALTER ROLE ahm LOGIN"))  # type: ignore[call-overload]
            total += nodes[0].ends()
            nodes[0] = Node(data_dir, "ahm")
            for node in nodes:
                node.writes_more()
    finally:
        total += sum(node.ends() for node in nodes)
    with psycopg.connect(superuser) as server:
        assert server.execute("select count(*) from written").fetchone() == (total,), "none lost"
