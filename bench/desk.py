#!/usr/bin/env python3
"""Response times of the dispute desk: the first page, the queue and a case, with few cases and with many, in the same run.

    .venv/bin/python -m bench.desk [--few 100] [--many 10000] [--times 15]

Starts its own PostgreSQL and Redis and fills accounts, bounties, seats, disputes and cases by SQL: eight of ten are decided, the
others spread over all stages, people and clocks. Prints the median and the least milliseconds of each request, its queries (without
the transaction's own statements), and how many times slower it is with many than with few: by the least, which other work on the
machine disturbs little. Nothing leaves 127.0.0.1. The exit code is 0 whenever it could measure.
"""

import argparse
import statistics
import sys
import time
from pathlib import Path
from typing import Any
from uuid import UUID

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import stage  # noqa: E402
from bench.office import ACCOUNT, BOUNTY, ESCROW, OTHER, copy, key  # noqa: E402

CASE, DISPUTE = 6, 7
_TRANSACTION = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE SAVEPOINT")
Found = dict[str, tuple[float, float, int]]
PEOPLE = 500  # parties, so that some have many cases


def fill(first: int, last: int, staff: Any) -> None:
    """Rows `first` to `last`, beside those that are there."""
    from bounties.models import Application, Bounty
    from escrow.models import Case, Dispute, Escrow
    from marketplace.core import clock
    from marketplace.models import Account

    now = clock.now()
    at = f"timestamptz '{now.isoformat()}'"
    rows = last - first + 1
    number = f"(n + {first - 1})"
    person, other = f"(1 + {number} % {PEOPLE})", f"(1 + {number} % {PEOPLE // 2} + {PEOPLE // 2})"
    is_open = f"{number} % 5 = 0"
    stage_of = f"(array['decision','decision','opened','evidence','approval'])[1 + ({number} / 5) % 5]"
    begun = f"{at} - (({last} - {number}) || ' minutes')::interval"
    due = f"{at} + ((({number} * 7) % 8000 - 1500) || ' minutes')::interval"
    if first == 1:
        copy(
            Account(password="!", email_verified_at=now),
            {
                "id": key(ACCOUNT),
                "profile_id": key(OTHER),
                "email": "'person' || n || '@example.com'",
                "name": "'Person ' || n",
            },
            PEOPLE,
        )
    owner = Account.objects.order_by("id").first()
    assert owner is not None
    bounty = Bounty(
        owner=owner,
        price_cents=500,
        seat_cents=500,
        fee_bps=1800,
        estimated_hours="0.5",
        deadline=now,
        description="One sharp photo of the front. " * 10,
        status="in_review",
    )
    titled = f"'Photograph shop front number ' || {number}"
    copy(
        bounty,
        {"id": key(BOUNTY, number), "owner_id": key(ACCOUNT, person), "title": titled, "pool_id": key(ESCROW, number)},
        rows,
    )
    seat = Escrow(
        kind="seat",
        subject_kind="application",
        unit_price_cents=500,
        fee_bps=1800,
        human_payout_cents=500,
        platform_fee_cents=90,
        amount_cents=590,
        status="disputed",
        owner=owner,
        worker=owner,
        bounty_id=owner.pk,
        subject_id=owner.pk,
    )
    parties = {"owner_id": key(ACCOUNT, person), "worker_id": key(ACCOUNT, other)}
    copy(
        seat,
        parties
        | {
            "id": key(ESCROW, number),
            "subject_id": key(OTHER, number),
            "bounty_id": key(BOUNTY, number),
            "created_at": begun,
        },
        rows,
    )
    copy(
        Application(bounty_id=owner.pk, human=owner, status="accepted"),
        {
            "id": key(OTHER, number),
            "bounty_id": key(BOUNTY, number),
            "human_id": key(ACCOUNT, other),
            "escrow_id": key(ESCROW, number),
        },
        rows,
    )
    dispute = Dispute(category="poor_quality", description="It is blurred. " * 20, escrow_was="delivered")
    copy(
        dispute,
        parties
        | {
            "id": key(DISPUTE, number),
            "escrow_id": key(ESCROW, number),
            "status": f"case when {is_open} then 'open' else 'resolved' end",
            "resolved_at": f"case when {is_open} then null else {begun} end",
            "created_at": begun,
        },
        rows,
    )
    copy(
        Case(kind="dispute", category="poor_quality", amount_cents=590, tags=[]),
        parties
        | {
            "id": key(CASE, number),
            "escrow_id": key(ESCROW, number),
            "dispute_id": key(DISPUTE, number),
            "title": titled,
            "amount_cents": f"500 + {number} % 1000",
            "stage": f"case when {is_open} then {stage_of} else 'closed' end",
            "due_at": f"case when {is_open} then {due} end",
            "closed_at": f"case when {is_open} then null else {begun} end",
            "assignee_id": f"case when {number} % 15 = 0 then '{staff.pk}'::uuid end",
            "assigned_at": f"case when {number} % 15 = 0 then {at} end",
            "created_at": begun,
        },
        rows,
    )


def requests(last: int) -> list[tuple[str, str]]:
    from marketplace.core import ids

    def one(prefix: str, table: int) -> str:
        return ids.encode(prefix, UUID(f"0000000{table}-0000-7000-8000-{last:012x}"))

    queue = "/admin/escrow/case/"
    case = UUID(f"0000000{CASE}-0000-7000-8000-{last - last % 5:012x}")
    return [
        ("my desk", "/admin/"),
        ("queue", queue),
        *((f"queue, tab {tab}", f"{queue}?tab={tab}") for tab in ("mine", "unassigned", "ready", "approve", "closed")),
        ("queue, breached", f"{queue}?clock=lead"),
        ("queue, page 2 of all", f"{queue}?tab=any&p=2"),
        ("search by the bounty", f"{queue}?q={one('bty', BOUNTY)}"),
        ("search by the application", f"{queue}?q={one('app', OTHER)}"),
        ("search by the dispute", f"{queue}?q={one('dsp', DISPUTE)}"),
        ("search by an amount", f"{queue}?q=7.17"),
        ("search by words of the title", f"{queue}?q=front number {last}"),
        ("search by a name", f"{queue}?q=Person 77"),
        ("search by an address", f"{queue}?q=person77@example.com"),
        ("search for nothing", f"{queue}?q=lighthouse keeper"),
        ("case", f"{queue}{case}/change/"),
    ]


def measure(office: Any, last: int, times: int) -> Found:
    """Name -> median and least milliseconds, and queries of one request."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    found = {}
    for name, path in requests(last):
        with CaptureQueriesContext(connection) as captured:
            answer = office.get(path)
        assert answer.status_code == 200, (name, path, answer.status_code)
        # Now: the next request begins to count anew.
        queries = sum(not query["sql"].startswith(_TRANSACTION) for query in captured.captured_queries)
        taken = []
        for _ in range(times):
            begun = time.perf_counter()
            office.get(path)
            taken.append((time.perf_counter() - begun) * 1000)
        found[name] = (statistics.median(taken), min(taken), queries)
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--few", type=int, default=100)
    options.add_argument("--many", type=int, default=10_000)
    options.add_argument("--times", type=int, default=15)
    chosen = options.parse_args()
    with stage.servers():
        import django

        django.setup()
        from django.core.management import call_command
        from django.test import Client

        from marketplace.models import Account

        call_command("migrate", verbosity=0)
        staff = Account.objects.create_superuser("office", "a long password", "office@example.com")
        office = Client()
        office.force_login(staff, backend="django.contrib.auth.backends.ModelBackend")
        fill(1, chosen.few, staff)
        few = measure(office, chosen.few, chosen.times)
        fill(chosen.few + 1, chosen.many, staff)
        many = measure(office, chosen.many, chosen.times)
    report(chosen.few, few, chosen.many, many)


def report(less: int, few: Found, more: int, many: Found) -> None:
    print(f"\n{'milliseconds: median (least)':34}{less:>12,} cases{more:>15,} cases    ratio   queries")
    for name, (usual, least, queries) in many.items():
        before, least_before, _ = few[name]
        columns = f"{before:10.0f} ({least_before:5.0f}){usual:13.0f} ({least:5.0f})"
        print(f"{name:34}{columns}{least / least_before:9.1f}{queries:10}")


if __name__ == "__main__":
    main()
