"""A receiver on a loopback port whose answers a test can script, and deliveries run in this process."""

import http.server
import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.api import Api
from webhooks.models import Event
from webhooks.services import attempts, fan_out


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    raw: bytes

    @property
    def body(self) -> dict[str, Any]:
        return json.loads(self.raw)


@dataclass
class Receiver:
    """`statuses` are answered one after the other; 200 when they are used up. `hang` seconds before each answer."""

    url: str = ""
    statuses: list[int] = field(default_factory=list)
    received: list[Received] = field(default_factory=list)
    hang: float = 0.0


@pytest.fixture
def receiver() -> Iterator[Callable[[], Receiver]]:
    servers: list[http.server.ThreadingHTTPServer] = []

    def start() -> Receiver:
        state = Receiver()
        lock = threading.Lock()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers["Content-Length"]))
                with lock:
                    state.received.append(Received(self.path, dict(self.headers), raw))
                    status = state.statuses.pop(0) if state.statuses else 200
                time.sleep(state.hang)
                try:
                    self.send_response(status)
                    self.end_headers()
                    self.wfile.write(b"thanks")
                except OSError:
                    pass

            def log_message(self, *args: object) -> None:
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        servers.append(server)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        state.url = f"http://127.0.0.1:{server.server_port}/hook"
        return state

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def given_endpoint(agent: Api, url: str, events: list[str] | None = None) -> tuple[str, str]:
    """Returns (endpoint id, secret)."""
    made = agent.post("/api/webhooks/endpoints", {"url": url, "events": events or ["*"]})
    assert made.status == 200, made.body
    return made["endpoint"]["id"], made["secret"]


def deliver() -> int:
    """What the worker does: fan out what is new, then send what is due. Returns the number of attempts."""
    for pk in Event.objects.filter(public=True, fanned_out_at=None).values_list("pk", flat=True):
        fan_out.fan_out(pk)
    return attempts.deliver_due()
