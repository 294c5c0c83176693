#!/usr/bin/env python3
"""Finding bounties, people and applications: how much slower is the same request in a marketplace a thousand times larger?

    .venv/bin/python -m bench.discovery [--sizes 1000,100000,1000000] [--only text] [--explain]

Starts its own PostgreSQL and Redis, and for each size fills as many bounties and people by COPY (bench/crowd.py), with
applications to one bounty. Every request is then made in process, through Django's test client and all middleware, against
that database: no web server is between, so what grows is the database's part. The baseline is the first size.

`--explain` prints the plans at the last size. Nothing leaves 127.0.0.1. The exit code is 0 whenever it could measure.
"""

import argparse
import statistics
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import crowd, stage  # noqa: E402
from bench.http import say  # noqa: E402

AIM = 1.5
SECONDS = 1.0  # for one request at one size, at most
MOST = 100
PAGE = 500
PER_PAGE = 20


@dataclass
class Case:
    """One request; with `page`, that page of it (or the last one that is full)."""

    title: str
    path: str
    page: int = 1
    taken: dict[int, list[float]] = field(default_factory=dict)
    rows: dict[int, int] = field(default_factory=dict)


def cases() -> list[Case]:
    word, second, city, skill = crowd.WORDS[0], crowd.WORDS[40], crowd.CITIES[0], crowd.SKILLS[0]
    rare, middling, far = crowd.RARE, crowd.MIDDLING, crowd.RARE_CITY
    bounties = {
        "plain": "",
        "q: a word of 30 rows": f"q={rare}",
        "q: a word of every 200th": f"q={middling}",
        "q: the commonest word": f"q={word}",
        "q: two common words": f"q={word}+{second}",
        "q: a common and a rare one": f"q={word}+{rare}",
        "q: a rare one, a common one begun": f"q={rare}+{word[:3]}",
        "q: three letters": f"q={word[:3]}",
        "q: no such word": "q=unheardof",
        "city": f"city={city.upper()}",
        "city of 30": f"city={far}",
        "country": "country=US",
        "category": f"category={crowd.CATEGORIES[0]}",
        "skill": f"skill={skill}",
        "skill of 30": f"skill={rare}",
        "minPrice": "minPrice=5",
        "minPrice of 30": "minPrice=900",
        "minPrice and maxPrice": "minPrice=5&maxPrice=9",
        "isRemoteOnly": "isRemoteOnly=true",
        "status": "status=assigned",
        "only open": "includePartiallyFilled=false",
        "q of 30, status": f"q={rare}&status=paid",
        "city, category, minPrice": f"city={city}&category={crowd.CATEGORIES[0]}&minPrice=5",
        "city, q common": f"city={city}&q={word}",
        "skill, country": f"skill={skill}&country=US",
        "sort=value": "sort=value",
        "sort=value, city": f"sort=value&city={city}",
        "sort=value, city of 30": f"sort=value&city={far}",
        "sort=value, q common": f"sort=value&q={word}",
        "sort=value, q of every 200th": f"sort=value&q={middling}",
        "sort=top": "sort=top",
        "sort=top, category": f"sort=top&category={crowd.CATEGORIES[0]}",
    }  # fmt: skip
    humans = {
        "plain": "",
        "skill": f"skill={skill}",
        "skill of 30": f"skill={rare}",
        "name": f"name={word}",
        "name of 30": f"name={rare}",
        "no such name": "name=unheardof",
        "city": f"city={city}",
        "city of 30": f"city={far}",
        "country": "country=US",
        "countryCode (hint)": "countryCode=PT",
        "rates": "minRate=10&maxRate=20",
        "rate of 30": "minRate=900",
        "featured": "featured=true",
    }
    deep = ["plain", "q: the commonest word", "city", "country", "skill", "minPrice", "sort=value", "sort=top"]
    found = [Case(f"bounties, {title}", f"/api/bounties?{query}") for title, query in bounties.items()]
    found += [Case(f"bounties, {title}, page {PAGE}", f"/api/bounties?{bounties[title]}", PAGE) for title in deep]
    found += [Case(f"humans, {title}", f"/api/humans?{query}") for title, query in humans.items()]
    below = "/api/bounties/{bounty}/applications?"
    found += [
        Case("applications, plain", below),
        Case("applications, status", f"{below}status=pending"),
        Case("applications, oldest", f"{below}sort=oldest"),
        Case("applications, plain, page 40", below, 40),
    ]
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--sizes", default="1000,100000,1000000", help="the first is the baseline")
    options.add_argument("--only", default="", help="only requests whose title contains this")
    options.add_argument("--explain", action="store_true", help="print the plans at the last size")
    given = options.parse_args()
    sizes = [int(size) for size in given.sizes.split(",")]
    chosen = [case for case in cases() if given.only in case.title]
    with stage.servers():
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        for size in sizes:
            begun = time.monotonic()
            bounty = crowd.fill(size)
            say(f"{size:,} rows in {time.monotonic() - begun:.0f} s")
            caller = Caller(bounty)
            for case in chosen:
                measure(case, caller, size)
            if given.explain and size == sizes[-1]:
                for case in chosen:
                    explain(case, caller)
        report(chosen, sizes)
        from django.db import connection

        connection.close()


class Caller:
    """In process, as the bounty's owner; strangers' routes are called without credentials."""

    def __init__(self, bounty: Any) -> None:
        from django.test import Client

        from marketplace.models import Account
        from marketplace.services import keys

        _, key = keys.issue(Account.objects.get(pk=bounty.owner_id), "bench")
        self.bounty, self.client, self.headers = bounty.public_id, Client(), {"X-API-Key": key}

    def get(self, path: str) -> Any:
        headers = self.headers if "/applications" in path else {}
        answer = self.client.get(path.format(bounty=self.bounty), headers=headers)
        if answer.status_code != 200:
            raise SystemExit(f"{path}: {answer.status_code} {answer.content[:300]!r}")
        return answer

    def paged(self, case: Case) -> str:
        """The path of the case's page: reached as a caller would, by cursors, in larger steps."""
        plural, cursor, behind = case.path.partition("?")[0].rpartition("/")[2], "", ""
        for _ in range(case.page * PER_PAGE // 100):
            page = self.get(f"{case.path}&limit=100&cursor={cursor}").json()
            if not page["hasMore"] or len(page[plural]) < 100:
                break
            behind, cursor = cursor, page["nextCursor"]
        cursor = cursor if self.get(f"{case.path}&cursor={cursor}").json()["hasMore"] else behind
        return f"{case.path}&cursor={cursor}"


def measure(case: Case, caller: Caller, size: int) -> None:
    path = caller.paged(case) if case.page > 1 else case.path
    body = caller.get(path).json()
    case.rows[size] = body["count"]
    for _ in range(3):
        caller.get(path)
    taken: list[float] = []
    until = time.monotonic() + SECONDS
    while len(taken) < MOST and (len(taken) < 5 or time.monotonic() < until):
        begun = time.perf_counter()
        caller.get(path)
        taken.append((time.perf_counter() - begun) * 1000)
    case.taken[size] = taken


def explain(case: Case, caller: Caller) -> None:
    """The plan of every statement of the request that reads a table."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    path = caller.paged(case) if case.page > 1 else case.path
    with CaptureQueriesContext(connection) as asked:
        caller.get(path)
    print(f"\n--- {case.title}: {case.path}")
    with connection.cursor() as cursor:
        for query in asked.captured_queries:
            if query["sql"].startswith("SELECT"):
                cursor.execute("explain (analyze, buffers, costs, timing off) " + query["sql"].replace("%", "%%"), ())
                print("\n".join(line for (line,) in cursor.fetchall()))


def report(chosen: list[Case], sizes: list[int]) -> None:
    print(f"{'milliseconds: median, p99; ratio of the medians':46}" + "".join(f"{size:>20,}" for size in sizes))
    missed = []
    for case in chosen:
        line, base = f"{case.title:46}", statistics.median(case.taken[sizes[0]])
        for size in sizes:
            median = statistics.median(case.taken[size])
            p99 = sorted(case.taken[size])[int(len(case.taken[size]) * 0.99) - 1]
            line += f"{median:8.1f}{p99:7.1f}{median / base:5.2f}"
        rows = sorted(set(case.rows.values()))
        print(line + (f"   rows {'/'.join(map(str, rows))}" if len(rows) > 1 else ""))
        if statistics.median(case.taken[sizes[-1]]) > AIM * base:
            missed.append(case.title)
    print(f"\naim {AIM} at {sizes[-1]:,} rows: {len(chosen) - len(missed)} of {len(chosen)} met")
    for title in missed:
        print(f"  not met: {title}")


if __name__ == "__main__":
    main()
