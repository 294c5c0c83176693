"""What a run decides by rule, and what it asks its owner about instead."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bounties.rules.humanizations import words

# What is sent at least, by the template's submissionMode: the beginnings of content types.
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
# Findings of the usual checks that a person should look at. Screenshots of one page look alike, so that alone is nothing.
_DOUBTFUL: Final = ("blank_image", "duplicate_file", "not_live")
_WORDS_AT_LEAST: Final = {"title": 2, "steps": 3, "actual": 3}
_SAID_AT_LEAST: Final = 5
DISPUTES_AT_MOST: Final = 0
LOST_SEATS_AT_MOST: Final = 1


def has_media(mode: str, content_types: Sequence[str]) -> bool:
    return any(kind.startswith(MEDIA[mode]) for kind in content_types)


def doubt_about_tester(*, disputes: int, lost_seats: int) -> str:
    """Why the owner should look at this applicant first; empty when the rules are enough."""
    if disputes > DISPUTES_AT_MOST:
        return "earlier_disputes"
    return "earlier_seats_lost" if lost_seats > LOST_SEATS_AT_MOST else ""


def doubt_about_evidence(
    *, findings: Sequence[Mapping[str, Any]], checks: Sequence[str], steps_answered: bool, text: str
) -> str:
    """Why the owner should look at this evidence first; empty when it is clear. Scripts without blanks between words are
    counted by letter. `checks` are the codes that the usual checks of a submission gave; what is required of its form was
    asked when it was sent."""
    for code in _DOUBTFUL:
        if code in checks:
            return code
    for finding in findings:
        for name, least in _WORDS_AT_LEAST.items():
            if words(str(finding[name])) < least:
                return "finding_unclear"
    if not findings and not steps_answered and words(text) < _SAID_AT_LEAST:
        return "nothing_reported"
    return ""
