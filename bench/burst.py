#!/usr/bin/env python3
"""Bursts of parallel callers: their answers, and how many connections to PostgreSQL they leave open.

    .venv/bin/python -m bench.burst [--quick | --minutes 60]

In each burst that many callers connect at once and ask once: three of four read a list, one posts a bounty that is paid from
its wallet. Among the callers are as many slow clients as a tenth of them, who send half a request and wait. Between two
bursts the web server ends its idle threads, as it does after half a minute without work. The baseline of the same run is the
same with a connection for each thread (`DATABASE_POOL=0`). At the end each bounty that was answered must be there, no other
may be, and the books must agree.
"""

import argparse
import asyncio
import os
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import orjson

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import stage  # noqa: E402
from bench.hire import TASK, Pair, check, pair  # noqa: E402

SIZES = (32, 100, 200, 500)
PATIENCE = 30.0  # seconds until a caller gives up
IDLE = "5"  # seconds after which the web server ends a thread, instead of 30
DOCUMENTED = 41  # of web, workers and beat together: docs/operations.md
EVERY = 38.0  # seconds between two bursts of a long run: longer than a thread of the web server idles


class Connections(threading.Thread):
    """Looks twenty times a second how many connections PostgreSQL has, and remembers the most."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.most = self.now = 0
        self.ended = threading.Event()

    def run(self) -> None:
        import psycopg

        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as own:
            while not self.ended.wait(0.05):
                row = own.execute(
                    "select count(*) from pg_stat_activity where backend_type = 'client backend'"
                ).fetchone()
                assert row is not None
                self.now = row[0] - 1  # without this one
                self.most = max(self.most, self.now)

    def forget(self) -> None:
        self.most = self.now


async def ask(port: int, raw: bytes) -> tuple[str, float]:
    """The status of the answer or what happened instead of one, and the seconds until then. A 503 without Retry-After is told
    apart."""
    begun = time.perf_counter()
    writer = None
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(raw)
            head = await reader.readuntil(b"\r\n\r\n")
        status = head.split(b" ", 2)[1].decode()
        if status == "503" and b"\r\nretry-after:" not in head.lower():
            status = "503 without Retry-After"
    except TimeoutError:
        status = "no answer"
    except (OSError, asyncio.IncompleteReadError):
        status = "closed"
    finally:
        if writer:
            writer.close()
    return status, time.perf_counter() - begun


async def dawdle(port: int, seconds: float) -> None:
    """Send half a header and wait."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /api/bounties HTTP/1.1\r\nHost: 127")
    await asyncio.sleep(seconds)
    writer.close()


async def burst(port: int, callers: int, agents: list[Pair], name: str) -> tuple[Counter[str], list[float], int]:
    """Counts of answers, the seconds each took, and how many bounties were answered as posted."""
    reads = [_request("GET", "/api/bounties?limit=1") for _ in range(callers)]
    writes = {number: _post(agents[number % len(agents)], f"{name}-{number}") for number in range(0, callers, 4)}
    slow = [asyncio.create_task(dawdle(port, 2.0)) for _ in range(callers // 10)]
    answers = await asyncio.gather(*[ask(port, writes.get(number, reads[number])) for number in range(callers)])
    await asyncio.gather(*slow, return_exceptions=True)
    posted = sum(answers[number][0] == "200" for number in writes)
    return Counter(status for status, _ in answers), sorted(seconds for _, seconds in answers), posted


def _post(agent: Pair, key: str) -> bytes:
    body = orjson.dumps(TASK)
    headers = {"Idempotency-Key": key, "Content-Type": "application/json", "Content-Length": str(len(body))}
    return _request("POST", "/api/bounties", agent.agent | headers) + body


def _request(method: str, path: str, headers: dict[str, str] | None = None) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def run(started: Any, pool: str, agents: list[Pair], bursts: int) -> int:
    """Bursts of each size against a web server with this pool; prints a line for each size. Returns the most connections."""
    os.environ["DATABASE_POOL"] = pool
    os.environ["LOG_LEVEL"] = "ERROR"  # the baseline would fill the screen
    os.environ["GRANIAN_BLOCKING_THREADS_IDLE_TIMEOUT"] = IDLE
    watched, highest = Connections(), 0
    with stage.web("config.wsgi:application", started, "/healthz") as web:
        watched.start()
        for size in SIZES:
            watched.forget()
            answers: Counter[str] = Counter()
            seconds: list[float] = []
            for number in range(bursts):
                counted, took, posted = asyncio.run(burst(web.port, size, agents, f"{pool}-{size}-{number}"))
                answers += counted
                seconds += took
                POSTED.append(posted)
                time.sleep(float(IDLE) + 1)
            highest = max(highest, watched.most)
            told = ", ".join(f"{count} x {status}" for status, count in sorted(answers.items()))
            middle, last = sorted(seconds)[len(seconds) // 2], max(seconds)
            print(
                f"{pool:>4}  {size:>7}  {watched.most:>11}  {watched.now:>5}  {middle:6.2f}  {last:6.2f}  {told}",
                flush=True,
            )
        watched.ended.set()
    return highest


def watch(started: Any, agents: list[Pair], minutes: float) -> int:
    """Bursts against a whole instance for so long; prints a line for each ten. Returns the most connections."""
    os.environ["LOG_LEVEL"] = "ERROR"
    watched, ends, number = Connections(), time.monotonic() + minutes * 60, 0
    with stage.web("config.wsgi:application", started, "/healthz") as web, stage.workers(started) as programs:
        watched.start()
        answers: Counter[str] = Counter()
        while time.monotonic() < ends:
            number += 1
            counted, took, posted = asyncio.run(
                burst(web.port, 500 if number % 10 == 0 else 32, agents, f"long-{number}")
            )
            answers += counted
            POSTED.append(posted)
            if number % 10 == 0:
                told = ", ".join(f"{count} x {status}" for status, count in sorted(answers.items()))
                print(f"{number:>4}  {watched.most:>11}  {watched.now:>5}  {took[-1]:6.2f}  {told}", flush=True)
            time.sleep(EVERY)
        if ended := [how for program in programs if (how := program.died())]:
            sys.exit(f"a program ended: {ended}")
        watched.ended.set()
    return watched.most


POSTED: list[int] = []


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--quick", action="store_true", help="two bursts of each size instead of eight")
    options.add_argument("--minutes", type=float, help="watch a whole instance for so long instead")
    asked = options.parse_args()
    bursts = 2 if asked.quick else 8
    with stage.servers(durable=True) as started:
        import django

        django.setup()
        from django.core.management import call_command

        from bounties.models import Bounty

        call_command("migrate", verbosity=0)
        agents = [pair() for _ in range(8)]
        if asked.minutes:
            print("runs  connections  after    last  answers")
            most = watch(started, agents, asked.minutes)
            print(
                f"\nconnections, at most: {most} of {DOCUMENTED} documented and one of this program, {most / DOCUMENTED:.2f}"
            )
        else:
            print("pool  callers  connections  after  median    last  answers")
            pooled = run(started, "16", agents, bursts)
            unbounded = run(started, "0", agents, bursts)
            print(
                f"\nconnections, a pool beside one for each thread: {pooled} and {unbounded}, {pooled / unbounded:.2f}"
            )
        stored = Bounty.objects.count()
        print(f"bounties answered as posted: {sum(POSTED)}; stored: {stored}")
        if stored < sum(POSTED):
            sys.exit("a write that was answered is not there")
        check()


if __name__ == "__main__":
    main()
