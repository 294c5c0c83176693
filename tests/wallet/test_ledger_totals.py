"""Lifetime totals are kept by the ledger: what each move adds to them, who may write them, and that reading them costs nothing more
with a longer history."""

from importlib import import_module
from types import SimpleNamespace
from uuid import UUID

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from marketplace.core import ids
from tests.factories.plans import blocks
from wallet import ledger
from wallet.models.ledger import LedgerAccount
from wallet.selectors import balances
from wallet.selectors.balances import WalletBalance

pytestmark = pytest.mark.django_db
WALLET, EARNINGS, POOL, WORLD = "wallet", "earnings", "pool", "world.card"


@pytest.fixture
def person() -> UUID:
    return ids.new()


def post(person: UUID, *moves: tuple[str, str, int], kind: str = "test") -> None:
    """`wallet`, `earnings` and `pool` are those of this person."""
    codes = {WALLET: ledger.wallet(person), EARNINGS: ledger.earnings(person), POOL: ledger.pool(person)}
    made = [ledger.Move(codes.get(source, source), codes.get(to, to), cents) for source, to, cents in moves]
    ledger.post(key=f"test:{ids.new()}", kind=kind, moves=made)


def faults() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("select fault from ledger_faults()")
        return [row[0] for row in cursor.fetchall()]


# kind, source, destination -> what 10 cents of it add to (deposited, sent, returned, withdrawn) of a wallet
WALLET_MOVES = [
    ("deposit", WORLD, WALLET, (10, 0, 0, 0)),
    ("surplus_failed", ledger.TRANSIT, WALLET, (10, 0, 0, 0)),
    ("surplus_returned", ledger.TRANSIT, WALLET, (10, 0, 0, 0)),
    ("out_failed", ledger.TRANSIT, WALLET, (0, 0, 0, -10)),
    ("chargeback_won", WORLD, WALLET, (0, 0, 0, -10)),
    ("reprice", POOL, WALLET, (0, 0, 10, 0)),
    ("correction", ledger.LOSSES, WALLET, (0, 0, 10, 0)),
    ("correction", ledger.FEES, WALLET, (0, 0, 10, 0)),
    ("fund", WALLET, POOL, (0, 10, 0, 0)),
    ("transfer", WALLET, EARNINGS, (0, 10, 0, 0)),
    ("correction", WALLET, ledger.FEES, (0, 10, 0, 0)),
    ("out", WALLET, ledger.TRANSIT, (0, 0, 0, 10)),
    ("chargeback", WALLET, WORLD, (0, 0, 0, 10)),
    ("recovery", WALLET, ledger.LOSSES, (0, 0, 0, 10)),
]
# ... and to what was withdrawn of earnings
EARNINGS_MOVES = [
    ("release", POOL, EARNINGS, 0),
    ("correction", ledger.LOSSES, EARNINGS, 0),
    ("correction", EARNINGS, WALLET, 0),
    ("out", EARNINGS, ledger.TRANSIT, 10),
    ("out_failed", ledger.TRANSIT, EARNINGS, -10),
]


@pytest.mark.parametrize(("kind", "source", "destination", "added"), WALLET_MOVES)
def test_what_a_move_adds_to_the_totals_of_a_wallet(
    person: UUID, kind: str, source: str, destination: str, added: tuple[int, int, int, int]
) -> None:
    post(person, (WORLD, WALLET, 50), (WORLD, WALLET, 50), (WALLET, POOL, 50), kind="deposit")
    before = balances.wallet(person)

    post(person, (source, destination, 10), kind=kind)

    after = balances.wallet(person)
    deposited, sent, returned, withdrawn = added
    assert before == WalletBalance(50, 100, 50, 0, 0)
    assert after == WalletBalance(
        50 + deposited - sent + returned - withdrawn, 100 + deposited, 50 + sent, returned, withdrawn
    )
    assert after.balance == ledger.balance(ledger.wallet(person))
    assert faults() == []


@pytest.mark.parametrize(("kind", "source", "destination", "withdrawn"), EARNINGS_MOVES)
def test_what_a_move_adds_to_what_was_withdrawn_of_earnings(
    person: UUID, kind: str, source: str, destination: str, withdrawn: int
) -> None:
    post(person, (WORLD, WALLET, 100), (WALLET, POOL, 50), (WALLET, EARNINGS, 50))

    post(person, (source, destination, 10), kind=kind)

    assert balances.earnings(person) == (50 + (10 if destination == EARNINGS else -10), withdrawn)
    assert faults() == []


def test_several_moves_of_one_post_add_up(person: UUID) -> None:
    post(person, (WORLD, WALLET, 100), kind="deposit")

    post(person, (WALLET, POOL, 30), (WALLET, POOL, 20), (POOL, WALLET, 5), kind="fund")

    assert balances.wallet(person) == WalletBalance(55, 100, 50, 5, 0)
    assert set(LedgerAccount.objects.filter(kind="pool").values_list("sent", "returned", "withdrawn")) == {(None,) * 3}
    assert faults() == []


def test_a_refused_post_and_a_replay_add_nothing(person: UUID) -> None:
    moves = [ledger.Move(ledger.WORLD["card"], ledger.wallet(person), 100)]
    ledger.post(key="deposit:one", kind="deposit", moves=moves)
    before = balances.wallet(person)

    ledger.post(key="deposit:one", kind="deposit", moves=moves)
    with pytest.raises(ledger.InsufficientFunds):
        post(person, (WALLET, POOL, 60), (WALLET, POOL, 60), kind="fund")

    assert balances.wallet(person) == before == WalletBalance(100, 100, 0, 0, 0)


def test_whoever_has_no_account_has_nothing(person: UUID) -> None:
    assert balances.wallet(person) == WalletBalance(0, 0, 0, 0, 0)
    assert balances.earnings(person) == (0, 0)


@pytest.mark.parametrize(
    "statement",
    [
        "update ledger_account set sent = 5",
        "update ledger_account set withdrawn = null",
        "insert into ledger_account (code, balance, sent) values ('wallet:00000000-0000-0000-0000-000000000001', 0, 5)",
        "insert into ledger_account (code, balance, withdrawn) values ('wallet:00000000-0000-0000-0000-000000000001', 0, 0)",
    ],
)
def test_nobody_but_the_function_writes_totals(person: UUID, statement: str) -> None:
    post(person, (WORLD, WALLET, 100), kind="deposit")

    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)

    assert balances.wallet(person) == WalletBalance(100, 100, 0, 0, 0)


@pytest.mark.parametrize("column", ["sent", "returned", "withdrawn"])
def test_a_changed_total_is_named(person: UUID, column: str) -> None:
    post(person, (WORLD, WALLET, 100), kind="deposit")

    with connection.cursor() as cursor:
        cursor.execute("alter table ledger_account disable trigger user")
        cursor.execute(f"update ledger_account set {column} = 1 where kind = 'wallet'")
        cursor.execute("alter table ledger_account enable trigger user")

    assert faults() == ["total differs from its moves"]


def test_the_migration_fills_what_moved_before(person: UUID) -> None:
    post(person, (WORLD, WALLET, 100), kind="deposit")
    post(person, (WALLET, POOL, 40), (WALLET, EARNINGS, 30), (POOL, WALLET, 10), kind="fund")
    post(person, (EARNINGS, ledger.TRANSIT, 20), (WALLET, ledger.TRANSIT, 5), kind="out")
    kept = balances.wallet(person), balances.earnings(person)
    with connection.cursor() as cursor:
        cursor.execute("set constraints all immediate")
        cursor.execute("alter table ledger_account disable trigger user")
        cursor.execute(
            "update ledger_account set sent = null, returned = 7, withdrawn = null where owner_id is not null"
        )
        cursor.execute("update ledger_account set returned = null where kind = 'pool'")
        cursor.execute("alter table ledger_account enable trigger user")
    assert len(faults()) == 2

    import_module("wallet.migrations.0017_ledger_totals_of_before").fill(None, SimpleNamespace(connection=connection))

    assert faults() == []
    assert (balances.wallet(person), balances.earnings(person)) == kept == (WalletBalance(35, 100, 70, 10, 5), (10, 20))
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:  # the guard is back
        cursor.execute("update ledger_account set sent = 5")


def test_a_balance_costs_the_same_with_any_history(person: UUID) -> None:
    def cost() -> list[int]:
        with CaptureQueriesContext(connection) as asked:
            balances.wallet(person)
            balances.earnings(person)
        return [blocks(query["sql"]) for query in asked]

    post(person, (WORLD, WALLET, 1_000), kind="deposit")
    post(person, *[(WALLET, EARNINGS, 1), (EARNINGS, ledger.TRANSIT, 1)] * 50)
    short = cost()

    post(person, *[(WALLET, POOL, 1), (POOL, WALLET, 1)] * 2_500)
    long = cost()

    assert len(short) == 2
    assert long == short
    assert max(long) <= 50  # what tests before it rolled back is read, too
