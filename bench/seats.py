"""Work of a million people: hired seats with their escrows and conversations, and the entries of earnings, filled by the database
beside what `bench/crowd.py` filled. One person, `worker()`, has 200 seats at every size, of which every fourth runs."""

from typing import Any

ME = 7  # the number of the person who has something of everything
SEATS = 200  # of theirs, at every size


def worker(rows: int) -> Any:
    from bench import crowd
    from marketplace.models import Account

    return Account.objects.get(pk=crowd._key(0, ME, rows))


def fill(rows: int) -> None:
    """Insert `rows` seats of as many people."""
    from django.db import connection

    from bench.office import copy
    from bounties.models import Application
    from escrow.models import Escrow
    from humans.models import Conversation
    from marketplace.core import clock
    from wallet.models.ledger import LedgerAccount, LedgerMove, LedgerTransaction

    now, every = clock.now(), rows // SEATS
    me = worker(rows)
    person = f"case when n % {every} = 0 then {ME} else n % {rows} end"
    owner = f"(n * 7 + 3) % {rows}"
    running = f"n % {4 * every} = 0"
    when = f"timestamptz '{now.isoformat()}' - (({rows} - n) || ' seconds')::interval"
    paid = f"case when not {running} then {when} end"
    transit = LedgerAccount.objects.get(code="transit")
    copy(
        Escrow(kind="seat", worker=me, subject_kind="application", unit_price_cents=500, fee_bps=1800),
        {
            "id": key(4, "n", rows),
            "owner_id": key(0, owner, rows),
            "worker_id": key(0, person, rows),
            "subject_id": key(5, "n", rows),
            "bounty_id": key(2, f"n % {rows - 1}", rows),
            "status": f"case when {running} then 'locked' else 'released' end",
            **dict.fromkeys(("ended_at", "completed_at", "released_at"), paid),
            "earned_cents": f"case when {running} then 0 else 500 end",
            "human_payout_cents": "500",
            "platform_fee_cents": "90",
            "amount_cents": "590",
        },
        rows,
    )
    copy(
        Conversation(subject="A job", last_message_preview="See you there", last_message_side="agent", message_count=3),
        {
            "id": key(6, "n", rows),
            "application_id": key(5, "n", rows),
            "agent_id": key(0, f"case when ({owner}) = ({person}) then 1 else {owner} end", rows),
            "human_id": key(0, person, rows),
            "bounty_id": key(2, f"n % {rows - 1}", rows),
            **dict.fromkeys(("updated_at", "last_message_at"), when),
        },
        rows,
    )
    copy(
        Application(status="accepted", cover_letter="Around the corner.", confirmed_at=now, decided_at=now),
        {
            "id": key(5, "n", rows),
            "bounty_id": key(2, f"n % {rows - 1}", rows),
            "human_id": key(0, person, rows),
            "escrow_id": key(4, "n", rows),
            "conversation_id": key(6, "n", rows),
        },
        rows,
    )
    with connection.cursor() as cursor:  # most of its columns are generated
        cursor.execute("set session_replication_role = replica")
        cursor.execute(
            "insert into ledger_account (id, code, balance) overriding system value"
            f" select n + 1000, 'earnings:' || {key(0, 'n - 1', rows)}, 500 from generate_series(1, {rows}) n"
        )
        cursor.execute("set session_replication_role = default")
        cursor.execute("vacuum analyze ledger_account")
    copy(
        LedgerTransaction(kind="release"),
        {"id": key(7, "n", rows), "key": "'bench:' || n", "created_at": when},
        rows,
    )
    copy(
        LedgerMove(source=transit),
        {
            "id": "n",
            "transaction_id": key(7, "n", rows),
            "destination_id": f"1001 + {person}",
            "destination_balance": "n * 500",
            "cents": "500",
            "created_at": when,
            "bounty_id": key(2, f"n % {rows - 1}", rows),
        },
        rows,
    )


def key(kind: int, number: str, rows: int) -> str:
    """SQL for the key of a row as `bench/crowd.py` makes it."""
    from bench import crowd

    moment = f"({crowd._begun()} + ({number})::bigint * {crowd.DAYS * 86_400_000} / {rows})"
    return f"(lpad(to_hex({moment}), 12, '0') || '7000800{kind}' || lpad(to_hex(({number})::bigint), 12, '0'))::uuid"
