"""A text that came back as it was sent: the share that is unchanged, by what it is called so, and where that is read."""

from decimal import Decimal
from typing import Any

import pytest

from bounties.models import Rewrite
from bounties.plugs import CasePart
from bounties.rules import humanizations as rules
from bounties.selectors.case_contract import ApplicationCase
from tests.factories.humanizations import ASKED, HUMAN, PATH, SOURCE, deliver, given_assigned, look, read
from tests.factories.market import given_funded_agent, untouched

WORDS = "the quick brown fox jumps over the lazy dog and runs into the wide green woods"


@pytest.mark.parametrize(
    "text",
    [
        WORDS,
        WORDS.upper(),
        WORDS.replace(" ", "  \n"),
        f"Rewritten by me, by hand!\n{WORDS}\nThank you for the work.",
        WORDS.replace(" over", ", over").replace(" and", "; and") + ".",
        WORDS.replace("fox", "\ufb01x").replace("\ufb01x", "fox"),
    ],
)
def test_a_copy_is_one_whatever_was_done_to_case_space_and_around_it(text: str) -> None:
    assert rules.unchanged(WORDS, text) == 1


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("", 0),
        ("a fox that is quick jumps over some dog", 0),
        ("the quick brown fox jumps", "0.3125"),  # 5 of 16
        ("the quick brown fox, the quick brown fox", 0),  # runs of four are nobody's
        (" ".join(reversed(WORDS.split())), 0),
    ],
)
def test_what_was_written_anew_counts_for_nothing_and_a_run_of_five_words_for_itself(text: str, share: Any) -> None:
    assert rules.unchanged(WORDS, text) == Decimal(share)


@pytest.mark.parametrize(("source", "text", "share"), [("", "x", 0), ("!?", "!?", 0), ("One two", "one, TWO!", 1)])
def test_short_sources_are_compared_as_a_whole(source: str, text: str, share: int) -> None:
    assert rules.unchanged(source, text) == share


def test_scripts_without_spaces_are_compared_by_their_characters() -> None:
    text = "これは試験のための短い文章です"
    assert rules.unchanged(text, f"はじめに。{text}") == 1
    assert rules.unchanged(text, text[::-1]) == 0


@pytest.mark.django_db
def test_a_copy_is_flagged_once_with_its_share_although_a_detector_takes_it_for_a_persons() -> None:
    owner, worker, row = given_assigned()
    copied = f"By hand, of course. [[ai:0.12]]\n{SOURCE}"

    assert deliver(worker, row, copied).status == 200
    before = read(owner, row)["final"]
    look()
    found = read(owner, row)

    assert before["flags"] == ["unchanged_from_source"], "at once, before any detector"
    assert (found["final"]["flags"], found["final"]["unchangedFraction"]) == (["unchanged_from_source"], 1.0)
    assert found["final"]["detector"]["aiFraction"] == 0.12
    assert found["review"] == {"state": "flagged", "reason": "unchanged_from_source"}
    path = f"/api/bounties/{row.bounty.public_id}"
    [sent] = owner.get(f"{path}/submissions")["submissions"]
    assert (sent["checks"]["recommendation"], sent["unchangedFraction"]) == ("needs_review", 1.0)
    [finding] = sent["checks"]["findings"]
    assert finding["unchangedFraction"] == 1.0 and finding["fileId"] in [file["id"] for file in sent["files"]]
    preview = owner.post(f"/api/escrow/{found['final']['escrowId']}/release")
    assert (preview.status, preview["evidenceFlags"]) == (409, ["unchanged_from_source"])
    escrow = Rewrite.objects.get(submission__isnull=False).application.escrow
    assert CasePart().flags([escrow.subject_id]) == {escrow.subject_id: ["text unchanged"]}
    assert [flag for piece in ApplicationCase().pieces(escrow) for flag in piece.flags] == [
        "the source text, almost word for word (100%)"
    ]


@pytest.mark.django_db
def test_the_same_copy_again_has_each_flag_once() -> None:
    owner, worker, row = given_assigned()
    copied = f"By hand, of course. [[ai:0.12]]\n{SOURCE}"
    deliver(worker, row, copied)
    look()
    path = f"/api/bounties/{row.bounty.public_id}/submissions/{read(owner, row)['final']['submissionId']}"
    assert owner.patch(path, {"action": "request_redo", "response": "In your own words."}).status == 200

    assert deliver(worker, row, copied).status == 200

    assert read(owner, row)["final"]["flags"] == ["duplicate_file", "unchanged_from_source"]


@pytest.mark.django_db
def test_a_text_of_ones_own_has_no_flag_and_its_share_is_said_of_the_sample_too() -> None:
    owner, worker, row = given_assigned()
    deliver(worker, row)
    look()

    found = read(owner, row)

    assert (found["final"]["flags"], found["final"]["unchangedFraction"]) == ([], 0.0)
    [applicant] = found["applicants"]
    assert applicant["screening"]["unchangedFraction"] == 0.0


@pytest.mark.django_db
def test_a_sample_of_some_words_is_taken_with_a_warning_and_shown_by_a_dry_run_before_any_money() -> None:
    owner = given_funded_agent(2360)
    short = ASKED | {"applicantScreening": {"aiGeneratedSourceText": " ".join(f"word{n}" for n in range(42))}}
    with untouched():
        dry = owner.post(PATH, short | {"dryRun": True}, **{"Idempotency-Key": "commission-1"})

    assert dry.status == 200, dry.body
    shown = dry["preview"]
    assert (shown["sampleText"], shown["screening"]["sampleWords"]) == ("word0 word1 word2", 3)
    sums = (shown["workerAmountCents"], shown["serviceFeeCents"], shown["totalCents"], shown["currency"])
    assert sums == (2000, 360, 2360, "USD")
    [warning] = dry["warnings"]
    assert "3 words (5 % of aiGeneratedSourceText" in warning and "200 words or more, with percentage 25" in warning
    made = owner.post(PATH, short, **{"Idempotency-Key": "commission-1"})
    assert (made["warnings"], made["humanization"]["screening"]["sampleWords"]) == ([warning], 3)
    again = owner.post(PATH, short, **{"Idempotency-Key": "commission-1"})
    assert again["warnings"] == [warning]


@pytest.mark.parametrize("percentage", [5, 25])
def test_what_the_warning_advises_has_none(percentage: int) -> None:
    text = " ".join(f"One sentence, number {n}." for n in range(50))
    shown = rules.sample(text, percentage=percentage, at_most=500)
    warnings = rules.sample_warnings(shown, source="sourceText", percentage=percentage, at_most=500)
    assert bool(warnings) == (percentage == 5)


@pytest.mark.django_db
def test_a_short_wallet_is_shown_the_sample_too() -> None:
    owner = given_funded_agent(100)
    with untouched():
        dry = owner.post(PATH, ASKED | {"dryRun": True}, **{"Idempotency-Key": "commission-1"})
    assert (dry.status, dry["preview"]["totalCents"]) == (200, 2360)
    assert dry["preview"]["sampleText"] and SOURCE.startswith(dry["preview"]["sampleText"])
    assert HUMAN not in str(dry.body)
