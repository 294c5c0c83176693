"""A node beside a running instance: `start web` and `start waiting` on the same database, as on a second machine."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from config.devstack import gates, locations

pytestmark = pytest.mark.live
HALF = (
    b"POST /api/agents/signup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{",
    b"}",
)
Start = Callable[[str], subprocess.Popen[Any]]


@pytest.fixture
def start(used_folder: Path, serve: Any, free_ports: list[int]) -> Iterator[Start]:
    """Starts a program beside an instance; none survives the end."""
    serve().wait_until_up()
    environment = gates.without_configuration(os.environ, gates.configuration_names()) | {
        "DATA_DIR": str(used_folder),
        "DATABASE_URL": locations.database_url(used_folder),
        "REDIS_URL": locations.redis_url(used_folder),
        "SANDBOX": "1",
        "PORT": str(free_ports[1]),
        "WAITING_PORT": str(free_ports[2]),
    }
    started: list[subprocess.Popen[Any]] = []

    def begin(name: str) -> subprocess.Popen[Any]:
        command = [sys.executable, locations.ROOT / "manage.py", "start", name]
        started.append(subprocess.Popen(command, env=environment, cwd="/"))
        return started[-1]

    yield begin
    for process in started:
        with suppress(ProcessLookupError):
            process.kill()
        process.wait(10)


def ready(port: int) -> bool:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
        time.sleep(0.2)
    return False


def test_a_second_web_node_answers_and_ends_after_the_request_under_way(start: Start, free_ports: list[int]) -> None:
    node = start("web")
    assert ready(free_ports[1])

    with socket.create_connection(("127.0.0.1", free_ports[1]), timeout=20) as caller:
        caller.sendall(HALF[0])
        time.sleep(0.5)
        node.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        caller.sendall(HALF[1])
        assert caller.recv(100).startswith(b"HTTP/1.1 400"), "an empty sign-up is answered, not cut off"
    assert node.wait(25) == 0


def test_a_second_process_for_those_who_wait_serves_only_them_and_ends(start: Start, free_ports: list[int]) -> None:
    node = start("waiting")
    assert ready(free_ports[2])
    with socket.create_connection(("127.0.0.1", free_ports[2]), timeout=20) as caller:
        caller.sendall(b"GET /api/bounties HTTP/1.1\r\nHost: x\r\n\r\n")
        assert caller.recv(100).startswith(b"HTTP/1.1 421"), "it serves those who wait only"

    node.send_signal(signal.SIGTERM)
    node.wait(15)
