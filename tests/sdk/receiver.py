"""A receiver of webhooks that believes only what was signed."""

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from agent_hire import webhooks


@contextmanager
def receiver(secret: str) -> Iterator[tuple[str, list[Any]]]:
    """Its address, and the events that came."""
    received: list[Any] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.append(webhooks.verify(body, self.headers[webhooks.HEADER], secret))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/hooks", received
    server.shutdown()
    server.server_close()
