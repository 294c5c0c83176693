"""Fees, the ladder and the states, without a database."""

from datetime import timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from escrow.rules.disputes import award
from escrow.rules.escrows import DEFAULT_LADDER, FEE_MAX_BPS, POOL, SEAT, band_for, fee_cents, poster_actions, unit
from marketplace.core.states import InvalidState


@pytest.mark.parametrize(
    ("price", "fee"), [(500, 90), (1695, 305), (8474, 1525), (333, 60), (2, 0), (3, 1), (1, 0), (1_000_000, 180_000)]
)
def test_the_fee_is_18_percent_half_up_per_seat(price: int, fee: int) -> None:
    assert fee_cents(price, 1800) == fee
    assert unit(price, 1800).total == price + fee


_RATES = st.integers(0, FEE_MAX_BPS)
_PRICES = st.integers(1, 1_000_000)


@given(_PRICES, _RATES)
def test_the_fee_is_the_exact_share_to_half_a_cent_whatever_the_rate(price: int, bps: int) -> None:
    exact = Fraction(price * bps, 10_000)

    assert exact - Fraction(1, 2) < fee_cents(price, bps) <= exact + Fraction(1, 2)
    assert fee_cents(price, bps) <= price


@given(_PRICES, _RATES, st.data())
def test_a_decision_divides_every_cent_and_its_fee_never_passes_what_was_agreed(
    price: int, bps: int, data: st.DataObject
) -> None:
    agreed = unit(price, bps)

    parts = award(data.draw(st.integers(0, price)), payout_cents=price, bps=bps)

    assert parts.worker + parts.fee + parts.refund == agreed.total
    assert 0 <= parts.fee <= agreed.fee and parts.refund >= 0
    assert award(price, payout_cents=price, bps=bps).fee == agreed.fee


@pytest.mark.parametrize(
    ("total", "window", "release"),
    [
        (1, 24, 3),
        (999, 24, 3),
        (1000, 48, 5),
        (4999, 48, 5),
        (5000, 72, 7),
        (24_999, 72, 7),
        (25_000, 120, 10),
        (50_000, 168, 14),
    ],
)
def test_the_ladder_grows_with_the_seat(total: int, window: int, release: int) -> None:
    band = band_for(total, DEFAULT_LADDER)

    assert (band.dispute_window, band.auto_release) == (timedelta(hours=window), timedelta(days=release))


@pytest.mark.parametrize("state", ["locked", "delivered", "completed"])
def test_a_seat_can_be_released_from_every_open_state(state: str) -> None:
    assert SEAT.next(state, "release") == "released"


@pytest.mark.parametrize(
    ("state", "action"),
    [("released", "refund"), ("refunded", "release"), ("completed", "refund"), ("locked", "complete")],
)
def test_what_is_not_in_the_table_is_a_conflict(state: str, action: str) -> None:
    with pytest.raises(InvalidState) as refusal:
        SEAT.next(state, action)

    assert refusal.value.extra["currentState"] == state


def test_the_poster_is_told_what_he_may_do() -> None:
    assert poster_actions("locked", ever_delivered=False) == ["release", "cancel", "dispute"]
    assert poster_actions("locked", ever_delivered=True) == ["release", "dispute"]
    assert poster_actions("delivered", ever_delivered=True) == ["complete", "release", "dispute"]
    assert poster_actions("disputed", ever_delivered=True) == []
    assert poster_actions("released", ever_delivered=True) == []


def test_a_pool_ends_released_or_refunded_and_not_twice() -> None:
    assert (POOL.next("funded", "spend"), POOL.next("funded", "return")) == ("released", "refunded")
    with pytest.raises(InvalidState):
        POOL.next("refunded", "spend")
