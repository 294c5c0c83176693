"""A pooler by transaction, as PgBouncer is one with `pool_mode = transaction`: each transaction, and each statement outside of
one, gets another connection of the server than the one before. So whatever is left in a session is missing, or somebody else's.

It refuses `options` at the start of a connection, as PgBouncer does, and does not know prepared statements by name.
"""

import socket
import struct
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

PARAMETERS = ("server_version", "client_encoding", "TimeZone", "standard_conforming_strings", "DateStyle")
TERMINATE, READY = b"X", b"Z"
ASKS = (b"Q", b"S", b"F")  # of the client: each is answered by one "ready for query"


class Pooler:
    """Listens on a socket in `folder`. `params`: of the server, as libpq takes them."""

    def __init__(self, folder: Path, params: dict[str, Any], size: int = 3) -> None:
        self.folder, self._params = folder, params
        self._free: deque[psycopg.Connection[Any]] = deque(self._connect() for _ in range(size))
        self.backends = [backend.info.backend_pid for backend in self._free]
        self.served: list[int] = []  # the server's process of each transaction, in their order
        self.clients = 0  # connections that were ever opened to us
        self._change = threading.Condition()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / ".s.PGSQL.5432"))
        self._listener.listen(64)
        threading.Thread(target=self._accept, daemon=True).start()

    def url(self, user: str, dbname: str) -> str:
        return f"postgresql://{user}@/{dbname}?host={quote(str(self.folder))}&port=5432"

    def close(self) -> None:
        self._listener.close()
        for backend in list(self._free):
            backend.close()

    def _connect(self) -> psycopg.Connection[Any]:
        return psycopg.connect(**self._params, autocommit=True)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self.clients += 1
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, suppress(ConnectionError, OSError):
            if not self._greet(client):
                return
            while (message := _message(client)) and message[:1] != TERMINATE:
                self._transaction(client, message)

    def _greet(self, client: socket.socket) -> bool:
        while True:
            (length,) = struct.unpack("!i", _exactly(client, 4))
            body = _exactly(client, length - 4)
            (code,) = struct.unpack("!i", body[:4])
            if code == 196608:
                break
            if code == 80877102:  # a request to cancel: there is nothing to cancel here
                return False
            client.sendall(b"N")  # neither TLS nor GSSAPI
        if b"options" in body[4:].split(b"\0")[::2]:
            said = b"SFATAL\0C08P01\0Munsupported startup parameter: options\0\0"
            client.sendall(b"E" + struct.pack("!i", len(said) + 4) + said)
            return False
        client.sendall(b"R" + struct.pack("!ii", 8, 0))
        info = self._free[0].info
        for name in PARAMETERS:
            pair = name.encode() + b"\0" + (info.parameter_status(name) or "").encode() + b"\0"
            client.sendall(b"S" + struct.pack("!i", len(pair) + 4) + pair)
        client.sendall(b"K" + struct.pack("!iii", 12, 1, 1) + READY + struct.pack("!i", 5) + b"I")
        return True

    def _transaction(self, client: socket.socket, message: bytes) -> None:
        """Pass messages on, until the server says that no transaction is open."""
        with self._change:
            self._change.wait_for(lambda: self._free)
            backend = self._free.popleft()
            self.served.append(backend.info.backend_pid)
        server = socket.socket(fileno=_duplicate(backend))
        server.setblocking(True)
        try:
            self._pass_on(client, server, message)
        except BaseException:
            backend.close()  # in the middle of something
            backend = self._connect()
            raise
        finally:
            server.detach()
            with self._change:
                self._free.append(backend)
                self._change.notify()

    def _pass_on(self, client: socket.socket, server: socket.socket, message: bytes) -> None:
        while True:
            server.sendall(message)
            while message[:1] not in ASKS:
                message = _message(client)
                if not message or message[:1] == TERMINATE:
                    raise ConnectionError("the client left")
                server.sendall(message)
            while True:
                answer = _message(server)
                client.sendall(answer)
                if answer[:1] == READY:
                    break
            if answer[5:] == b"I":
                return
            message = _message(client)
            if not message or message[:1] == TERMINATE:
                raise ConnectionError("the client left in a transaction")


@contextmanager
def pooler(folder: Path, params: dict[str, Any], size: int = 3) -> Iterator[Pooler]:
    made = Pooler(folder, params, size)
    try:
        yield made
    finally:
        made.close()


def _duplicate(backend: psycopg.Connection[Any]) -> int:
    return socket.socket(fileno=backend.fileno()).detach()


def _message(of: socket.socket) -> bytes:
    """One message: a letter, its length, and what it says. Empty at the end."""
    head = of.recv(1)
    if not head:
        return b""
    size = _exactly(of, 4)
    return head + size + _exactly(of, struct.unpack("!i", size)[0] - 4)


def _exactly(of: socket.socket, count: int) -> bytes:
    found = b""
    while len(found) < count:
        part = of.recv(count - len(found))
        if not part:
            raise ConnectionError("closed in the middle of a message")
        found += part
    return found
