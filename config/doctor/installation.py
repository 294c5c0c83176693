"""The parts that can be looked at while nothing runs: settings, versions, migrations, disk, certificate."""

import os
import shutil
import socket
import ssl
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core import checks
from django.core.files.storage import FileSystemStorage, default_storage
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from config.doctor.findings import Finding, fault, ok, skipped, warning
from marketplace.core import clock, redis_clients

OLDEST_PYTHON: Final = (3, 11)
OLDEST_POSTGRES: Final = 16  # a unique constraint uses NULLS NOT DISTINCT; the oldest that is tested
OLDEST_REDIS: Final = (7, 2)  # of the client library
CONNECTIONS_USED: Final = 0.9
# Of a disk; of a large one that is more than anybody needs, so not beyond so many bytes.
LITTLE, TOO_LITTLE = 0.1, 0.02
LITTLE_MOST, TOO_LITTLE_MOST = 20 * 2**30, 2 * 2**30
RENEW: Final = timedelta(days=21)
URGENT: Final = timedelta(days=3)
SECONDS: Final = 5.0  # that the public address may take
_GIB: Final = 2**30


def look_at_settings() -> Iterator[Finding]:
    """Django's checks and ours; outside a sandbox those of a deployment, too."""
    told = checks.run_checks(include_deployment_checks=not settings.SANDBOX)
    found = [message for message in told if not message.is_silenced()]
    for message in found:
        words = f"{message.msg} ({message.id})"
        advice = message.hint or "docs/operations.md, Settings, and .env.example say what it may be."
        if message.level >= checks.ERROR:
            yield fault(words, str(advice))
        elif message.level >= checks.WARNING:
            yield warning(words, str(advice))
    if not any(message.level >= checks.WARNING for message in found):
        kind = "a sandbox" if settings.SANDBOX else "a deployment"
        yield ok(f"fit together, for {kind} at {settings.BASE_URL}")


def look_at_python() -> Iterator[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] < OLDEST_PYTHON:
        yield fault(f"Python {version} is too old", "Install Python 3.11 or newer, and the program anew in it.")
    else:
        yield ok(f"Python {version}")


def look_at_postgres() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute(
            "select current_setting('server_version'), current_setting('server_version_num')::int / 10000, "
            "current_setting('max_connections')::int, (select count(*) from pg_stat_activity where backend_type = "
            "'client backend'), pg_database_size(current_database()), pg_is_in_recovery()"
        )
        text, major, most, used, size, is_replica = cursor.fetchone()
    if major < OLDEST_POSTGRES:
        yield fault(f"PostgreSQL {text} is too old", f"Move to PostgreSQL {OLDEST_POSTGRES} or newer: backup, restore.")
    else:
        yield ok(f"PostgreSQL {text}, {size / _GIB:.2f} GiB of data")
    if is_replica:
        yield fault("it is a replica, which can't be written to", "Give the primary's address as DATABASE_URL.")
    if used > most * CONNECTIONS_USED:
        yield warning(
            f"{used} of {most} connections are in use",
            "Raise max_connections, lower DATABASE_POOL, or put a pooler in front (docs/operations.md, Deploy).",
        )


def look_at_redis() -> Iterator[Finding]:
    with redis_clients.of_queue(seconds=2) as client:
        told: dict[str, Any] = client.info()
    name, text = ("Valkey", told["valkey_version"]) if "valkey_version" in told else ("Redis", told["redis_version"])
    numbers = tuple(int(part) for part in str(told["redis_version"]).split(".")[:2])
    if numbers < OLDEST_REDIS and name == "Redis":
        yield warning(f"{name} {text} is older than its client library supports", "Move to Redis 7.2 or Valkey.")
    else:
        yield ok(f"{name} {text}")
    policy = told.get("maxmemory_policy", "noeviction")
    if policy != "noeviction" and told.get("maxmemory"):
        yield fault(
            f"the queue's server drops messages when it is full (maxmemory-policy {policy})",
            "Set maxmemory-policy noeviction; limits may have a server of their own, LIMITS_REDIS_URL.",
        )
    if settings.LIMITS_REDIS_URL:
        with redis_clients.of_limits(seconds=2) as limits:
            limits.ping()
        yield ok("the Redis of the limits answers")


def look_at_migrations() -> Iterator[Finding]:
    executor = MigrationExecutor(connection)
    loader = executor.loader
    missing = executor.migration_plan(loader.graph.leaf_nodes())
    known = set(loader.disk_migrations).union(*(one.replaces for one in loader.disk_migrations.values()))
    ours = {app for app, _ in known}
    newer = [f"{app}.{name}" for app, name in sorted(set(loader.applied_migrations) - known) if app in ours]
    if missing:
        first = missing[0][0]
        yield fault(
            f"{len(missing)} are not applied, the first is {first.app_label}.{first.name}",
            "Run `migrate` (docs/operations.md, Upgrade).",
        )
    else:
        yield ok(f"all {len(loader.disk_migrations)} are applied")
    if newer:
        yield warning(
            f"the database knows {len(newer)} that this program does not, such as {newer[-1]}",
            "This program is older than the database: finish the upgrade on this machine.",
        )


def look_at_disks() -> Iterator[Finding]:
    places = {"DATA_DIR": Path(settings.DATA_DIR)}
    if isinstance(default_storage, FileSystemStorage):
        places["the folder of files"] = Path(settings.MEDIA_ROOT)
    seen: set[int] = set()
    for name, place in places.items():
        while not place.exists():
            place = place.parent
        device = os.stat(place).st_dev
        if device in seen:
            continue
        seen.add(device)
        yield _disk(name, *shutil.disk_usage(place))


def _disk(name: str, total: int, _: int, free: int) -> Finding:
    words = f"{free / _GIB:.1f} of {total / _GIB:.0f} GiB are free under {name}"
    advice = (
        "Make room: shorten keeping times, let old logs go, move files into an object store, or enlarge the disk. "
        "A full disk stops every write."
    )
    if free < min(total * TOO_LITTLE, TOO_LITTLE_MOST):
        return fault(words, advice)
    if free < min(total * LITTLE, LITTLE_MOST):
        return warning(words, advice)
    return ok(words)


def look_at_certificate() -> Iterator[Finding]:
    """As a caller from outside sees it: whether it is trusted for this name, and how long."""
    parts = urlsplit(settings.BASE_URL)
    if parts.scheme != "https":
        yield skipped(f"{settings.BASE_URL} is not https, so there is none")
        return
    host, port = parts.hostname or "", parts.port or 443
    try:
        with (
            socket.create_connection((host, port), timeout=SECONDS) as plain,
            ssl.create_default_context().wrap_socket(plain, server_hostname=host) as secure,
        ):
            told: Any = secure.getpeercert()
    except ssl.SSLCertVerificationError as error:
        yield fault(
            f"the certificate of {host} is not accepted: {error.verify_message}",
            "Renew it at the proxy, with every intermediate certificate, for exactly this name.",
        )
        return
    except OSError as error:
        yield warning(
            f"{host}:{port} does not answer from here: {error}",
            "Look whether the proxy runs, and whether this machine may reach its public address.",
        )
        return
    ends = datetime.fromtimestamp(ssl.cert_time_to_seconds(told["notAfter"]), UTC)
    left = ends - clock.wall()
    words = f"the certificate of {host} ends on {ends:%Y-%m-%d}, in {left.days} days"
    advice = "Look why the proxy did not renew it; it should have done so a month before its end."
    if left < URGENT:
        yield fault(words, advice)
    else:
        yield warning(words, advice) if left < RENEW else ok(words)
