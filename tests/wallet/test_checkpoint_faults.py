"""Checkpoints are guarded, and each proof finds the tampering that it is there for; what each costs."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.db import DatabaseError, connection, transaction

from marketplace.core import clock, ids
from tests.contradictions import plant
from tests.factories.market import given_released
from tests.factories.months import At, deposit, given_two_months, named, post, states, tamper
from tests.factories.plans import blocks
from wallet import ledger
from wallet.models.ledger import LedgerCheckpoint
from wallet.services import checkpoints

pytestmark = pytest.mark.django_db


@pytest.fixture
def person() -> UUID:
    return ids.new()


@pytest.mark.parametrize(
    "statement",
    [
        "insert into ledger_checkpoint (month, ends_at, closed_at) values ('2030-01-01', '2030-02-01', '2030-02-04')",
        "update ledger_checkpoint set hash = decode('00', 'hex')",
        "update ledger_checkpoint set ends_at = '2020-01-01'",
        "delete from ledger_checkpoint",
        "insert into ledger_checkpoint_account (month, account_id, balance, sent, returned, withdrawn) "
        "values ('2026-09-01', 1, 5, 0, 0, 0)",
        "update ledger_checkpoint_account set balance = 5",
        "delete from ledger_checkpoint_account",
        "select ledger_seal('2026-09-01', 1, 1, 1, '', now())",
        "select ledger_seal('2026-11-01', 1, 1, 1, '', now())",
        "do $$ begin perform set_config('ledger.sealing', 'on', true); "
        "update ledger_checkpoint set hash = decode('00', 'hex'); end $$",
    ],
)
def test_nobody_but_the_function_seals_and_what_is_sealed_stays(at: At, person: UUID, statement: str) -> None:
    given_two_months(at, person)
    checkpoints.seal_due()
    before = list(LedgerCheckpoint.objects.order_by("month").values()), states("2026-09-01"), states("2026-10-01")

    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)

    assert (
        list(LedgerCheckpoint.objects.order_by("month").values()),
        states("2026-09-01"),
        states("2026-10-01"),
    ) == before


SEALED = {
    "cents": ("update ledger_move set cents = cents + 1 where id = (select min(id) from ledger_move)",),
    "a transaction's words": ('update ledger_transaction set tags = \'{"actor": "nobody"}\'',),
    "a transaction's kind": ("update ledger_transaction set kind = 'other'",),
    "a time": ("update ledger_move set created_at = created_at - interval '1 minute'",),
    "whose account it was": (
        "update ledger_account set code = 'earnings:' || gen_random_uuid() where kind = 'earnings'",
    ),
    "a move that is gone": ("delete from ledger_move where id = (select min(id) from ledger_move)",),
    "one more": (
        "insert into ledger_move (id, transaction_id, source_id, destination_id, cents, created_at) overriding system value "
        "select -1, transaction_id, 1, 2, 5, created_at from ledger_move order by id limit 1",
    ),
    "a hash": ("update ledger_checkpoint set hash = sha256('x') where month = '2026-09-01'",),
    "a count": ("update ledger_checkpoint set moves = moves + 1 where month = '2026-09-01'",),
    "its end": ("update ledger_checkpoint set ends_at = ends_at - interval '1 hour' where month = '2026-09-01'",),
    "a state": ("update ledger_checkpoint_account set balance = balance + 1 where month = '2026-09-01'",),
    "a total": ("update ledger_checkpoint_account set sent = sent + 1 where month = '2026-09-01'",),
    "a lost state": ("delete from ledger_checkpoint_account where month = '2026-09-01'",),
    "a lost checkpoint": (
        "delete from ledger_checkpoint_account where month = '2026-09-01'",
        "delete from ledger_checkpoint where month = '2026-09-01'",
    ),
}
BY_STATES = {"a state", "a total", "a lost state"}


@pytest.mark.parametrize("what", SEALED)
def test_a_tampering_with_what_is_sealed_is_found_by_the_whole_proof(at: At, person: UUID, what: str) -> None:
    given_two_months(at, person)
    checkpoints.seal_due()

    tamper(*SEALED[what])

    expected = "checkpoint differs from its moves" if what in BY_STATES else "sealed month was changed"
    assert expected in named(whole=True)


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("update ledger_account set balance = balance + 1 where kind = 'wallet'", "balance differs from its moves"),
        ("update ledger_account set sent = sent + 1 where kind = 'wallet'", "total differs from its moves"),
        ("update ledger_account set balance = balance + 1 where kind = 'earnings'", "balance differs from its moves"),
        (
            "update ledger_move set cents = cents + 1 where id = (select max(id) from ledger_move)",
            "statement has a gap",
        ),
        ("delete from ledger_move where id = (select max(id) from ledger_move)", "transaction without moves"),
        (
            "update ledger_move set source_id = 99 where id = (select max(id) from ledger_move)",
            "move without an account",
        ),
        ("update ledger_checkpoint_account set balance = balance + 1 where month = '2026-10-01'", "do not balance"),
        ("alter table ledger_move disable trigger ledger_move_not_sealed", "guard missing or disabled"),
        ("alter table ledger_checkpoint disable trigger ledger_checkpoint_kept", "guard missing or disabled"),
    ],
)
def test_a_tampering_after_the_checkpoint_is_found_every_night(
    at: At, person: UUID, statement: str, fault: str
) -> None:
    given_two_months(at, person)
    checkpoints.seal_due()
    deposit(person, 5)
    assert named() == set()

    if statement.startswith("alter"):
        with connection.cursor() as cursor:
            cursor.execute("set constraints all immediate")
            cursor.execute(statement)
    else:
        tamper(statement)

    assert any(fault in found for found in named())


@pytest.mark.parametrize("nightly", [False, True], ids=["of the sealed month", "of the open month"])
def test_a_seat_that_ended_before_the_checkpoint_is_compared_by_the_whole_proof(nightly: bool) -> None:
    sealed = given_released()
    clock.freeze(clock.now() + timedelta(days=40))
    assert checkpoints.seal_due() == 1
    open_ = given_released()
    seat = open_ if nightly else sealed
    fault = "release moved other cents than promised"
    assert named() == named(whole=True) == set()

    plant(f"update escrow_escrow set human_payout_cents = human_payout_cents - 1 where id = '{seat.escrow.pk}'")

    assert (fault in named(), fault in named(whole=True)) == (nightly, True)


def test_the_night_costs_the_month_and_the_whole_proof_the_history(at: At, person: UUID) -> None:
    wallet, earned = ledger.wallet(person), ledger.earnings(person)

    def a_month(month: str, moves: int) -> None:
        at(f"{month}-10T10:00Z")
        deposit(person, 5)
        post(*[(wallet, earned, 1), (earned, wallet, 1)] * (moves // 2))

    def costs() -> tuple[int, int]:
        with connection.cursor() as cursor:  # else the plans are those of what other tests left
            cursor.execute("analyze ledger_move, ledger_account, ledger_transaction, ledger_checkpoint")
        return blocks("select * from ledger_faults()"), blocks("select * from ledger_faults(true)")

    a_month("2026-09", 1_000)
    at("2026-10-05T10:00Z")
    checkpoints.seal_due()
    a_month("2026-10", 100)
    short, _ = costs()
    a_month("2026-11", 4_000)
    at("2026-12-05T10:00Z")
    checkpoints.seal_due()
    a_month("2026-12", 100)

    night, whole = costs()

    assert night < 1.5 * short
    assert whole > night
