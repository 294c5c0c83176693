"""Closed months are sealed: when, what a checkpoint says, what is refused from then on, and which proof finds which tampering."""

import threading
from datetime import date, datetime
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from marketplace.core import clock, ids
from tests.factories.months import OUT, At, deposit, given_two_months, named, post, states, tamper
from wallet import ledger
from wallet.models.ledger import LedgerAccount, LedgerCheckpoint, LedgerMove
from wallet.services import checkpoints

pytestmark = pytest.mark.django_db


@pytest.fixture
def person() -> UUID:
    return ids.new()


def test_a_month_is_sealed_when_it_has_been_over_for_three_days(at: At, person: UUID) -> None:
    given_two_months(at, person)
    at("2026-11-03T23:59Z")
    assert checkpoints.seal_due() == 1
    assert [str(row) for row in LedgerCheckpoint.objects.all()] == ["2026-09"]

    at("2026-11-04T00:00Z")

    assert checkpoints.seal_due() == 1
    assert checkpoints.seal_due() == 0
    assert [str(row) for row in LedgerCheckpoint.objects.order_by("month")] == ["2026-09", "2026-10"]
    assert named() == named(whole=True) == set()


def test_a_checkpoint_says_what_each_account_stands_at(at: At, person: UUID) -> None:
    given_two_months(at, person)

    assert checkpoints.seal_due() == 2

    # deposits of the kind `test` come back from outside, as it were
    assert states("2026-09-01") == {
        "wallet": (600, 500, 100, -1_000),
        "earnings": (400, 0, 0, 0),
        "world.card": (-1_000, 0, 0, 0),
    }
    assert states("2026-10-01") == {
        "wallet": (650, 500, 100, -1_050),
        "earnings": (390, 0, 0, 10),
        "world.card": (-1_050, 0, 0, 0),
        "world.payout": (10, 0, 0, 0),
    }
    first, second = LedgerCheckpoint.objects.order_by("month")
    assert ((first.moves, first.cents), (second.moves, second.cents)) == ((4, 1_600), (2, 60))
    assert second.through == LedgerMove.objects.order_by("pk").last().pk
    assert len(bytes(first.hash)) == 32
    assert first.hash != second.hash


def test_the_hash_can_be_computed_by_whoever_has_the_moves(at: At, person: UUID) -> None:
    import hashlib

    from wallet.selectors.checkpoints import _MOVES

    given_two_months(at, person)
    checkpoints.seal_due()
    first, second = LedgerCheckpoint.objects.order_by("month")

    before, after = bytes(32), -(2**63)
    for row in (first, second):
        with connection.cursor() as cursor:
            cursor.execute(_MOVES, [after, row.through, 100])
            lines = [text for _, _, text in cursor.fetchall()]
        head = f'["{row.month}","{row.ends_at.isoformat()}",{row.through}]'
        before, after = (
            hashlib.sha256(before + "".join(f"{line}\n" for line in [head, *lines]).encode()).digest(),
            row.through,
        )
        assert before == bytes(row.hash)
    assert person.hex[:8] in lines[0]


def test_nothing_is_sealed_before_anything_moved_and_in_a_month_without_moves(at: At, person: UUID) -> None:
    at("2026-11-05T00:00Z")
    assert checkpoints.seal_due() == 0

    deposit(person, 5)
    at("2027-06-01T00:00Z")
    assert checkpoints.seal_due() == 1
    assert checkpoints.seal_due() == 0
    deposit(person, 5)
    at("2027-08-01T00:00Z")

    assert checkpoints.seal_due() == 1
    assert [str(row) for row in LedgerCheckpoint.objects.order_by("month")] == ["2026-11", "2027-06"]
    assert named(whole=True) == set()


def test_a_sealed_month_takes_no_move(at: At, person: UUID) -> None:
    given_two_months(at, person)
    checkpoints.seal_due()
    before = (LedgerMove.objects.count(), ledger.balance(ledger.wallet(person)))

    at("2026-10-31T23:59Z")
    with pytest.raises(DatabaseError, match="its month is sealed"), transaction.atomic():
        deposit(person, 5)

    assert (LedgerMove.objects.count(), ledger.balance(ledger.wallet(person))) == before
    at("2026-11-01T00:00Z")
    deposit(person, 5)
    assert named() == named(whole=True) == set()


def test_a_closed_month_takes_no_move_either_and_is_sealed_by_the_next_run(
    at: At, person: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_two_months(at, person)

    def dies(*_: Any, **__: Any) -> None:
        raise RuntimeError("the process died here")

    with monkeypatch.context() as patch:
        patch.setattr(ledger, "seal_month", dies)
        with pytest.raises(RuntimeError):
            checkpoints.seal_due()
    assert LedgerCheckpoint.objects.get().through is None
    at("2026-09-30T23:59Z")
    with pytest.raises(DatabaseError, match="its month is sealed"), transaction.atomic():
        deposit(person, 5)

    at("2026-11-05T00:00Z")
    assert checkpoints.seal_due() == 2
    assert named() == named(whole=True) == set()


def test_the_sums_of_house_accounts_begin_with_the_checkpoint(at: At, person: UUID) -> None:
    given_two_months(at, person)
    before = [ledger.house_balance(code) for code in ledger.HOUSE]
    checkpoints.seal_due()

    assert [ledger.house_balance(code) for code in ledger.HOUSE] == before
    deposit(person, 7)
    post((ledger.earnings(person), OUT, 3))

    assert ledger.house_balance(ledger.WORLD["card"]) == -1_057
    assert ledger.house_balance(OUT) == 13


def test_a_clock_that_is_ahead_puts_its_moves_before_the_cut(at: At, person: UUID) -> None:
    at("2026-09-30T23:59:58Z")
    deposit(person, 1)
    at("2026-10-01T00:00:01Z")
    deposit(person, 10)
    at("2026-09-30T23:59:59Z")
    deposit(person, 20)
    at("2026-10-01T00:00:02Z")
    deposit(person, 30)
    at("2026-10-05T00:00Z")

    assert checkpoints.seal_due() == 1

    row = LedgerCheckpoint.objects.get()
    assert (str(row), row.moves, row.cents) == ("2026-09", 3, 31)
    assert states("2026-09-01")["wallet"][0] == 31
    assert named() == named(whole=True) == set()


def test_months_are_not_sealed_while_the_books_disagree(at: At, person: UUID) -> None:
    given_two_months(at, person)
    tamper("update ledger_account set balance = balance + 1 where kind = 'wallet'")

    assert checkpoints.seal_due() == 0
    assert not LedgerCheckpoint.objects.exists()

    tamper("update ledger_account set balance = balance - 1 where kind = 'wallet'")
    assert checkpoints.seal_due() == 2


def test_a_checkpoint_that_leaves_a_move_out_is_refused(at: At, person: UUID) -> None:
    given_two_months(at, person)
    month = date(2026, 9, 1)
    ledger.close_month(month)

    with pytest.raises(DatabaseError, match="the month ends with move"), transaction.atomic():
        ledger.seal_month(month, through=LedgerMove.objects.first().pk, moves=1, cents=1, digest=bytes(32))

    assert LedgerCheckpoint.objects.get().through is None


def test_the_command_says_what_it_checked(at: At, person: UUID, capsys: pytest.CaptureFixture[str]) -> None:
    given_two_months(at, person)
    checkpoints.seal_due()
    deposit(person, 5)

    call_command("check_ledger")
    call_command("check_ledger", whole=True)

    assert capsys.readouterr().out.splitlines() == [
        "check_ledger: 1 moves since the checkpoint of 2026-10 (--whole proves all before it, too), 0 violations",
        "check_ledger: 3 accounts, 7 transactions, 7 moves, 0 violations",
    ]


@pytest.mark.django_db(transaction=True)
def test_of_two_runs_one_seals(house_accounts: None, at: At, person: UUID) -> None:
    given_two_months(at, person)
    done: list[int] = []

    def run() -> None:
        try:
            done.append(checkpoints.seal_due())
        finally:
            connection.close()

    runs = [threading.Thread(target=run) for _ in range(4)]
    for one in runs:
        one.start()
    for one in runs:
        one.join(timeout=30)

    assert (len(done), sum(done)) == (4, 2)
    assert LedgerCheckpoint.objects.exclude(through=None).count() == 2
    assert named(whole=True) == set()


@pytest.mark.django_db(transaction=True)
def test_a_post_that_is_under_way_is_waited_for(house_accounts: None, at: At, person: UUID) -> None:
    given_two_months(at, person)
    at("2026-10-31T23:59Z")
    posted, may_end = threading.Event(), threading.Event()

    def slow() -> None:
        try:
            with transaction.atomic():
                ledger.post(
                    key="slow", kind="test", moves=[ledger.Move(ledger.WORLD["card"], ledger.wallet(person), 9)]
                )
                posted.set()
                may_end.wait(30)
        finally:
            connection.close()

    other = threading.Thread(target=slow)
    other.start()
    assert posted.wait(30)
    clock.freeze(datetime.fromisoformat("2026-11-05T00:00Z"))

    # it takes longer than the run waits: nothing is closed, and the next run finds it
    assert checkpoints.seal_due() == 0
    assert not LedgerCheckpoint.objects.exists()
    may_end.set()
    other.join(timeout=30)

    assert checkpoints.seal_due() == 2
    assert LedgerAccount.objects.get(code=ledger.wallet(person)).balance == 659
    assert states("2026-10-01")["wallet"][0] == 659
    assert named(whole=True) == set()
