"""The small parts that every step stands on. No database."""

import uuid
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from marketplace.core import clock, context, countries, crypto, ids, money
from marketplace.core.errors import Conflict, Invalid, Problem
from marketplace.core.states import InvalidState, Machine

# ------------------------------------------------------------------ money


@pytest.mark.parametrize(
    ("dollars", "cents"),
    [(0, 0), (1, 100), (0.01, 1), (5.9, 590), (12.34, 1234), (-5.5, -550), (1e2, 10_000), (10_000.01, 1_000_001)],
)  # fmt: skip
def test_dollars_become_cents_exactly(dollars: float, cents: int) -> None:
    assert money.cents_from_dollars(dollars) == cents


@pytest.mark.parametrize(
    "wrong",
    [True, "5", None, 5.001, 0.1 + 0.2, float("nan"), float("inf"), 1e300, 10**40, -(10**40), [5], Decimal("NaN")],
)
def test_what_is_no_amount_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError):
        money.cents_from_dollars(wrong)


@given(st.integers(min_value=-(10**12), max_value=10**12))
def test_cents_survive_the_way_out_and_in(cents: int) -> None:
    assert money.cents_from_dollars(money.dollars_from_cents(cents)) == cents


def test_whole_dollars_are_shown_as_integers() -> None:
    assert repr(money.dollars_from_cents(500)) == "5"
    assert repr(money.dollars_from_cents(590)) == "5.9"


@pytest.mark.parametrize(
    ("cents", "text"),
    [(0, "0.00 USD"), (5, "0.05 USD"), (123_456, "1,234.56 USD"), (-590, "-5.90 USD"), (-1, "-0.01 USD")],
)
def test_sums_are_written_for_people(cents: int, text: str) -> None:
    assert money.format_usd(cents) == text


@pytest.mark.parametrize(
    ("exact", "cents"), [("0.5", 1), ("1.5", 2), ("2.5", 3), ("2.4999", 2), ("-0.5", -1), ("90.00", 90)]
)
def test_half_a_cent_goes_up(exact: str, cents: int) -> None:
    assert money.half_up(Decimal(exact)) == cents


# ------------------------------------------------------------------ ids


@given(st.uuids(), st.sampled_from(["bty", "prf", "txn"]))
def test_an_id_survives_the_way_out_and_in(value: uuid.UUID, prefix: str) -> None:
    text = ids.encode(prefix, value)

    assert ids.decode(prefix, text) == value
    assert text == text.lower() and len(text) == len(prefix) + 27


@given(st.text(max_size=40))
def test_any_other_text_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError):
        ids.decode("bty", text)


@given(st.text(alphabet="0123456789abcdefghijklmnopqrstuvwxyzABC", min_size=26, max_size=26))
def test_a_row_has_one_id_only(suffix: str) -> None:
    try:
        value = ids.decode("bty", f"bty_{suffix}")
    except ValueError:
        return
    assert ids.encode("bty", value) == f"bty_{suffix}"


@pytest.mark.parametrize("wrong", [None, 5, b"bty_0", ["bty"], "", "bty", "bty_", "usr_" + "0" * 26, "bty_" + "z" * 26])
def test_what_is_no_id_is_a_value_error(wrong: Any) -> None:
    with pytest.raises(ValueError):
        ids.decode("bty", wrong)


def test_new_ids_are_in_order_of_time() -> None:
    made = [ids.new() for _ in range(2000)]

    assert made == sorted(made)
    assert len(set(made)) == 2000
    assert {value.version for value in made} == {7}


# ------------------------------------------------------------------ clock


def test_business_time_stands_still_where_it_was_stopped() -> None:
    moment = datetime(2026, 1, 1, 10, 0, 0, 123_987, tzinfo=UTC)
    clock.freeze(moment)
    try:
        assert clock.now() == clock.now() == moment.replace(microsecond=123_000), "to the millisecond"
        assert abs(clock.wall() - datetime.now(UTC)) < timedelta(seconds=5)
    finally:
        clock.freeze(None)


def test_outside_a_sandbox_there_is_one_time(settings: Settings) -> None:
    settings.SANDBOX = False

    assert clock.offset_seconds() == 0
    assert abs(clock.now() - clock.wall()) < timedelta(seconds=1)
    with pytest.raises(RuntimeError):
        clock.advance(60)


def test_the_clock_never_goes_back() -> None:
    before = clock.offset_seconds()
    with pytest.raises(ValueError):
        clock.advance(-1)
    assert clock.offset_seconds() == before


# ------------------------------------------------------------------ states

DOOR = Machine("door", {"open": {"close": "closed", "paint": "open"}, "closed": {"open": "open", "lock": "locked"}})


def test_a_machine_leads_to_what_its_table_says() -> None:
    assert DOOR.next("open", "close") == "closed"
    assert DOOR.next("open", "paint") == "open"
    assert DOOR.states == {"open", "closed", "locked"}
    assert DOOR.allowed("closed") == ["open", "lock"]


@pytest.mark.parametrize(("state", "action"), [("open", "lock"), ("locked", "open"), ("nowhere", "open"), ("open", "")])
def test_what_is_not_in_the_table_is_a_conflict_that_names_the_ways_on(state: str, action: str) -> None:
    with pytest.raises(InvalidState) as refused:
        DOOR.next(state, action)

    assert isinstance(refused.value, Conflict)
    assert refused.value.extra == {"currentState": state, "allowedActions": DOOR.allowed(state)}
    for way in DOOR.allowed(state):
        assert way in refused.value.message


# ------------------------------------------------------------------ crypto


@given(st.text(max_size=200))
def test_a_sealed_text_comes_back_and_does_not_show(plain: str) -> None:
    sealed = crypto.seal(plain, "test")

    assert crypto.unseal(sealed, "test") == plain
    assert not plain or len(plain) < 4 or plain not in sealed


def test_a_seal_opens_under_a_fallback_key_and_for_its_purpose_only() -> None:
    with override_settings(SECRET_KEY="old", SECRET_KEY_FALLBACKS=[]):
        sealed, tag = crypto.seal("secret", "webhook-secret"), crypto.sign("text", "cursor")
    with override_settings(SECRET_KEY="new", SECRET_KEY_FALLBACKS=["older", "old"]):
        assert crypto.unseal(sealed, "webhook-secret") == "secret"
        assert crypto.verify("text", tag, "cursor")
        with pytest.raises(ValueError):
            crypto.unseal(sealed, "another purpose")
        assert not crypto.verify("text", tag, "another purpose")
        assert crypto.sign("text", "cursor") != tag, "new tags are made under the present key"
    with override_settings(SECRET_KEY="new", SECRET_KEY_FALLBACKS=[]):
        with pytest.raises(ValueError, match="SECRET_KEY_FALLBACKS"):
            crypto.unseal(sealed, "webhook-secret")
        assert not crypto.verify("text", tag, "cursor")


@pytest.mark.parametrize("tag", ["", "x", "☃", "A" * 22, "a" * 500])
def test_a_tag_that_nobody_signed_does_not_fit(tag: str) -> None:
    assert not crypto.verify("text", tag, "cursor")


def test_a_checksum_finds_every_typo() -> None:
    text = "ahm_test_" + "a" * 43
    good = crypto.checksum(text)

    assert len(good) == 6 and good.isalnum()
    for place in range(len(text)):
        assert crypto.checksum(text[:place] + "#" + text[place + 1 :]) != good


# ------------------------------------------------------------------ errors, request ids, countries


def test_a_problem_carries_status_code_message_and_more() -> None:
    problem = Conflict("Not now.", code="busy", currentState="open")

    assert (problem.status, problem.code, str(problem)) == (409, "busy", "Not now.")
    assert problem.body() == {
        "success": False,
        "error": "Not now.",
        "error_code": "busy",
        "code": "busy",
        "currentState": "open",
    }
    assert "city" in Invalid({"city": ["Give it."]}).message


def test_every_code_of_the_program_is_snake_case_and_every_message_says_something() -> None:
    def family(kind: type[Problem]) -> list[type[Problem]]:
        return [kind, *(deeper for child in kind.__subclasses__() for deeper in family(child))]

    for kind in family(Problem):
        assert kind.code == kind.code.lower() and kind.code.replace("_", "").isalnum()
        assert 400 <= kind.status < 600
        assert len(kind.message) > 10


def test_a_request_id_lives_as_long_as_its_request() -> None:
    assert context.begin("a-good-one") == context.request_id() == "a-good-one"
    assert context.begin("bad one") == context.request_id() != "bad one"
    context.end()
    assert context.request_id() == ""


COUNTRIES = {
    "US": "US", "us": "US", "USA": "US", "germany": "DE", "England": "GB", "Côte d'Ivoire": "CI",
    "  the  ": None, "": None, "XX": None, "\0": None,
}  # fmt: skip


@pytest.mark.parametrize(("text", "code"), COUNTRIES.items())
def test_countries_by_code_or_name(text: str, code: str | None) -> None:
    assert countries.find(text) == code
