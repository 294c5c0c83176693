"""A real streaming replica: what strangers list comes from it while it keeps up, and from the primary when it lags, is gone, or was
made a primary itself. No list fails, and none is older than the docs say.
"""

import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import psycopg
import pytest
from pytest_django import DjangoDbBlocker

from config.devstack import locations
from config.devstack.embedded import EmbeddedServers
from config.devstack.guard import Guard
from config.devstack.postgres import Postgres
from marketplace.core import replica
from tests import instances

from .conftest import TASK, Caller, Instance, clean_environment, free_port, wait_until
from .nodes import Node, node_beside

pytestmark = pytest.mark.live
SOON = replica.LAG + replica.EVERY + replica.AWAY + 15  # seconds; a machine that does much else


@dataclass
class Site:
    node: Node
    instance: Instance
    standby: Postgres

    def ask(self, query: Any) -> Any:
        """The first value that the replica answers."""
        with psycopg.connect(locations.superuser_url(self.standby.data_dir), autocommit=True) as connection:
            found = connection.execute(query).fetchone()
            return found[0] if found else None

    def reads(self) -> int:
        """Transactions of the product that the replica has ended."""
        return int(self.ask("select xact_commit from pg_stat_database where datname = 'ahm'"))

    def listed(self, caller: Caller) -> list[str]:
        """The newest jobs."""
        answer = httpx.get(f"{self.node.url}/api/bounties?sort=new&limit=20", headers=caller.headers, timeout=30)
        assert answer.status_code == 200, answer.text
        return [row["id"] for row in answer.json()["bounties"]]

    def is_read(self) -> bool:
        """Does a stranger's list reach the replica?"""
        before = self.reads()
        self.listed(Caller(self.node.url))
        try:
            wait_until(lambda: self.reads() > before, 3)
        except AssertionError:
            return False
        return True


@pytest.fixture
def site(
    tmp_path: Path, prepared_instance: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: DjangoDbBlocker
) -> Iterator[Site]:
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    data_dir = instances.copy(prepared_instance, tmp_path / "servers")
    with closing(Guard()) as guard:
        servers = EmbeddedServers(data_dir, guard)
        servers.start()
        standby = _replica_of(data_dir, tmp_path / "standby", guard)
        common = clean_environment() | servers.environment()
        common |= {"SANDBOX": "1", "HOST": "127.0.0.1", "RATE_LIMIT_SCALE": "50", "WEB_WORKERS": "1"}
        common |= {"SECRET_KEY": (data_dir / "secret_key").read_text().strip()}
        common |= {"DATABASE_REPLICA_URL": locations.database_url(standby.data_dir)}
        node = node_beside(tmp_path / "node", data_dir, common, free_port())
        try:
            node.start("web", "worker")
            node.wait()
            live = Instance(node.url, data_dir, node.running["web"], node.log, django_db_blocker)  # type: ignore[arg-type]
            yield Site(node, live, standby)
        finally:
            node.kill()
            standby.stop()
            servers.stop()


def _replica_of(primary: Path, folder: Path, guard: Guard) -> Postgres:
    """A copy of the running server that follows it, made as docs/operations.md says."""
    standby = Postgres(folder, guard)
    locations.make_data_dir(folder)
    locations.make_folder(standby.files, mode=0o700, owner=standby.user)
    address = parse_qs(urlsplit(locations.superuser_url(primary)).query)
    command = [
        str(standby.programs / "pg_basebackup"),
        "-D",
        standby.as_seen_by_server(standby.files),
        "-R",
        "-X",
        "stream",
    ]
    command += ["-c", "fast", "-h", address["host"][0], "-p", address["port"][0], "-U", "postgres"]
    made = standby.launch(command, cwd=standby.files, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said, _ = made.communicate()
    guard.forget(made.pid)
    assert made.returncode == 0, said
    standby.start()
    return standby


def test_lists_come_from_a_replica_that_keeps_up_and_never_fail_with_it(site: Site) -> None:
    agent, stranger = site.instance.agent(100), Caller(site.node.url)

    def post() -> str:
        return str(agent("POST", "/api/bounties", TASK)["bountyId"])

    # given a replica that keeps up: strangers read it, and see within its delay what was posted; the agent sees it at once
    wait_until(site.is_read, SOON, lambda: site.node.log.read_text()[-3000:])
    first = post()
    assert first in site.listed(agent)
    wait_until(lambda: first in site.listed(stranger), SOON)

    # when it stands still: it is left alone, and nobody waits for what it lacks
    site.ask("select pg_wal_replay_pause()")
    wait_until(lambda: site.ask("select pg_get_wal_replay_pause_state()") == "paused", SOON)
    second = post()
    wait_until(lambda: second in site.listed(stranger), SOON)
    wait_until(lambda: not site.is_read(), SOON)

    # when it goes on: it is read again
    site.ask("select pg_wal_replay_resume()")
    wait_until(site.is_read, SOON)

    # when it is gone: every list is answered all the same, with what was posted meanwhile
    site.standby.stop()
    third = post()
    assert third in site.listed(agent)
    assert [site.listed(stranger)[:1] for _ in range(20)] == [[third]] * 20

    # when it comes back as a primary of its own: nobody reads it any more
    site.standby.start()
    wait_until(site.is_read, SOON)
    site.ask("select pg_promote()")
    fourth = post()
    wait_until(lambda: fourth in site.listed(stranger), SOON)
    wait_until(lambda: not site.is_read(), SOON)
    site.instance.check_ledger()
