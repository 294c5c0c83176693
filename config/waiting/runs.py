"""Runs the Django application for one request, in a thread, and collects the whole answer. May be called again for the same
request.
"""

import io
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from marketplace.core import parking
from marketplace.core.parking import Place

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
_UNPREFIXED = {"content-length": "CONTENT_LENGTH", "content-type": "CONTENT_TYPE"}


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: list[tuple[bytes, bytes]]  # names in lower case
    body: bytes


def environ_of(scope: Mapping[str, Any]) -> dict[str, Any]:
    """The WSGI environment of an ASGI request, without its body. A header whose name has an underscore is dropped: it could be
    taken for another one (`X_Forwarded_For`).
    """
    host, port = scope.get("server") or ("localhost", None)
    found = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 80),
        "REMOTE_ADDR": (scope.get("client") or ("",))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw, value in scope["headers"]:
        name, text = raw.decode("latin-1").lower(), value.decode("latin-1")
        if "_" in name:
            continue
        key = _UNPREFIXED.get(name) or f"HTTP_{name.upper().replace('-', '_')}"
        found[key] = f"{found[key]},{text}" if key in found else text
    return found


def run(application: Application, environ: Mapping[str, Any], body: bytes, place: Place) -> Answer:
    """One run. The request's context ends with it, and its connection to the database goes back to the pool."""
    begun: list[tuple[str, list[tuple[str, str]]]] = []

    def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
        begun.append((status, headers))

    with parking.at(place):
        parts = application({**environ, "wsgi.input": io.BytesIO(body)}, start_response)
        try:
            whole = b"".join(parts)
        finally:
            if hasattr(parts, "close"):
                parts.close()
    status, headers = begun[-1]
    pairs = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return Answer(int(status.split(" ", 1)[0]), pairs, b"" if environ["REQUEST_METHOD"] == "HEAD" else whole)
