"""The servers that the environment doesn't configure, started together and stopped in reverse order: for an instance, a test
run, or a management command.
"""

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from config.devstack import binaries, leftovers, locations
from config.devstack.children import no_checkpoint
from config.devstack.guard import Guard
from config.devstack.leftovers import Ownership
from config.devstack.locations import DevstackError
from config.devstack.postgres import Postgres
from config.devstack.servers import Redis, Server, wait_until

SERVERS: dict[str, type[Server]] = {"DATABASE_URL": Postgres, "REDIS_URL": Redis}
EMBEDDED_SETTINGS = "config.settings.dev"
# `serve` starts its own; the other commands work without a database.
NEED_NO_SERVERS = {
    "check", "collectstatic", "compilemessages", "diffsettings", "findstatic", "help", "makemessages", "serve",
    "spectacular", "start", "startapp", "version",
}  # fmt: skip


class EmbeddedServers:
    """PostgreSQL unless DATABASE_URL is set, Redis unless REDIS_URL is set, in an instance's folder."""

    def __init__(self, data_dir: Path, guard: Guard, *, durable: bool = True) -> None:
        self.data_dir = data_dir
        self.guard = guard
        self.durable = durable
        self.for_tests = False
        self.running: list[Server] = []

    def start(
        self,
        checkpoint: Callable[[], None] = no_checkpoint,
        started: Callable[[Server, float], None] = lambda server, seconds: None,
    ) -> None:
        """`checkpoint` may raise to abort; `started` is called for each server once it answers, with the seconds it took."""
        self._make_folders()
        missing = [kind(self.data_dir, self.guard, durable=self.durable) for kind in unnamed()]
        for server in missing:  # fails before starting any, if a program is missing
            begun = time.monotonic()
            try:
                server.start(checkpoint)
            except BaseException:
                server.stop()
                raise
            self.running.append(server)
            if isinstance(server, Postgres):
                server.for_tests = self.for_tests
                server.create_database()
            started(server, time.monotonic() - begun)

    def environment(self) -> dict[str, str]:
        """The URLs of both servers, embedded or not."""
        return {
            "DATABASE_URL": os.environ.get("DATABASE_URL") or locations.database_url(self.data_dir),
            "REDIS_URL": os.environ.get("REDIS_URL") or locations.redis_url(self.data_dir),
        }

    def stop(self) -> None:
        while self.running:
            self.running.pop().stop()

    def _make_folders(self) -> None:
        """Create the instance's folder and, if needed, its runtime folder, which the guard removes."""
        leftovers.remove_stale()
        locations.make_data_dir(self.data_dir)
        if not all_named() and locations.needs_runtime_dir(self.data_dir):
            self.guard.remove_at_death(str(locations.make_runtime_dir(self.data_dir)))


def unnamed() -> list[type[Server]]:
    """The servers to start: those whose variable is not set."""
    return [kind for variable, kind in SERVERS.items() if not os.environ.get(variable)]


def unnamed_settings() -> list[str]:
    """The same, by their variables."""
    return [variable for variable, kind in SERVERS.items() if kind in unnamed()]


def all_named() -> bool:
    """Does the environment configure both servers, so that there is nothing to start?"""
    return not unnamed()


@contextmanager
def throwaway_servers(*, durable: bool = False) -> Iterator[EmbeddedServers]:
    """Servers for one test run, in a folder that is deleted with them however the run ends. `durable` costs an fsync per commit,
    as in production: for write benchmarks.
    """
    ownership = leftovers.make_throwaway_folder("throw-away servers")
    folder = ownership.data_dir
    guard = Guard(keep_open=[ownership.descriptor])
    guard.remove_at_death(str(folder))
    servers = EmbeddedServers(folder, guard, durable=durable)
    servers.for_tests = True
    try:
        servers.start()
        yield servers
    finally:
        servers.stop()
        guard.close()
        shutil.rmtree(folder, ignore_errors=True)  # normally done by the guard already
        ownership.release()


# ------------------------------------------------------------------------------------ one management command


def needs_servers(arguments: list[str]) -> bool:
    """Does this command (`arguments` as in sys.argv) use the instance's embedded servers?"""
    if len(arguments) < 2 or arguments[1].startswith("-") or arguments[1] in NEED_NO_SERVERS:
        return False
    if "--help" in arguments or "-h" in arguments or all_named():
        return False
    return _settings_module(arguments) == EMBEDDED_SETTINGS


@contextmanager
def servers_for(arguments: list[str]) -> Iterator[None]:
    """For one management command: start the embedded servers, or use those of the running instance."""
    if not needs_servers(arguments):
        yield
        return
    data_dir = locations.data_dir()
    ownership = Ownership(data_dir)
    if not ownership.acquire_after_cleanup(f"manage.py {arguments[1]}", _report):
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
    """The owner may be a `serve` that is still starting."""
    for server in unnamed():
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
    """`dbshell` runs psql, which comes with the embedded server and so is not on PATH, and needs to be told the socket."""
    if arguments[1] == "dbshell" and not os.environ.get("DATABASE_URL"):
        os.environ["PATH"] = f"{os.environ.get('PATH', '')}{os.pathsep}{binaries.client_bindir()}"
        os.environ["PGHOST"] = str(locations.socket_dir(locations.data_dir()))
        os.environ["PGPORT"] = str(locations.POSTGRES_PORT)


def _close_connections() -> None:
    """So that the server need not terminate them."""
    from django.conf import settings

    if settings.configured:
        from django.db import connections

        connections.close_all()


def _report(message: str) -> None:
    print(f"manage.py: {message}", file=sys.stderr)
