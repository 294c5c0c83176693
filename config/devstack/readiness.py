"""Readiness checks: before the start, whether the address is free and configured servers answer; after it, whether the service
answers.
"""

import errno
import http.client
import json
import os
import socket
import time
from collections.abc import Callable

from config.devstack import locations
from config.devstack.locations import DevstackError


def address_to_listen_on(host: str, port: int) -> str:
    """The numeric address of `host`, as the web server needs it; IPv4 for a name that has both, such as localhost.

    Raises DevstackError if it can't be listened on, before anything is started.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (socket.gaierror, OverflowError) as error:
        raise DevstackError(f"HOST {host!r} with PORT {port} is not an address to listen on: {error}")
    family, kind, protocol, _, address = min(found, key=lambda row: row[0] != socket.AF_INET)
    with socket.socket(family, kind, protocol) as candidate:
        candidate.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            candidate.bind(address)
            candidate.listen(1)
        except OSError as error:
            raise DevstackError(_why_not(host, port, error))
    return str(address[0])


def free_port(address: str) -> int:
    """A port of this address on which nobody listens now."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as candidate:
        candidate.bind((address, 0))
        return int(candidate.getsockname()[1])


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} on {host} is already in use: stop the program that has it, or set another PORT"
    if error.errno == errno.EACCES:
        return f"this user may not listen on port {port}: set a PORT above 1023"
    return f"cannot listen on {host}, port {port}: {error.strerror}"


def check_named_servers(report: Callable[[str], None], patience: float = 10.0) -> None:
    """Wait up to `patience` seconds for the servers that the environment configures. Raises DevstackError if one doesn't answer."""
    asked = {"DATABASE_URL": _database_problem, "REDIS_URL": _redis_problem, "LIMITS_REDIS_URL": _limits_problem}
    for variable, ask in asked.items():
        if not os.environ.get(variable):
            continue
        deadline = time.monotonic() + patience
        reported = False
        while why := ask():
            if time.monotonic() > deadline:
                raise DevstackError(f"{variable} cannot be used ({why}): start that server, or give another address")
            if not reported:
                report(f"{variable} does not answer yet ({why}); waiting up to {patience:.0f} s")
                reported = True
            time.sleep(0.5)


def _database_problem() -> str | None:
    from django.db import OperationalError, connection

    try:
        connection.ensure_connection()
    except OperationalError as error:
        return str(error).strip().splitlines()[0]
    connection.close()
    return None


def _redis_problem() -> str | None:
    from marketplace.core import redis_clients

    try:
        with redis_clients.of_queue(seconds=3) as client:
            client.ping()
    except redis_clients.FAILURES as error:
        return str(error).rstrip(".")
    return None


def _limits_problem() -> str | None:
    from marketplace.core import redis_clients

    try:
        with redis_clients.of_limits(seconds=3) as client:
            client.ping()
    except redis_clients.FAILURES as error:
        return str(error).rstrip(".")
    return None


def problem(host: str, port: int, path: str, *, whole: bool = False) -> str | None:
    """Request this path once: None when it answers 200, and with `whole` names nothing that is degraded; else the answer in one
    line."""
    connection = http.client.HTTPConnection(locations.service_host(host), port, timeout=5)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        body = response.read(4000).decode(errors="replace")
    except (OSError, http.client.HTTPException) as error:
        return f"{path} does not answer ({error or type(error).__name__})"
    finally:
        connection.close()
    if response.status == 200 and not (whole and json.loads(body).get("degraded")):
        return None
    try:
        body = json.dumps(json.loads(body))
    except ValueError:
        body = body.strip()[:200]
    return f"{path} answers {response.status}: {body}"
