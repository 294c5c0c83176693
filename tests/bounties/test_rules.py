"""The pure rules: what a bounty becomes as its seats fill and empty, and when each clock of a seat rings."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bounties.errors import PoolTooLarge
from bounties.models import Application
from bounties.rules.applications import APPLICATION, REVIEW_ATTEMPTS, review_pause
from bounties.rules.bounties import (
    BOUNTY,
    FEE_KIND,
    KINDS,
    UNFILLED,
    Plan,
    plan_bounty,
    recruiting_status,
    seat_filled_action,
    seat_lost_action,
)
from bounties.rules.pictures import worker_pay
from bounties.rules.seats import DEADLINES, complete_by, overdue_at, silence, start_by
from escrow.rules.escrows import FEE_MAX_BPS, WORK_KINDS, unit
from marketplace.core.states import InvalidState

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("taken", "step", "status"),
    [(1, "fill_one", "partially_filled"), (2, "fill_one", "partially_filled"), (3, "fill_last", "assigned")],
)
def test_a_bounty_of_three_fills_up(taken: int, step: str, status: str) -> None:
    assert seat_filled_action(3, taken) == step
    assert BOUNTY.next("open" if taken == 1 else "partially_filled", step) == status
    assert recruiting_status(3, taken) == status
    assert recruiting_status(3, 0) == "open"


@pytest.mark.parametrize(
    ("spots", "taken", "step"), [(3, 2, "lose_one"), (3, 0, "lose_all"), (2, 2, "stay_full"), (0, 0, "stop")]
)
def test_what_is_left_says_what_a_lost_seat_makes_of_the_bounty(spots: int, taken: int, step: str) -> None:
    assert seat_lost_action(spots, taken) == step


@pytest.mark.parametrize("status", ["paused", "in_review", "pending_funding"])
def test_a_shut_bounty_stays_shut_while_it_has_a_free_spot(status: str) -> None:
    for step in ("lose_one", "lose_all"):
        assert BOUNTY.next(status, step) == status
    assert BOUNTY.next(status, "stay_full") == "assigned"
    if status == "in_review":
        assert [BOUNTY.next(status, step) for step in ("fill_one", "fill_last")] == ["in_review", "assigned"]
    else:
        with pytest.raises(InvalidState):
            BOUNTY.next(status, "fill_one")


def test_whatever_the_deadline_drops_can_still_end() -> None:
    for status in set(UNFILLED) - {"partially_filled"}:
        assert BOUNTY.next(status, "stop") == "closing"
    assert "stop" not in BOUNTY.allowed("partially_filled"), "somebody is hired"
    for over in ("closed", "cancelled", "paid"):
        assert not BOUNTY.allowed(over)


def test_every_column_that_a_timer_of_a_seat_looks_for_is_a_deadline_that_disputes_move() -> None:
    looked_for = {index.fields[0] for index in Application._meta.indexes if index.name.endswith("_due")}
    others = {"review_at", "terms_left_at"}  # of applications; and since when
    assert looked_for - others <= set(DEADLINES)


def test_an_ended_application_comes_again_only_by_its_person_or_once_the_owner_allows_it() -> None:
    assert set(APPLICATION.allowed("expired")) == {"unreject", "apply"}
    assert set(APPLICATION.allowed("withdrawn")) == {"unreject", "apply"}
    assert APPLICATION.next("rejected", "unreject") == "pending"


def test_ten_thousand_dollars_is_the_most_unless_an_edit_makes_it_smaller() -> None:
    def plan(cents: int, spots: int, limited: bool = True) -> Plan:
        return plan_bounty(
            price_cents=cents, price_type="fixed", estimated_hours=Decimal(1), spots=spots, limited=limited
        )

    assert plan(500, 2000).worker_cents == 1_000_000
    with pytest.raises(PoolTooLarge) as refused:
        plan(501, 2000)
    assert refused.value.extra == {"workerTotalCents": 1_002_000, "maximumCents": 1_000_000}
    assert plan(501, 2000, limited=False).worker_cents == 1_002_000


def test_a_window_that_was_not_set_rings_no_clock() -> None:
    assert start_by(NOW, None) is complete_by(NOW, None) is overdue_at(None, NOW) is None
    assert silence(NOW, None) == (None, None)


def test_each_window_runs_from_its_moment() -> None:
    assert start_by(NOW, 5) == NOW + timedelta(minutes=5)
    assert complete_by(NOW, 720) == NOW + timedelta(days=30)
    assert silence(NOW, 1) == (NOW + timedelta(minutes=30), NOW + timedelta(hours=1))


def test_a_hold_only_ever_makes_it_later() -> None:
    due, sooner, later = NOW, NOW - timedelta(hours=1), NOW + timedelta(hours=1)

    assert [overdue_at(due, hold) for hold in (None, sooner, later)] == [due, due, later]


def test_the_reviewers_pauses_grow() -> None:
    pauses = [review_pause(attempts) for attempts in range(1, REVIEW_ATTEMPTS)]

    assert pauses == sorted(set(pauses)) and len(pauses) == 3


@given(st.integers(0, 1_000_000), st.integers(0, FEE_MAX_BPS))
def test_a_picture_pays_the_most_that_fits_its_budget_at_any_rate(budget: int, bps: int) -> None:
    pay = worker_pay(budget, bps)

    assert unit(pay, bps).total <= budget < unit(pay + 1, bps).total


def test_every_kind_of_bounty_has_a_kind_of_fee() -> None:
    assert set(FEE_KIND) == set(KINDS)
    assert set(FEE_KIND.values()) | {"service"} == set(WORK_KINDS)  # a subscription's cycle has no bounty
