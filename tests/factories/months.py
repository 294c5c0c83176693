"""Months of the ledger that can be sealed, and somebody who tampers with them."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection, transaction

from marketplace.core import clock, ids
from wallet import ledger
from wallet.models.ledger import LedgerCheckpointAccount
from wallet.services import books, checkpoints

At = Callable[[str], datetime]
OUT = ledger.WORLD["payout"]
TABLES = (
    *("ledger_account", "ledger_transaction", "ledger_move"),
    *("ledger_checkpoint", "ledger_checkpoint_account"),
)


def deposit(person: UUID, cents: int) -> None:
    post((ledger.WORLD["card"], ledger.wallet(person), cents))


def post(*moves: tuple[str, str, int], kind: str = "test") -> None:
    with transaction.atomic():
        ledger.post(key=f"test:{ids.new()}", kind=kind, moves=[ledger.Move(*move) for move in moves])


def given_two_months(at: At, person: UUID) -> None:
    """September: 1,000 come, 400 are earned, 100 go to somebody and come back. October: 50 more come, and 10 are paid out. Then it
    is November."""
    wallet = ledger.wallet(person)
    at("2026-09-10T10:00Z")
    deposit(person, 1_000)
    post((wallet, ledger.earnings(person), 400))
    other = ledger.earnings(ids.new())
    post((wallet, other, 100))
    post((other, wallet, 100))
    at("2026-10-20T10:00Z")
    deposit(person, 50)
    post((ledger.earnings(person), OUT, 10))
    at("2026-11-05T00:00Z")


def given_sealed() -> None:
    """A month with one move is sealed, and it is 40 days later."""
    deposit(ids.new(), 500)
    clock.freeze(clock.now() + timedelta(days=40))
    assert checkpoints.seal_due() == 1


def states(month: str) -> dict[str, tuple[int, int, int, int]]:
    rows = LedgerCheckpointAccount.objects.filter(checkpoint=month).select_related("account")
    return {row.account.code.partition(":")[0]: (row.balance, row.sent, row.returned, row.withdrawn) for row in rows}


def tamper(*statements: str) -> None:
    """As somebody with the owner's rights could: guards off, the change, guards on again."""
    with connection.cursor() as cursor:
        cursor.execute("set constraints all immediate")
        for table in TABLES:
            cursor.execute(f"alter table {table} disable trigger user")
        for statement in statements:
            cursor.execute(statement)
        for table in TABLES:
            cursor.execute(f"alter table {table} enable trigger user")


def named(*, whole: bool = False) -> set[str]:
    return {fault for fault, _, _ in books.violations(whole=whole)}
