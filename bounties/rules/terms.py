"""The terms of a hire: what they consist of, how they differ, and how long a hired person may leave because of a change."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, TypedDict

from django.utils.translation import gettext_noop as _

from bounties.rules.applications import PayTerms
from bounties.rules.fields import CheckIns, Question

ANSWER_WITHIN: Final = timedelta(hours=48)  # until then the worker may leave without a mark
SETTLE_WITHIN: Final = timedelta(hours=72)  # until then the owner settles attendance; then it is a case for staff
# Wire names of what a person is hired to: how it is called in a mail. Pay and clocks of a seat never change under it.
TERMS: Final = {
    "title": _("Title"),
    "description": _("What is to be done"),
    "completionCriteria": _("How it is judged"),
    "evidenceTypes": _("Evidence"),
    "liveCaptureRequirement": _("Captured on the spot"),
    "checkIns": _("Check-ins"),
    "completionQuestions": _("Questions to answer"),
    "location": _("Place"),
    "attendanceRadiusMeters": _("How near counts as being there, in metres"),
    "scheduledStartAt": _("Start"),
    "scheduledStartTimeZone": _("Time zone of the start"),
    "estimatedHours": _("Hours"),
    "signage": _("Sign"),
}


class Place(TypedDict):
    city: str
    state: str
    country: str
    isRemoteAllowed: bool


class Terms(PayTerms):
    """What the work is and pays: each name of TERMS, currency and compensation."""

    title: str
    description: str
    completionCriteria: str
    evidenceTypes: list[str]
    liveCaptureRequirement: str | None
    checkIns: CheckIns | None
    completionQuestions: list[Question]
    location: Place
    attendanceRadiusMeters: int | None
    scheduledStartAt: str | None  # ISO 8601, UTC
    scheduledStartTimeZone: str | None
    estimatedHours: float
    signage: str | None


# The answers to a change: `asked` waits for one; `kept`: none came in 48 hours, so the old terms count.
STATES: Final = ("asked", "kept", "left")


@dataclass(frozen=True, slots=True)
class Difference:
    """One term that changed: its wire name, what was agreed, what is asked for now."""

    field: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Change:
    """Terms that changed under a hired person and are not accepted."""

    changed_at: datetime
    answer_by: datetime | None
    state: str
    differences: list[Difference]


def differences(agreed: Mapping[str, object], now: Mapping[str, object]) -> list[Difference]:
    """What differs between two sets of terms; a term that the agreed ones do not name does not."""
    return [
        Difference(name, agreed[name], now[name])
        for name in TERMS
        if name in agreed and name in now and agreed[name] != now[name]
    ]


def in_words(name: str, value: Any) -> str:
    """A term as a mail says it."""
    if value in (None, "", [], {}):
        return "nothing"
    if name == "location":
        place = ", ".join(part for part in (value["city"], value["state"], value["country"]) if part)
        return f"{place or 'anywhere'}{' (or from anywhere)' if place and value['isRemoteAllowed'] else ''}"
    if name == "checkIns":
        return f"{', '.join(value['times'])}{' with a photo each' if value['photoRequired'] else ''}" or "nothing"
    if name == "completionQuestions":
        return "\n".join(question["prompt"] for question in value)
    return ", ".join(value) if isinstance(value, list) else str(value)
