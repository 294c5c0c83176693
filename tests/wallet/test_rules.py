"""Pure rules of the wallet, without a database."""

from datetime import date

import pytest

from marketplace.core.money import cents_from_dollars, dollars_from_cents, format_usd
from marketplace.core.states import InvalidState
from wallet.rules import cards, checkouts, controls, statement
from wallet.rules.cards import card_errors, luhn
from wallet.rules.checkouts import CHECKOUT, refund_fee_cents

TODAY = date(2026, 11, 21)


@pytest.mark.parametrize(
    ("dollars", "cents"), [(5, 500), (5.9, 590), (0.1, 10), (10000, 1_000_000), (19.99, 1999), (1.0, 100)]
)
def test_dollars_become_exact_cents_and_back(dollars: float, cents: int) -> None:
    assert cents_from_dollars(dollars) == cents
    assert dollars_from_cents(cents) == dollars


@pytest.mark.parametrize("value", [5.001, "5", True, None, float("nan"), float("inf"), 1e30, [], {}])
def test_what_is_no_amount_is_refused(value: object) -> None:
    with pytest.raises(ValueError):
        cents_from_dollars(value)


def test_every_cent_survives_the_trip_through_json() -> None:
    assert all(cents_from_dollars(dollars_from_cents(cents)) == cents for cents in range(30_000))


def test_amounts_read_well() -> None:
    assert [format_usd(cents) for cents in (0, 5, 590, 123456, -100)] == [
        "0.00 USD",
        "0.05 USD",
        "5.90 USD",
        "1,234.56 USD",
        "-1.00 USD",
    ]


@pytest.mark.parametrize(("cents", "kept"), [(100, 33), (1000, 59), (1050, 60), (1_000_000, 29_030)])
def test_a_refund_keeps_2_9_percent_half_up_and_30_cents(cents: int, kept: int) -> None:
    assert refund_fee_cents(cents) == kept


def test_a_good_card_has_no_faults() -> None:
    assert card_errors(number="4242 4242-4242 4242", expiry="11 / 26", code="1234", name="A", today=TODAY) == {}


@pytest.mark.parametrize(
    ("field", "changed"),
    [
        ("cc-number", {"number": "4242 4242 4242 4241"}),
        ("cc-number", {"number": ""}),
        ("cc-number", {"number": "٤٢٤٢424242424242"}),
        ("cc-exp", {"expiry": "10/26"}),
        ("cc-exp", {"expiry": "13/30"}),
        ("cc-exp", {"expiry": "soon"}),
        ("cc-csc", {"code": "12"}),
        ("cc-csc", {"code": "12a"}),
        ("cc-name", {"name": "x" * 101}),
    ],
)
def test_each_fault_names_its_field(field: str, changed: dict[str, str]) -> None:
    card = {"number": "4242424242424242", "expiry": "12/30", "code": "123", "name": "A"} | changed

    assert list(card_errors(**card, today=TODAY)) == [field]


def test_the_check_digit_finds_a_swapped_pair() -> None:
    assert luhn("4000000000000002")
    assert not luhn("4000000000000020")


def test_money_that_came_is_booked_in_every_state_but_only_once() -> None:
    assert [CHECKOUT.next(state, "pay") for state in ("open", "cancelled", "expired")] == ["paid"] * 3
    with pytest.raises(InvalidState):
        CHECKOUT.next("paid", "pay")


def test_an_open_page_ends_in_one_of_three_ways() -> None:
    assert CHECKOUT.allowed("open") == ["pay", "cancel", "expire"]
    for state in ("paid", "cancelled", "expired"):
        for action in ("cancel", "expire"):
            with pytest.raises(InvalidState) as refused:
                CHECKOUT.next(state, action)
            assert refused.value.extra["currentState"] == state


@pytest.mark.parametrize(
    ("typed", "month"),
    [
        ("12/40", (2040, 12)),
        (" 1/27 ", (2027, 1)),
        ("01 / 2027", (2027, 1)),
        ("0127", (2027, 1)),
        ("12/20", (2020, 12)),
        ("12-31", (2031, 12)),
    ],
)
def test_an_expiry_date_is_read_as_people_write_it(typed: str, month: tuple[int, int]) -> None:
    assert cards.card_month(typed) == month


@pytest.mark.parametrize("typed", ["", "00/30", "13/30", "12/3", "12/20301", "127", "1/1/27", "١٢/٤٠"])
def test_what_is_no_expiry_date_is_none(typed: str) -> None:
    assert cards.card_month(typed) is None


@pytest.mark.parametrize(
    ("address", "good"),
    [
        ("https://agent.example/thanks?a=1", True),
        ("http://127.0.0.1:8000/", True),
        ("javascript:alert(1)", False),
        ("JavaScript://agent.example/%0aalert(1)", False),
        ("data:text/html,x", False),
        ("//agent.example", False),
        ("/thanks", False),
        ("https://", False),
        ("http://[bad", False),
        ("", False),
    ],
)
def test_pages_lead_back_to_web_addresses_only(address: str, good: bool) -> None:
    assert checkouts.is_web_address(address) is good


def test_a_line_without_words_of_its_own_still_reads_well() -> None:
    assert statement.statement_text("deposit") == ("deposit", "Deposit")
    assert statement.statement_text("new_kind") == ("new_kind", "New kind")


def test_a_bounty_s_page_may_ask_for_the_largest_bounty_with_its_fee() -> None:
    assert checkouts.CHECKOUT_MAX_CENTS == 1_000_000 + 1_000_000 + 2000 // 2
    assert (checkouts.DEPOSIT_MIN_CENTS, checkouts.DEPOSIT_MAX_CENTS) == (100, 1_000_000)


def test_of_several_jobs_each_is_told_the_limit_that_leaves_the_least_and_those_that_fit_go_on() -> None:
    rolling, used = {"rolling_24h": 2000, "rolling_7d": 2500}, {"rolling_24h": 300, "rolling_7d": 600}

    found = controls.bars([5000, 1700, 2100, 300, 1], per_bounty=4000, rolling=rolling, spent=used)

    assert found == [
        controls.Bar("rolling_24h", 2000, passes=False),
        None,
        controls.Bar("rolling_24h", 2000, passes=False),
        controls.Bar("rolling_24h", 2000, passes=True),
        controls.Bar("rolling_24h", 2000, passes=True),
    ]
    little = {"rolling_24h": 5000, "rolling_7d": 5000}
    [bar] = controls.bars([4500], per_bounty=4000, rolling=little, spent={"rolling_24h": 4900, "rolling_7d": 4900})
    assert bar == controls.Bar("rolling_7d", 5000, passes=False), "that of one bounty refuses however long one waits"
    [bar] = controls.bars([4500], per_bounty=4000, rolling=little, spent={"rolling_24h": 1000, "rolling_7d": 1000})
    assert bar == controls.Bar("per_bounty", 4000, passes=False)
    assert controls.bars([1, 10**9], per_bounty=None, rolling={}, spent={}) == [None, None]
