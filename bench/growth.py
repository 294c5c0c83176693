#!/usr/bin/env python3
"""What a history of years costs: bytes of a whole hire by table, and the plans of each timer and each list of the back office.

    .venv/bin/python -m bench.growth [--sizes 10000,1000000] [--hires 20] [--bytes] [--explain]

Starts its own PostgreSQL and Redis and makes whole hires over the API, with a webhook endpoint on either side whose deliveries
succeed; prints what each table took of it, what of that stays, and how often its updates were HOT. Then the database multiplies
these rows to each size (bench/multiplied.py). At each size every timer is run, finding nothing due but in a history of that many
rows, and every list of the back office is opened; each of their statements is explained. Fails (exit code 1) if at the largest size
one reads a large table sequentially, or a timer more than 1.5 times the blocks that it read at the first size.

10,000,000 rows a table need some 250 GB, 1,000,000 some 25 GB. `--bytes`: only the first part. Nothing leaves 127.0.0.1.
"""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import bytes_of_a_hire, multiplied, stage  # noqa: E402

RATIO = 1.5
FEW = 64  # blocks, below which a ratio says nothing


@dataclass(slots=True)
class Read:
    """What one asker's statements cost: blocks read, the heaviest one, and tables read from end to end with the statement."""

    blocks: int = 0
    heaviest: tuple[int, str] = (0, "")
    scanned: dict[str, str] = field(default_factory=dict)


def main() -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--sizes", default="10000,1000000", help="rows of each table")
    options.add_argument("--hires", type=int, default=20)
    options.add_argument("--bytes", action="store_true", help="only the bytes of a hire")
    options.add_argument("--explain", action="store_true", help="print statements that scan or grow")
    given = options.parse_args()
    with stage.servers() as started:
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        before = multiplied.tables()
        if given.bytes:
            process = next(server.process for server in started.running if server.name == "postgres")
            assert process is not None
            bytes_of_a_hire.report(given.hires, process.pid)
            return 0
        bytes_of_a_hire.make(given.hires)
        quieten()
        filled = {table: rows for table, rows in multiplied.tables().items() if rows > before[table]}
        multiplied.keep_first(filled)
        found: list[dict[str, Read]] = []
        done: dict[str, int] = {}
        sizes = [int(size) for size in given.sizes.split(",")]
        for size in sizes:
            multiplied.fill(size, filled, done=done)
            large = {table for table in filled if rows_of(table) >= size // 4}
            found.append({name: read(work, large) for name, work in [*timers(), *lists()]})
            print(f"{size:,} rows in each of {len(large)} tables", flush=True)
        return judge(found, sizes, explain=given.explain)


def rows_of(table: str) -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("select reltuples from pg_class where oid = %s::regclass", [table])
        return int(cursor.fetchone()[0])


def quieten() -> None:
    """Ten days later, when everything that was due has been done."""
    from marketplace.core import clock

    clock.advance(10 * 86_400)
    for _ in range(2):
        for name, work in timers():
            if not name.startswith("clean-up"):
                work()


def timers() -> list[tuple[str, Callable[[], Any]]]:
    """Every timer but those that prove the whole history and those that ask others, and what beat asks for all of them."""
    from config.beat import looks
    from config.celery import BEAT, app
    from marketplace.core.keeping import KEEPING

    app.loader.import_default_modules()
    others = {"wallet.check_books", "wallet.compare_providers", "marketplace.check_audit", "marketplace.heartbeat"}
    others.add("wallet.seal_months")  # proves the month as check_books does
    others.add("marketplace.delete_expired")  # what it finds is asked for below, and not deleted
    found = [(name, app.tasks[name].run) for name in BEAT if name not in others]
    found += [(f"beat for {timer.name}", partial(looks.ask, [timer], 0.0)) for timer in looks.timers()]
    return found + [(f"clean-up of {kind}", partial(_find_old, kind)) for kind in KEEPING]


def _find_old(kind: str) -> None:
    from marketplace.services import keeping

    keeping.keeper(kind).find(keeping.before(kind, None), None)


def lists() -> list[tuple[str, Callable[[], Any]]]:
    """Every list of the back office, as an operator opens it."""
    from django.contrib import admin
    from django.test import Client
    from django.urls import reverse

    from marketplace.models import Account

    operator = Account.objects.filter(email="operator@bench.example").first() or Account.objects.create_user(
        "operator@bench.example", name="Operator", is_staff=True, is_superuser=True
    )
    office = Client()
    office.force_login(operator, "django.contrib.auth.backends.ModelBackend")

    def opening(address: str) -> Callable[[], Any]:
        def work() -> None:
            answer = office.get(address)
            assert answer.status_code == 200, (address, answer.status_code)

        return work

    names = [(model._meta.app_label, model._meta.model_name) for model in admin.site._registry]
    pages = [(f"list of {app}.{name}", reverse(f"admin:{app}_{name}_changelist")) for app, name in names]
    return [(title, opening(address)) for title, address in [*pages, ("My desk", reverse("admin:index"))]]


def read(work: Callable[[], Any], large: set[str]) -> Read:
    """Run this, and explain what it asked."""
    from django.db import connection, transaction

    asked: dict[str, Any] = {}

    def note(execute: Any, statement: str, values: Any, many: bool, context: Any) -> Any:
        asked.setdefault(statement, values)
        return execute(statement, values, many, context)

    with connection.execute_wrapper(note):
        work()
    found = Read()
    for statement, values in asked.items():
        if not statement.lstrip("( \n").lower().startswith(("select", "with", "update", "delete")):
            continue
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("explain (analyze, buffers, format json) " + statement, values)
            plan = cursor.fetchone()[0]
            transaction.set_rollback(True)
        root = (json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]
        blocks = root["Shared Hit Blocks"] + root["Shared Read Blocks"]
        found.blocks += blocks
        found.heaviest = max(found.heaviest, (blocks, statement))
        found.scanned |= {table: statement for table in _scanned(root) if table in large}
    return found


def _scanned(node: dict[str, Any]) -> set[str]:
    own = {node["Relation Name"]} if node["Node Type"] == "Seq Scan" and node["Actual Loops"] else set()
    return own.union(*(_scanned(child) for child in node.get("Plans", ())))


def judge(found: list[dict[str, Read]], sizes: list[int], *, explain: bool) -> int:
    """Print what reads more at the last size than at the first; 1 if something should not."""
    first, last = found[0], found[-1]
    failures = 0
    print(f"{'':52} blocks at {sizes[0]:>11,}  at {sizes[-1]:>11,}   ratio")
    for name, now in sorted(last.items(), key=lambda pair: -pair[1].blocks):
        then = first[name].blocks
        ratio = now.blocks / max(then, 1)
        grows = now.blocks > FEW and ratio > RATIO and not name.startswith(("list", "My desk"))
        if now.scanned or grows:
            failures += 1
        if now.scanned or grows or now.blocks > FEW:
            marks = f"  SCANS {', '.join(sorted(now.scanned))}" if now.scanned else "  GROWS" if grows else ""
            print(f"{name:52} {then:>21,}  {now.blocks:>14,}  {ratio:>6.1f}{marks}")
        if explain:
            for statement in {*now.scanned.values()} | (
                {now.heaviest[1]} if ratio > RATIO and now.blocks > FEW else set()
            ):
                print(f"      {statement[:1500]}")
    print(f"{len(last)} timers and lists, {failures} of them read the history")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
