"""An audit of the night costs what is open or has changed since the last checkpoint, whatever has ended before it."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from bench import multiplied
from bench.growth import FEW, RATIO
from marketplace.core import clock
from tests.contract.scenario import World
from tests.contradictions import checks_of
from tests.factories.accounts import given_agent
from tests.factories.appeals import given_corrected, given_kept
from tests.factories.market import given_charged, given_taken_back
from tests.factories.mpp import given_quote, pay
from tests.factories.plans import blocks
from tests.factories.x402 import agreeable, deposit, signed
from wallet.ports import audits

DEEPER = 2 * FEW  # blocks: each lookup goes through one more page of a tree that has grown tenfold
# What makes rows of these tables a history: all of them are over.
ENDED = {
    "bounties_bounty": "status = 'paid', pending_edit = null",
    "bounties_application": "status = 'accepted', ended_at = null",
    "escrow_escrow": "status = 'released', ended_at = created_at",
    "escrow_dispute": "status = 'resolved', resolved_at = created_at",
    "escrow_disputedecision": "state = 'final', decided_at = created_at",
    "escrow_caseoffer": "state = 'withdrawn', ended_at = created_at",
    "escrow_appeal": "state = 'upheld', decided_at = created_at",
    "escrow_transfer": "status = 'completed', completed_at = created_at",
    "escrow_invoice": "year = 2000",
    "humans_booking": "status = 'completed', due_at = null",
    "humans_subscription": "status = 'canceled'",
    "humans_review": "answered_at = created_at",
    "qa_run": "status = 'closed', ended_at = created_at",
    "qa_tasterun": "status = 'closed', ended_at = created_at",
    "wallet_agentcheckout": "refund_id = null",
    "wallet_approval": "status = 'used', used_at = created_at",
    "wallet_chargeback": "status = 'lost', owed_cents = 0, ended_at = created_at",
    "wallet_checkout": "status = 'paid', paid_at = created_at",
    "wallet_earningshold": "ended_at = created_at",
    "wallet_mppcharge": "status = 'paid', ended_at = created_at",
    "wallet_mppquote": "expires_at = created_at",
    "wallet_outflow": "status = 'paid', ended_at = created_at",
    "wallet_payment": "surplus = false",
    "wallet_x402payment": "status = 'settled', ended_at = created_at",
    **dict.fromkeys(("ledger_account", "ledger_transaction", "ledger_move"), "id = id"),
}
# What tells rows apart, and what no copy could be told apart by.
LONGER = (
    ("wallet_chargeback", "provider"),
    *(("wallet_x402payment", column) for column in ("network", "asset", "payer", "nonce", "tx_hash")),
)
# Not of the history: what is on its way is there once.
_UNDER_WAY = """
delete from ledger_move_first using ledger_account a where a.code = 'transit' and a.id in (source_id, destination_id)
"""
# A checkpoint at the last move, as the accounts stand; what does not balance came by card.
_SEALED = """
delete from ledger_checkpoint_account; delete from ledger_checkpoint;
insert into ledger_checkpoint (month, ends_at, closed_at, through, moves, cents, hash, sealed_at)
select '2000-01-01', %(since)s, %(since)s, max(id), 0, 0, '', %(since)s from ledger_move;
insert into ledger_checkpoint_account (month, account_id, balance, sent, returned, withdrawn)
select '2000-01-01', id, balance, coalesce(sent, 0), coalesce(returned, 0), coalesce(withdrawn, 0)
  from ledger_account where balance is not null;
insert into ledger_checkpoint_account (month, account_id, balance, sent, returned, withdrawn)
select '2000-01-01', id, (select sum(amount_cents) from wallet_outflow where ended_at is null), 0, 0, 0
  from ledger_account where code = 'transit';
insert into ledger_checkpoint_account (month, account_id, balance, sent, returned, withdrawn)
select '2000-01-01', id, -(select sum(balance) from ledger_checkpoint_account), 0, 0, 0
  from ledger_account where code = 'world.card';
"""
_SUMMARIZED = """
select brin_summarize_new_values(i.indexrelid)
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam where a.amname = 'brin'
"""
PROOF = "select * from ledger_faults"  # the ledger's own: tests/wallet/test_checkpoint_faults.py


def given_history(tables: dict[str, int], rows: int, done: dict[str, int], since: datetime) -> None:
    multiplied.copy(rows, tables, done=done, minutes=1)
    with connection.cursor() as cursor:
        cursor.execute("set local session_replication_role = replica")
        cursor.execute(_SEALED, {"since": since})
        cursor.execute("set local session_replication_role = origin")
        cursor.execute(_SUMMARIZED)  # as autovacuum does, which is off in tests
        cursor.execute(f"analyze {', '.join(tables)}")


def begin_with_what_has_ended(cursor: Any) -> dict[str, int]:
    """Put the rows of now aside, as if all of them had ended; from them the history is made. How many each table has."""
    tables = {name: rows for name, rows in multiplied.tables().items() if name in ENDED and rows}
    for name, column in LONGER:
        cursor.execute(f"alter table {name} alter column {column} type text")
    multiplied.keep_first(tables)
    for name in tables:
        for check in checks_of(name):
            cursor.execute(f'alter table {name} drop constraint "{check}"')
        if ENDED[name] != "id = id":
            cursor.execute(f"update {name}_first set {ENDED[name]}")
    cursor.execute(_UNDER_WAY)
    return tables


def given_what_the_market_has_not() -> None:
    given_taken_back(given_charged(given_agent(), 500), state="lost")
    pay(given_quote(given_agent()))
    with agreeable() as wallet:
        agent = given_agent()
        assert deposit(agent, 500, signed(agent, wallet)).status == 200
    given_corrected()
    given_kept()


def costs(names: Iterable[str], since: datetime) -> dict[str, int]:
    """Blocks that each audit reads; none finds anything, whatever the copies contradict."""
    found = {}
    for name in names:
        with CaptureQueriesContext(connection) as asked:
            assert list(audits.get(name)(since)) == []
        statements = [query["sql"] for query in asked.captured_queries]
        found[name] = sum(blocks(statement) for statement in statements if not statement.startswith(PROOF))
    return found


def test_an_audit_of_the_night_costs_no_more_when_more_has_ended(world: World) -> None:
    given_what_the_market_has_not()
    since, done = clock.now() + timedelta(hours=1), dict[str, int]()
    names = [*audits._plugs]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("set constraints all immediate")
        # So few rows are read whole sooner than looked up. That they can be looked up is asked here.
        cursor.execute("set local enable_seqscan = off")
        tables = begin_with_what_has_ended(cursor)
        given_history(tables, 300, done, since)
        few = costs(names, since)
        given_history(tables, 3_000, done, since)

        many = costs(names, since)

        assert {name: (few[name], many[name]) for name in names if many[name] > RATIO * few[name] + DEEPER} == {}
        contradict = {name for name in names if [*audits.get(name)(None)]}
        assert contradict >= {"wallet", "escrow", "bounties"}, (
            "the copies contradict themselves, and the whole proof reads them"
        )
        transaction.set_rollback(True)
    assert set(ENDED) - set(tables) == set(), "the market has none of these"
