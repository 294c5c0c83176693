#!/usr/bin/env python3
"""Whole hires per second over HTTP, with CPU milliseconds and SQL statements of each request.

    .venv/bin/python -m bench.hire [--quick]

A hire is seven requests: post a funded bounty, apply, accept, confirm, submit, approve, release. Eight clients, each with its
own agent and worker, repeat hires on keep-alive connections to the production web server with a durable PostgreSQL. The
baseline of the same run is `GET /api/account`, the cheapest authenticated request, which shows the fixed cost of a request.
Statements are counted beforehand, in process, for one hire. `check_ledger` runs at the end.
"""

import argparse
import http.client
import os
import statistics
import sys
import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import stage  # noqa: E402
from bench.load import cpu_seconds  # noqa: E402

CLIENTS = 8
MAX_HIRES = 5_000  # in one round
TASK = {
    "title": "Photograph a shop front",
    "description": "One sharp photo with the opening hours readable.",
    "price": 5,
    "estimatedHours": 0.5,
    "autoAccept": False,
}
STEPS = ("post", "apply", "accept", "confirm", "submit", "approve", "release")


@dataclass(slots=True)
class Pair:
    """The authentication headers of an agent and a worker."""

    agent: dict[str, str]
    worker: dict[str, str]


@dataclass(slots=True)
class Round:
    hires: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    waits: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))


class Client:
    """One keep-alive connection on which a pair repeats hires."""

    def __init__(self, port: int, pair: Pair, taken: Round) -> None:
        self.http = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.pair, self.taken = pair, taken

    def ask(self, step: str, method: str, path: str, headers: dict[str, str], body: Any = None) -> Any:
        begun = time.perf_counter()
        raw = orjson.dumps(body) if body is not None else None
        self.http.request(
            method, path, raw, headers | {"Content-Type": "application/json", "Content-Length": str(len(raw or b""))}
        )
        answer = self.http.getresponse()
        read = orjson.loads(answer.read())
        if answer.status != 200:
            raise RuntimeError(f"{step}: {answer.status} {read}")
        self.taken.waits[step].append(time.perf_counter() - begun)
        return read

    def hire(self) -> None:
        agent, worker = self.pair.agent, self.pair.worker
        bounty = self.ask("post", "POST", "/api/bounties", agent, TASK)["bountyId"]
        path = f"/api/bounties/{bounty}"
        seat = f"{path}/applications/"
        seat += self.ask("apply", "POST", f"{path}/applications", worker, {"coverLetter": "On my way."})["application"][
            "id"
        ]
        escrow = self.ask("accept", "PATCH", seat, agent, {"action": "accept"})["escrowId"]
        self.ask("confirm", "POST", f"{seat}/confirm", worker)
        sent = self.ask("submit", "POST", f"{path}/submissions", worker, {"textEvidence": "Open 9 to 18."})
        self.ask("approve", "PATCH", f"{path}/submissions/{sent['submission']['id']}", agent, {"action": "approve"})
        self.ask("release", "POST", f"/api/escrow/{escrow}/release", agent, {"acknowledgeRelease": True})
        self.taken.hires += 1


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--quick", action="store_true", help="two rounds of three seconds instead of five of ten")
    rounds, seconds = (2, 3.0) if options.parse_args().quick else (5, 10.0)
    with stage.servers(durable=True) as started:
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        pairs = [pair() for _ in range(CLIENTS)]
        statements = count_statements(pairs[0])
        with stage.web("config.wsgi:application", started, "/healthz") as web:
            found, base = [], []
            for number in range(rounds + 1):  # the first round is a warm-up
                base.append(account_reads(web, pairs, 2.0))
                found.append(go_round(web, pairs, seconds if number else 2.0))
                print(
                    f"  round {number} of {rounds}: {found[-1].hires / found[-1].seconds:.1f} hires/s", file=sys.stderr
                )
        report(found[1:], base[1:], statements)
        check()


def pair() -> Pair:
    """Create a funded agent with a key and a worker with a session."""
    from allauth.usersessions.models import UserSession
    from django.db import connection

    from marketplace.core import clock, ids
    from marketplace.models import Account
    from marketplace.services import keys
    from tests.factories.accounts import given_agent, given_worker
    from tests.factories.market import given_money

    agent, worker = given_agent(), given_worker()
    given_money(agent, 1_000_000)
    Account.objects.filter(pk=worker.account.pk).update(last_active_at=clock.now())
    _, raw = keys.issue(agent.account, f"bench {ids.new()}")
    session = worker.headers["X-Session-Token"]
    UserSession.objects.create(
        user=worker.account, session_key=session, ip="127.0.0.1", user_agent="bench"
    )  # as by signing in
    connection.close()
    return Pair({"X-API-Key": raw}, dict(worker.headers))


def count_statements(pair_: Pair) -> dict[str, int]:
    """Count the SQL statements of each step, in process, after one hire as a warm-up."""
    from django.db import connection
    from django.test import Client as Browser
    from django.test.utils import CaptureQueriesContext

    counted: dict[str, int] = {}

    class Inside(Client):
        def __init__(self) -> None:
            self.pair, self.taken = pair_, Round()

        def ask(self, step: str, method: str, path: str, headers: dict[str, str], body: Any = None) -> Any:
            with CaptureQueriesContext(connection) as asked:
                answer = Browser().generic(
                    method,
                    path,
                    orjson.dumps(body) if body is not None else b"",
                    content_type="application/json",
                    headers=headers,
                )
            counted[step] = len(asked.captured_queries)
            if answer.status_code != 200:
                raise RuntimeError(f"{step}: {answer.status_code} {answer.content!r}")
            return orjson.loads(answer.content)

    for _ in range(2):
        Inside().hire()
    connection.close()
    return counted


def go_round(web: stage.Running, pairs: list[Pair], seconds: float) -> Round:
    total, until = Round(), time.monotonic() + seconds
    parts = [Round() for _ in pairs]

    def work(part: Round, of: Pair) -> None:
        client = Client(web.port, of, part)
        while time.monotonic() < until and part.hires < MAX_HIRES // CLIENTS:
            client.hire()
        client.http.close()

    before, begun = cpu_seconds(web.pid), time.monotonic()
    threads = [threading.Thread(target=work, args=each) for each in zip(parts, pairs, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    total.seconds, total.cpu = time.monotonic() - begun, cpu_seconds(web.pid) - before
    for part in parts:
        total.hires += part.hires
        for step, waits in part.waits.items():
            total.waits[step] += waits
    return total


def account_reads(web: stage.Running, pairs: list[Pair], seconds: float) -> float:
    """CPU milliseconds of one GET /api/account, with the same number of connections."""
    done, until = [0] * len(pairs), time.monotonic() + seconds

    def work(place: int) -> None:
        client = Client(web.port, pairs[place], Round())
        while time.monotonic() < until:
            client.ask("account", "GET", "/api/account", pairs[place].agent)
            done[place] += 1
        client.http.close()

    before = cpu_seconds(web.pid)
    threads = [threading.Thread(target=work, args=(place,)) for place in range(len(pairs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return (cpu_seconds(web.pid) - before) * 1000 / sum(done)


def report(found: list[Round], base: list[float], statements: dict[str, int]) -> None:
    speeds = [row.hires / row.seconds for row in found]
    cpu = [row.cpu * 1000 / (row.hires * len(STEPS)) for row in found]
    ratios = [one / other for one, other in zip(cpu, base, strict=True)]
    print(f"\nwhole hires per second, {CLIENTS} clients: {_spread(speeds, '.1f')}")
    print(f"requests per second:                 {_spread([speed * len(STEPS) for speed in speeds], '.0f')}")
    print(f"CPU ms per request of the web server: {_spread(cpu, '.2f')}; GET /api/account {_spread(base, '.2f')}")
    print(f"a request of a hire / GET /api/account, by CPU: {_spread(ratios, '.1f')}")
    print(f"\n{'request':10}{'statements':>12}{'median ms':>12}{'p99 ms':>10}")
    for step in STEPS:
        waits = sorted(wait * 1000 for row in found for wait in row.waits[step])
        print(f"{step:10}{statements[step]:>12}{statistics.median(waits):>12.1f}{waits[int(len(waits) * 0.99)]:>10.1f}")
    print(f"{'together':10}{sum(statements.values()):>12}")
    print(
        f"\n{len(found)} rounds, {os.cpu_count()} cores shared by the web server, PostgreSQL, Redis and the clients; fsync on."
    )


def _spread(values: list[float], form: str) -> str:
    return f"{statistics.median(values):{form}} ({min(values):{form}} to {max(values):{form}})"


def check() -> None:
    from django.db import connection

    from wallet.ports import audits

    violations = [row for audit in audits.all() for row in audit()]
    connection.close()
    if violations:
        raise SystemExit(f"the books do not add up: {violations[:5]}")
    print("check_ledger: no fault")


if __name__ == "__main__":
    main()
