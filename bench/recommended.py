#!/usr/bin/env python3
"""What it costs to recommend: sort=recommended beside sort=new of the same caller, in the same run.

    .venv/bin/python -m bench.recommended [--sizes 1000,100000] [--explain]

Starts its own PostgreSQL and Redis and fills one database for each size by COPY (bench/crowd.py). Both lists are asked for in
turns by a person with a profile (three skills, a town, a rate), in process and through all middleware, so that other load on
the machine affects both. The baseline is sort=new with the same credential. CPU is the time of this process and its PostgreSQL
backend for one request. Nothing leaves 127.0.0.1. The exit code is 0 whenever it could measure.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import beside, stage  # noqa: E402
from bench.discovery import Market  # noqa: E402

AIM = 10.0  # times sort=new, at any size: it ranks at most 1,600 rows
BASELINE = "sort=new"
CASES = {
    BASELINE: "/api/bounties?sort=new",
    "sort=recommended": "/api/bounties?sort=recommended",
    "sort=recommended, country": "/api/bounties?sort=recommended&country=US",
    "sort=recommended, remote only": "/api/bounties?sort=recommended&isRemoteOnly=true",
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
            beside.measure(market, CASES, baseline=BASELINE, aim=AIM)
            if given.explain:
                explain(market)
            market.connection.close()
    print(f"\naim: at most {AIM:.0f} times {BASELINE} (! where it is missed)")


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
