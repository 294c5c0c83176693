"""The servers that the environment does not name: started together, stopped in reverse."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from config.devstack import leftovers, locations
from config.devstack.guard import Guard
from config.devstack.postgres import Postgres
from config.devstack.redis import Redis
from config.devstack.servers import Server, carry_on


def nothing(_: object) -> None:
    """For callers who need not be told."""


class EmbeddedServers:
    """PostgreSQL unless DATABASE_URL is set, Redis unless REDIS_URL is set, for one instance's folder."""

    def __init__(self, data_dir: Path, guard: Guard, *, durable: bool = True) -> None:
        self.data_dir = data_dir
        self.guard = guard
        self.durable = durable
        self.running: list[Server] = []

    def start(
        self,
        report: Callable[[str], None] = nothing,
        started: Callable[[Server], None] = nothing,
        checkpoint: Callable[[], None] = carry_on,
    ) -> None:
        """`started` is told of each server once it answers; `checkpoint` may raise to call the start off."""
        self._make_room()
        for server in list(self._missing()):  # all of their programs are there, or none is started
            begun = time.monotonic()
            try:
                server.start(checkpoint)
            except BaseException:
                server.stop()
                raise
            self.running.append(server)
            if isinstance(server, Postgres):
                server.create_database()
            report(f"{server.name} ready ({time.monotonic() - begun:.1f} s)")
            started(server)

    def environment(self) -> dict[str, str]:
        """The addresses of the two servers, embedded or not."""
        return {
            "DATABASE_URL": os.environ.get("DATABASE_URL") or locations.database_url(self.data_dir),
            "REDIS_URL": os.environ.get("REDIS_URL") or locations.redis_url(self.data_dir),
        }

    def stop(self) -> None:
        while self.running:
            self.running.pop().stop()

    def _make_room(self) -> None:
        """The instance's folder, and the runtime folder if it needs one, which goes away with the guard."""
        leftovers.remove_stale()
        locations.make_data_dir(self.data_dir)
        if not all_named() and locations.needs_runtime_dir(self.data_dir):
            self.guard.remove_at_death(str(locations.make_runtime_dir(self.data_dir)))

    def _missing(self) -> Iterator[Server]:
        if not os.environ.get("DATABASE_URL"):
            yield Postgres(self.data_dir, self.guard, durable=self.durable)
        if not os.environ.get("REDIS_URL"):
            yield Redis(self.data_dir, self.guard, durable=self.durable)


def all_named() -> bool:
    """Whether the environment names both servers, so that there is nothing to start."""
    return bool(os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL"))


@contextmanager
def throwaway_servers(*, durable: bool = False) -> Iterator[EmbeddedServers]:
    """Servers for one test run, in a folder that goes away with it, however it ends. `durable` costs an fsync per commit,
    as in production: for benchmarks of writing."""
    ownership = leftovers.make_throwaway_folder("throw-away servers")
    folder = ownership.data_dir
    guard = Guard(keep_open=[ownership.descriptor])
    guard.remove_at_death(str(folder))
    servers = EmbeddedServers(folder, guard, durable=durable)
    try:
        servers.start()
        yield servers
    finally:
        servers.stop()
        guard.close()
        shutil.rmtree(folder, ignore_errors=True)  # the guard has done it, unless it was killed
        ownership.release()
