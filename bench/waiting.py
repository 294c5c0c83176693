#!/usr/bin/env python3
"""What callers cost who wait for events: memory and CPU of the process that holds them, beside nobody and asking each second.

    .venv/bin/python -m bench.waiting [--quick]

First a thousand callers wait, half of them by a stream; then an event is committed for each account, and everyone is told. Then a
thousand ask the same process once a second, for as long. Baselines of the same run: the process with nobody, and those who ask.
"""

import argparse
import asyncio
import os
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import stage  # noqa: E402
from bench.load import cpu_seconds  # noqa: E402

PATIENCE = 60.0
OF_ONE = 40  # callers of one account: below the limit of 50
AIM_MB = 50.0  # for a thousand


class Caller:
    """A keep-alive connection of one caller."""

    def __init__(self, port: int, key: str) -> None:
        self.port, self.key, self.bytes = port, key, b""

    async def send(self, path: str) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        await self.again(path)

    async def again(self, path: str) -> None:
        lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", f"X-API-Key: {self.key}", "User-Agent: bench", "", ""]
        self.writer.write("\r\n".join(lines).encode())
        await self.writer.drain()

    async def until(self, words: bytes) -> None:
        """Read until `words` came; whatever follows them in the same piece is kept."""
        async with asyncio.timeout(PATIENCE):
            while words not in self.bytes:
                piece = await self.reader.read(65_536)
                if not piece:
                    raise RuntimeError(f"closed after {self.bytes[:300]!r}")
                self.bytes += piece
        if not self.bytes.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"refused: {self.bytes[:300]!r}")

    async def answer(self) -> None:
        """A whole JSON answer: ours end so."""
        await self.until(b'"}')
        self.bytes = b""


def memory_kb(pid: int) -> int:
    """What this process alone holds (its own pages)."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(
        int(line.split()[1]) for line in rollup.splitlines() if line.startswith(("Private_Clean", "Private_Dirty"))
    )


def connections() -> int:
    """Of the process to PostgreSQL: all but this one."""
    import psycopg

    with psycopg.connect(os.environ["DATABASE_URL"]) as own:
        row = own.execute("select count(*) from pg_stat_activity where backend_type = 'client backend'").fetchone()
        assert row is not None
        return int(row[0]) - 1


def accounts(count: int) -> list[tuple[Any, str]]:
    from django.core.management import call_command
    from django.db import connection

    from marketplace.models import Account
    from marketplace.services import keys

    call_command("migrate", verbosity=0)
    found = []
    for number in range(count):
        account = Account.objects.create_user(f"waits{number}@example.com", name=f"Waits {number}")
        found.append((account.pk, keys.issue(account, "bench")[1]))
    connection.close()
    return found


def publish(account_ids: list[Any]) -> None:
    from django.db import connection, transaction

    from marketplace.core import ids
    from webhooks import outbox

    for account_id in account_ids:
        with transaction.atomic():
            entity = ids.encode("txn", ids.new())
            outbox.publish(
                type="wallet.auto_topup_initiated", entity=entity, account_id=account_id, data={"amountCents": 1}
            )
    connection.close()


async def measured(pid: int, seconds: float, work: Callable[[], Awaitable[None]]) -> float:
    """CPU seconds of the process for `work`, and the rest of `seconds`."""
    before, begun = cpu_seconds(pid), time.monotonic()
    await work()
    await asyncio.sleep(max(0.0, begun + seconds - time.monotonic()))
    return cpu_seconds(pid) - before


async def run(port: int, pid: int, owners: list[tuple[Any, str]], callers: int, seconds: float) -> None:
    def new() -> list[Caller]:
        return [Caller(port, owners[number % len(owners)][1]) for number in range(callers)]

    warm = new()[:50]
    await asyncio.gather(*[caller.send("/api/events?after=now") for caller in warm])
    await asyncio.gather(*[caller.answer() for caller in warm])
    for caller in warm:
        caller.writer.close()
    await asyncio.sleep(2.0)
    alone, held_by_none = memory_kb(pid), connections()
    idle = await measured(pid, seconds, lambda: asyncio.sleep(0))
    print(
        f"nobody                    {alone / 1024:6.1f} MB            CPU {idle:6.2f} s in {seconds:.0f} s", flush=True
    )

    waiting = new()

    async def wait() -> None:
        for begin in range(0, callers, 100):
            await asyncio.gather(
                *[
                    caller.send("/api/events/stream" if number % 2 else "/api/events?after=now&wait=55")
                    for number, caller in enumerate(waiting[begin : begin + 100], begin)
                ]
            )
        await asyncio.gather(*[caller.until(b"retry:") for caller in waiting[1::2]])

    cpu = await measured(pid, seconds, wait)
    asleep = await measured(pid, 10.0, lambda: asyncio.sleep(0))
    grown, held = memory_kb(pid) - alone, connections()
    told = asyncio.create_task(_told(waiting))
    latency = await told
    for caller in waiting:
        caller.writer.close()
    await asyncio.sleep(1.0)
    print(
        f"{callers:>5} who wait           {grown / 1024:+6.1f} MB            CPU {cpu:6.2f} s from their coming on; then asleep "
        f"{asleep:.2f} s in 10 s",
        flush=True,
    )

    asking = new()
    await asyncio.gather(*[caller.send("/api/events?after=now") for caller in asking])
    await asyncio.gather(*[caller.answer() for caller in asking])

    async def poll() -> None:
        ends = time.monotonic() + seconds

        async def one(number: int, caller: Caller) -> None:
            await asyncio.sleep(number / callers)
            while time.monotonic() < ends:
                begun = time.monotonic()
                await caller.again("/api/events?after=now")
                await caller.answer()
                ANSWERED.append(1)
                await asyncio.sleep(max(0.0, begun + 1 - time.monotonic()))

        await asyncio.gather(*[one(number, caller) for number, caller in enumerate(asking)])

    polled = await measured(pid, seconds, poll)
    per_ask = polled / len(ANSWERED)
    whole = per_ask * callers * seconds  # what the machine did not manage in time is counted, too
    print(
        f"{callers:>5} who ask each second                      CPU {polled:6.2f} s for {len(ANSWERED)} of "
        f"{callers * seconds:.0f} answers; {whole:.2f} s for all",
        flush=True,
    )
    print()
    print(
        f"memory of a caller who waits    {grown / callers:8.1f} kB; of a thousand "
        f"{grown / callers * 1000 / 1024:.1f} MB, aim {AIM_MB:.0f}"
    )
    print(f"CPU, who waits : who asks       {cpu / whole:8.3f}")
    print(f"CPU, asleep : nobody            {asleep / 10:8.4f} of a core, beside {idle / seconds:.4f}")
    print(f"connections to PostgreSQL       {held:8d} while all wait, {held_by_none} with nobody; at most 17")
    print(
        f"all told, from the first commit {max(latency):8.2f} s last, {statistics.median(latency):.2f} s in the middle "
        f"({len(latency)} callers)"
    )


ANSWERED: list[int] = []
COMMIT: list[Callable[[], None]] = []


async def _told(waiting: list[Caller]) -> list[float]:
    begun = time.monotonic()
    committing = asyncio.create_task(asyncio.to_thread(COMMIT[0]))

    async def one(caller: Caller) -> float:
        await caller.until(b"wallet.auto_topup_initiated")
        return time.monotonic() - begun

    found = await asyncio.gather(*[one(caller) for caller in waiting])
    await committing
    return list(found)


def main() -> None:
    taken = argparse.ArgumentParser()
    taken.add_argument("--quick", action="store_true", help="200 callers and 10 seconds")
    given = taken.parse_args()
    callers, seconds = (200, 10.0) if given.quick else (1000, 30.0)
    with stage.servers() as started:
        import django

        django.setup()
        owners = accounts(-(-callers // OF_ONE))
        COMMIT.append(lambda: publish([account_id for account_id, _ in owners]))
        with stage.waiting(started) as process:
            asyncio.run(run(process.port, process.pid, owners, callers, seconds))


if __name__ == "__main__":
    main()
