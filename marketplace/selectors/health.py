"""Readiness: has this node what it needs to answer? Read by /readyz. And how everything around it is: for /status, metrics and
alerts, since taking nodes away helps against neither a dead beat nor an emptied Redis.

A full disk, or a server that became a read-only replica, still answers reads: so readiness writes, to the database and to the
folder of uploaded files, at most every five seconds in each process.
"""

import errno
import os
import tempfile
import time
from collections.abc import Callable

from django.conf import settings
from django.core.files.storage import FileSystemStorage, default_storage
from django.db import Error, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from marketplace.core import clock, redis_clients

HEARTBEAT = "ahm:heartbeat"  # Unix seconds, written by the worker every ten seconds
STALE = 30.0
UNCOUNTED = "ahm:uncounted:{limits}"  # requests served while Redis could not count them, over all processes


WRITES_EVERY = 5.0  # seconds
_BLOCKS = 8192  # bytes
_SECONDS = 0.25  # that a probe waits for Redis, twice at most: probes have a second
_in_step = False  # the migrations of this process's release are all applied
_written: dict[str, tuple[float, str]] = {}  # part -> when it was last written to (monotonic), and how that ended


def parts() -> tuple[dict[str, str], int | None]:
    """State of database, migrations, redis and worker, and of files where they lie in a folder, each `ok` or a reason; and the
    number of requests that were not counted by the rate limits (None while Redis is unavailable).
    """
    broker, beat, uncounted = _redis()
    return needs() | {"redis": broker, "worker": beat}, uncounted


def needs() -> dict[str, str]:
    """State of what this node needs to answer: the database, with the tables of this release, and the folder of files."""
    found = started()
    if isinstance(default_storage, FileSystemStorage):
        found["files"] = folder_state()
    return found


def folder_state() -> str:
    """Can the folder of files be written to?"""
    return _now_and_then("files", _write_file)


def started() -> dict[str, str]:
    """State of what this node needs to begin."""
    database = _database()
    return {"database": database} | ({"migrations": _migrations()} if database == "ok" else {})


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
    except Error:
        connection.close()
        return "not reachable"
    return _now_and_then("database", _write_table)


def _migrations() -> str:
    """Are all migrations of this release applied? Once they are they stay so; those of a newer release do no harm."""
    return "ok" if _in_step else _now_and_then("migrations", _compare_migrations)


def _compare_migrations() -> str:
    global _in_step
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except Error as error:
        return f"unknown: {type(error.__cause__ or error).__name__}"
    _in_step = not missing
    return "ok" if _in_step else f"missing: {missing[0][0].app_label}.{missing[0][0].name}, {len(missing)} in all"


def _write_table() -> str:
    """A temporary table is a file that grows by a page, in the place of all others, and that nobody else sees."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("create temporary table readiness as select 1 as one; drop table readiness")
    except Error as error:
        return f"not writable: {type(error.__cause__ or error).__name__}"
    return "ok"


def _write_file() -> str:
    folder = settings.MEDIA_ROOT
    try:
        os.makedirs(folder, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"x" * _BLOCKS)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return f"not writable: {errno.errorcode.get(error.errno or 0, 'error')}"
    return "ok"


def _now_and_then(part: str, write: Callable[[], str]) -> str:
    """The last result, or a new one when it is older than five seconds or was none."""
    at, result = _written.get(part, (0.0, ""))
    if result != "ok" or time.monotonic() - at > WRITES_EVERY:
        result = write()
        _written[part] = time.monotonic(), result
    return result


def _redis() -> tuple[str, str, int | None]:
    try:
        with redis_clients.of_queue(seconds=_SECONDS) as client:
            last = client.get(HEARTBEAT)
    except redis_clients.FAILURES:
        return "not reachable", "unknown: redis is not reachable", None
    try:
        with redis_clients.of_limits(seconds=_SECONDS) as client:
            uncounted = int(client.get(UNCOUNTED) or 0)
    except redis_clients.FAILURES:
        return "that of the limits is not reachable", worker_state(last), None
    return "ok", worker_state(last), uncounted


def worker_state(last: bytes | None) -> str:
    if last is None:
        return "no worker has reported yet"
    age = clock.wall().timestamp() - float(last)
    return "ok" if age < STALE else f"last reported {age:.0f} s ago"
