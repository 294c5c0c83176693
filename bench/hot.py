#!/usr/bin/env python3
"""One hot bounty: what its seats cost one another.

    .venv/bin/python -m bench.hot [--seats 48] [--rounds 5]

As many people as there are seats do the same thing at once, one verb after the other: apply, accept (the agent), confirm, start,
submit, approve, release. In each round once on one bounty with that many seats (hot) and once on as many bounties of one seat
(spread), which is the baseline; they take turns in who is first. The time of a verb is that until the last answer. Beside it: how
long backends waited for locks meanwhile, summed over all of them (by looks at `pg_stat_activity`, 200 a second). The same agent
owns everything. `check_ledger` runs at the end.
"""

import argparse
import http.client
import os
import statistics
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import stage  # noqa: E402
from bench.hire import TASK, check, pair  # noqa: E402

STEPS = ("apply", "accept", "confirm", "start", "submit", "approve", "release")
PAUSE = 0.005  # seconds between two looks at who waits
AIM = 1.2


class Watch(threading.Thread):
    """Adds up how long backends wait for locks."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.waited = 0.0
        self._ended = threading.Event()

    def run(self) -> None:
        import psycopg

        waiting = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as own:
            last = time.perf_counter()
            while not self._ended.wait(PAUSE):
                row = own.execute(waiting).fetchone()
                now = time.perf_counter()
                self.waited += (row[0] if row else 0) * (now - last)
                last = now

    def end(self) -> None:
        self._ended.set()
        self.join()


class Caller:
    """A keep-alive connection with somebody's credential."""

    def __init__(self, port: int, headers: dict[str, str]) -> None:
        self.http, self.headers = http.client.HTTPConnection("127.0.0.1", port, timeout=60), headers

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        raw = orjson.dumps(body) if body is not None else b""
        told = {"Content-Type": "application/json", "Content-Length": str(len(raw))}
        self.http.request(method, path, raw, self.headers | told)
        answer = self.http.getresponse()
        read = orjson.loads(answer.read())
        if answer.status != 200:
            raise RuntimeError(f"{method} {path}: {answer.status} {read}")
        return read


class Seat:
    """One person's seat: the two callers, and the ids that each step needs of the ones before."""

    def __init__(self, agent: Caller, worker: Caller, bounty: str) -> None:
        self.agent, self.worker, self.bounty = agent, worker, f"/api/bounties/{bounty}"
        self.application = self.escrow = self.evidence = ""

    def apply(self) -> None:
        made = self.worker.ask("POST", f"{self.bounty}/applications", {"coverLetter": "On my way."})
        self.application = f"{self.bounty}/applications/{made['application']['id']}"

    def accept(self) -> None:
        self.escrow = self.agent.ask("PATCH", self.application, {"action": "accept"})["escrowId"]

    def confirm(self) -> None:
        self.worker.ask("POST", f"{self.application}/confirm")

    def start(self) -> None:
        self.worker.ask("POST", f"{self.application}/start")

    def submit(self) -> None:
        sent = self.worker.ask("POST", f"{self.bounty}/submissions", {"textEvidence": "Open 9 to 18."})
        self.evidence = f"{self.bounty}/submissions/{sent['submission']['id']}"

    def approve(self) -> None:
        self.agent.ask("PATCH", self.evidence, {"action": "approve"})

    def release(self) -> None:
        self.agent.ask("POST", f"/api/escrow/{self.escrow}/release", {"acknowledgeRelease": True})


def all_at_once(verbs: list[Callable[[], None]]) -> float:
    """The seconds until all of them are answered."""
    begin, errors = threading.Barrier(len(verbs) + 1), []

    def work(verb: Callable[[], None]) -> None:
        begin.wait()
        try:
            verb()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(verb,)) for verb in verbs]
    for thread in threads:
        thread.start()
    begin.wait()
    begun = time.perf_counter()
    for thread in threads:
        thread.join()
    if errors:
        raise SystemExit(f"{len(errors)} were refused, the first with {errors[0]}")
    return time.perf_counter() - begun


def go(agents: list[Caller], workers: list[Caller], *, hot: bool) -> dict[str, tuple[float, float]]:
    """Of each verb: the seconds it took, and the summed seconds of waiting for locks."""
    count, found = len(workers), {}
    posted = [agents[0].ask("POST", "/api/bounties", TASK | {"spotsAvailable": count if hot else 1})["bountyId"]]
    posted += [agents[0].ask("POST", "/api/bounties", TASK)["bountyId"] for _ in range(0 if hot else count - 1)]
    bounties = posted * count if hot else posted
    seats = [Seat(*each) for each in zip(agents, workers, bounties, strict=True)]
    for step in STEPS:
        watch = Watch()
        watch.start()
        seconds = all_at_once([getattr(seat, step) for seat in seats])
        watch.end()
        found[step] = seconds, watch.waited
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seats", type=int, default=48)
    options.add_argument("--rounds", type=int, default=5)
    asked = options.parse_args()
    with stage.servers(durable=True) as started:
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        pairs = [pair() for _ in range(asked.seats)]
        taken: dict[bool, list[dict[str, tuple[float, float]]]] = defaultdict(list)
        with stage.web("config.wsgi:application", started, "/healthz") as web:
            agents = [Caller(web.port, pairs[0].agent) for _ in pairs]
            workers = [Caller(web.port, each.worker) for each in pairs]
            for number in range(asked.rounds + 1):  # the first round is a warm-up
                for hot in (False, True) if number % 2 else (True, False):
                    taken[hot].append(go(agents, workers, hot=hot))
                print(f"  round {number} of {asked.rounds}", file=sys.stderr)
        report(taken[True][1:], taken[False][1:], asked.seats)
        check()


def report(hot: list[dict[str, tuple[float, float]]], spread: list[dict[str, tuple[float, float]]], count: int) -> None:
    print(f"\n{count} at once, median of {len(hot)} rounds; the aim is {AIM} times")
    print(f"{'':10}{'hot ms':>10}{'spread ms':>12}{'hot / spread':>26}{'waits, hot ms':>16}{'spread ms':>12}")
    for step in STEPS:
        ratios = [one[step][0] / other[step][0] for one, other in zip(hot, spread, strict=True)]
        slow, quick = ([row[step][0] * 1000 for row in rows] for rows in (hot, spread))
        waits = [statistics.median(row[step][1] * 1000 for row in rows) for rows in (hot, spread)]
        told = f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
        print(
            f"{step:10}{statistics.median(slow):>10.0f}{statistics.median(quick):>12.0f}{told:>26}"
            f"{waits[0]:>16.0f}{waits[1]:>12.0f}"
        )
    sums = [[sum(row[step][1] for step in STEPS) for row in rows] for rows in (hot, spread)]
    print(
        f"summed lock waits of a round: {statistics.median(sums[0]):.2f} s hot, {statistics.median(sums[1]):.2f} s spread"
    )
    print(f"\n{os.cpu_count()} cores shared by the web server, PostgreSQL, Redis and the clients; fsync on.")


if __name__ == "__main__":
    main()
