"""A private PostgreSQL: unix socket only; durable for instances, fast without durability for tests."""

import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import LiteralString

from config.devstack import binaries, locations, ownership
from config.devstack.guard import Guard
from config.devstack.locations import DevstackError
from config.devstack.servers import Server

COMMON = {
    "listen_addresses": "",
    "port": str(locations.POSTGRES_PORT),
    "unix_socket_permissions": "0700",
    "max_connections": "100",  # 2 x 16 web threads, the workers, and some for people and their scripts
    "shared_buffers": "128MB",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_line_prefix": "%m [%p] ",
    "log_min_messages": "warning",
    # Statements and the DETAIL of a violated constraint contain personal data, which must not be logged.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}
NOT_DURABLE = {
    "max_connections": "200",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "log_min_messages": "fatal",
}


class Postgres(Server):
    name = "postgres"
    stop_signal = signal.SIGINT  # fast shutdown: roll back, flush, exit
    grace = 20.0
    pid_file = "postmaster.pid"
    # After a kill -9 of the old server its helper processes need a second or two to notice, and hold the shared memory until
    # then. "already exists" is the lock file of a server that is starting or stopping.
    transient_errors = ("still in use", 'postmaster.pid" already exists')
    resend_after = 2.0  # where interrupts are ignored (nohup), one that arrives before the server handles them is lost

    def __init__(self, data_dir: Path, guard: Guard, *, durable: bool = True) -> None:
        super().__init__(data_dir, guard, durable=durable)
        self.for_tests = False
        self.programs = binaries.postgres_bindir(data_dir)

    def prepare(self) -> None:
        if (self.files / "PG_VERSION").exists():
            self._refuse_other_version()
        else:
            self._initialise()

    def command(self) -> list[str]:
        options = COMMON | {"unix_socket_directories": _quoted(self.sockets)} | ({} if self.durable else NOT_DURABLE)
        command = [str(self.programs / "postgres"), "-D", self.as_seen_by_server(self.files)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        return command

    @staticmethod
    def answers(data_dir: Path) -> bool:
        import psycopg

        try:
            with psycopg.connect(locations.superuser_url(data_dir), connect_timeout=2):
                return True
        except psycopg.OperationalError:
            return False

    def create_database(self, name: str = locations.APP) -> None:
        """The database and the role that owns it, unless they exist."""
        server, inside = locations.superuser_url(self.data_dir), locations.superuser_url(self.data_dir, name)
        ownership.own(server, name, inside, for_tests=self.for_tests)

    def _initialise(self) -> None:
        """Initialise in a temporary folder, then rename it: an interrupted start must never look like a cluster."""
        for abandoned in self.data_dir.glob(".postgres-*"):
            shutil.rmtree(abandoned, ignore_errors=True)
        fresh = Path(tempfile.mkdtemp(prefix=".postgres-", dir=self.data_dir))
        locations.make_folder(fresh, mode=0o700, owner=self.user)
        # The built-in locale sorts identically on every system.
        command = [str(self.programs / "initdb"), "--pgdata", self.as_seen_by_server(fresh)]
        command += ["--username=postgres", "--auth=trust"]
        command += ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        command += ["--data-checksums", "--no-instructions", *([] if self.durable else ["--no-sync"])]
        process = self.launch(command, cwd=fresh, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        output, _ = process.communicate()
        self.guard.forget(process.pid)
        if process.returncode:
            shutil.rmtree(fresh, ignore_errors=True)
            output = output.decode(errors="replace")
            raise DevstackError(f"PostgreSQL could not make its files in {self.data_dir}:\n{output}")
        fresh.rename(self.files)

    def _refuse_other_version(self) -> None:
        has = (self.files / "PG_VERSION").read_text().strip()
        output = subprocess.run([self.programs / "postgres", "--version"], capture_output=True, text=True, check=True)
        found = re.search(r"\d+", output.stdout)
        is_now = found.group() if found else "?"
        if has != is_now:
            raise DevstackError(
                f"{self.files} was made by PostgreSQL {has}, and this is {is_now}. Dump it with the old one "
                "(POSTGRES_BINDIR names its programs), or move the folder away to start afresh."
            )


def create_database(server_url: str, name: str, *, afresh: bool = False) -> None:
    """Create a database unless it exists; `afresh` drops it first."""
    if afresh:
        drop_database(server_url, name)
    known = _execute(server_url, "SELECT 1 FROM pg_database WHERE datname = %s", values=[name])
    if not known:
        _execute(server_url, "CREATE DATABASE {}", name=name)


def drop_database(server_url: str, name: str) -> None:
    _execute(server_url, "DROP DATABASE IF EXISTS {} WITH (FORCE)", name=name)


def _execute(server_url: str, statement: LiteralString, name: str = "", values: Sequence[str] = ()) -> int:
    """Run one statement outside of a transaction; returns the number of rows."""
    import psycopg
    from psycopg import sql

    with psycopg.connect(server_url, autocommit=True) as connection:
        return connection.execute(sql.SQL(statement).format(sql.Identifier(name)), values or None).rowcount


def _quoted(path: Path) -> str:
    """unix_socket_directories is a list: a path with a blank or a comma needs quotes."""
    return '"' + str(path).replace('"', '""') + '"'
