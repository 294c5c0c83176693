"""All parts in their order. One that can't be looked at is a finding itself; without a database what needs it is left out."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from django.db import Error, connection
from kombu.exceptions import OperationalError as NoBroker

from config.doctor import installation, state
from config.doctor.findings import Finding, fault, masked, skipped
from marketplace.core import redis_clients
from marketplace.core.errors import Problem

Look = Callable[[], Iterator[Finding]]

PARTS: Final[dict[str, Look]] = {
    "settings": installation.look_at_settings,
    "python": installation.look_at_python,
    "database": installation.look_at_postgres,
    "migrations": installation.look_at_migrations,
    "redis": installation.look_at_redis,
    "queues": state.look_at_queues,
    "books": state.look_at_books,
    "files": state.look_at_files,
    "keys": state.look_at_keys,
    "clock": state.look_at_clock,
    "disk": installation.look_at_disks,
    "certificate": installation.look_at_certificate,
}
NEED_TABLES: Final = ("queues", "books", "files", "keys")
NEED_DATABASE: Final = ("migrations", "clock", *NEED_TABLES)
_ADVICE: Final = {
    "database": "Start PostgreSQL, or correct DATABASE_URL: nothing works without it.",
    "redis": "Start Redis, or correct REDIS_URL: mails, webhooks and timers wait, limits are not counted.",
}


def examine(parts: list[str] | None = None) -> Iterator[Finding]:
    """Look at these parts (all), one after another. Writes nothing but one small file, which it deletes; locks nothing; raises
    nothing that a broken installation could cause.
    """
    broken: set[str] = set()
    for name in PARTS:
        if parts and name not in parts:
            continue
        for finding in _look(name, broken):
            if finding.level == "fault":
                broken.add(name)
            yield replace(finding, part=name, words=masked(finding.words), advice=masked(finding.advice))


def _look(name: str, broken: set[str]) -> Iterator[Finding]:
    if name in NEED_DATABASE and "database" in broken:
        yield skipped("not looked at: the database comes first")
        return
    if name in NEED_TABLES and "migrations" in broken:
        yield skipped("not looked at: the migrations come first")
        return
    if name == "queues" and "redis" in broken:
        yield skipped("not looked at: Redis comes first")
        return
    try:
        yield from PARTS[name]()
    except (Error, *redis_clients.FAILURES, NoBroker, OSError, Problem) as error:
        if isinstance(error, Error):
            connection.close()
        yield fault(f"can't be looked at: {error}", _ADVICE.get(name, "Read the reason, and run this again."))
