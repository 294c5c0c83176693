"""Rules of a case's page without a database: criteria as lines, who says what of a line, and what findings suggest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bounties.rules import criteria
from escrow.rules import mentions
from escrow.rules.suggestions import Found, suggest

FINDINGS = st.sampled_from(["met", "not_met", "unclear", ""])


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("One sharp photo", ["One sharp photo"]),
        (
            "- One photo.\n* By daylight\n1. No people\n[ ] The sign",
            ["One photo.", "By daylight", "No people", "The sign"],
        ),
        ("A photo. It is sharp; no people", ["A photo.", "It is sharp", "no people"]),
        ("At 9.30 in the shop.", ["At 9.30 in the shop."]),
        ("\n \n-\n", []),
    ],
)
def test_criteria_are_split_into_what_can_be_judged(text: str, lines: list[str]) -> None:
    assert criteria.split(text) == lines


@given(st.text(max_size=5000))
def test_whatever_was_written_there_are_a_few_lines_that_a_finding_can_hold(text: str) -> None:
    lines = criteria.split(text)

    assert len(lines) <= criteria.LINES_MAX
    assert all(line.strip() and len(line) <= 500 for line in lines)


def test_a_line_is_told_what_was_said_of_it_and_not_what_was_said_of_others() -> None:
    said = [
        "Hello. The sign of the shop was not readable!",
        "You paid late.\nI took the photos at daylight, see the shadows.",
    ]

    assert mentions.about("The shop's sign is readable.", said) == ["The sign of the shop was not readable!"]
    assert mentions.about("Taken by daylight.", said) == ["I took the photos at daylight, see the shadows."]
    assert mentions.about("No people in it.", said) == []
    assert mentions.about("", said) == []


@given(st.lists(FINDINGS, max_size=12), st.integers(1, 1_000_000), st.booleans())
def test_a_suggestion_is_within_the_pay_and_says_why_and_what_would_change_it(
    found: list[str], payout: int, is_delivered: bool
) -> None:
    lines = [Found(f"line {number}", finding) for number, finding in enumerate(found)]

    told = suggest(lines, payout_cents=payout, is_delivered=is_delivered)

    assert 0 <= told.worker_cents <= payout and told.rule and told.because
    kind = {0: "refund", payout: "release"}.get(told.worker_cents, "split")
    assert told.decision == "" or told.decision == kind
    if is_delivered and "" in found:
        assert told.decision == "", "nothing is suggested before all was looked at"


@pytest.mark.parametrize(
    ("found", "decision", "cents"),
    [
        (["met", "met"], "release", 500),
        (["not_met"], "refund", 0),
        (["met", "not_met", "met"], "split", 333),
        (["met", "unclear"], "release", 500),
        (["unclear"], "", 0),
        ([], "", 0),
    ],
)
def test_what_findings_suggest(found: list[str], decision: str, cents: int) -> None:
    told = suggest([Found("x", one) for one in found], payout_cents=500, is_delivered=True)

    assert (told.decision, told.worker_cents) == (decision, cents)
    assert suggest([], payout_cents=500, is_delivered=False).decision == "refund"
