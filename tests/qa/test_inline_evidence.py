"""What an agent decides by, and pays, is in the answer itself: text, escrow and flags, in every view that leads to payment."""

from typing import Any

import pytest

from tests.factories.files import picture
from tests.factories.humanizations import HUMAN, deliver, given_assigned, look, read
from tests.factories.qa import BUG, bounty_of, detail, given_run, given_tester, send, turn

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def test_an_escalated_report_stands_in_the_run_with_its_escrow_and_its_flags(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run()
    tester, application = given_tester(run)
    send(tester, run, BUG, text="I bought a mug.", upload=picture())  # of one colour: not clear
    turn()

    [row] = detail(owner, run)["escalations"]

    seat = owner.get(f"/api/bounties/{bounty_of(run)}/applications/{application.public_id}")["application"]
    assert row["escrowId"] == seat["currentEscrowId"]
    assert row["evidence"]["text"] == "I bought a mug."
    assert [finding["title"] for finding in row["evidence"]["findings"]] == [BUG["title"]]
    assert "blank_image" in row["evidence"]["flags"] and row["evidence"]["files"][0]["url"]
    assert seat["jobOverview"]["evidenceFlags"] == row["evidence"]["flags"]


@pytest.mark.parametrize(("text", "flags"), [(HUMAN, []), (HUMAN + " As an AI language model.", None)])
def test_a_final_text_is_in_every_view_with_what_the_detector_says(text: str, flags: list[str] | None) -> None:
    owner, worker, row = given_assigned()
    assert deliver(worker, row, text).status == 200
    look()

    final = read(owner, row)["final"]
    path = f"/api/bounties/{row.bounty.public_id}"
    [sent] = owner.get(f"{path}/submissions")["submissions"]
    one = owner.get(f"{path}/submissions/{sent['id']}")["submission"]
    [seat] = owner.get(f"{path}/applications?status=accepted")["applications"]

    assert final["text"].split() == text.split() and final["textTruncated"] is False
    assert final["escrowId"] == seat["currentEscrowId"]
    for view in (sent, one):
        assert (view["text"], view["detector"]) == (final["text"], final["detector"])
    if flags is not None:
        assert final["flags"] == flags
    assert seat["jobOverview"]["evidenceFlags"] == final["flags"]
    assert [finding["code"] for finding in one["checks"]["findings"]] == final["flags"]


def test_a_score_against_a_final_text_is_a_finding_of_its_evidence(monkeypatch: Any) -> None:
    owner, worker, row = given_assigned()
    deliver(worker, row)
    from bounties import providers

    class Certain:
        def score(self, text: str) -> float:
            return 0.9

    monkeypatch.setattr(providers, "detector", Certain)
    look()

    final = read(owner, row)["final"]
    assert final["flags"] == ["ai_fraction_high"]
    [sent] = owner.get(f"/api/bounties/{row.bounty.public_id}/submissions")["submissions"]
    assert sent["checks"]["recommendation"] == "needs_review"
    assert {"code": "ai_fraction_high", "aiFraction": 0.9} in sent["checks"]["findings"]
    preview = owner.post(f"/api/escrow/{final['escrowId']}/release")
    assert (preview.status, preview["evidenceFlags"]) == (409, ["ai_fraction_high"]), (
        "and in the last look before the money"
    )


def test_a_long_text_is_cut_and_says_so() -> None:
    owner, worker, row = given_assigned()
    deliver(worker, row, "word " * 6000)
    look()
    final = read(owner, row)["final"]
    assert (len(final["text"]), final["textTruncated"]) == (20_000, True)


def test_the_owner_reads_which_words_every_applicant_reads() -> None:
    from tests.factories.humanizations import given_humanization

    owner, row = given_humanization()
    shown = read(owner, row)
    assert shown["screening"]["sampleFrom"] == "sourceText"
    assert shown["sampleText"] and shown["sourceText"].startswith(shown["sampleText"])
    assert shown["screening"]["sampleWords"] == len(shown["sampleText"].split())

    other = {"aiGeneratedSourceText": "Quite another text, made by a machine to be rewritten here.", "percentage": 25}
    owner, row = given_humanization(applicantScreening=other)
    shown = read(owner, row)
    assert shown["screening"]["sampleFrom"] == "aiGeneratedSourceText"
    assert shown["sampleText"] not in shown["sourceText"]
