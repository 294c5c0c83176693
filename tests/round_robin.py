"""A proxy before several web nodes, as nginx is one with its default rules: each request goes to the next node; one that can't be
reached is passed over; a request that was sent is sent to another node only if repeating it does no harm.
"""

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count

HARMLESS = ("GET", "HEAD", "OPTIONS")
OF_THE_CONNECTION = ("connection", "keep-alive", "transfer-encoding", "content-length", "date", "server")
SECONDS = 60.0  # a node may take for an answer


class Proxy(ThreadingHTTPServer):
    """`nodes`: their ports. `answered`: how many answers each has given."""

    daemon_threads = True

    def __init__(self, nodes: list[int]) -> None:
        super().__init__(("127.0.0.1", 0), _Request)
        self.nodes = nodes
        self.answered = dict.fromkeys(nodes, 0)
        self._turn = count()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def in_turn(self) -> list[int]:
        """All nodes, beginning with the one whose turn it is."""
        first = next(self._turn) % len(self.nodes)
        return self.nodes[first:] + self.nodes[:first]


class _Request(BaseHTTPRequestHandler):
    server: Proxy

    def _pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        sent = {name: value for name, value in self.headers.items() if name.lower() not in OF_THE_CONNECTION}
        sent |= {
            "X-Forwarded-For": self.client_address[0],
            "X-Forwarded-Proto": "http",
            "Content-Length": str(len(body)),
        }
        for port in self.server.in_turn():
            node = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
            try:
                node.connect()
            except OSError:
                continue
            try:
                node.request(self.command, self.path, body, sent)
                answer = node.getresponse()
                content = answer.read()
            except (OSError, http.client.HTTPException):
                if self.command in HARMLESS:
                    continue
                break  # it may have been done
            finally:
                node.close()
            self.server.answered[port] += 1
            self._answer(answer.status, answer.getheaders(), content)
            return
        self._answer(502, [], b"")

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = _pass_on

    def _answer(self, status: int, headers: list[tuple[str, str]], content: bytes) -> None:
        self.send_response(status)
        for name, value in headers:
            if name.lower() not in OF_THE_CONNECTION:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def before(nodes: list[int]) -> Iterator[Proxy]:
    with Proxy(nodes) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        yield proxy
        proxy.shutdown()
