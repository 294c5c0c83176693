"""The ledger of a database whose owner is no superuser: the guards let `ledger_post` through, and nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import DatabaseError, connection, transaction

from marketplace.core import ids
from wallet import ledger
from wallet.errors import InsufficientFunds, LedgerConflict
from wallet.models.ledger import LedgerMove, LedgerTransaction

pytestmark = [pytest.mark.django_db, pytest.mark.main]

BY_HAND = {
    "transaction": "insert into ledger_transaction (id, key, kind, created_at) values (gen_random_uuid(), 'by hand', 'x', now())",
    "move": "insert into ledger_move (transaction_id, source_id, destination_id, cents, created_at) "
    "select t.id, 1, 2, 5, now() from ledger_transaction t limit 1",
    "balance": "update ledger_account set balance = balance + 1 where balance is not null",
}


@contextmanager
def nothing_written_by_hand() -> Iterator[None]:
    """After what the test does, in the same transaction, no row of the ledger can be written but by the function."""
    yield
    before = LedgerTransaction.objects.count(), LedgerMove.objects.count()
    for statement in BY_HAND.values():
        refused = pytest.raises(DatabaseError, match="only ledger_post writes")
        with refused, transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert (LedgerTransaction.objects.count(), LedgerMove.objects.count()) == before


def paid(cents: int, key: str, to: str, kind: str = "test") -> ledger.Posted:
    return ledger.post(key=key, kind=kind, moves=[ledger.Move(ledger.WORLD["card"], to, cents)])


def test_the_tests_run_as_a_plain_owner() -> None:
    with connection.cursor() as cursor:
        cursor.execute("select rolsuper from pg_roles where rolname = current_user")

        assert cursor.fetchone() == (False,)


def test_no_function_of_ours_is_made_with_a_right_that_only_superusers_have() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "select proname from pg_proc where pronamespace = 'public'::regnamespace and array_to_string(proconfig, ' ') like %s",
            ["%ledger.%"],
        )

        assert cursor.fetchall() == []


def test_after_a_post_nothing_else_writes() -> None:
    with nothing_written_by_hand():
        paid(590, "deposit:1", ledger.wallet(ids.new()))


def test_after_a_replay_a_conflict_and_a_refusal_nothing_else_writes() -> None:
    person = ledger.wallet(ids.new())
    with nothing_written_by_hand():
        paid(590, "deposit:1", person)
        assert paid(590, "deposit:1", person).replayed
        with pytest.raises(LedgerConflict):
            paid(591, "deposit:1", person)
        with pytest.raises(InsufficientFunds):
            ledger.post(key="spend:1", kind="test", moves=[ledger.Move(person, ledger.FEES, 1000)])


def test_after_an_error_inside_the_function_nothing_else_writes() -> None:
    # given an error after the mark was set: a house account that nobody has
    with nothing_written_by_hand():
        paid(590, "deposit:1", ledger.wallet(ids.new()))
        with pytest.raises(DatabaseError, match="source_id"), transaction.atomic():
            ledger.post(key="x:1", kind="test", moves=[ledger.Move("nobody", ledger.FEES, 5)])


def test_after_an_error_that_the_database_itself_catches_nothing_else_writes() -> None:
    caught = """
        do $$ begin
            perform ledger_post(gen_random_uuid(), 'x:2', 'test', now(), array['nobody'], array['fees'], array[5]::bigint[]);
        exception when others then null;
        end $$
    """
    with nothing_written_by_hand(), connection.cursor() as cursor:
        paid(590, "deposit:1", ledger.wallet(ids.new()))
        cursor.execute(caught)
    assert not LedgerTransaction.objects.filter(key="x:2").exists()
