"""The sample of a text, its parts for the detector, what a score comes to, and the one word of how an order stands."""

from decimal import Decimal
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bounties.rules import humanizations as rules

FIVE = "One two three. Four five six? Seven eight nine! Ten eleven twelve. Thirteen fourteen."


@pytest.mark.parametrize(
    ("percentage", "at_most", "shown"),
    [
        (25, 500, "One two three."),  # four of fourteen words: the sentence ends within
        (50, 500, "One two three. Four five six?"),
        (100, 500, FIVE),
        (1, 500, "One"),
        (100, 5, "One two three."),
        (100, 2, "One two"),
    ],
)
def test_a_sample_is_the_beginning_up_to_a_sentence_or_a_word(percentage: int, at_most: int, shown: str) -> None:
    assert rules.sample(FIVE, percentage=percentage, at_most=at_most) == shown


def test_a_line_ends_a_sentence_too_and_quotes_belong_to_it() -> None:
    assert rules.sample("A title\nand then words and words", percentage=50, at_most=500) == "A title"
    assert rules.sample('He said "Go." Then he went away.', percentage=50, at_most=500) == 'He said "Go."'


def test_scripts_without_spaces_and_endless_words_give_no_more_than_their_part() -> None:
    chinese = "我今天早上去了市场。" * 100
    assert len(rules.sample(chinese, percentage=5, at_most=500)) <= 0.06 * len(chinese)
    assert len(rules.sample("x" * 100_000, percentage=5, at_most=50)) <= 50 * 40


@given(st.text(max_size=2000), st.integers(1, 25), st.integers(50, 500))
@settings(deadline=None)
def test_a_sample_is_always_a_part_of_the_text_and_within_both_limits(text: str, percentage: int, at_most: int) -> None:
    shown = rules.sample(text, percentage=percentage, at_most=at_most)
    assert shown in text
    assert rules.words(shown) <= max(1, min(at_most, -(-rules.words(text) * percentage // 100)))
    assert shown == rules.sample(text, percentage=percentage, at_most=at_most)


@given(st.text(alphabet="ab \n", max_size=90_000))
@settings(deadline=None)
def test_parts_are_the_whole_text_in_pieces_of_the_size_that_is_taken(text: str) -> None:
    found = list(rules.parts(text))
    assert "".join(found) == text and all(len(part) <= rules.PART for part in found)


def test_a_whole_text_is_scored_by_the_lengths_of_its_parts_and_never_rounded_up() -> None:
    half = Decimal("0.5")
    assert rules.fraction([(20_000, Decimal("0.2")), (10_000, Decimal("0.8"))]) == Decimal("0.4")
    assert rules.fraction([(2, Decimal("0.4999")), (1, half)]) == Decimal("0.4999") < rules.THRESHOLD


def test_how_an_order_stands_is_always_one_of_the_eight_words() -> None:
    def now(bounty: str, seat: str | None = None, *, ends: str = "", reason: str = "", scored: bool = False) -> str:
        return rules.status(bounty=bounty, ends=ends, reason=reason, seat=seat, scored=scored)

    assert now("pending_deposit") == "pending_funding"
    assert {now(status) for status in ("open", "pending_review", "in_review", "paused")} == {"screening"}
    assert now("assigned", "locked") == now("assigned", "locked", scored=True) == "assigned"
    assert (now("assigned", "delivered"), now("assigned", "delivered", scored=True)) == ("submitted", "in_review")
    assert now("assigned", "disputed") == "in_review"
    assert {now("completed", "completed"), now("paid", "released"), now("assigned", "warranty_hold")} == {"completed"}
    assert now("cancelled", ends="cancelled", reason="task_no_longer_needed") == "cancelled"
    assert now("closed", ends="closed", reason="refused") == "cancelled"
    assert now("closed", ends="closed", reason="last_seat_dispute_refunded") == "cancelled"
    for reason in ("not_funded_in_time", "deadline", "last_seat_overdue"):
        assert now("closing", ends="closed", reason=reason) == now("closed", ends="closed", reason=reason) == "expired"
    statuses = ("pending_deposit", "open", "assigned", "completed", "paid", "closing", "closed", "cancelled")
    for bounty, seat in product(statuses, (None, "locked", "delivered", "completed", "released")):
        assert now(bounty, seat) in rules.STATUSES
