#!/usr/bin/env python3
"""Search and list requests: how much slower is the same request in a marketplace a thousand times larger?

    .venv/bin/python -m bench.discovery [--sizes 1000,100000,1000000] [--only text] [--explain] [--minutes 20]

Starts its own PostgreSQL and Redis and fills one database for each size by COPY (bench/crowd.py): bounties, as many people,
and applications to one bounty. Every request is made in process, through Django's test client and all middleware, without a
web server, so that only the database's share grows. The baseline is the same request at the first size. The sizes are
measured in turns, so that other load on the machine affects all of them. If the first size has fewer rows than a page, all
sizes use its number as `limit=`, so that pages of equal length are compared. CPU is the time of this process and its
PostgreSQL backend for one request; it is the steadier figure on a shared machine.

`--explain` prints the plans at the last size. Nothing leaves 127.0.0.1. The exit code is 0 whenever it could measure.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import crowd, stage  # noqa: E402
from bench.http import say  # noqa: E402
from config.devstack import locations  # noqa: E402
from config.devstack.postgres import create_database  # noqa: E402

AIM = 1.5
TURNS = 5
MAX_REPEATS = 20  # of a request in one turn
SECONDS = 0.2  # limit of one turn
STATEMENT_TIMEOUT = "30s"
PAGE = 500
PER_PAGE = {"bounties": 20, "humans": 24, "applications": 50}


@dataclass
class Case:
    """One request, or its page number `page` (at most the last full one), with its measurements by size: milliseconds of each
    repetition, and CPU milliseconds of one. `limit` is set if some size can't fill a page."""

    title: str
    path: str
    page: int = 1
    taken: dict[int, list[float]] = field(default_factory=dict)
    worked: dict[int, float] = field(default_factory=dict)
    rows: dict[int, int] = field(default_factory=dict)
    limit: int | None = None

    def median(self, size: int) -> float:
        return statistics.median(self.taken[size])

    def p99(self, size: int) -> float:
        return sorted(self.taken[size])[max(0, int(len(self.taken[size]) * 0.99) - 1)]

    def limited(self, path: str) -> str:
        return f"{path}&limit={self.limit}" if self.limit else path


def cases() -> list[Case]:
    word, second, city, skill = crowd.WORDS[0], crowd.WORDS[40], crowd.CITIES[0], crowd.SKILLS[0]
    rare, middling, far = crowd.RARE, crowd.MIDDLING, crowd.RARE_CITY
    begun, category = word[:3], crowd.CATEGORIES[0]
    bounties = {
        "plain": "",
        "q: a word of 30 rows": f"q={rare}",
        "q: a word of every 2000th": f"q={crowd.SELDOM}",
        "q: a word of every 200th": f"q={middling}",
        "q: the commonest word": f"q={word}",
        "q: two common words": f"q={word}+{second}",
        "q: a common and a rare one": f"q={word}+{rare}",
        "q: a rare one, a common one begun": f"q={rare}+{begun}",
        "q: a middling one, a common one begun": f"q={middling}+{begun}",
        "q: two middling ones": f"q={middling}+{crowd.SELDOM}",
        "q: three letters": f"q={begun}",
        "q: two letters": f"q={word[:2]}",
        "q: one letter": f"q={word[:1]}",
        "q: no such word": "q=unheardof",
        "q: no such word, a common one": f"q=unheardof+{word}",
        "city": f"city={city.upper()}",
        "city of 30": f"city={far}",
        "country": "country=US",
        "category": f"category={category}",
        "skill": f"skill={skill}",
        "skill of 30": f"skill={rare}",
        "minPrice": "minPrice=5",
        "minPrice of 30": "minPrice=900",
        "minPrice and maxPrice": "minPrice=5&maxPrice=9",
        "isRemoteOnly": "isRemoteOnly=true",
        "status": "status=assigned",
        "status over, sort=value": "status=paid&sort=value",
        "status over, sort=top": "status=paid&sort=top",
        "status over, category": f"status=paid&category={category}",
        "only open": "includePartiallyFilled=false",
        "q of 30, status": f"q={rare}&status=open",
        "q of every 200th, status": f"q={middling}&status=open",
        "q common, status over": f"q={word}&status=paid",
        "q unknown, status over": "q=unheardof&status=paid",
        "city, category, minPrice": f"city={city}&category={category}&minPrice=5",
        "city, q common": f"city={city}&q={word}",
        "city of 30, q common": f"city={far}&q={word}",
        "category, minPrice of 30": f"category={category}&minPrice=900",
        "city, q of every 200th": f"city={city}&q={middling}",
        "skill, country": f"skill={skill}&country=US",
        "sort=value": "sort=value",
        "sort=value, city": f"sort=value&city={city}",
        "sort=value, city of 30": f"sort=value&city={far}",
        "sort=value, q common": f"sort=value&q={word}",
        "sort=value, q of every 2000th": f"sort=value&q={crowd.SELDOM}",
        "sort=value, q of every 200th": f"sort=value&q={middling}",
        "sort=value, q of 30": f"sort=value&q={rare}",
        "sort=top": "sort=top",
        "sort=top, category": f"sort=top&category={category}",
        "sort=top, q common": f"sort=top&q={word}",
        "sort=top, q of every 200th": f"sort=top&q={middling}",
    }  # fmt: skip
    humans = {
        "plain": "",
        "slim": "fields=slim",
        "countryCode (hint)": "countryCode=PT",
        "skill": f"skill={skill}",
        "skill of 30": f"skill={rare}",
        "three skills": f"skill={skill},{crowd.SKILLS[9]},{rare}",
        "name": f"name={word}",
        "name of 30": f"name={rare}",
        "name: two letters": f"name={word[:2]}",
        "no such name": "name=unheardof",
        "city": f"city={city}",
        "city of 30": f"city={far}",
        "country": "country=US",
        "rates": "minRate=10&maxRate=20",
        "rates that everybody meets": "minRate=1&maxRate=5000",
        "rate of 30": "minRate=900",
        "featured": "featured=true",
        "skill, country, rates": f"skill={skill}&country=US&minRate=10&maxRate=50",
        "skill, country of a tenth, rates": f"skill={skill}&country=PT&minRate=10&maxRate=50",
        "city, name": f"city={city}&name={word}",
        "second city, name": f"city={crowd.CITIES[1]}&name={word}",
    }
    window = 1000 // PER_PAGE["humans"]
    deep = ["plain", "q: the commonest word", "city", "country", "skill", "minPrice", "isRemoteOnly"]
    deep += ["sort=value", "sort=value, q common", "sort=top", "sort=top, q common", "status"]
    found = [Case(f"bounties, {title}", f"/api/bounties?{query}") for title, query in bounties.items()]
    found += [Case(f"bounties, {title}, page {PAGE}", f"/api/bounties?{bounties[title]}", PAGE) for title in deep]
    found += [Case(f"humans, {title}", f"/api/humans?{query}") for title, query in humans.items()]
    ends = ["plain", "countryCode (hint)", "skill", "name"]
    found += [Case(f"humans, {title}, end of window", f"/api/humans?{humans[title]}", window) for title in ends]
    below = "/api/bounties/{bounty}/applications?"
    found += [
        Case("applications, plain", below),
        Case("applications, status", f"{below}status=pending"),
        Case("applications, oldest", f"{below}sort=oldest"),
        Case("applications, recommended", f"{below}sort=recommended"),
        Case("applications, plain, page 40", below, 40),
        Case("applications, recommended, page 40", f"{below}sort=recommended", 40),
    ]
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--sizes", default="1000,100000,1000000", help="the first is the baseline")
    options.add_argument("--only", default="", help="only requests whose title contains this")
    options.add_argument("--explain", action="store_true", help="print the plans at the last size")
    options.add_argument(
        "--minutes", type=float, default=20, help="for all; what is left by then is named, not measured"
    )
    given = options.parse_args()
    until = time.monotonic() + 60 * given.minutes
    chosen = [case for case in cases() if given.only in case.title]
    with stage.servers() as started:
        import django

        django.setup()
        markets = [Market(int(rows), started) for rows in given.sizes.split(",")]
        for number, case in enumerate(chosen, 1):
            if time.monotonic() < until:
                measure(case, markets)
                figures = "".join(f"{case.median(market.size):9.1f}" for market in markets)
                say(f"{number:3} of {len(chosen)}  {case.title:44}{figures} ms")
        if given.explain:
            for case in chosen:
                explain(case, markets[-1])
        report(chosen, [market.size for market in markets])
        for market in markets:
            market.connection.close()


class Market:
    """One size: its own database in the same server, and its callers."""

    def __init__(self, size: int, started: Any) -> None:
        from django.core.management import call_command
        from django.db import connections
        from django.test import Client

        from marketplace.models import Account
        from marketplace.services import keys

        begun, name = time.monotonic(), f"bench_{size}"
        create_database(locations.database_url(started.data_dir, "postgres"), name)
        self.size, self.client = size, Client()
        self.connection = connections.create_connection("default")
        self.connection.settings_dict = {**self.connection.settings_dict, "NAME": name}
        self.enter()
        call_command("migrate", verbosity=0)
        bounty = crowd.fill(size)
        with self.connection.cursor() as cursor:
            cursor.execute(f"set statement_timeout = '{STATEMENT_TIMEOUT}'")
            cursor.execute("select pg_backend_pid()")
            self.backend = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")
        _, key = keys.issue(Account.objects.get(pk=bounty.owner_id), "bench")
        self.bounty, self.headers = bounty.public_id, {"X-API-Key": key}
        say(f"{size:,} rows in {time.monotonic() - begun:.0f} s")

    def enter(self) -> None:
        """Make this the database of the process."""
        from django.db import connections

        connections["default"] = self.connection

    def get(self, path: str) -> Any:
        """GET as the bounty's owner, or without credentials for public routes."""
        headers = self.headers if "/applications" in path else {}
        answer = self.client.get(path.format(bounty=self.bounty), headers=headers)
        if answer.status_code != 200:
            raise SystemExit(f"{path}: {answer.status_code} {answer.content[:300]!r}")
        return answer

    def worked(self) -> float:
        """CPU milliseconds of this process and its PostgreSQL backend so far."""
        return time.process_time() * 1000 + int(self.backend.read_text().split()[0]) / 1_000_000

    def page_of(self, case: Case) -> str:
        """The path of the case's page, reached by following cursors with the largest permitted page size."""
        plural = case.path.partition("?")[0].rpartition("/")[2]
        step, cursor, behind = (24 if plural == "humans" else 100), "", ""
        for _ in range((case.page - 1) * PER_PAGE[plural] // step):
            page = self.get(f"{case.path}&limit={step}&cursor={cursor}").json()
            if not page["hasMore"] or len(page[plural]) < step:
                break
            behind, cursor = cursor, page["nextCursor"]
        is_full = self.get(f"{case.path}&cursor={cursor}").json()["count"] == PER_PAGE[plural]
        return f"{case.path}&cursor={cursor if is_full else behind}"


def measure(case: Case, markets: list[Market]) -> None:
    paths = {}
    for market in markets:
        market.enter()
        paths[market.size] = path = market.page_of(case) if case.page > 1 else case.path
        case.rows[market.size] = market.get(path).json()["count"]
        case.taken[market.size] = []
        case.worked[market.size] = 0.0
    least = min(case.rows.values())
    if 0 < least < max(case.rows.values()):  # the same request for as many rows as each size has
        case.limit = least
        paths = {size: case.limited(path) for size, path in paths.items()}
    for _ in range(TURNS):
        for market in markets:
            market.enter()
            path, until = paths[market.size], time.monotonic() + SECONDS
            market.get(path)  # another market had its turn: caches are warm again
            working = market.worked()
            for _ in range(MAX_REPEATS):
                begun = time.perf_counter()
                market.get(path)
                case.taken[market.size].append((time.perf_counter() - begun) * 1000)
                if time.monotonic() > until:
                    break
            case.worked[market.size] += market.worked() - working
    for market in markets:
        case.worked[market.size] /= len(case.taken[market.size])


def explain(case: Case, market: Market) -> None:
    """Print the plans of all statements of the request that read a table."""
    market.enter()
    path = case.limited(market.page_of(case) if case.page > 1 else case.path)
    explain_statements(market, f"{case.title}: {case.path}", lambda: market.get(path))


def explain_statements(market: Market, title: str, ask: Callable[[], object]) -> None:
    """The same of whatever `ask` asks for."""
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(market.connection) as asked:
        ask()
    print(f"\n--- {title}")
    with market.connection.cursor() as cursor:
        for query in asked.captured_queries:
            if query["sql"].lstrip("(").lower().startswith(("select", "with")):
                cursor.execute("explain (analyze, buffers, costs, timing off) " + query["sql"].replace("%", "%%"), ())
                print("\n".join(line for (line,) in cursor.fetchall()))


def report(chosen: list[Case], sizes: list[int]) -> None:
    """Print median, p99 and CPU of each size, and their ratios to the baseline."""
    base, *others = sizes
    print(f"{'':46}{base:>22,}" + "".join(f"{size:>23,}{'x baseline':>18}" for size in others))
    columns = f"{'median':>8}{'p99':>7}{'CPU':>7}"
    print(f"{'milliseconds':46}{columns}" + f" {columns}{'median':>7}{'p99':>5}{'CPU':>6}" * len(others))
    measured = [case for case in chosen if case.taken]
    for case in measured:
        figures = {size: (case.median(size), case.p99(size), case.worked[size]) for size in sizes}
        line = f"{case.title:46}" + "{:8.1f}{:7.1f}{:7.1f}".format(*figures[base])
        for size in others:
            ratios = [now / then for now, then in zip(figures[size], figures[base], strict=True)]
            line += " {:8.1f}{:7.1f}{:7.1f}".format(*figures[size]) + "{:7.2f}{:5.1f}{:6.2f}".format(*ratios)
        rows = "/".join(str(case.rows[size]) for size in sizes)
        print(line + (f"   limit={case.limit}: there are {rows}" if case.limit else ""))
    last = sizes[-1]
    for what, of in (("the median", Case.median), ("CPU", lambda case, size: case.worked[size])):
        missed = [case for case in measured if of(case, last) > AIM * of(case, base)]
        print(f"\naim {AIM} of {what} at {last:,} rows: {len(measured) - len(missed)} of {len(measured)} met")
        for case in missed:
            print(f"  not met: {of(case, last) / of(case, base):5.2f}  {case.title}")
    for case in chosen:
        if not case.taken:
            print(f"  not measured, out of time: {case.title}")


if __name__ == "__main__":
    main()
