"""Every fault that escrow's and bounties' audits know, planted and named; nothing else is named with it by mistake."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, transaction

from escrow.models import Escrow
from marketplace.core import ids
from tests.contradictions import plant
from tests.digest import unchanged
from tests.escrow.test_decisions import decide, given_dispute
from tests.factories.market import (
    Seat,
    given_bounty,
    given_completed,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_released,
    violations,
)

pytestmark = pytest.mark.django_db


def named() -> set[str]:
    return {fault for fault, _, _ in violations()}


@pytest.mark.parametrize(
    "given", [given_hired, given_confirmed, given_delivered, given_completed, given_released], ids=lambda f: f.__name__
)
def test_every_state_of_a_hire_is_sound(given: Callable[..., Seat]) -> None:
    agent = given_funded_agent()
    given_bounty(agent)
    given(agent=agent)
    given(agent=agent, spots_available=3)

    assert violations() == []


@pytest.mark.parametrize(
    ("given", "statement", "fault"),
    [
        (
            given_hired,
            "update escrow_escrow set human_payout_cents = human_payout_cents + 1, amount_cents = amount_cents + 1 "
            "where kind = 'seat'",
            "open seat does not hold its amount",
        ),
        (
            given_released,
            "update ledger_account set balance = 5 where kind = 'hold'",
            "ended escrow still holds money",
        ),
        (
            given_released,
            "update ledger_transaction set key = 'end:forged' where key like 'end:%'",
            "ended seat without its ending",
        ),
        (
            given_hired,
            "update escrow_escrow set status = 'funding' where kind = 'pool'",
            "unfunded escrow has money moves",
        ),
        (
            given_hired,
            "update ledger_transaction set key = 'fund:forged' "
            "where key = (select 'fund:' || id from escrow_escrow where kind = 'pool')",
            "funded escrow without its funding",
        ),
        (
            given_released,
            "update escrow_escrow set human_payout_cents = human_payout_cents - 1, amount_cents = amount_cents - 1, "
            "earned_cents = earned_cents - 1 where kind = 'seat'",
            "release moved other cents than promised",
        ),
        (
            given_released,
            "update ledger_move set cents = cents + 10 where destination_id = (select id from ledger_account where code = 'fees')",
            "release moved other cents than promised",
        ),
        (
            given_hired,
            "update bounties_bounty set spots_available = spots_available + 1",
            "pool differs from its free seats",
        ),
        (given_hired, "update bounties_bounty set fee_bps = 0", "bounty and its pool differ in price or rate"),
        (given_hired, "update bounties_bounty set seat_cents = 1", "bounty and its pool differ in price or rate"),
        (
            given_hired,
            "update escrow_escrow set fee_bps = 0 where kind = 'pool'",
            "seat at another rate than its pool",
        ),
        (given_hired, "update bounties_bounty set pool_id = null", "bounty without a pool"),
        (
            given_hired,
            "update escrow_escrow set status = 'refunded', ended_at = created_at, refunded_to = 'wallet' where kind = 'pool'",
            "live bounty without funding",
        ),
        (
            given_released,
            "update escrow_escrow set status = 'funded', ended_at = null where kind = 'pool'",
            "ended bounty whose pool is open",
        ),
        (given_completed, "update bounties_bounty set status = 'assigned'", "bounty behind its seats"),
        (given_released, "update bounties_bounty set status = 'assigned'", "bounty behind its seats"),
        (given_released, "update bounties_bounty set status = 'completed'", "bounty behind its seats"),
        (given_hired, "update bounties_bounty set status = 'paused'", "full bounty that looks for people"),
        (
            given_hired,
            "update bounties_bounty set status = 'pending_funding'",
            "pending_funding without a raise, or a raise without it",
        ),
        (
            given_hired,
            "update bounties_bounty set pending_edit = '{}'",
            "pending_funding without a raise, or a raise without it",
        ),
        (given_hired, "update bounties_application set escrow_id = null", "hired without an escrow"),
        (
            given_hired,
            "update escrow_escrow set status = 'refunded', ended_at = created_at, refunded_to = 'pool' where kind = 'seat'",
            "hired without an escrow",
        ),
        (
            given_hired,
            "update bounties_application set status = 'expired'",
            "spots filled differ from hired people",
        ),
    ],
)
def test_a_planted_fault_is_named(given: Callable[..., Seat], statement: str, fault: str) -> None:
    given()
    assert violations() == []

    plant(statement)

    assert fault in named()


def test_no_seat_has_another_fee_than_that_of_its_rate() -> None:
    seat = given_hired()

    with pytest.raises(IntegrityError), transaction.atomic():
        Escrow.objects.filter(pk=seat.escrow.pk).update(fee_bps=2000)
    with pytest.raises(IntegrityError), transaction.atomic():
        Escrow.objects.filter(pk=seat.escrow.pk).update(platform_fee_cents=91, amount_cents=591)

    assert (seat.escrow.fee_bps, seat.escrow.amount_cents) == (1800, 590)


@pytest.mark.parametrize(
    ("given", "change"),
    [
        (given_released, {"status": "locked"}),
        (given_released, {"ended_at": None}),
        (given_released, {"released_at": None}),
        (given_released, {"earned_cents": 1}),
        (given_released, {"refunded_to": "wallet"}),
        (given_hired, {"ended_at": datetime(2026, 1, 1, tzinfo=UTC)}),
        (given_hired, {"status": "refunded"}),
        (given_hired, {"status": "funded"}),
        (given_hired, {"earned_cents": 1}),
        (given_hired, {"status": "delivered"}),
        (given_hired, {"status": "completed"}),
        (given_hired, {"status": "warranty_hold"}),
    ],
)
def test_columns_that_say_one_thing_cannot_contradict_each_other(
    given: Callable[..., Seat], change: dict[str, object]
) -> None:
    seat = given()
    with unchanged(), pytest.raises(IntegrityError), transaction.atomic():
        Escrow.objects.filter(pk=seat.escrow.pk).update(**change)


def test_a_refunded_seat_cannot_be_set_back_to_locked_with_its_end() -> None:
    seat = given_hired()
    assert seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/cancel").status == 200

    with pytest.raises(IntegrityError), transaction.atomic():
        Escrow.objects.filter(pk=seat.escrow.pk).update(status="locked")
    with pytest.raises(IntegrityError), transaction.atomic():
        Escrow.objects.filter(pk=seat.escrow.pk).update(status="locked", refunded_to=None)


def given_decided(worker_cents: int = 250) -> Seat:
    seat, dispute = given_dispute()
    decide(dispute, worker_cents)
    return seat


@pytest.mark.parametrize("cents", [0, 250, 500])
def test_every_decision_is_sound(cents: int) -> None:
    given_dispute()
    given_decided(cents)

    assert violations() == []


@pytest.mark.parametrize(
    ("given", "statement", "fault"),
    [
        (
            given_decided,
            "update escrow_disputedecision set worker_cents = worker_cents - 1, refund_cents = refund_cents + 1",
            "decision moved other cents than decided",
        ),
        (
            given_decided,
            "update ledger_move set cents = cents - 1 where destination_id = (select id from ledger_account where code = 'fees')",
            "decision moved other cents than decided",
        ),
        (
            given_decided,
            "update ledger_move set cents = cents + 1 where destination_id = (select id from ledger_account where code = 'fees')",
            "fees are not those of releases, decisions and refunds",
        ),
        (
            given_decided,
            "update escrow_escrow set earned_cents = 251 where kind = 'seat'",
            "decision moved other cents than decided",
        ),
        (
            given_decided,
            "update escrow_dispute set status = 'open', resolved_at = null",
            "dispute and its escrow disagree",
        ),
        (
            given_dispute,
            "update escrow_escrow set status = 'locked' where kind = 'seat'",
            "dispute and its escrow disagree",
        ),
        (given_dispute, "delete from escrow_dispute", "disputed escrow without a dispute"),
    ],
)
def test_a_fault_of_a_dispute_is_named(given: Callable[[], object], statement: str, fault: str) -> None:
    given()
    assert violations() == []

    plant(statement)

    assert fault in named()


def test_money_in_an_account_of_no_escrow_is_named() -> None:
    orphan = ids.new()
    given_hired()

    plant(f"insert into ledger_account (code, balance) values ('pool:{orphan}', 1)")

    assert ("account without an escrow", f"pool:{orphan}", "1") in violations()


def test_a_fault_names_the_row_and_what_is_wrong_with_it() -> None:
    seat = given_hired()

    plant("update bounties_bounty set spots_available = 3")

    assert violations() == [
        ("pool differs from its free seats", str(seat.bounty.pk), "assigned: 2 free at 590, held 0"),
    ]
