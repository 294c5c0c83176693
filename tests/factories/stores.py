"""Places where files lie: the folder, an object store in this process that is spoken to over HTTP, and broken ones."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import quote

import pytest
from django.core.files.storage import default_storage
from django.test.utils import override_settings

from config.settings import stores
from marketplace.services import orphaned_files

KEY, SECRET = "AKIATEST", "a/secret+with=signs"


def store_url(endpoint: str, bucket: str, **options: str) -> str:
    asked = "&".join(f"{name}={value}" for name, value in options.items())
    credentials = f"{KEY}:{quote(SECRET, safe='')}"
    return f"s3://{credentials}@{bucket}/some/prefix?endpoint={endpoint}&region=eu-central-1&addressing=path&{asked}"


@contextmanager
def stored_at(url: str) -> Iterator[None]:
    """Files lie where STORAGE_URL=`url` says; nothing means the folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STORAGE_URL", url)
        found = stores.default("STORAGE_URL")
    static = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(STORAGES={"default": found, "staticfiles": static}):
        yield


@contextmanager
def object_server() -> Iterator[str]:
    """The address of an object store."""
    from moto.server import ThreadedMotoServer  # takes seconds to load

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    try:
        yield f"http://{host}:{port}"
    finally:
        server.stop()


def client() -> Any:
    """The object store behind our back."""
    return default_storage.connection.meta.client  # type: ignore[attr-defined]


def make_bucket(name: str) -> None:
    client().create_bucket(Bucket=name, CreateBucketConfiguration={"LocationConstraint": "eu-central-1"})


def lying() -> set[str]:
    """Every key in the storage."""
    return set(orphaned_files.keys(default_storage))


# ------------------------------------------------------------------ broken ones


@contextmanager
def refusing() -> Iterator[str]:
    """Nobody listens there."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{taken.getsockname()[1]}"


@contextmanager
def silent() -> Iterator[str]:
    """Takes the connection and says nothing."""
    with socket.create_server(("127.0.0.1", 0), backlog=50) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}"


@contextmanager
def failing() -> Iterator[str]:
    """Answers 500 to everything."""
    with serving(lambda request: request.answer(500, b"<Error><Code>InternalError</Code></Error>")) as address:
        yield address


class Request(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        pass

    def swallow(self) -> int:
        """Read the body in pieces and forget it. Returns its length."""
        left = length = int(self.headers.get("Content-Length") or 0)
        while left > 0 and (piece := self.rfile.read(min(left, 65536))):
            left -= len(piece)
        return length

    def answer(self, status: int, body: bytes = b"", *, length: int | None = None) -> None:
        """`length` may be another one than that of the body: then the connection breaks off behind it."""
        self.send_response(status)
        self.send_header("Content-Type", "application/xml")
        self.send_header("ETag", '"1"')
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True

    def handle_any(self) -> None:
        self.swallow()
        self.server.say(self)  # type: ignore[attr-defined]

    do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = handle_any


@contextmanager
def serving(say: Any) -> Iterator[str]:
    """A server that answers every request by `say(request)`, after its body was read."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Request)
    server.daemon_threads = True
    server.say = say  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
