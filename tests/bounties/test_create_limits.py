"""The shape of POST /api/bounties: each field at its limits and beyond, without a database, so that a gate always runs every row.

What comes back of the same rows, and what a rule beyond the shape refuses, is in tests/bounties/test_create_fields.py.
"""

from typing import Any

import pytest

from bounties.serializers.posting import BountyIn
from tests.contract.shapes import named_in, refusal

TASK: dict[str, Any] = {"title": "Photo", "description": "One photo.", "price": 5, "estimatedHours": 0.5}
TERMS = {"consentText": "I allow the use of it.", "confirmationMessage": "Thank you for sending."}
PHOTO = {"submissionMode": "photo_upload", "photoSubmission": {"maxImages": 2, **TERMS}}
QUESTION = {"prompt": "How many shops?"}
NOON = "2127-01-05T12:00:00.000Z"


def uploads(**settings: Any) -> dict[str, Any]:
    return PHOTO | {"photoSubmission": {"maxImages": 2} | TERMS | settings}


def details(kind: str, number: int) -> dict[str, Any]:
    return {"applicationDetails": [{"type": kind, "label": "Show it"}] * number}


# What a field that was left out is shown as; deadline and agentName follow from the moment and the account.
DEFAULTS: dict[str, Any] = {
    "priceType": "fixed",
    "currency": "USD",
    "completionCriteria": "",
    "category": "",
    "location": {"city": "", "state": "", "country": "", "isRemoteAllowed": True},
    "spotsAvailable": 1,
    "submissionMode": "application",
    "keepApplicantsOnFill": False,
    "lifecycleMessages": {},
    "autoAccept": True,
    "agentType": "",
    **{key: [] for key in ("evidenceTypes", "skillsNeeded", "supportedCountries", "visibleCountries")},
    **{key: [] for key in ("completionQuestions", "requiredLinks", "applicationDetails")},
    "excludedParticipantSourceBountyIds": [],
    **dict.fromkeys(("identityRequired", "linkedinVerifiedRequired", "micCheckRequired"), False),
    **dict.fromkeys(("languageProficiencyRequirement", "checkIns", "liveCaptureRequirement", "signage"), None),
    **dict.fromkeys(("photoSubmission", "videoSubmission", "documentSubmission", "karen"), None),
    **dict.fromkeys(("scheduledStartAt", "scheduledStartTimeZone", "startWindowMinutes"), None),
    **dict.fromkeys(("completionWindowHours", "responseWindowHours", "attendanceRadiusMeters"), None),
    **dict.fromkeys(("autoAcceptMinMicScore", "autoExpireGhosts"), None),
}
# Taken, and shown exactly as sent.
KEPT: list[dict[str, Any]] = [
    {"title": "x" * 200},
    {"description": "x" * 5000},
    {"price": 1},
    {"price": 10_000},
    {"priceType": "hourly"},
    {"estimatedHours": 0.001},
    {"estimatedHours": 10_000},
    {"completionCriteria": "x" * 5000},
    {"evidenceTypes": ["link", "text", "video", "photo"]},
    {"liveCaptureRequirement": "photo"},
    {"liveCaptureRequirement": "video"},
    {"checkIns": {"times": [NOON], "photoRequired": True}},
    {"checkIns": {"times": [f"2127-01-05T{hour:02}:00:00.000Z" for hour in range(12)], "photoRequired": False}},
    {"category": "crew-gigs"},
    {"skillsNeeded": [f"skill {n}" for n in range(30)]},
    {"location": {"city": "", "state": "", "country": "PT", "isRemoteAllowed": False}},
    {"supportedCountries": ["PT", "ES"]},
    {"supportedCountries": []},
    {"spotsAvailable": 2000},
    {"completionWindowHours": 1},
    {"completionWindowHours": 720},
    {"completionWindowHours": None},
    {"startWindowMinutes": 5},
    {"startWindowMinutes": 1440},
    {"responseWindowHours": 1},
    {"responseWindowHours": 720},
    {"scheduledStartAt": NOON, "scheduledStartTimeZone": "America/New_York"},
    {"signage": "poster_provided"},
    {"attendanceRadiusMeters": 10},
    {"attendanceRadiusMeters": 50_000},
    *({"autoExpireGhosts": value} for value in (True, False, None)),
    *({"karen": value} for value in (True, False, None)),
    {"completionQuestions": [{"id": "a", "prompt": "x" * 300, "required": False}]},
    {"identityRequired": True, "linkedinVerifiedRequired": True, "micCheckRequired": True},
    *(
        {"languageProficiencyRequirement": {"language": "en", "minimumCefr": level}}
        for level in ("A2", "B1", "B2", "C1", "C2")
    ),
    {"autoAccept": False},
    {"autoAcceptMinMicScore": 1},
    {"autoAcceptMinMicScore": 5},
    {"autoAcceptMinMicScore": 3.75},
    {"requiredLinks": [{"type": "github"}, {"type": "custom", "label": "Your blog"}]},
    {"requiredLinks": [{"type": "portfolio"}] * 10},
    {"lifecycleMessages": {"onAccepted": "{{name}} {{ bountyTitle }} {{deadline}} {{reason}}", "onRejected": ""}},
    {"lifecycleMessages": {"onSubmissionReceived": "x" * 2000}},
    uploads(maxImages=4, minimumResolutionPx=1, acceptText="Yes"),
    uploads(consentText="x" * 1000, confirmationMessage="y" * 1000),
    {"submissionMode": "video_upload", "videoSubmission": {"maxVideos": 4, **TERMS}},
    {"submissionMode": "document_upload", "documentSubmission": {"maxDocuments": 10, **TERMS}},
    {"keepApplicantsOnFill": True},
    {"agentName": "x" * 80, "agentType": "y" * 40},
]
# Taken, and shown in the one form that we keep.
NORMALISED: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"supportedCountries": ["Portugal", "pt", "PRT", "Spain"]}, {"supportedCountries": ["PT", "ES"]}),
    ({"supportedCountries": ["US"]}, {"visibleCountries": ["US"]}),
    (
        {"checkIns": {"times": ["2127-01-05T13:00:00+01:00", "2127-01-05T11:00:00Z"]}},
        {"checkIns": {"times": ["2127-01-05T11:00:00.000Z", NOON], "photoRequired": False}},
    ),
    ({"completionQuestions": [QUESTION]}, {"completionQuestions": [{"id": "q1", **QUESTION, "required": True}]}),
    (
        {"completionQuestions": [QUESTION, {"id": "q1", **QUESTION}]},
        {"completionQuestions": [{"id": n, **QUESTION, "required": True} for n in ("q2", "q1")]},
    ),
    (
        {"applicationDetails": [{"type": "text", "label": " "}, {"type": "checkbox", "label": "I can lift"}]},
        {"applicationDetails": [{"id": "d1", "type": "checkbox", "label": "I can lift", "required": True}]},
    ),
    ({"scheduledStartAt": "2127-01-05T13:00:00+01:00", "scheduledStartTimeZone": "UTC"}, {"scheduledStartAt": NOON}),
    ({"location": None}, {"location": {"city": "", "state": "", "country": "", "isRemoteAllowed": True}}),
]
# Refused, with the name of what is wrong.
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"liveCaptureRequirement": "audio"}, "liveCaptureRequirement"),
    ({"checkIns": {"times": [NOON] * 13}}, "checkIns.times"),
    ({"checkIns": {"times": ["noon"]}}, "checkIns.times.0"),
    ({"checkIns": {}}, "checkIns.times"),
    ({"skillsNeeded": ["a"] * 31}, "skillsNeeded"),
    ({"location": {"city": "x" * 101, "country": "PT"}}, "location.city"),
    ({"supportedCountries": ["Atlantis"]}, "supportedCountries"),
    *(({"completionWindowHours": value}, "completionWindowHours") for value in (0, 721, 1.5, "5", True)),
    *(({"startWindowMinutes": value}, "startWindowMinutes") for value in (4, 1441, 5.5)),
    *(({"responseWindowHours": value}, "responseWindowHours") for value in (0, 721)),
    ({"scheduledStartAt": "noon", "scheduledStartTimeZone": "UTC"}, "scheduledStartAt"),
    ({"scheduledStartAt": NOON, "scheduledStartTimeZone": "Moon/Base"}, "scheduledStartTimeZone"),
    ({"signage": "worker_provided"}, "signage"),
    *(({"attendanceRadiusMeters": value}, "attendanceRadiusMeters") for value in (9, 50_001, -1)),
    ({"autoExpireGhosts": "yes"}, "autoExpireGhosts"),
    ({"karen": 1}, "karen"),
    ({"completionQuestions": [QUESTION] * 11}, "completionQuestions"),
    ({"completionQuestions": [{"prompt": "x" * 301}]}, "completionQuestions.0.prompt"),
    ({"completionQuestions": [{"id": "a", **QUESTION}] * 2}, "completionQuestions"),
    *(({name: "true"}, name) for name in ("identityRequired", "linkedinVerifiedRequired", "micCheckRequired")),
    (
        {"languageProficiencyRequirement": {"language": "de", "minimumCefr": "B2"}},
        "languageProficiencyRequirement.language",
    ),
    *(
        (
            {"languageProficiencyRequirement": {"language": "en", "minimumCefr": no}},
            "languageProficiencyRequirement.minimumCefr",
        )
        for no in ("A1", "C3", "b2")
    ),
    ({"languageProficiencyRequirement": {"language": "en"}}, "languageProficiencyRequirement.minimumCefr"),
    ({"excludedParticipantSourceBountyIds": ["bty_nonsense"]}, "excludedParticipantSourceBountyIds"),
    ({"excludedParticipantSourceBountyIds": ["bty_x"] * 1001}, "excludedParticipantSourceBountyIds"),
    *(({"autoAcceptMinMicScore": value}, "autoAcceptMinMicScore") for value in (0.999, 5.001, "3")),
    ({"requiredLinks": [{"type": "github"}] * 11}, "requiredLinks"),
    ({"requiredLinks": [{"type": "myspace"}]}, "requiredLinks.0.type"),
    ({"requiredLinks": [{"type": "custom"}]}, "requiredLinks.0.label"),
    (details("text", 11), "applicationDetails"),
    (details("file_upload", 4), "applicationDetails"),
    (details("checkbox", 6), "applicationDetails"),
    (details("live_video", 2), "applicationDetails"),
    ({"applicationDetails": [{"type": "live_video", "label": "Hi", "required": False}]}, "applicationDetails"),
    ({"applicationDetails": [{"type": "essay", "label": "Hi"}]}, "applicationDetails.0.type"),
    (
        {"applicationDetails": [{"type": "file_upload", "label": "Hi", "fileType": "exe"}]},
        "applicationDetails.0.fileType",
    ),
    ({"lifecycleMessages": {"onHired": "Hi"}}, "lifecycleMessages"),
    ({"lifecycleMessages": {"onAccepted": "x" * 2001}}, "lifecycleMessages.onAccepted"),
    ({"lifecycleMessages": {"onAccepted": "Hi {{surname}}"}}, "lifecycleMessages.onAccepted"),
    ({"submissionMode": "audio_upload"}, "submissionMode"),
    ({"submissionMode": "photo_upload"}, "photoSubmission"),
    ({"photoSubmission": {"maxImages": 1, **TERMS}}, "photoSubmission"),
    (PHOTO | {"submissionMode": "video_upload", "videoSubmission": {"maxVideos": 1, **TERMS}}, "photoSubmission"),
    *((uploads(maxImages=value), "photoSubmission.maxImages") for value in (0, 5)),
    (uploads(consentText="x" * 19), "photoSubmission.consentText"),
    (uploads(confirmationMessage="x" * 1001), "photoSubmission.confirmationMessage"),
    ({"submissionMode": "video_upload", "videoSubmission": {"maxVideos": 5, **TERMS}}, "videoSubmission.maxVideos"),
    (
        {"submissionMode": "document_upload", "documentSubmission": {"maxDocuments": 11, **TERMS}},
        "documentSubmission.maxDocuments",
    ),
    ({"keepApplicantsOnFill": None}, "keepApplicantsOnFill"),
    ({"agentName": "x" * 81}, "agentName"),
]


def named(fields: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value!r:.40}" for name, value in fields.items())


@pytest.mark.parametrize("fields", [*KEPT, *(fields for fields, _ in NORMALISED)], ids=named)
def test_what_is_within_the_limits_has_the_right_shape(fields: dict[str, Any]) -> None:
    assert refusal(BountyIn, TASK | fields) is None


@pytest.mark.parametrize(
    ("fields", "path"), REFUSED, ids=lambda value: value if isinstance(value, str) else named(value)
)
def test_what_is_beyond_the_limits_is_refused_by_name(fields: dict[str, Any], path: str) -> None:
    assert list(named_in(refusal(BountyIn, TASK | fields), None)) == [path]
