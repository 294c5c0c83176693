#!/usr/bin/env python3
"""Requests per second and CPU per request of the hot reads, beside a bare Django view and a plain DRF serializer.

    .venv/bin/python -m bench.http [--quick]

Starts its own PostgreSQL and Redis and the production web server (granian, WSGI, 2 processes x 16 threads) for the product
and for the baselines, loads 5,000 bounties, and measures in turns, so that a noisy machine is noisy for all. The ratio of
CPU per request is the steadier figure. Nothing leaves 127.0.0.1.
"""

import argparse
import os
import platform
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.load import Measured, body_of, measure  # noqa: E402
from config.devstack.embedded import throwaway_servers  # noqa: E402

ROWS = 5000
AIMS = {"bare": 0.5, "plain": 1.3}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--quick", action="store_true", help="three rounds of one second instead of five of three")
    quick = options.parse_args().quick
    rounds, seconds = (3, 1.0) if quick else (5, 3.0)
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    with throwaway_servers() as servers:
        os.environ.update(servers.environment())
        os.environ |= {
            "SANDBOX": "1",
            "DATA_DIR": str(servers.data_dir),
            "SECRET_KEY": "only-for-the-benchmark-" * 3,
            "RATE_LIMIT_SCALE": "1000000",  # counted as in production, never reached
            "LOG_LEVEL": "WARNING",
            "DJANGO_SETTINGS_MODULE": "config.settings.dev",
        }
        say("loading")
        bounty = load()
        with granian("config.wsgi:application") as product, granian("bench.baseline_wsgi:application") as baselines:
            for title, paths in cases(bounty).items():
                check_same_bytes(product, baselines, paths)
                results = run(product, baselines, paths, rounds, seconds)
                report(title, results)
    print(f"\nPython {platform.python_version()}, {os.cpu_count()} cores shared with the load, {ROWS} bounties.")


def cases(bounty: Any) -> dict[str, dict[str, str]]:
    return {
        "GET /api/bounties?limit=20": {
            "product": "/api/bounties?limit=20",
            "bare": "/bare/bounties?limit=20",
            "plain": "/plain/bounties",
        },
        "GET /api/bounties/{id}": {
            "product": f"/api/bounties/{bounty.public_id}",
            "bare": f"/bare/bounties/{bounty.public_id}",
            "plain": f"/plain/bounties/{bounty.pk}",
        },
    }


def load() -> Any:
    """Migrate and fill the database; returns one bounty. ANALYZE, or the plans are those of empty tables."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from bounties.models import Bounty
    from marketplace.core import clock
    from marketplace.models import Account

    call_command("migrate", verbosity=0)
    owner = Account.objects.create_user("bench@example.com", name="Bench")
    now = clock.now()
    Bounty.objects.bulk_create(
        Bounty(
            owner=owner,
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
            deadline=now,
            went_live_at=now,
            agent_name="Scout",
        )
        for n in range(ROWS)
    )
    with connection.cursor() as cursor:
        cursor.execute("analyze")
    found = Bounty.objects.order_by("-id")[100]
    connection.close()
    return found


def check_same_bytes(product: tuple[int, int], baselines: tuple[int, int], paths: dict[str, str]) -> None:
    same = body_of(product[0], paths["product"]) == body_of(baselines[0], paths["bare"])
    if not same:
        raise SystemExit("the bare view does not send what the product sends: the comparison would mean nothing")


def run(
    product: tuple[int, int], baselines: tuple[int, int], paths: dict[str, str], rounds: int, seconds: float
) -> dict[str, list[Measured]]:
    """Rounds of product, bare, plain in turn, after a warm-up of each."""
    where = {"product": product, "bare": baselines, "plain": baselines}
    results: dict[str, list[Measured]] = {name: [] for name in paths}
    for number in range(rounds + 1):
        for name, path in paths.items():
            port, pid = where[name]
            taken = measure(port, path, server_pid=pid, connections=8, seconds=seconds if number else 1.0)
            if number:
                results[name].append(taken)
                say(f"round {number} of {rounds}: {name} {taken.per_second:,.0f}/s, {taken.cpu_ms:.2f} CPU ms")
    return results


def report(title: str, results: dict[str, list[Measured]]) -> None:
    print(f"\n{title}\n{'':12}{'requests/s (min median max)':>34}{'CPU ms/request (min median max)':>36}")
    for name, rows in results.items():
        print(
            f"{name:12}{spread([r.per_second for r in rows], '{:,.0f}'):>34}{spread([r.cpu_ms for r in rows], '{:.2f}'):>36}"
        )
    for name, aim in AIMS.items():
        speed = ratio([r.per_second for r in results["product"]], [r.per_second for r in results[name]])
        cpu = ratio([r.cpu_ms for r in results[name]], [r.cpu_ms for r in results["product"]])
        verdict = "met" if cpu >= aim else "not met"
        print(f"product : {name:6} requests/s {speed:.2f}   by CPU {cpu:.2f}   aim {aim} {verdict}")


def ratio(above: list[float], below: list[float]) -> float:
    """The median of the ratios round by round: a slow moment of the machine is slow for both."""
    return statistics.median(a / b for a, b in zip(above, below, strict=True))


def spread(values: list[float], form: str) -> str:
    return " ".join(form.format(value) for value in (min(values), statistics.median(values), max(values)))


@contextmanager
def granian(application: str) -> Iterator[tuple[int, int]]:
    """The production web server on a free port; gives (port, pid)."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    options = [
        "--interface",
        "wsgi",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--workers",
        "2",
        "--blocking-threads",
        "16",
    ]
    more = ["--http", "1", "--no-ws", "--no-access-log", "--log-level", "error", "--workers-kill-timeout", "2"]
    server = subprocess.Popen(
        [sys.executable, "-m", "granian", *options, *more, application], cwd=ROOT, env=os.environ.copy()
    )
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        time.sleep(1.0)
        yield port, server.pid
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
