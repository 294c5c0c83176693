"""Bounds how many of a web process's threads may wait for bodies that do not come.

The web server gives a request to a thread once its headers are there, and has no time limit for its body: a few dozen senders
that stop in the middle would hold every thread. A proxy that reads whole requests first prevents that (docs/operations.md); this
keeps an instance without one alive. What is counted is threads within a read, so that a burst of ordinary requests, whose
bodies are there already, is never refused. The middleware answers a refused one with 503 and Retry-After.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.http import HttpRequest

from marketplace.api import addresses

AT_ONCE = 12  # of the 16 threads of a process: reads of lists and pages always find one
OF_ONE_ADDRESS = 8  # others can go on writing

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Refused(OSError):
    """No thread may wait for this body. Django treats it as a sender that went away, and nothing was done yet."""


class SlowBodies:
    """A WSGI application around another one, whose bodies it counts."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self._lock = threading.Lock()
        self._reading: Counter[str] = Counter()  # threads within a read, by address

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        environ["wsgi.input"] = _Body(environ["wsgi.input"], self, str(environ.get("REMOTE_ADDR") or ""))
        return self.application(environ, start_response)

    @contextmanager
    def reading(self, address: str) -> Iterator[None]:
        """Raises Refused instead of letting one thread too many wait."""
        with self._lock:
            of_one = self._reading[address] if not addresses.is_trusted_proxy(address) else 0
            if self._reading.total() >= AT_ONCE or of_one >= OF_ONE_ADDRESS:
                raise Refused("too many bodies are waited for")
            self._reading[address] += 1
        try:
            yield
        finally:
            with self._lock:
                self._reading[address] -= 1
                if not self._reading[address]:
                    del self._reading[address]


def was_refused(request: HttpRequest) -> bool:
    """Did no thread wait for this request's body?"""
    return bool(getattr(request.META.get("wsgi.input"), "refused", False))


class _Body:
    """`wsgi.input`, counted."""

    def __init__(self, stream: Any, bounds: SlowBodies, address: str) -> None:
        self.stream, self.bounds, self.address = stream, bounds, address
        self.refused = False

    def read(self, *size: int) -> bytes:
        return self._counted(self.stream.read, *size)

    def readline(self, *size: int) -> bytes:
        return self._counted(self.stream.readline, *size)

    def _counted(self, read: Callable[..., bytes], *size: int) -> bytes:
        try:
            with self.bounds.reading(self.address):
                return read(*size)
        except Refused:
            self.refused = True
            raise
