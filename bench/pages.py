#!/usr/bin/env python3
"""What a page for people costs: each beside the API call of the same content, by the same person, in the same run.

    .venv/bin/python -m bench.pages [--sizes 1000,100000] [--rows 1000000] [--only /jobs]

Starts its own PostgreSQL and Redis and fills one database for each size by COPY (bench/crowd.py, bench/seats.py). Where a page
shows what several calls give, it is measured beside all of them. `--rows` is one size, and prints the statements whose plans scan
a large table from end to end. Page and calls are asked for in turns, in process and through all middleware, so that other load on
the machine affects both. CPU is the time of this process and its PostgreSQL backend for one request. Bytes are the page alone,
compressed; beside it a first visit loads the style sheet and the script, which are named at the end. Nothing leaves 127.0.0.1.
The exit code is 0 whenever it could measure.
"""

import argparse
import gzip
import statistics
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import stage  # noqa: E402
from bench.discovery import STATEMENT_TIMEOUT, Market  # noqa: E402

AIM = 2.0  # times the call, by CPU
FIRST_VISIT = 60_000  # bytes, compressed, without photos
TURNS, EACH = 15, 5
NEAR_CITY = 5  # which of them
LARGE = 10_000  # rows of a table that no page may read from end to end
SHELL = ("site.css", "site.js")
NEAR = "Lisbon"  # a real town, of which one of the crowd's cities gets the name: a circle then holds what the city's list holds
# page -> the API calls of the same content
PAIRS = {
    "/jobs": ["/api/bounties?limit=20&sort=recommended"],
    "/jobs?q={word}&sort=new": ["/api/bounties?limit=20&q={word}"],
    "/jobs?country=US&sort=value": ["/api/bounties?limit=20&country=US&sort=value"],
    "/jobs?city={city}&sort=new": ["/api/bounties?limit=20&city={city}"],
    "/jobs?near=38.7,-9.1&within=50&sort=new": ["/api/bounties?limit=20&city=" + NEAR],
    "/jobs?category={category}&sort=new": ["/api/bounties?limit=20&category={category}"],
    "/jobs?skill={skill}&minPrice=9&sort=new": ["/api/bounties?limit=20&skill={skill}&minPrice=9"],
    "/jobs?isRemoteOnly=true&sort=value": ["/api/bounties?limit=20&isRemoteOnly=true&sort=value"],
    "/jobs/{bounty}": ["/api/bounties/{bounty}", "/api/bounties?limit=3&category={category}"],
    "/people": ["/api/humans?limit=24"],
    "/people?skill={skill}": ["/api/humans?limit=24&skill={skill}"],
    "/people?name={word}": ["/api/humans?limit=24&name={word}"],
    "/people?city={city}": ["/api/humans?limit=24&city={city}"],
    "/people?country=US&minRate=10&maxRate=20": ["/api/humans?limit=24&country=US&minRate=10&maxRate=20"],
    "/people/{person}": [
        "/api/humans/{person}",
        "/api/reviews?humanId={person}",
        "/api/services/browse?humanId={person}",
    ],
    "/today": ["/api/work?limit=50", "/api/services/subscriptions?role=provider&status=pending_approval"],
    "/work/{work}": ["/api/bounties/{job}", "/api/bounties/{job}/submissions", "/api/conversations?limit=1"],
    "/messages": ["/api/conversations?limit=25"],
    "/earnings": ["/api/earnings/balance", "/api/work?limit=50"],
    "/profile": ["/api/humans/me", "/api/humans/preferred", "/api/humans/blocks"],
}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--sizes", default="1000,100000")
    options.add_argument("--rows", type=int, help="one size, with plans")
    options.add_argument("--only", default="", help="only pages whose address begins so")
    given = options.parse_args()
    sizes = [given.rows] if given.rows else [int(size) for size in given.sizes.split(",")]
    chosen = {page: calls for page, calls in PAIRS.items() if page.startswith(given.only)}
    with stage.servers() as started:
        import django

        django.setup()
        from bench import seats

        for size in sizes:
            market = Market(size, started)
            seats.fill(size)
            name_one_city(market)
            measure(market, chosen)
            if given.rows:
                name_scans(market, chosen)
            market.connection.close()
    folder = ROOT / "marketplace" / "static" / "marketplace"
    shell = {name: len(gzip.compress((folder / name).read_bytes())) for name in SHELL}
    print("\nbeside each page at a first visit: " + ", ".join(f"{name} {size:,} bytes" for name, size in shell.items()))
    print(f"aims: at most {AIM} of the call by CPU, {FIRST_VISIT:,} bytes at a first visit (! where one is missed)")


def measure(market: Market, chosen: dict[str, list[str]]) -> None:
    from bench import seats

    browser, headers = signed_in(seats.worker(market.size))
    given = values(market)
    print(f"\n{market.size:,} bounties{'':25}{'page':>10}{'calls':>10}{'ratio':>8}{'CPU':>10}{'ratio':>8}{'bytes':>9}")
    for page, calls in chosen.items():
        page_taken: list[float] = []
        call_taken: list[float] = []
        page_work = call_work = 0.0
        size = 0
        for turn in range(TURNS + 1):
            before = market.worked()
            for _ in range(EACH):
                took, answer = timed(browser, page.format(**given), {"Accept": "text/html"})
                page_taken += [took] if turn else []
            between = market.worked()
            for _ in range(EACH):
                took = sum(timed(market.client, call.format(**given), headers)[0] for call in calls)
                call_taken += [took] if turn else []
            page_work += (between - before) / EACH / TURNS if turn else 0
            call_work += (market.worked() - between) / EACH / TURNS if turn else 0
            size = len(gzip.compress(answer.content))
        median, base = statistics.median(page_taken), statistics.median(call_taken)
        mark = "" if page_work / call_work <= AIM else " !"
        print(
            f"  {page:40}{median:7.1f} ms{base:7.1f} ms{median / base:8.2f}{page_work:7.1f} ms"
            f"{page_work / call_work:8.2f}{size:9,}{mark}",
            flush=True,
        )


def name_one_city(market: Market) -> None:
    from bench import crowd

    with market.connection.cursor() as cursor:
        cursor.execute("set statement_timeout = 0")  # of a million rows; the questions have theirs again
        cursor.execute(
            "update bounties_bounty set city = %s, country = 'PT' where city = %s", [NEAR, crowd.CITIES[NEAR_CITY]]
        )
        cursor.execute("vacuum analyze bounties_bounty")
        cursor.execute(f"set statement_timeout = '{STATEMENT_TIMEOUT}'")


def values(market: Market) -> dict[str, str]:
    """What stands for the names in PAIRS."""
    from bench import crowd, seats

    person = seats.worker(market.size)
    seat = person.applications.filter(status="accepted", escrow__ended_at=None).select_related("bounty").first()
    return {
        "word": crowd.WORDS[3],
        "skill": crowd.SKILLS[3],
        "city": crowd.CITIES[3],
        "category": crowd.CATEGORIES[1],
        "bounty": market.bounty,
        "person": person.public_profile_id,
        "work": seat.public_id,
        "job": seat.bounty.public_id,
    }


def name_scans(market: Market, chosen: dict[str, list[str]]) -> None:
    """Print each statement of a page whose plan reads a large table from end to end."""
    from django.test.utils import CaptureQueriesContext

    from bench import seats

    browser, _ = signed_in(seats.worker(market.size))
    given, large = values(market), str(LARGE)
    for page in chosen:
        with CaptureQueriesContext(market.connection) as asked:
            browser.get(page.format(**given), headers={"Accept": "text/html"})
        print(f"{page}: {len(asked)} statements")
        with market.connection.cursor() as cursor:
            cursor.execute("select relname from pg_class where relkind = 'r' and reltuples > " + large)
            tables = {name for (name,) in cursor.fetchall()}
            for query in asked.captured_queries:
                sql = query["sql"].lstrip("(").lower()
                if (
                    not sql.startswith(("select", "with")) or "$1" in sql or "%s" in sql
                ):  # prepared, or a key of the caller
                    continue
                cursor.execute("explain " + query["sql"].replace("%", "%%"), ())
                plan = [line for (line,) in cursor.fetchall()]
                if any("Seq Scan on " in line and line.split(" on ")[1].split()[0] in tables for line in plan):
                    print("  " + query["sql"][:300], *plan, sep="\n  ")


def signed_in(person: Any) -> tuple[Any, dict[str, str]]:
    """The same person in a browser, and the headers of their session for the API: both recorded, as allauth does at sign-in."""
    from allauth.usersessions.models import UserSession
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore
    from django.test import Client

    from marketplace.services.sessions import OF_API

    browser = Client(REMOTE_ADDR="127.0.0.1")
    browser.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    session = SessionStore()
    session[SESSION_KEY], session[OF_API] = str(person.pk), True
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.save()
    for key in (browser.session.session_key, session.session_key):
        UserSession.objects.create(user=person, session_key=key, ip="127.0.0.1", user_agent="bench")
    return browser, {"X-Session-Token": str(session.session_key)}


def timed(client: Any, address: str, headers: dict[str, str]) -> tuple[float, Any]:
    begun = time.perf_counter()
    answer = client.get(address, headers=headers)
    if answer.status_code != 200:
        raise SystemExit(f"{address}: {answer.status_code} {answer.content[:300]!r}")
    return (time.perf_counter() - begun) * 1000, answer


if __name__ == "__main__":
    main()
