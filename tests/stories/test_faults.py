"""The servers behind an instance die while it serves: what can be answered is, nothing is lost, nobody restarts anything."""

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from config.devstack.embedded import EmbeddedServers
from config.devstack.guard import Guard
from config.devstack.programs import Beat, Web, Worker
from config.devstack.servers import Server
from tests import instances

from .conftest import MANAGE, Caller, Hook, clean_environment, free_port, raw_request, wait_until

pytestmark = pytest.mark.live
TASK = {"title": "T", "description": "D", "price": 5, "estimatedHours": 1}


@dataclass
class Rig:
    """An instance whose servers the test may kill: nothing supervises them here."""

    base_url: str
    postgres: Server
    redis: Server
    key: str

    @property
    def agent(self) -> Caller:
        return Caller(self.base_url, {"X-API-Key": self.key})

    def get(self, path: str) -> httpx.Response:
        return httpx.get(self.base_url + path, headers={"X-API-Key": self.key}, timeout=20)

    def kill(self, server: Server) -> None:
        assert server.process is not None
        server.process.kill()
        server.process.wait()


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory, prepared_instance: Path) -> Iterator[Rig]:
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("DATABASE_URL", raising=False)
        patch.delenv("REDIS_URL", raising=False)
        data_dir = instances.copy(prepared_instance, tmp_path_factory.mktemp("rig") / "data")
        guard = Guard()
        servers = EmbeddedServers(data_dir, guard)  # durable: what was committed survives the kill
        children: list[Any] = []
        lines: list[str] = []
        try:
            servers.start()
            environment = settings_for(data_dir, servers)
            for program in (Worker, Beat, Web):
                child = program(guard, environment, lambda name, text: lines.append(text))
                child.start()
                children.append(child)
            postgres, redis = servers.running
            demo = json.loads((data_dir / "demo.json").read_text())
            made = Rig(f"http://127.0.0.1:{environment['PORT']}", postgres, redis, demo["agent"]["apiKey"])
            wait_until(lambda: is_whole(made), 60, lambda: "\n".join(lines[-20:]))
            yield made
            done = subprocess.run(
                [*MANAGE, "check_ledger"], env=environment, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0 and " 0 violations" in done.stdout, done.stdout + done.stderr
        finally:
            for child in reversed(children):
                child.stop()
            servers.stop()
            guard.close()


def settings_for(data_dir: Path, servers: EmbeddedServers) -> dict[str, str]:
    return (
        clean_environment()
        | servers.environment()
        | {"SANDBOX": "1", "HOST": "127.0.0.1", "PORT": str(free_port()), "DATA_DIR": str(data_dir)}
        | {"RATE_LIMIT_SCALE": "50"}
    )


def is_whole(rig: Rig) -> bool:
    """The node is ready, and nothing around it is missing."""
    return answers(rig, "/readyz", 200) and rig.get("/readyz").json()["degraded"] == []


def answers(rig: Rig, path: str, status: int) -> bool:
    try:
        return rig.get(path).status_code == status
    except httpx.HTTPError:
        return False


def test_without_redis_requests_are_served_and_events_leave_when_it_is_back(rig: Rig, hook: Hook) -> None:
    # given an endpoint, and Redis killed
    rig.agent("POST", "/api/webhooks/endpoints", {"url": hook.url, "events": ["escrow.funded"]})
    rig.kill(rig.redis)

    # when an agent posts a bounty
    posted = rig.agent("POST", "/api/bounties", TASK)

    # then it is served, headers included, /readyz says what is missing, and nothing was delivered
    assert posted["bounty"]["status"] == "open"
    listed = rig.get("/api/bounties")
    assert (listed.status_code, "X-RateLimit-Remaining" in listed.headers) == (200, True)
    ready = rig.get("/readyz")
    assert (ready.status_code, ready.json()["degraded"]) == (200, ["redis", "worker"])
    assert hook.received == []

    # when it is back, then the event leaves by itself
    rig.redis.start()
    wait_until(lambda: len(hook.received) == 1, 60)
    assert hook.received[0]["body"]["data"]["bountyId"] == posted["bountyId"]
    wait_until(lambda: is_whole(rig), 60)


def test_without_postgres_every_answer_is_a_json_503_and_it_recovers_by_itself(rig: Rig, hook: Hook) -> None:
    # given PostgreSQL killed
    rig.agent("POST", "/api/webhooks/endpoints", {"url": hook.url, "events": ["escrow.funded"]})
    rig.kill(rig.postgres)
    wait_until(lambda: answers(rig, "/readyz", 503), 20)

    # then reads, writes and public routes say so in our words, and the process lives
    assert rig.get("/readyz").json()["failing"] == ["database"]
    for method, path in (
        ("GET", "/api/bounties"),
        ("POST", "/api/bounties"),
        ("GET", "/api/account"),
        ("GET", "/api/humans"),
    ):
        refused = httpx.request(method, rig.base_url + path, json=TASK, headers={"X-API-Key": rig.key}, timeout=20)
        assert (refused.status_code, refused.json()["error_code"]) == (503, "unavailable")
        assert refused.headers["Retry-After"] == "5"
        assert refused.json()["requestId"] == refused.headers["X-Request-Id"]
    assert rig.get("/healthz").status_code == 200

    # when it is back, then the same process serves and delivers again
    rig.postgres.start()
    wait_until(lambda: answers(rig, "/api/bounties", 200), 30)
    rig.agent("POST", "/api/bounties", TASK)
    wait_until(lambda: len(hook.received) == 1, 60)


def test_bodies_are_refused_before_they_are_read(rig: Rig) -> None:
    # given a caller who announces five megabytes and sends none of them
    head = "POST /api/bounties HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"

    too_large = raw_request(rig.base_url, f"{head}Content-Length: 5000000\r\n\r\n")

    # then the answer comes at once
    assert too_large.startswith("HTTP/1.1 413")


def test_slow_uploads_do_not_hold_up_the_others(rig: Rig) -> None:
    head = f"POST /api/bounties HTTP/1.1\r\nHost: x\r\nX-API-Key: {rig.key}\r\nContent-Type: application/json\r\n"
    slow = [raw_request(rig.base_url, f"{head}Content-Length: 100\r\n\r\n{{", wait=False) for _ in range(12)]
    try:
        assert [rig.get("/healthz").status_code for _ in range(10)] == [200] * 10
        assert rig.get("/api/bounties").status_code == 200
    finally:
        for connection in slow:
            connection.close()
