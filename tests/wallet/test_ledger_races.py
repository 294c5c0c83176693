"""The ledger under real threads and real commits: what two callers do at once is what they could do one by one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.db import connection, transaction
from psycopg import sql

import wallet
from marketplace.core import ids
from wallet import ledger
from wallet.errors import InsufficientFunds, LedgerConflict

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
SQL = Path(wallet.__file__).parent / "migrations" / "sql"


def post(key: str, *moves: ledger.Move) -> ledger.Posted:
    with transaction.atomic():
        return ledger.post(key=key, kind="test", moves=moves)


def funded(cents: int) -> UUID:
    person = ids.new()
    post(f"deposit:{person}", ledger.Move(ledger.WORLD["card"], ledger.wallet(person), cents))
    return person


def violations() -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute("select * from ledger_faults()")
        return cursor.fetchall()


def test_two_spends_of_the_last_cents_leave_one_winner(together: Callable[..., list[Any]]) -> None:
    # given a wallet that covers one of two purchases
    person = funded(590)

    # when both are made at once
    results = together(
        *[
            lambda n=n: post(f"fund:{n}", ledger.Move(ledger.wallet(person), ledger.pool(ids.new()), 590))
            for n in range(2)
        ]
    )

    # then one is refused with the figures, and nothing is below zero
    assert sorted(type(result).__name__ for result in results) == ["InsufficientFunds", "Posted"]
    refusal = next(result for result in results if isinstance(result, InsufficientFunds))
    assert refusal.extra["shortfallCents"] == 590
    assert ledger.balance(ledger.wallet(person)) == 0
    assert violations() == []


def test_the_same_fact_posted_by_two_at_once_moves_once(together: Callable[..., list[Any]]) -> None:
    person, escrow = funded(1000), ids.new()
    move = ledger.Move(ledger.wallet(person), ledger.hold(escrow), 590)

    results = together(*[lambda: post(f"fund:{escrow}", move)] * 3)

    assert sorted(result.replayed for result in results) == [False, True, True]
    assert len({result.id for result in results}) == 1
    assert ledger.balance(ledger.hold(escrow)) == 590
    assert violations() == []


def test_two_endings_of_one_escrow_can_not_both_happen(together: Callable[..., list[Any]]) -> None:
    # given a seat's money
    person, worker, escrow = funded(590), ids.new(), ids.new()
    hold = ledger.hold(escrow)
    post(f"fund:{escrow}", ledger.Move(ledger.wallet(person), hold, 590))

    # when it is released and refunded at once
    release = (ledger.Move(hold, ledger.earnings(worker), 500), ledger.Move(hold, ledger.FEES, 90))
    refund = (ledger.Move(hold, ledger.wallet(person), 590),)
    results = together(lambda: post(f"end:{escrow}", *release), lambda: post(f"end:{escrow}", *refund))

    # then one of them did, and the other is told that the fact is booked
    assert sorted(type(result).__name__ for result in results) == ["LedgerConflict", "Posted"]
    assert any(isinstance(result, LedgerConflict) and result.status == 409 for result in results)
    assert ledger.balance(ledger.earnings(worker)) + ledger.balance(ledger.wallet(person)) in (500, 590)
    assert ledger.balance(hold) == 0
    assert violations() == []


def test_many_at_once_with_shared_wallets_lose_no_cent_and_never_deadlock(together: Callable[..., list[Any]]) -> None:
    people = [funded(10_000) for _ in range(3)]

    def work(turn: int) -> int:
        done = 0
        for n in range(25):
            giver, taker = people[(turn + n) % 3], people[(turn + 2 * n + 1) % 3]
            if giver != taker:
                post(f"t:{turn}:{n}", ledger.Move(ledger.wallet(giver), ledger.wallet(taker), 1 + n))
                done += 1
        return done

    results = together(*[lambda turn=turn: work(turn) for turn in range(4)])

    assert all(isinstance(result, int) for result in results), results
    assert sum(ledger.balance(ledger.wallet(person)) for person in people) == 30_000
    assert violations() == []


def test_a_rollback_takes_the_money_back_with_everything_else() -> None:
    person = funded(590)

    def verb() -> None:
        with transaction.atomic():
            ledger.post(key="lost", kind="test", moves=[ledger.Move(ledger.wallet(person), ledger.FEES, 590)])
            raise RuntimeError("the verb failed after its post")

    with pytest.raises(RuntimeError, match="failed after"):
        verb()

    assert ledger.balance(ledger.wallet(person)) == 590
    assert not post("lost", ledger.Move(ledger.wallet(person), ledger.FEES, 590)).replayed, "the key was left free"


def test_outside_of_a_test_database_the_ledger_is_never_emptied() -> None:
    """The guards let TRUNCATE through in databases named test_*, and there only; so this needs another one."""
    named = connection.get_connection_params() | {"dbname": "postgres"}
    named = {key: value for key, value in named.items() if key in ("host", "port", "user", "password", "dbname")}
    proof = sql.Identifier(f"ledger_guard_proof_{ids.new().hex}")
    with psycopg.connect(**named, autocommit=True) as server:
        server.execute(sql.SQL("create database {}").format(proof))
        try:
            with psycopg.connect(**named | {"dbname": proof._obj[0]}, autocommit=True) as fresh:
                for name in ("tables", "guards", "post", "faults"):
                    fresh.execute((SQL / f"ledger_{name}.sql").read_text())
                for table in ("ledger_move", "ledger_transaction, ledger_move", "ledger_account"):
                    with pytest.raises(psycopg.errors.RestrictViolation, match="TRUNCATE"):
                        fresh.execute(f"truncate {table}")
                assert fresh.execute("select count(*) from ledger_account").fetchone() == (7,)
                assert fresh.execute("select * from ledger_faults()").fetchall() == []
        finally:
            server.execute(sql.SQL("drop database {} with (force)").format(proof))
