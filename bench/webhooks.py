#!/usr/bin/env python3
"""Webhook deliveries per second, and the delay of an event from its commit to its receiver.

    .venv/bin/python -m bench.webhooks [--quick]

Events are published by services, one transaction each; the worker that `serve` starts fans them out, sends them to a local
receiver and stores each attempt in a durable PostgreSQL. The baseline of the same run is a bare asyncio client (httpx, with
the concurrency of one worker) that posts the same bodies and headers to the same receiver and stores nothing. Then 50
events a second go to 100 endpoints of 100 accounts, first all healthy, then with ten that never answer; only the healthy
ones are measured.
"""

import argparse
import asyncio
import http.client
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import orjson

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import stage  # noqa: E402

ENDPOINTS, HANGING, RATE = 100, 10, 50
CONCURRENCY = 32
TIMEOUT = 300.0
DATA = {"bountyId": "bty_01jd0000000000000000000000", "applicantName": "Ada Example", "status": "pending"}


@contextmanager
def receiver() -> Iterator[int]:
    process = subprocess.Popen([sys.executable, "-m", "bench.receiver"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline())
    finally:
        process.terminate()
        process.wait()


def arrivals(port: int) -> dict[str, float]:
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", "/arrivals")
    found: dict[str, float] = orjson.loads(connection.getresponse().read())
    return found


@contextmanager
def worker(started: Any) -> Iterator[None]:
    """The Celery worker with every option of `serve`, and beat, whose sweeps are part of the delivery."""
    from config.devstack.programs import Beat, Worker

    def show(name: str, line: str) -> None:
        print(f"{name} | {line}", flush=True)

    programs = [kind(started.guard, dict(os.environ), show) for kind in (Worker, Beat)]
    for program in programs:
        program.start()
    try:
        time.sleep(5)  # warm-up
        yield
    finally:
        for program in reversed(programs):
            program.stop()


def given_endpoints(port: int, count: int, *, hanging: int = 0) -> list[Any]:
    """Create accounts with one endpoint each; hanging ones are evenly distributed."""
    from marketplace.models import Account
    from marketplace.services import keys
    from webhooks.models import Endpoint
    from webhooks.services import endpoints

    Endpoint.objects.update(deleted_at="2026-01-01T00:00:00Z")
    accounts = []
    for number in range(count):
        account = Account.objects.create_user(f"bench-{time.time_ns()}@example.com", name="Bench")
        key, _ = keys.issue(account, "bench")
        path = "hang" if hanging and number % (count // hanging) == 0 else "hook"
        endpoint = Endpoint(account=account, key=key, url=f"http://127.0.0.1:{port}/{path}/{number}")
        endpoints.renew(endpoint, events=["*"], description="")
        accounts.append((account, path == "hook"))
    return accounts


def publish(account: Any, number: int) -> tuple[str, float]:
    """Publish one event; returns its id and the time of its commit."""
    from django.db import transaction

    from webhooks import outbox

    with transaction.atomic():
        event = outbox.publish(type="application.submitted", entity=f"app_{number}", account_id=account.pk, data=DATA)
    return event.key, time.time()


def drain(count: int) -> None:
    """Wait until `count` deliveries are stored as delivered."""
    from webhooks.models import Delivery

    until = time.monotonic() + TIMEOUT
    while Delivery.objects.filter(status="delivered").count() < count:
        assert time.monotonic() < until, f"only {Delivery.objects.filter(status='delivered').count()} of {count}"
        time.sleep(0.05)


def throughput(port: int, count: int) -> float:
    """Deliveries per second from the first publication to the last stored delivery."""
    from webhooks.models import Delivery

    accounts = given_endpoints(port, ENDPOINTS)
    before = Delivery.objects.filter(status="delivered").count()
    began = time.monotonic()
    for number in range(count):
        publish(accounts[number % ENDPOINTS][0], number)
    drain(before + count)
    return count / (time.monotonic() - began)


async def bare(port: int, count: int) -> float:
    """The same bodies and headers by a bare asyncio client."""
    from webhooks.models import Delivery
    from webhooks.services import claims

    rows = [row async for row in Delivery.objects.select_related("endpoint").order_by("-id")[:count]]
    letters = [claims.prepare(row) for row in rows]
    queue = iter(letters)
    limits = httpx.Limits(
        max_connections=CONCURRENCY, max_keepalive_connections=0
    )  # one connection per call, like the product
    async with httpx.AsyncClient(limits=limits, timeout=10, trust_env=False) as client:

        async def send() -> None:
            for letter in queue:
                answer = await client.post(letter.url, content=letter.body, headers=letter.headers)
                assert answer.status_code == 200

        began = time.monotonic()
        await asyncio.gather(*[send() for _ in range(CONCURRENCY)])
        return len(letters) / (time.monotonic() - began)


def delays(port: int, seconds: float, *, hanging: int, offset: int) -> list[float]:
    """Seconds from commit to arrival of every event at a healthy endpoint, at RATE events a second."""
    accounts = given_endpoints(port, ENDPOINTS, hanging=hanging)
    committed: dict[str, float] = {}
    began = time.monotonic()
    for number in range(int(seconds * RATE)):
        time.sleep(max(0.0, began + number / RATE - time.monotonic()))
        account, healthy = accounts[number % ENDPOINTS]
        key, at = publish(account, offset + number)
        if healthy:
            committed[key] = at
    until = time.monotonic() + TIMEOUT
    while committed.keys() - (found := arrivals(port)).keys():
        assert time.monotonic() < until, f"{len(committed.keys() - found.keys())} never came"
        time.sleep(0.2)
    return sorted(found[key] - at for key, at in committed.items())


def shown(found: list[float]) -> str:
    p99 = found[min(len(found) - 1, int(len(found) * 0.99))]
    return f"p50 {statistics.median(found) * 1000:5.0f} ms   p99 {p99 * 1000:5.0f} ms   max {found[-1] * 1000:5.0f} ms"


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--quick", action="store_true", help="fewer events")
    quick = options.parse_args().quick
    count, seconds = (1000, 10.0) if quick else (5000, 60.0)
    with stage.servers(durable=True) as started:
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        with receiver() as port, worker(started):
            throughput(port, 200)
            ours = throughput(port, count)
            theirs = asyncio.run(bare(port, count))
            print(
                f"emit to logged   {ours:6.0f} a second   bare client {theirs:6.0f}   ratio {ours / theirs:.2f} (aim 0.4)"
            )
            healthy = delays(port, seconds, hanging=0, offset=1_000_000)
            print(f"{RATE} events a second to {ENDPOINTS} endpoints     {shown(healthy)}   (aim p99 under 250 ms)")
            beside = delays(port, seconds, hanging=HANGING, offset=2_000_000)
            print(f"with {HANGING} of them that never answer       {shown(beside)}")
            ratio = beside[int(len(beside) * 0.99)] / healthy[int(len(healthy) * 0.99)]
            print(f"p99 of the healthy ones beside them: {ratio:.1f} times (aim at most 2)")


if __name__ == "__main__":
    main()
