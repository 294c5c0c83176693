#!/usr/bin/env python3
"""What a page for people costs: each beside the API call of the same content, by the same person, in the same run.

    .venv/bin/python -m bench.pages [--sizes 1000,100000]

Starts its own PostgreSQL and Redis and fills one database for each size by COPY (bench/crowd.py). Page and call are asked for
in turns, in process and through all middleware, so that other load on the machine affects both. CPU is the time of this process
and its PostgreSQL backend for one request. Bytes are the page alone, compressed; beside it a first visit loads the style sheet and
the script, which are named at the end. Nothing leaves 127.0.0.1. The exit code is 0 whenever it could measure.
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
from bench.discovery import Market  # noqa: E402

AIM = 2.0  # times the call, by CPU
FIRST_VISIT = 60_000  # bytes, compressed, without photos
TURNS, EACH = 15, 5
SHELL = ("site.css", "site.js")
# page -> the API call of the same content
PAIRS = {
    "/jobs": "/api/bounties?limit=20&sort=recommended",
    "/jobs?q={word}&sort=new": "/api/bounties?limit=20&q={word}",
    "/jobs?country=US&sort=value": "/api/bounties?limit=20&country=US&sort=value",
    "/jobs/{bounty}": "/api/bounties/{bounty}",
    "/people?skill={skill}": "/api/humans?limit=20&skill={skill}",
    "/people/{person}": "/api/humans/{person}",
    "/today": "/api/work?limit=50",
    "/messages": "/api/conversations?limit=20",
    "/earnings": "/api/earnings/balance",
    "/profile": "/api/humans/me",
}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--sizes", default="1000,100000")
    given = options.parse_args()
    with stage.servers() as started:
        import django

        django.setup()
        for size in map(int, given.sizes.split(",")):
            market = Market(size, started)
            measure(market)
            market.connection.close()
    folder = ROOT / "marketplace" / "static" / "marketplace"
    shell = {name: len(gzip.compress((folder / name).read_bytes())) for name in SHELL}
    print("\nbeside each page at a first visit: " + ", ".join(f"{name} {size:,} bytes" for name, size in shell.items()))
    print(f"aims: at most {AIM} of the call by CPU, {FIRST_VISIT:,} bytes at a first visit (! where one is missed)")


def measure(market: Market) -> None:
    from bench import crowd
    from bounties.models import Bounty
    from marketplace.core import ids

    person = Bounty.objects.select_related("owner").get(pk=ids.decode("bty", market.bounty)).owner
    browser, headers = signed_in(person)
    values = {
        "word": crowd.WORDS[3],
        "skill": crowd.SKILLS[3],
        "bounty": market.bounty,
        "person": person.public_profile_id,
    }
    print(f"\n{market.size:,} bounties{'':21}{'page':>10}{'call':>10}{'ratio':>8}{'CPU':>10}{'ratio':>8}{'bytes':>9}")
    for page, call in PAIRS.items():
        page_taken: list[float] = []
        call_taken: list[float] = []
        page_work = call_work = 0.0
        size = 0
        for turn in range(TURNS + 1):
            before = market.worked()
            for _ in range(EACH):
                took, answer = timed(browser, page.format(**values), {"Accept": "text/html"})
                page_taken += [took] if turn else []
            between = market.worked()
            for _ in range(EACH):
                took, _ = timed(market.client, call.format(**values), headers)
                call_taken += [took] if turn else []
            page_work += (between - before) / EACH / TURNS if turn else 0
            call_work += (market.worked() - between) / EACH / TURNS if turn else 0
            size = len(gzip.compress(answer.content))
        median, base = statistics.median(page_taken), statistics.median(call_taken)
        mark = "" if page_work / call_work <= AIM else " !"
        print(
            f"  {page:36}{median:7.1f} ms{base:7.1f} ms{median / base:8.2f}{page_work:7.1f} ms"
            f"{page_work / call_work:8.2f}{size:9,}{mark}"
        )


def signed_in(person: Any) -> tuple[Any, dict[str, str]]:
    """The same person in a browser, and the headers of their session for the API."""
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
    return browser, {"X-Session-Token": str(session.session_key)}


def timed(client: Any, address: str, headers: dict[str, str]) -> tuple[float, Any]:
    begun = time.perf_counter()
    answer = client.get(address, headers=headers)
    if answer.status_code != 200:
        raise SystemExit(f"{address}: {answer.status_code} {answer.content[:300]!r}")
    return (time.perf_counter() - begun) * 1000, answer


if __name__ == "__main__":
    main()
