"""What a run decides by rule, and what it escalates to its owner."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext_lazy

from bounties.rules.humanizations import words

# The media that a submission must have, by the template's submissionMode: prefixes of content types.
MEDIA: Final = {
    "photo": ("image/",),
    "video": ("video/",),
    "document": (
        "application/pdf",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "text/plain",
    ),
}
MEDIA_WORDS: Final = {"photo": "a screenshot or photo", "video": "a video", "document": "a PDF, DOCX or text file"}
# Check results that are escalated. Similar images are not: screenshots of the same page look alike.
_ESCALATED: Final = ("blank_image", "duplicate_file", "not_live")
# What the codes of an escalation say, of applicants and of evidence; that of a dispute is its category.
MEANINGS: Final = {
    "blank_image": gettext_lazy("A picture shows one colour only."),
    "duplicate_file": gettext_lazy("A file of it was sent before, for this or for other work."),
    "not_live": gettext_lazy("A picture was not taken with the camera on the spot, as was asked for."),
    "finding_unclear": gettext_lazy(
        "A finding says too little to be followed: its title has less than two words, or its steps or what happened less than "
        "three."
    ),
    "nothing_reported": gettext_lazy("It has no finding, no answers, and less than five words."),
    "manual": gettext_lazy("The plan leaves all decisions to you."),
    "earlier_disputes": gettext_lazy("There were disputes about their work for others."),
    "earlier_seats_lost": gettext_lazy("They have lost more than one place in the last 90 days."),
}
_WORDS_AT_LEAST: Final = {"title": 2, "steps": 3, "actual": 3}
_SAID_AT_LEAST: Final = 5
DISPUTES_AT_MOST: Final = 0
LOST_SEATS_AT_MOST: Final = 1


def has_media(mode: str, content_types: Sequence[str]) -> bool:
    return any(kind.startswith(MEDIA[mode]) for kind in content_types)


def escalate_applicant_reason(*, disputes: int, lost_seats: int) -> str:
    """The code of why this application is escalated; empty when the run may hire."""
    if disputes > DISPUTES_AT_MOST:
        return "earlier_disputes"
    return "earlier_seats_lost" if lost_seats > LOST_SEATS_AT_MOST else ""


def escalate_evidence_reason(
    *, findings: Sequence[Mapping[str, Any]], checks: Sequence[str], steps_answered: bool, text: str
) -> str:
    """The code of why this evidence is escalated; empty when it is accepted. `checks`: codes of the automated checks.

    Required fields were validated on submission. Scripts without spaces are counted by character.
    """
    for code in _ESCALATED:
        if code in checks:
            return code
    for finding in findings:
        for name, least in _WORDS_AT_LEAST.items():
            if words(str(finding[name])) < least:
                return "finding_unclear"
    if not findings and not steps_answered and words(text) < _SAID_AT_LEAST:
        return "nothing_reported"
    return ""
