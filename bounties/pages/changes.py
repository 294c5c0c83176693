"""A changed job as its worker reads it: each term before and after, with names, places and moments as on every page. What mails
say of the same is `rules.terms`."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bounties.models import Application
from bounties.rules.terms import Difference
from marketplace.core import countries
from marketplace.web import formats
from marketplace.web.words import state

TERMS = {
    "title": gettext_lazy("Title"),
    "description": gettext_lazy("What to do"),
    "completionCriteria": gettext_lazy("How it is judged"),
    "evidenceTypes": gettext_lazy("What you send"),
    "liveCaptureRequirement": gettext_lazy("Taken on the spot, with the camera"),
    "checkIns": gettext_lazy("Check-ins"),
    "completionQuestions": gettext_lazy("Questions you answer"),
    "location": gettext_lazy("Place"),
    "attendanceRadiusMeters": gettext_lazy("How near counts as being there"),
    "scheduledStartAt": gettext_lazy("Begins"),
    "scheduledStartTimeZone": gettext_lazy("Time zone of the beginning"),
    "estimatedHours": gettext_lazy("Takes about"),
    "signage": gettext_lazy("Sign"),
}


def changed(application: Application) -> dict[str, Any] | None:
    """The changed job as a table of before and after; None without a change."""
    change = application.terms_changed
    if change is None:
        return None
    may_leave = change.state == "asked" and application.escrow is not None and application.escrow.status == "locked"
    return {
        "rows": [_row(one) for one in change.differences],
        "state": change.state,
        "answer_by": change.answer_by,
        "may_leave": may_leave,
    }


def _row(one: Difference) -> dict[str, str]:
    name = str(TERMS.get(one.field, one.field))
    return {"name": name, "before": in_words(one.field, one.before), "after": in_words(one.field, one.after)}


def in_words(name: str, value: Any) -> str:
    """One term, by the reader's language and zone."""
    if value in (None, "", [], {}):
        return _("nothing")
    if name == "location":
        return place(value)
    if name == "checkIns":
        times = ", ".join(formats.moment_words(at) for at in value["times"]) or _("nothing")
        return _("%s, each with a photo") % times if value["photoRequired"] and value["times"] else times
    if name == "completionQuestions":
        return "\n".join(question["prompt"] for question in value)
    if name == "scheduledStartAt":
        return formats.moment_words(value)
    if name == "estimatedHours":
        return formats.work_time(value)
    if name == "attendanceRadiusMeters":
        return _("%s metres") % value
    if name in ("evidenceTypes", "liveCaptureRequirement", "signage"):
        return ", ".join(state(kind) for kind in ([value] if isinstance(value, str) else value))
    return str(value)


def place(value: dict[str, Any]) -> str:
    """Lisbon, Portugal; and whether it may be done from anywhere."""
    country = countries.name(value["country"]) if value["country"] else ""
    words = ", ".join(part for part in (value["city"], value["state"], country) if part)
    if not value["isRemoteAllowed"]:
        return words or _("not said")
    return _("%s, or from anywhere") % words if words else _("From anywhere")
