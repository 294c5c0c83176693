#!/usr/bin/env python3
"""Committed ledger transfers per second through the service function, compared with pgbench on the same server.

    .venv/bin/python -m bench.ledger [--quick] [--hordak PYTHON]

Starts its own durable PostgreSQL (fsync on every commit, as in production), fills 20,000 wallets, and measures in turns:

- transfer: `wallet.ledger.post` from one wallet to another, in its own transaction, from 1, 4 and 8 processes;
- release: a hold paid out in two moves, to earnings and fees;
- spread and hot: deposits to 20,000 owners, and all to one;
- function: the same transfer with `ledger_post` called by pgbench, without Python;
- pgbench: its TPC-B-like script, prepared, scale 20, with the same number of clients;
- hordak: django-hordak's transfer on the same server, if `--hordak` names an interpreter with the packages of
  bench/hordak.txt (see bench/README.md).

The ledger's invariants are checked at the end. The exit code is 0 if it could measure.
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import stage  # noqa: E402
from bench.clients import run_client, together  # noqa: E402

WALLETS = 20_000
FILLED_CENTS = 1_000_000_000
SCALE = 20
AIMS = [("transfer", 8, "pgbench", 8, 0.6), ("hot", 8, "spread", 8, 0.25), ("transfer", 8, "hordak", 8, 5.0)]
TRANSFER = f"""\\set one random(1, {WALLETS})
\\set step random(1, {WALLETS - 1})
\\set other 1 + (:one + :step - 1) % {WALLETS}
begin;
select ledger_post(uuidv7(), 'pgbench:' || uuidv7(), 'transfer', now(),
    array['wallet:' || lpad(to_hex(:one::int), 32, '0')::uuid], array['wallet:' || lpad(to_hex(:other::int), 32, '0')::uuid],
    array[1]::bigint[], array[null]::uuid[], array[0]::bigint[]);
commit;
"""
Figures = dict[tuple[str, int], list[float]]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--quick", action="store_true", help="two rounds of two seconds instead of five of five")
    options.add_argument("--hordak", help="a Python with django-hordak installed")
    options.add_argument("--child", nargs=2, metavar=("WHAT", "SECONDS"), help=argparse.SUPPRESS)
    asked = options.parse_args()
    if asked.child:
        child(asked.child[0], float(asked.child[1]))
        return
    rounds, seconds = (2, 2.0) if asked.quick else (5, 5.0)
    with stage.servers(durable=True):
        say(f"filling {WALLETS:,} wallets")
        fill()
        contenders = contenders_of(asked.hordak)
        found: Figures = {}
        for turn in range(rounds):
            say(f"round {turn + 1} of {rounds}")
            for name, run in contenders.items():
                for clients in (1, 4, 8):
                    found.setdefault((name, clients), []).append(run(clients, seconds))
        report(found)
        check()


def contenders_of(hordak: str | None) -> dict[str, Callable[[int, float], float]]:
    """Name -> (clients, seconds) -> committed transactions per second."""
    ours = ("transfer", "release", "spread", "hot")
    runs: dict[str, Callable[[int, float], float]] = {name: _ours(name) for name in ours}
    runs |= pgbench()
    if hordak:
        from bench.hordak import contender

        runs["hordak"] = contender(hordak)
    return runs


# ------------------------------------------------------------------------------------------------------ our own ledger


def fill() -> None:
    """Migrate, and fill 20,000 wallets and as many holds with the posting function."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        for kind, source in (("wallet", "world.card"), ("hold", "world.card")):
            cursor.execute(
                """select ledger_post(gen_random_uuid(), 'fill:' || %s || n, 'deposit', now(), array[%s],
                                      array[%s || ':' || lpad(to_hex(n), 32, '0')::uuid], array[%s::bigint])
                     from generate_series(1, %s) n""",
                [kind, source, kind, FILLED_CENTS, WALLETS],
            )
        cursor.execute("vacuum analyze")  # otherwise the planner would assume empty tables
    connection.close()


def _ours(name: str) -> Callable[[int, float], float]:
    def run(clients: int, seconds: float) -> float:
        return together([sys.executable, "-m", "bench.ledger", "--child", name, str(seconds)], clients, seconds)

    return run


def child(name: str, seconds: float) -> None:
    """One client process: post for `seconds` and print the commits per second."""
    import django

    django.setup()
    from django.db import transaction

    from marketplace.core import ids
    from wallet import ledger

    pick = random.Random()

    def owner() -> UUID:
        return UUID(int=pick.randint(1, WALLETS))

    def transfer() -> list[ledger.Move]:
        one, other = pick.sample(range(1, WALLETS + 1), 2)
        return [ledger.Move(ledger.wallet(UUID(int=one)), ledger.wallet(UUID(int=other)), 1)]

    def release() -> list[ledger.Move]:
        held = ledger.hold(owner())
        return [ledger.Move(held, ledger.earnings(owner()), 100), ledger.Move(held, ledger.FEES, 18)]

    def spread() -> list[ledger.Move]:
        return [ledger.Move(ledger.WORLD["card"], ledger.wallet(owner()), 1)]

    def hot() -> list[ledger.Move]:
        return [ledger.Move(ledger.WORLD["card"], ledger.wallet(UUID(int=1)), 1)]

    moves = {"transfer": transfer, "release": release, "spread": spread, "hot": hot}[name]

    def once() -> None:
        with transaction.atomic():
            ledger.post(key=f"bench:{ids.new()}", kind="deposit" if name in ("spread", "hot") else name, moves=moves())

    run_client(once, seconds)


def check() -> None:
    """Check the ledger's invariants. Raises SystemExit with the first violations."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("select fault, subject, detail from ledger_faults() limit 5")
        violations = cursor.fetchall()
        cursor.execute("select count(*) from ledger_move")
        (moves,) = cursor.fetchone()
    if violations:
        raise SystemExit(f"the ledger does not add up: {violations}")
    print(f"\nchecked: {moves:,} moves, no fault")


# ------------------------------------------------------------------------------------------------------ the baseline


def pgbench() -> dict[str, Callable[[int, float], float]]:
    """pgbench's own script in a separate database, and pgbench as the driver of our function in our database."""
    from psycopg.conninfo import conninfo_to_dict

    from config.devstack.binaries import client_bindir

    base = conninfo_to_dict(os.environ["DATABASE_URL"])
    where = ["-h", str(base["host"]), "-p", str(base.get("port", 5432)), "-U", str(base.get("user", "postgres"))]
    programs = client_bindir()
    run_(programs / "createdb", *where, "pgbench")
    run_(programs / "pgbench", *where, "-i", "-q", "-s", str(SCALE), "pgbench")
    script = Path(os.environ["DATA_DIR"]) / "transfer.sql"
    script.write_text(TRANSFER)

    def driven(*what: object) -> Callable[[int, float], float]:
        def run(clients: int, seconds: float) -> float:
            output = run_(
                *(programs / "pgbench", *where, "-n", "-M", "prepared", "-c", str(clients), "-j", str(min(clients, 2))),
                *("-T", str(max(1, round(seconds))), *what),
            )
            line = next(line for line in output.splitlines() if line.startswith("tps = "))
            return float(line.split()[2])

        return run

    return {"function": driven("-f", script, str(base["dbname"])), "pgbench": driven("pgbench")}


def run_(*command: object) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, timeout=300)
    if done.returncode:
        raise SystemExit(f"{command[0]} failed: {done.stderr.strip()[-500:]}")
    return done.stdout


# ------------------------------------------------------------------------------------------------------ results


def report(found: Figures) -> None:
    names = list(dict.fromkeys(name for name, _ in found))
    print(f"\ncommitted per second, median of {len(next(iter(found.values())))} rounds (lowest to highest)")
    print(f"{'':10}" + "".join(f"{clients:>12} client{'s' if clients > 1 else ' '}" for clients in (1, 4, 8)))
    for name in names:
        cells = [found[name, clients] for clients in (1, 4, 8)]
        print(f"{name:10}" + "".join(f"{statistics.median(c):>10,.0f} ({min(c):,.0f}-{max(c):,.0f})" for c in cells))
    print()
    for name, clients, other, others, aim in AIMS:
        if (other, others) in found:
            pairs = [a / b for a, b in zip(found[name, clients], found[other, others], strict=True)]
            ratio = statistics.median(pairs)
            print(
                f"{name} / {other}, {clients} clients: {ratio:.2f} ({min(pairs):.2f} to {max(pairs):.2f}), "
                f"aim {aim}: {'met' if ratio >= aim else 'not met'}"
            )
    pairs = [a / b for a, b in zip(found["function", 8], found["pgbench", 8], strict=True)]
    print(f"of that, the function alone / pgbench, 8 clients: {statistics.median(pairs):.2f}")
    print(f"{os.cpu_count()} cores, shared by PostgreSQL and its clients; fsync on, {WALLETS:,} wallets.")


def say(words: str) -> None:
    print(f"  {words}", flush=True)


if __name__ == "__main__":
    main()
