"""One HTTP exchange with one address under one deadline, whatever the other side does. What may be called is decided in http.py."""

import socket
import ssl
import threading
import time
from functools import cache
from typing import Any

import urllib3
from urllib3.connection import HTTPConnection, HTTPSConnection


class Watchdog:
    """Closes the connection at the deadline, whatever state it is in. A socket timeout restarts with each byte, so a receiver
    that sends its headers byte by byte could hold a thread for hours.
    """

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self.expired = False
        self._duplicate: socket.socket | None = None
        self._timer: threading.Timer | None = None

    def guard(self, sock: socket.socket) -> None:
        # TLS takes over the original handle; shutting down a duplicate ends the same connection.
        self._duplicate = sock.dup()
        self._timer = threading.Timer(max(self.deadline - time.monotonic(), 0), self._expire)
        self._timer.daemon = True
        self._timer.start()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._duplicate is not None:
            self._duplicate.close()

    def _expire(self) -> None:
        self.expired = True
        try:
            if self._duplicate is not None:
                self._duplicate.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # the call ended at the same moment


class _Connection(HTTPConnection):
    def __init__(self, *args: Any, watchdog: Watchdog, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._watchdog = watchdog

    def _new_conn(self) -> socket.socket:
        sock = super()._new_conn()
        self._watchdog.guard(sock)
        return sock


class _TlsConnection(_Connection, HTTPSConnection):
    """The same with TLS."""


class _HttpPool(urllib3.HTTPConnectionPool):
    ConnectionCls = _Connection


class _HttpsPool(urllib3.HTTPSConnectionPool):
    ConnectionCls = _TlsConnection


@cache
def _tls_context(ca_file: str | None) -> ssl.SSLContext:
    """Loading the system's certificate authorities is slower than many a call: done once per process."""
    return ssl.create_default_context(cafile=ca_file)


def pool(
    address: str, port: int, host: str, *, plain: bool, ca_file: str | None, **how: Any
) -> urllib3.HTTPConnectionPool:
    """Connections to this very address, of which TLS proves that it is `host`. `ca_file`: authorities besides the system's."""
    how |= {"maxsize": 1, "retries": False}
    if plain:
        return _HttpPool(address, port, **how)
    context = _tls_context(ca_file)
    return _HttpsPool(address, port, ssl_context=context, server_hostname=host, assert_hostname=host, **how)


def exchange(
    connections: urllib3.HTTPConnectionPool,
    method: str,
    target: str,
    body: bytes | None,
    headers: dict[str, str],
    watchdog: Watchdog,
    longest: int,
) -> tuple[int, bytes]:
    """One request: status, and at most `longest` bytes of the body. Raises TimeoutError past the deadline, what urllib3 raises."""
    response = connections.urlopen(
        method, target, body=body, headers=headers, redirect=False, preload_content=False, decode_content=False
    )
    try:
        read = b""
        while len(read) < longest:
            chunk = response.read1(min(4096, longest - len(read)))
            if not chunk:
                break
            read += chunk
        if watchdog.expired:  # a closed connection can look like the end of the answer
            raise TimeoutError
        return response.status, read
    finally:
        response.close()
