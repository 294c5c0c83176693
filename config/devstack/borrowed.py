"""Servers for one management command: those of the running instance, or its own for as long as it takes."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from config.devstack import binaries, locations, postgres, redis
from config.devstack.embedded import EmbeddedServers, all_named
from config.devstack.guard import Guard
from config.devstack.locations import DevstackError
from config.devstack.ownership import Ownership
from config.devstack.servers import wait_until

EMBEDDED_SETTINGS = "config.settings.dev"
# `serve` starts its own; the others work without a database.
NEED_NO_SERVERS = {
    "check", "collectstatic", "compilemessages", "diffsettings", "findstatic", "help", "makemessages", "serve",
    "spectacular", "startapp", "version",
}  # fmt: skip


def needs_servers(arguments: list[str]) -> bool:
    """`arguments` as in sys.argv: does this command use the instance's embedded servers?"""
    if len(arguments) < 2 or arguments[1].startswith("-") or arguments[1] in NEED_NO_SERVERS:
        return False
    if "--help" in arguments or "-h" in arguments or all_named():
        return False
    return _settings_module(arguments) == EMBEDDED_SETTINGS


@contextmanager
def servers_for(arguments: list[str]) -> Iterator[None]:
    if not needs_servers(arguments):
        yield
        return
    data_dir = locations.data_dir()
    ownership = Ownership(data_dir)
    if not ownership.acquire_after_cleanup(f"manage.py {arguments[1]}", _tell):
        _wait_for_owner(ownership)
        _help_psql(arguments)
        yield
        return
    guard = Guard(keep_open=[ownership.descriptor])
    servers = EmbeddedServers(data_dir, guard)
    try:
        servers.start()
        _help_psql(arguments)
        yield
    finally:
        _close_connections()
        servers.stop()
        guard.close()
        ownership.release()


def _wait_for_owner(ownership: Ownership) -> None:
    """The owner may be a `serve` that has only just begun."""
    for variable, server in (("DATABASE_URL", postgres), ("REDIS_URL", redis)):
        if os.environ.get(variable):
            continue
        if not wait_until(partial(server.answers, ownership.data_dir), seconds=30):
            raise DevstackError(f"{ownership.owner()} owns {ownership.data_dir}, but its servers do not answer")


def _settings_module(arguments: list[str]) -> str:
    for position, argument in enumerate(arguments):
        if argument.startswith("--settings="):
            return argument.partition("=")[2]
        if argument == "--settings" and position + 1 < len(arguments):
            return arguments[position + 1]
    return os.environ.get("DJANGO_SETTINGS_MODULE", "")


def _help_psql(arguments: list[str]) -> None:
    """`dbshell` calls psql, which comes with the embedded server, is on nobody's PATH, and is not told the socket."""
    if arguments[1] == "dbshell" and not os.environ.get("DATABASE_URL"):
        os.environ["PATH"] = f"{os.environ.get('PATH', '')}{os.pathsep}{binaries.client_bindir()}"
        os.environ["PGHOST"] = str(locations.socket_dir(locations.data_dir()))
        os.environ["PGPORT"] = str(locations.POSTGRES_PORT)


def _close_connections() -> None:
    """So that the server need not break them off."""
    from django.conf import settings

    if settings.configured:
        from django.db import connections

        connections.close_all()


def _tell(message: str) -> None:
    print(f"manage.py: {message}", file=sys.stderr)
