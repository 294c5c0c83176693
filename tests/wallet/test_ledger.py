"""The ledger: one writer, keys posted once, no cent below zero, and a proof that names every tampering."""

from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from marketplace.core import ids
from wallet import ledger
from wallet.errors import InsufficientFunds, LedgerConflict
from wallet.models.ledger import LedgerMove, LedgerTransaction

pytestmark = pytest.mark.django_db


@pytest.fixture
def person() -> UUID:
    return ids.new()


def deposit(person: UUID, cents: int, key: str = "deposit:test") -> ledger.Posted:
    return ledger.post(key=key, kind="test", moves=[ledger.Move(ledger.WORLD["card"], ledger.wallet(person), cents)])


def spend(person: UUID, cents: int, key: str = "spend:test") -> ledger.Posted:
    return ledger.post(key=key, kind="test", moves=[ledger.Move(ledger.wallet(person), ledger.FEES, cents)])


def ledger_faults() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("select fault from ledger_faults()")
        return sorted({row[0] for row in cursor.fetchall()})


def test_a_post_moves_cents_and_answers_the_balances(person: UUID) -> None:
    posted = deposit(person, 590)

    assert not posted.replayed
    assert posted.balances == {ledger.wallet(person): 590}
    assert ledger.balance(ledger.wallet(person)) == 590
    assert ledger.house_balance(ledger.WORLD["card"]) == -590


def test_the_same_fact_twice_is_replayed_and_moves_nothing(person: UUID) -> None:
    first = deposit(person, 590)

    again = deposit(person, 590)

    assert again.replayed
    assert again.id == first.id
    assert ledger.balance(ledger.wallet(person)) == 590


def test_a_key_with_other_moves_is_a_conflict_and_moves_nothing(person: UUID) -> None:
    deposit(person, 590)

    with pytest.raises(LedgerConflict):
        deposit(person, 591)

    assert ledger.balance(ledger.wallet(person)) == 590
    assert LedgerMove.objects.count() == 1


def test_an_account_never_goes_below_zero_and_the_transaction_lives_on(person: UUID) -> None:
    deposit(person, 300)

    with pytest.raises(InsufficientFunds) as refusal:
        spend(person, 590)

    assert refusal.value.status == 402
    assert refusal.value.extra["requiredCents"] == 590
    assert refusal.value.extra["balanceCents"] == 300
    assert refusal.value.extra["shortfallCents"] == 290
    assert ledger.balance(ledger.wallet(person)) == 300
    spend(person, 300, key="spend:less")
    assert ledger.balance(ledger.wallet(person)) == 0


def test_a_chain_in_one_post_works_in_the_order_of_its_moves(person: UUID) -> None:
    escrow = ids.new()
    deposit(person, 590)

    ledger.post(
        key="chain",
        kind="test",
        moves=[
            ledger.Move(ledger.wallet(person), ledger.pool(escrow), 590),
            ledger.Move(ledger.pool(escrow), ledger.hold(escrow), 590),
        ],
    )

    assert ledger.balance(ledger.hold(escrow)) == 590
    assert ledger.balance(ledger.pool(escrow)) == 0


def test_nothing_to_move_is_not_posted(person: UUID) -> None:
    posted = ledger.post(key="nothing", kind="test", moves=[ledger.Move(ledger.FEES, ledger.wallet(person), 0)])

    assert posted.id is None
    assert not LedgerTransaction.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_money_does_not_move_outside_a_transaction(house_accounts: None, person: UUID) -> None:
    with pytest.raises(RuntimeError):
        deposit(person, 1)


@pytest.mark.parametrize(
    "statement",
    [
        "insert into ledger_transaction (id, key, kind, created_at) values (gen_random_uuid(), 'forged', 'x', '2026-01-01')",
        "insert into ledger_move (transaction_id, source_id, destination_id, cents, created_at) "
        "select id, 1, 2, 5, '2026-01-01' from ledger_transaction",
        "insert into ledger_account (code, balance) values ('wallet:00000000-0000-0000-0000-000000000001', 5)",
        "update ledger_account set balance = balance + 1",
        "update ledger_move set cents = cents + 1",
        "update ledger_transaction set kind = 'forged'",
        "delete from ledger_move",
        "delete from ledger_transaction",
        "delete from ledger_account",
    ],
)
def test_nobody_but_the_function_writes(person: UUID, statement: str) -> None:
    deposit(person, 590)

    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)

    assert ledger.balance(ledger.wallet(person)) == 590
    assert LedgerMove.objects.count() == 1


@pytest.mark.parametrize(
    ("tampering", "fault"),
    [
        ("update ledger_account set balance = balance + 1 where balance is not null", "balance differs from its moves"),
        ("update ledger_move set cents = cents + 1", "statement has a gap"),
        ("delete from ledger_move", "transaction without moves"),
        ("update ledger_move set source_id = 999999", "move without an account"),
        ("update ledger_move set destination_balance = null", "move lost a balance"),
    ],
)
def test_the_proof_names_what_was_tampered_with(person: UUID, tampering: str, fault: str) -> None:
    # given a sound ledger
    deposit(person, 590)
    assert ledger_faults() == []

    # when somebody with the owner's rights switches the guards off and back on
    with connection.cursor() as cursor:
        for table in ("ledger_account", "ledger_move"):
            cursor.execute(f"alter table {table} disable trigger user")
        cursor.execute(tampering)
        cursor.execute("set constraints all immediate")
        for table in ("ledger_account", "ledger_move"):
            cursor.execute(f"alter table {table} enable trigger user")

    # then the proof names it
    assert fault in ledger_faults()


def test_a_disabled_guard_is_named() -> None:
    with connection.cursor() as cursor:
        cursor.execute("alter table ledger_move disable trigger ledger_move_immutable")

    assert ledger_faults() == ["guard missing or disabled"]


def test_check_ledger_exits_with_1_on_a_fault_and_0_without(capsys: pytest.CaptureFixture[str], person: UUID) -> None:
    call_command("check_ledger")
    assert "0 violations" in capsys.readouterr().out

    deposit(person, 590, key=f"deposit:{ids.new()}")  # money without a payment behind it, booked as one
    with connection.cursor() as cursor:
        cursor.execute("alter table ledger_transaction disable trigger user")
        cursor.execute("update ledger_transaction set kind = 'deposit'")
        cursor.execute("alter table ledger_transaction enable trigger user")

    with pytest.raises(SystemExit) as ended:
        call_command("check_ledger")
    assert ended.value.code == 1
    assert "VIOLATION  deposit without its payment" in capsys.readouterr().out
