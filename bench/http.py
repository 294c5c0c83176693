#!/usr/bin/env python3
"""Requests per second and CPU per request of frequent reads, compared with a bare Django view and a plain DRF serializer.

    .venv/bin/python -m bench.http [--quick]

Starts its own PostgreSQL and Redis, loads 5,000 bounties, and puts the product and the baselines (bench/baseline_urls.py)
behind the production web server: granian, WSGI, with every option of `serve`. First it verifies that they are comparable: the
bare view runs the product's SQL and sends the same bytes, the plain serializer lists the same rows, and the product counts
its requests in Redis. Then it measures in turns, so that other load on the machine affects all of them.

Nothing leaves 127.0.0.1. The exit code is 0 if it could measure, even if an aim is not met.
"""

import argparse
import json
import os
import platform
import statistics
import sys
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any
from unittest import mock

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import stage  # noqa: E402
from bench.load import Measured, ask, measure  # noqa: E402
from bench.stage import Running  # noqa: E402

ROWS = 5000
CONNECTIONS = 8
AIMS = {"bare": 0.5, "plain": 1.3}
PACKAGES = ["Django", "djangorestframework", "granian", "orjson", "psycopg", "redis"]
MAX_REQUESTS = 200_000  # in one round


@dataclass(frozen=True, slots=True)
class Case:
    """One request and its path in each variant."""

    title: str
    paths: dict[str, str]


Results = dict[str, list[Measured]]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--quick", action="store_true", help="three rounds of one second instead of seven of three")
    rounds, seconds = (3, 1.0) if options.parse_args().quick else (7, 3.0)
    with stage.servers() as started:
        import django

        django.setup()
        say(f"loading {ROWS:,} bounties")
        cases = cases_for(stage.load(ROWS))
        for case in cases:
            check_same_sql(case)
        ready = cases[0].paths
        with (
            stage.web("config.wsgi:application", started, ready["product"]) as product,
            stage.web("bench.baseline_wsgi:application", started, ready["bare"]) as baselines,
        ):
            where = {"product": product, "bare": baselines, "plain": baselines}
            for case in cases:
                check_answers(case, where)
            found = [(case, run(case, where, rounds, seconds)) for case in cases]
        for case, results in found:
            report(case, results)
        print(f"\n{conditions(rounds, seconds)}")


def cases_for(bounty: Any) -> list[Case]:
    return [
        Case(
            "GET /api/bounties?limit=20",
            {"product": "/api/bounties?limit=20", "bare": "/bare/bounties?limit=20", "plain": "/plain/bounties"},
        ),
        Case(
            "GET /api/bounties/{id}",
            {
                "product": f"/api/bounties/{bounty.public_id}",
                "bare": f"/bare/bounties/{bounty.public_id}",
                "plain": f"/plain/bounties/{bounty.pk}",
            },
        ),
    ]


# --------------------------------------------------------------------------------------------------- comparability checks


def check_same_sql(case: Case) -> None:
    """Check, in this process, that product and bare view run the same SQL at the same clock time. Raises SystemExit."""
    from django.db import connection
    from django.test import Client, override_settings
    from django.test.utils import CaptureQueriesContext

    from marketplace.core import clock

    asked, moment = {}, clock.now()
    for name, urls in (("product", "config.urls"), ("bare", "bench.baseline_urls")):
        with (
            override_settings(ROOT_URLCONF=urls),
            mock.patch.object(clock, "now", return_value=moment),
            CaptureQueriesContext(connection) as queries,
        ):
            Client().get(case.paths[name])
        asked[name] = [query["sql"] for query in queries.captured_queries]
    connection.close()
    if asked["product"] != asked["bare"] or len(asked["bare"]) != 1:
        raise SystemExit(f"{case.title}: the bare view does not run the product's query: {asked}")


def check_answers(case: Case, where: dict[str, Running]) -> None:
    """Check the answers of all variants before they are measured. Raises SystemExit."""
    first, second = (ask(where["product"].port, case.paths["product"]) for _ in range(2))
    bare, plain = (ask(where[name].port, case.paths[name]) for name in ("bare", "plain"))
    if bare.body != first.body:
        raise SystemExit(f"{case.title}: the bare view does not send the product's bytes: {bare.body!r} {first.body!r}")
    ours, theirs = (json.loads(answer.body) for answer in (first, plain))
    rows = ours["bounties"] if "bounties" in ours else [ours["bounty"]]
    if [row["title"] for row in rows] != [row["title"] for row in (theirs if isinstance(theirs, list) else [theirs])]:
        raise SystemExit(f"{case.title}: the plain serializer does not send the product's rows")
    left = [int(answer.headers["x-ratelimit-remaining"]) for answer in (first, second)]
    same_window = first.headers["x-ratelimit-reset"] == second.headers["x-ratelimit-reset"]
    if (same_window and left[0] - left[1] != 1) or "x-request-id" not in first.headers:
        raise SystemExit(f"{case.title}: the product does not count its requests: {first.headers} {second.headers}")
    say(f"{case.title}: {len(first.body):,} bytes from product and bare view, {len(plain.body):,} from plain")


# -------------------------------------------------------------------------------------------------- measure and print


def run(case: Case, where: dict[str, Running], rounds: int, seconds: float) -> Results:
    """Measure product, bare and plain in turns, after a warm-up round that is not counted."""
    results: Results = {name: [] for name in case.paths}
    for number in range(rounds + 1):
        for name, path in case.paths.items():
            server, length = where[name], seconds if number else 2.0
            taken = measure(
                server.port, path, server_pid=server.pid, connections=CONNECTIONS, seconds=length, at_most=MAX_REQUESTS
            )
            if number:
                results[name].append(taken)
                say(f"  round {number} of {rounds}: {name:8}{taken.per_second:7,.0f}/s{taken.cpu_ms:7.2f} CPU ms")
    return results


def report(case: Case, results: Results) -> None:
    print(f"\n{case.title}")
    print(f"  {'':18}{'requests/s':^24}{'CPU ms per request':^24}")
    print(f"  {'':18}" + f"{'min':>8}{'median':>8}{'max':>8}" * 2)
    for name, rows in results.items():
        speed, cpu = spread([row.per_second for row in rows], ",.0f"), spread([row.cpu_ms for row in rows], ".2f")
        print(f"  {name:18}{speed}{cpu}")
    for name, aim in AIMS.items():
        pairs = list(zip(results["product"], results[name], strict=True))
        by_speed = [ours.per_second / theirs.per_second for ours, theirs in pairs]
        by_cpu = [theirs.cpu_ms / ours.cpu_ms for ours, theirs in pairs]
        print(
            f"  {'product / ' + name:18}{spread(by_speed, '.2f')}{spread(by_cpu, '.2f')}"
            f"   aim {aim}: {verdict(by_speed, aim)} by requests/s, {verdict(by_cpu, aim)} by CPU"
        )


def spread(values: list[float], form: str) -> str:
    return "".join(f"{value:>8{form}}" for value in (min(values), statistics.median(values), max(values)))


def verdict(ratios: list[float], aim: float) -> str:
    """Whether the median of the ratios by round meets the aim; ratios cancel out other load on the machine."""
    return "met" if statistics.median(ratios) >= aim else "not met"


def conditions(rounds: int, seconds: float) -> str:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("show server_version")
        postgres = cursor.fetchone()[0].split()[0]
    connection.close()
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return (
        "Ratios are of the product to the baseline, above 1 is better than it; by CPU is the steadier one.\n"
        f"{rounds} rounds of {seconds:g} s in turns, {CONNECTIONS} connections, {ROWS:,} bounties, granian with 2 workers of "
        f"16 threads;\n{os.cpu_count()} cores, shared by the web server, PostgreSQL, Redis and the load.\n"
        f"Python {platform.python_version()}, PostgreSQL {postgres}, {packages}."
    )


def say(text: str) -> None:
    """Print progress to stderr, so that stdout has the table only."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
