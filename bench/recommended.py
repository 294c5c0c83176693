#!/usr/bin/env python3
"""What it costs to recommend: sort=recommended beside sort=new of the same caller, in the same run.

    .venv/bin/python -m bench.recommended [--sizes 1000,100000] [--explain]

Starts its own PostgreSQL and Redis and fills one database for each size by COPY (bench/crowd.py). Both lists are asked for in
turns by a person with a profile (three skills, a town, a rate), in process and through all middleware, so that other load on
the machine affects both. The baseline is sort=new with the same credential. CPU is the time of this process and its PostgreSQL
backend for one request. Nothing leaves 127.0.0.1. The exit code is 0 whenever it could measure.
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import stage  # noqa: E402
from bench.discovery import Market  # noqa: E402

AIM = 10.0  # times sort=new, at any size: it ranks at most 1,600 rows
TURNS, EACH = 20, 5
BASELINE = "sort=new"
CASES = {
    BASELINE: "sort=new",
    "sort=recommended": "sort=recommended",
    "sort=recommended, country": "sort=recommended&country=US",
    "sort=recommended, remote only": "sort=recommended&isRemoteOnly=true",
}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--sizes", default="1000,100000")
    options.add_argument("--explain", action="store_true", help="print the plan at the last size")
    given = options.parse_args()
    with stage.servers() as started:
        import django

        django.setup()
        for size in map(int, given.sizes.split(",")):
            market = Market(size, started)
            measure(market)
            if given.explain:
                explain(market)
            market.connection.close()
    print(f"\naim: at most {AIM:.0f} times {BASELINE} (! where it is missed)")


def measure(market: Market) -> None:
    taken: dict[str, list[float]] = {name: [] for name in CASES}
    worked = dict.fromkeys(CASES, 0.0)
    for turn in range(TURNS + 1):
        for name, query in CASES.items():
            before = market.worked()
            for _ in range(EACH):
                begun = time.perf_counter()
                answer = market.client.get(f"/api/bounties?{query}", headers=market.headers)
                if answer.status_code != 200:
                    raise SystemExit(f"{query}: {answer.status_code} {answer.content[:300]!r}")
                if turn:  # the first turn warms up
                    taken[name].append((time.perf_counter() - begun) * 1000)
            worked[name] += (market.worked() - before) / EACH / TURNS if turn else 0
    print(f"\n{market.size:,} bounties{'':24}{'median':>10}{'ratio':>8}{'CPU':>10}{'ratio':>8}")
    base = statistics.median(taken[BASELINE])
    for name in CASES:
        median, cpu = statistics.median(taken[name]), worked[name]
        ratio = median / base
        mark = "" if ratio <= AIM else " !"
        print(f"  {name:32}{median:8.1f} ms{ratio:8.2f}{cpu:7.1f} ms{cpu / worked[BASELINE]:8.2f}{mark}")


def explain(market: Market) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as seen:
        market.client.get("/api/bounties?sort=recommended", headers=market.headers)
    (sql,) = [query["sql"] for query in seen.captured_queries if '"fit"' in query["sql"]]
    with connection.cursor() as cursor:
        cursor.execute(f"explain (analyze, buffers) {sql}")
        print("\n".join(row[0] for row in cursor.fetchall()))


if __name__ == "__main__":
    main()
