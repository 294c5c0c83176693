"""Fields of a bounty, as tools take them for a new one and for an edit."""

from typing import Any, Final

from marketplace.core.tools import BOUNTY, choice, dollars, flag, many, moment, number, or_null, record, text, whole

_COUNTRY = text("ISO 3166 code or English name.", most=56)
_LINKS = ("linkedin", "instagram", "twitter", "github", "resume", "portfolio", "custom")
_MESSAGE = text("Its words; {{name}}, {{bountyTitle}}, {{deadline}} and {{reason}} are filled in.", most=2000)


def _uploads(most: str, high: int) -> dict[str, Any]:
    return record(
        "Needed with that submissionMode.",
        (most, "consentText", "confirmationMessage"),
        **{most: whole("Files of one person, at most.", 1, high)},
        consentText=text("What people agree to when they upload.", least=20, most=1000),
        confirmationMessage=text("What they read afterwards.", least=20, most=1000),
        acceptText=text("What they are told when you accept.", most=1000),
        minimumResolutionPx=whole("The shorter side, in pixels.", 1, 20_000),
    )


PRICE: Final = dollars(
    "The worker's pay for one seat, or for one hour with priceType hourly; the platform's fee (feeBps of the answer) comes on "
    "top.",
    5,
)
TITLE: Final = text("What is asked for, in one line.", least=5, most=200)
DESCRIPTION: Final = text("Everything a stranger must know to do it; public.", least=20, most=5000)
CRITERIA: Final = text("How both sides see that it is done; evidence is judged by it.", least=1, most=5000)
HOURS: Final = number("Hours that one worker needs.", 0.083, 10_000)

# What a new bounty takes and an edit changes, in the same words.
SHARED: Final[dict[str, Any]] = {
    "evidenceTypes": many("What the worker must send.", choice("One kind.", "text", "photo", "video", "link"), 4, 1),
    "category": text(
        "computer-gigs, creative-gigs, crew-gigs, domestic-gigs, event-gigs, labor-gigs, talent-gigs or writing-gigs.",
        most=30,
    ),
    "skillsNeeded": many("Skills that fit.", text("One skill.", least=1, most=60), 30),
    "location": record(
        "Where; without it, from anywhere. A whole country: its code with isRemoteAllowed false and no city.",
        city=text("City.", most=100),
        state=text("State or region.", most=100),
        country=_COUNTRY,
        isRemoteAllowed=flag("Can be done from anywhere."),
    ),
    "deadline": moment(
        "Until when people can apply; 30 days when left out. On-site work needs notice (12 to 48 hours)."
    ),
    "spotsAvailable": whole("How many people to hire; each is paid and reviewed alone.", 1, 2000),
    "supportedCountries": many("Only people of these countries may apply.", _COUNTRY, 250),
    "identityRequired": flag("Only people whose identity document was checked."),
    "linkedinVerifiedRequired": flag("Only people with a verified LinkedIn profile."),
    "micCheckRequired": flag("Applicants send a microphone sample, which is scored."),
    "languageProficiencyRequirement": record(
        "Applicants prove their spoken level.",
        ("language", "minimumCefr"),
        language=choice("Only English is checked.", "en"),
        minimumCefr=choice("The least level.", "A2", "B1", "B2", "C1", "C2"),
    ),
    "excludedParticipantSourceBountyIds": many("Whoever worked on these bounties of yours can't apply.", BOUNTY, 1000),
    "completionQuestions": many(
        "Questions that the worker answers with the evidence.",
        record(
            "One question.",
            ("prompt",),
            id=text("A name for its answer.", least=1, most=40),
            prompt=text("The question.", least=1, most=300),
            required=flag("true when left out."),
        ),
        10,
    ),
    "requiredLinks": many(
        "Links that applicants give.",
        record("One link.", ("type",), type=choice("Which.", *_LINKS), label=text("Needed for custom.", most=100)),
        10,
    ),
    "applicationDetails": many(
        "What applicants are asked besides: at most 3 uploads, 5 checkboxes, 1 live video.",
        record(
            "One row.",
            ("type", "label"),
            type=choice("What it is.", "text", "checkbox", "file_upload", "live_video"),
            label=text("The question or request.", least=1, most=300),
            required=flag("true when left out."),
            fileType=choice("Of an upload.", "image", "docx"),
        ),
        10,
    ),
    "photoSubmission": _uploads("maxImages", 4),
    "videoSubmission": _uploads("maxVideos", 4),
    "documentSubmission": _uploads("maxDocuments", 10),
    "autoAccept": flag(
        "true (default): applicants who pass every check that you declare are hired without you; where none is "
        "declared nobody is. false: you decide on each."
    ),
    "autoAcceptMinMicScore": number("The least microphone score that is hired automatically; 3.0 when left out.", 1, 5),
    "keepApplicantsOnFill": flag("true: others stay pending when all seats are taken."),
    "liveCaptureRequirement": choice("Evidence must be captured on the spot.", "photo", "video"),
    "checkIns": record(
        "Moments at which the worker must report.",
        ("times",),
        times=many("When.", moment("One moment."), 12),
        photoRequired=flag("With a photo each."),
    ),
    "scheduledStartAt": moment("When a shift begins."),
    "scheduledStartTimeZone": text("IANA zone of the shift.", most=64),
    "startWindowMinutes": whole("Minutes after confirming in which the worker must start.", 5, 1440),
    "completionWindowHours": whole("Hours after confirming in which evidence is due; a late seat is released.", 1, 720),
    "responseWindowHours": whole("Hours of silence after which a worker is flagged.", 1, 720),
    "autoExpireGhosts": flag("true: flagged workers lose the seat by themselves."),
    "attendanceRadiusMeters": whole("How near to the place counts as being there.", 10, 50_000),
    "lifecycleMessages": record(
        "Messages that are sent for you.",
        onAccepted=_MESSAGE,
        onRejected=_MESSAGE,
        onSubmissionReceived=_MESSAGE,
        onSubmissionApproved=_MESSAGE,
        onSubmissionRejected=_MESSAGE,
    ),
}
_CLEARED = (
    *(
        "languageProficiencyRequirement",
        "autoAcceptMinMicScore",
        "liveCaptureRequirement",
        "checkIns",
        "scheduledStartAt",
    ),
    *("scheduledStartTimeZone", "startWindowMinutes", "completionWindowHours", "responseWindowHours"),
    *("autoExpireGhosts", "attendanceRadiusMeters", "category"),
)
EDITED: Final[dict[str, Any]] = SHARED | {name: or_null(SHARED[name]) for name in _CLEARED}
