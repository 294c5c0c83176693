#!/usr/bin/env python3
"""Response times of the admin's lists with many rows.

    .venv/bin/python -m bench.office [--rows 1000000] [--only bounty,mail]

Starts its own PostgreSQL and Redis, fills the main tables with that many rows each by SQL (of the values of each filter, one
is in almost all rows and the others in a few), and requests each list as an operator: its first and last page, every value
of every filter, sorted by every sortable column, and searches by an id, an address, words, and words without a match. Prints
milliseconds of one request; a list reports a timeout after five seconds.

Nothing leaves 127.0.0.1. The exit code is 0 whenever it could measure.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import stage  # noqa: E402

ROWS = 1_000_000
SLOW = 1000  # milliseconds
ACCOUNT, BOUNTY, ESCROW, EVENT, OTHER = range(1, 6)


def key(table: int, number: str = "n") -> str:
    """SQL for the key of row `number`."""
    return f"('0000000{table}-0000-7000-8000-' || lpad(to_hex({number}), 12, '0'))::uuid"


def seldom(usual: str, *others: str) -> str:
    """SQL for a value: `usual` in almost all rows, each of the others in every 30,000th."""
    cases = "".join(f" when {place} then '{other}'" for place, other in enumerate(others, 1))
    return f"case n % 30000{cases} else '{usual}' end"


def fill(rows: int) -> None:
    from bounties.models import Bounty
    from escrow.models import Escrow
    from marketplace.core import clock
    from marketplace.models import Account, Mail
    from marketplace.services import keys
    from wallet.models.ledger import LedgerAccount, LedgerMove, LedgerTransaction
    from webhooks.models import Delivery, Endpoint, Event

    now = clock.now()
    owner = Account.objects.create_user("owner@example.com", name="Owner")
    agent_key, _ = keys.issue(owner, "bench")
    endpoint = Endpoint.objects.create(
        account=owner, key=agent_key, url="https://agent.example.com/hooks", events=["*"]
    )
    fees, transit = LedgerAccount.objects.get(code="fees"), LedgerAccount.objects.get(code="transit")
    person = key(ACCOUNT, f"1 + n % {rows}")
    when = f"timestamptz '{now.isoformat()}' - (({rows} - n) || ' seconds')::interval"
    tables: list[tuple[Any, dict[str, str]]] = [
        (
            Account(password="!", email_verified_at=now),
            {
                "id": key(ACCOUNT),
                "profile_id": key(OTHER),
                "email": "'person' || n || '@example.com'",
                "name": "'Person ' || n",
                "is_active": "n % 30000 <> 1",
                "is_staff": "n % 30000 = 2",
            },
        ),
        (
            Bounty(
                owner=owner,
                price_cents=500,
                seat_cents=500,
                fee_bps=1800,
                estimated_hours="0.5",
                deadline=now,
                description="x" * 200,
            ),
            {
                "id": key(BOUNTY),
                "owner_id": person,
                "title": "'Photograph shop front number ' || n",
                "status": seldom("paid", "open", "in_review"),
                "category": seldom("creative-gigs", "labor-gigs"),
                "pool_id": key(ESCROW),
            },
        ),
        (
            Escrow(kind="seat", worker=owner, subject_kind="application", unit_price_cents=500, fee_bps=1800),
            {
                "id": key(ESCROW),
                "owner_id": person,
                # With what goes with each status: the database checks it.
                "status": seldom("released", "refunded", "disputed"),
                "ended_at": f"case when n % 30000 <> 2 then {when} end",
                "refunded_to": "case when n % 30000 = 1 then 'wallet' end",
                **dict.fromkeys(("completed_at", "released_at"), f"case when n % 30000 not in (1, 2) then {when} end"),
                "earned_cents": "case when n % 30000 in (1, 2) then 0 else 500 end",
                "subject_id": key(OTHER),
                "human_payout_cents": "500",
                "platform_fee_cents": "90",
                "amount_cents": "590",
                "bounty_id": key(BOUNTY),
            },
        ),
        (
            LedgerTransaction(),
            {"id": key(OTHER), "key": "'bench:' || n", "kind": seldom("hold", "deposit", "tip"), "created_at": when},
        ),
        (
            LedgerMove(source=fees, destination=transit),
            {"id": "n", "transaction_id": key(OTHER), "cents": "590", "created_at": when, "bounty_id": key(BOUNTY)},
        ),
        (
            Event(fanned_out_at=now, data={"amountCents": 500}),
            {
                "id": key(EVENT),
                "account_id": person,
                "type": seldom("escrow.funded", "dispute.opened", "wallet.low_balance"),
                "entity": "'esc_' || n",
                "key": "'escrow.funded:esc_' || n",
                "position": "n",
            },
        ),
        (
            Delivery(endpoint=endpoint, body="{}" * 100, attempts=1, delivered_at=now),
            {
                "id": key(OTHER),
                "event_id": key(EVENT),
                "event_type": seldom("escrow.funded", "dispute.opened"),
                "status": seldom("delivered", "failed", "pending"),
                "next_attempt_at": f"case when n % 30000 = 2 then {when} end",
            },
        ),
        (
            Mail(subject="A mail", text="words " * 50, sent_at=now, attempts=1),
            {"id": key(OTHER), "to": "'person' || n || '@example.com'"},
        ),
    ]
    for template, differing in tables:
        begun = time.monotonic()
        copy(template, differing, rows)
        print(f"  {template._meta.db_table}: {rows:,} rows in {time.monotonic() - begun:.0f} s", flush=True)


def copy(template: Any, differing: dict[str, str], rows: int) -> None:
    """Insert `rows` rows like the template, with `differing` columns given as SQL in which `n` is the row's number."""
    from django.db import connection
    from psycopg import sql

    table = template._meta.db_table
    columns, values = [], []
    for field in template._meta.concrete_fields:
        if field.generated:
            continue
        columns.append(sql.Identifier(field.column))
        if words := differing.get(field.column):
            values.append(sql.SQL(words))
        elif field.auto_created and field.primary_key:
            values.append(sql.SQL("n"))
        else:
            values.append(sql.Literal(field.get_db_prep_save(getattr(template, field.attname), connection)))
    statement = sql.SQL("insert into {} ({}) overriding system value select {} from generate_series(1, {}) n").format(
        sql.Identifier(table), sql.SQL(", ").join(columns), sql.SQL(", ").join(values), sql.Literal(rows)
    )
    with connection.cursor() as cursor:
        # Skips foreign key checks and the ledger's guard triggers.
        cursor.execute("set session_replication_role = replica")
        cursor.execute(statement)
        cursor.execute("set session_replication_role = default")
        cursor.execute(sql.SQL("vacuum analyze {}").format(sql.Identifier(table)))


def lists() -> dict[str, Any]:
    from django.contrib import admin

    wanted = ["account", "bounty", "escrow", "ledgertransaction", "ledgermove", "event", "delivery", "mail"]
    known = {model._meta.model_name: page for model, page in admin.site._registry.items()}
    return {name: known[name] for name in wanted}


def measure(name: str, page: Any, office: Any) -> Iterator[tuple[str, float, str]]:
    """Yields (request, milliseconds, what timed out)."""
    from django.urls import reverse

    from marketplace.core import ids
    from marketplace.models import Account

    address = reverse(f"admin:{page.model._meta.app_label}_{name}_changelist")

    def ask(what: str, query: str) -> tuple[str, float, str]:
        begun = time.perf_counter()
        answer = office.get(address + query)
        taken = (time.perf_counter() - begun) * 1000
        assert answer.status_code == 200, (address, query, answer.status_code)
        return what, taken, "given up" if b"Not found within" in answer.content else ""

    ask("first", "")
    yield ask("first page", "")
    yield ask("page 200", "?p=200")
    listed = office.get(address).context_data["cl"]
    for spec in listed.filter_specs:
        for choice in spec.choices(listed):
            yield ask(f"filter {spec.title}: {choice['display']}", choice["query_string"])
    for number, column in enumerate(listed.list_display, 1):
        if number in listed.get_ordering_field_columns() or listed.get_ordering_field(column):
            yield ask(f"sorted by {column}", f"?o={number}")
            yield ask(f"sorted by {column}, last first", f"?o=-{number}")
    person = Account.objects.get(email="person7777@example.com")
    for what, words in (
        ("an id of an account", person.public_id),
        ("an id of a bounty", ids.encode("bty", UUID("00000002-0000-7000-8000-000000001e61"))),
        ("an address", person.email),
        ("words that are in one row", "person 77777"),
        ("words that are in many", "person"),
        ("words that are nowhere", "lighthouse keeper"),
    ):
        yield ask(f"search for {what}", f"?q={words}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rows", type=int, default=ROWS)
    options.add_argument("--only", default="", help="names of models, with commas")
    chosen = options.parse_args()
    with stage.servers():
        import django

        django.setup()
        from django.core.management import call_command
        from django.test import Client

        from marketplace.models import Account

        call_command("migrate", verbosity=0)
        fill(chosen.rows)
        office = Client()
        office.force_login(
            Account.objects.create_superuser("office", "a long password", "office@example.com"),
            backend="django.contrib.auth.backends.ModelBackend",
        )
        for name, page in lists().items():
            if not chosen.only or name in chosen.only.split(","):
                report(name, list(measure(name, page, office)))


def report(name: str, found: list[tuple[str, float, str]]) -> None:
    slow = [row for row in found if row[1] >= SLOW] or sorted(found, key=lambda row: -row[1])[:3]
    print(
        f"\n{name}: {len(found)} lists, first page {found[0][1]:.0f} ms, slowest {max(row[1] for row in found):.0f} ms"
    )
    for what, taken, gave_up in sorted(slow, key=lambda row: -row[1]):
        print(f"  {what:60}{taken:8.0f} ms  {gave_up}")


if __name__ == "__main__":
    main()
