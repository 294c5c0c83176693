"""The worker killed, Redis emptied, PostgreSQL restarted, each in the middle of deliveries: every event still reaches every
healthy endpoint, and each call that a receiver saw is in the log.

On servers of its own, with the worker and beat that `serve` starts; `serve` itself would end with any of them."""

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from config.devstack.embedded import EmbeddedServers
from config.devstack.guard import Guard
from config.devstack.programs import CELERY
from tests import instances

from .conftest import MANAGE, ROOT, Hook, clean_environment, wait_until

pytestmark = pytest.mark.live
ACCOUNTS = 10  # with two endpoints each
SETUP = """
from django.db import transaction
from marketplace.models import Account
from marketplace.services import keys
from webhooks.models import Endpoint
from webhooks.services import endpoints
for number in range({accounts}):
    account = Account.objects.create_user(f"kill-{{number}}@example.com", name="Kill")
    key, _ = keys.issue(account, "kill")
    for name in "ab":
        endpoints.renew(Endpoint(account=account, key=key, url=f"{url}/{{number}}{{name}}"), events=["*"], description="")
"""
EMIT = """
from django.db import transaction
from marketplace.models import Account
from webhooks import outbox
accounts = list(Account.objects.filter(email__startswith="kill-"))
for number in range({count}):
    with transaction.atomic():
        account = accounts[number % len(accounts)].pk
        outbox.publish(type="payment.sent", entity=f"trf_{name}_{{number}}", account_id=account, data={{}})
"""


@dataclass
class Stage:
    servers: EmbeddedServers
    environment: dict[str, str]
    worker: subprocess.Popen[bytes] | None = None

    def run(self, code: str) -> None:
        subprocess.run(
            [*MANAGE, "shell", "-v", "0", "-c", code], env=self.environment, cwd=ROOT, check=True, timeout=240
        )

    def program(self, *words: str) -> subprocess.Popen[bytes]:
        """In a process group of its own, so that it dies with all its children."""
        return subprocess.Popen([*CELERY, *words], env=self.environment, cwd=ROOT, start_new_session=True)

    def work(self) -> None:
        self.worker = self.program("worker", "--concurrency", "2", "--without-gossip", "--without-mingle")

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.environment["DATABASE_URL"], autocommit=True) as connection:
            found = connection.execute(query)  # type: ignore[call-overload]
            return list(found.fetchall()) if found.description else []

    def server(self, name: str) -> Any:
        return next(server for server in self.servers.running if server.name == name)

    def is_done(self) -> bool:
        """Everything was delivered. A lease is a minute: here, one of a worker that died ends after 15 seconds. A worker
        that ended by itself (Celery's may, when its queue goes away) is started again, as `serve` and every supervisor do."""
        if self.worker is not None and self.worker.poll() is not None:
            self.work()
        self.ask(
            "update webhooks_delivery set leased_until = now() "
            "where status in ('pending', 'retrying') and leased_until between now() and now() + interval '45 s'"
        )
        [(open_ones, unsent)] = self.ask(
            "select (select count(*) from webhooks_delivery where status <> 'delivered'), "
            "(select count(*) from webhooks_event where public and fanned_out_at is null)"
        )
        return open_ones == unsent == 0


def kill(process: subprocess.Popen[bytes] | None) -> None:
    if process is None:
        return
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.fixture
def stage(hook: Hook, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, prepared_instance: Path) -> Iterator[Stage]:
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    data_dir = instances.copy(prepared_instance, tmp_path / "data")
    with closing(Guard()) as guard:
        servers = EmbeddedServers(data_dir, guard, durable=False)
        servers.start()
        environment = clean_environment() | servers.environment() | {"SANDBOX": "1", "DATA_DIR": str(data_dir)}
        stage = Stage(servers, environment | {"LOG_LEVEL": "ERROR"})
        stage.run(SETUP.format(accounts=ACCOUNTS, url=hook.url))
        beat = subprocess.Popen(
            [sys.executable, "-m", "config.beat"], env=stage.environment, cwd=ROOT, start_new_session=True
        )
        yield stage
        kill(beat)
        servers.stop()


def test_every_event_arrives_and_every_call_is_logged_whatever_was_killed(stage: Stage, hook: Hook) -> None:
    # given a worker that dies with SIGKILL in the middle of a thousand deliveries
    stage.run(EMIT.format(name="killed", count=500))
    stage.work()
    try:
        wait_until(lambda: len(hook.received) >= 300, 240)
        kill(stage.worker)
        stage.worker = None
        assert not stage.is_done()
        stage.work()
        wait_until(stage.is_done, 240)
        check(stage, hook, 500)

        # and a Redis that is stopped in the middle of others, comes back empty, and was away for some more
        emptied = stage.server("redis")
        stage.run(EMIT.format(name="queued", count=50))
        emptied.stop()
        stage.run(EMIT.format(name="unqueued", count=50))
        emptied.start()
        wait_until(stage.is_done, 240)
        check(stage, hook, 600)

        # and a PostgreSQL that is restarted in the middle of others
        restarted, so_far = stage.server("postgres"), len(hook.received)
        stage.run(EMIT.format(name="restarted", count=200))
        wait_until(lambda: len(hook.received) > so_far + 20, 240)
        restarted.stop()
        restarted.start()
        wait_until(stage.is_done, 240)
        check(stage, hook, 800)
    finally:
        kill(stage.worker)


def check(stage: Stage, hook: Hook, events: int) -> None:
    """Two deliveries of each event arrived, and the log of each has at least as many attempts as its receiver saw calls."""
    assert stage.ask("select count(*), count(distinct (endpoint_id, event_id)) from webhooks_delivery") == [
        (2 * events, 2 * events)
    ]
    seen = Counter(got["headers"]["X-Service-Delivery"] for got in list(hook.received))
    assert len(seen) == 2 * events
    assert len({got["body"]["id"] for got in list(hook.received)}) == events
    [(logged, attempts)] = stage.ask(
        "select sum(n), sum(attempts) from (select d.attempts, count(a.id) as n "
        "from webhooks_delivery d join webhooks_attempt a on a.delivery_id = d.id group by d.id) per_delivery"
    )
    assert logged == attempts >= len(hook.received)
