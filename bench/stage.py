"""The environment of a benchmark: throw-away servers, test rows, and web servers started as `serve` does."""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from bench.load import Answer, ask
from config.devstack.embedded import EmbeddedServers, throwaway_servers
from config.devstack.locations import DevstackError
from config.devstack.programs import Beat, Program, Reviews, Speech, Waiting, Web, Worker

STARTUP_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Running:
    """A running web server: its port and main process."""

    port: int
    pid: int


class BenchWeb(Web):
    """The production web server with every option of `serve`, for a given WSGI application."""

    application = "config.wsgi:application"

    def command(self) -> list[str]:
        return [*super().command()[:-1], self.application]


@contextmanager
def servers(*, durable: bool = False) -> Iterator[EmbeddedServers]:
    """Start a PostgreSQL and a Redis, with an environment that has none of the caller's configuration."""
    for name in ("DATABASE_URL", "REDIS_URL", "STRIPE_API_KEY", "EMAIL_URL", "TRUSTED_PROXIES"):
        os.environ.pop(name, None)
    with throwaway_servers(durable=durable) as started:
        os.environ.update(started.environment())
        os.environ |= {
            "HOST": "127.0.0.1",
            "BASE_URL": "http://127.0.0.1:8000",  # equal in all answers, whatever the port
            "SANDBOX": "1",
            "DATA_DIR": str(started.data_dir),
            "SECRET_KEY": "only-for-the-benchmark-" * 3,
            "RATE_LIMIT_SCALE": "1000000",  # limits are counted in Redis but never reached
            "LOG_LEVEL": "WARNING",
            "DJANGO_SETTINGS_MODULE": "config.settings.dev",
        }
        yield started


@contextmanager
def web(application: str, started: EmbeddedServers, first_path: str) -> Iterator[Running]:
    """Run the application in granian on a free port of 127.0.0.1; ready once `first_path` is answered."""
    environment = os.environ | {"PORT": str(free_port())}
    program = BenchWeb(started.guard, environment, lambda name, line: print(f"{name} | {line}", flush=True))
    program.application = application
    with _running(program, int(environment["PORT"]), first_path) as found:
        yield found


@contextmanager
def waiting(started: EmbeddedServers) -> Iterator[Running]:
    """Run the process for callers who wait on a free port of 127.0.0.1."""
    environment = os.environ | {"WAITING_PORT": str(free_port())}
    program = Waiting(started.guard, environment, lambda name, line: print(f"{name} | {line}", flush=True))
    with _running(program, int(environment["WAITING_PORT"]), "/healthz") as found:
        yield found


@contextmanager
def _running(program: Program, port: int, first_path: str) -> Iterator[Running]:
    program.start()
    try:
        deadline = time.monotonic() + STARTUP_SECONDS
        while not _answers(port, first_path):
            if how := program.died():
                raise DevstackError(f"{program.name} {how}")
            if time.monotonic() > deadline:
                raise DevstackError(f"{program.name} did not answer within {STARTUP_SECONDS:.0f} s")
            time.sleep(0.1)
        assert program.process is not None
        yield Running(port, program.process.pid)
    finally:
        program.stop()


@contextmanager
def workers(started: EmbeddedServers) -> Iterator[list[Program]]:
    """Run beat and all workers of an instance, as `serve` does."""
    programs: list[Program] = [
        kind(started.guard, dict(os.environ), lambda name, line: print(f"{name} | {line}", flush=True))
        for kind in (Worker, Speech, Reviews, Beat)
    ]
    try:
        for program in programs:
            program.start()
        yield programs
    finally:
        for program in programs:
            program.stop()


def load(rows: int) -> Any:
    """Migrate, and insert `rows` open bounties of fifty owners; returns one from the middle."""
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    found = fill(rows)
    with connection.cursor() as cursor:
        cursor.execute("vacuum analyze")  # otherwise the planner would assume empty tables
    connection.close()
    return found


def fill(rows: int) -> Any:
    """Insert `rows` open bounties of fifty owners; returns one from the middle."""
    from bounties.models import Bounty
    from marketplace.core import clock
    from marketplace.models import Account

    owners = [Account.objects.create_user(f"bench{n}@example.com", name=f"Bench {n}") for n in range(50)]
    now = clock.now()
    Bounty.objects.bulk_create(
        (
            Bounty(
                fee_bps=1800,
                owner=owners[n % len(owners)],
                status="open",
                title=f"Photograph shop front number {n}",
                description="One sharp photo with the opening hours readable. " * 5,
                completion_criteria="The opening hours are readable.",
                evidence_types=["photo", "text"],
                category="creative-gigs",
                skills_needed=["photography", "errands"],
                city="Lisbon",
                country="PT",
                price_cents=500 + n,
                seat_cents=500 + n,
                estimated_hours="0.5",
                spots_available=1 + n % 5,
                deadline=now + timedelta(days=30),
                went_live_at=now,
                agent_name="Scout",
            )
            for n in range(rows)
        ),
        batch_size=1000,
    )
    return Bounty.objects.order_by("-id")[rows // 2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(port: int, path: str) -> Answer | None:
    try:
        return ask(port, path)
    except (OSError, RuntimeError, TimeoutError):
        return None
