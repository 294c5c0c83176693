"""The body of a call as its owner reads it: labels and values in words, nothing left out, whatever was sent."""

from typing import Any

import pytest
from django.utils.translation import override

from wallet.web import asked

JOB: dict[str, Any] = {
    "title": "Opening hours",
    "description": "Photograph the sign.",
    "price": 12.5,
    "priceType": "hourly",
    "estimatedHours": 0.5,
    "deadline": "2026-12-03T17:00:00Z",
    "evidenceTypes": ["photo", "text"],
    "category": "crew-gigs",
    "location": {"city": "Porto", "country": "PT", "isRemoteAllowed": False},
    "supportedCountries": ["PT", "Spain"],
    "autoAccept": False,
    "identityRequired": True,
    "languageProficiencyRequirement": {"language": "en", "minimumCefr": "B2"},
    "completionQuestions": [{"prompt": "When does it open?"}, {"prompt": "Who told you?", "required": False}],
    "requiredLinks": [{"type": "linkedin"}, {"type": "custom", "label": "Your shop"}],
    "applicationDetails": [
        {"type": "text", "label": "Why you?"},
        {"type": "file_upload", "fileType": "docx", "label": "A letter"},
        {"type": "live_video", "label": "Wave"},
    ],
    "checkIns": {"times": ["2026-12-02T09:00:00Z"], "photoRequired": True},
    "lifecycleMessages": {"onAccepted": "Welcome!"},
}


def said(body: dict[str, Any], operation_id: str = "createBounty") -> dict[str, str]:
    return {str(line.label): " | ".join(line.texts) for line in asked.lines(body, operation_id)}


def test_a_job_is_read_as_on_the_form() -> None:
    with override("en"):
        found = said(JOB)

    assert list(found)[:4] == ["What it is, in one line", "What to do", "What they send as evidence", "Kind of work"]
    assert found["Hours that one person needs"] == "0.5"
    assert found["Pay for one person, in dollars"] == "$12.50" and found["The pay is"] == "for an hour"
    assert found["What they send as evidence"] == "Photos | A text"
    assert found["Kind of work"] == "Crew gigs"
    assert (found["Where it is done"], found["City"], found["Country"]) == ("At a place", "Porto", "Portugal")
    assert found["Only people in these countries"] == "Portugal | Spain"
    assert found["People can apply until"].startswith("Thu ") and "T17" not in found["People can apply until"]
    assert found["Times at which they report"].startswith("Wed ")
    assert found["With a photo each"] == "Yes"
    assert found["Hire automatically whoever passes every check"] == "No"
    assert found["Questions that are answered with the evidence"] == "When does it open? | Who told you? (optional)"
    assert (found["Links that they give"], found["Other links"]) == ("LinkedIn", "Your shop")
    assert found["Questions to those who apply"] == "Why you?"
    assert (found["Word files that they send along"], found["A video recorded on the spot"]) == ("A letter", "Wave")
    assert (found["Spoken English, at least"], found["When you hire somebody"]) == ("B2", "Welcome!")


def test_sentences_stand_below_one_another_and_words_beside() -> None:
    found = {str(line.label): line.is_long for line in asked.lines(JOB)}

    assert found["What to do"] and found["Questions that are answered with the evidence"]
    assert not found["What they send as evidence"] and not found["City"]


def test_tips_name_who_gets_what() -> None:
    body = {"recipients": [{"recipientId": "ana", "amount": 3, "bountyId": "bty_1"}], "description": "Thanks."}
    found = said(body, "sendManyTransfers")

    assert found == {"What it is for": "Thanks.", "People": "ana · bty_1 · $3.00"}


def test_the_same_name_means_what_its_operation_says() -> None:
    assert "It is due" in said({"deadline": "2026-12-03T17:00:00Z"}, "createPersonalBounty")
    assert said({"submissionMode": "photo"}, "createQaTemplate") == {"What testers send": "Photos"}
    assert said({"budgetPerRunCents": 1250}, "createQaTemplate") == {"Most for a run, in dollars": "$12.50"}


ODD: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "unknown": ({"karenMode": True}, {"Karen mode": "Yes"}),
    "no moment": ({"deadline": "soon"}, {"People can apply until": "soon"}),
    "no choice": ({"evidenceTypes": ["smell"]}, {"What they send as evidence": "Smell"}),
    "a sum as a text": ({"price": "12"}, {"Pay for one person, in dollars": "12"}),
    "cut": ({"location": "…", "applicationDetails": "…"}, {"Where": "…", "Application details": "…"}),
    "no rows": ({"completionQuestions": ["…"]}, {"Questions that are answered with the evidence": "…"}),
    "another link": ({"requiredLinks": [1, {"type": "tiktok"}]}, {"Links that they give": "Tiktok"}),
    "unnamed": ({"artifacts": [{"odd": 1, "none": None}]}, {"What is voted on": "1"}),
    "no country": ({"location": {"country": "Atlantis"}}, {"Country": "Atlantis"}),
    "empty": ({"title": "", "skillsNeeded": [], "category": None, "location": {}}, {}),
}


@pytest.mark.parametrize(("body", "expected"), ODD.values(), ids=ODD)
def test_whatever_was_sent_is_shown_somehow(body: dict[str, Any], expected: dict[str, str]) -> None:
    assert said(body) == expected


def test_words_of_others_are_no_markup() -> None:
    line = asked.lines({"bountyId": '"><script>'})[0]

    assert "<script>" not in line.texts[0] and line.texts[0].startswith('<a href="/owner/jobs/')
