"""The fields of a job as a form has them, and the body of PATCH /api/bounties/{id} from those that were changed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import QueryDict
from django.utils import timezone

from marketplace.web import inputs
from marketplace.web.formats import as_moment

_TEXTS = ("title", "description", "completionCriteria", "category")
_NUMBERS = (
    "spotsAvailable",
    "completionWindowHours",
    "responseWindowHours",
    "startWindowMinutes",
    "attendanceRadiusMeters",
)
_MOMENTS = ("deadline", "scheduledStartAt")
_GATES = ("identityRequired", "linkedinVerifiedRequired", "micCheckRequired")
_FLAGS = ("autoAccept", "keepApplicantsOnFill", "autoExpireGhosts", *_GATES, "location.isRemoteAllowed")
_WORDS = ("skillsNeeded",)  # typed with commas between
_PLACE = ("location.city", "location.state", "location.country")
_LISTS = ("evidenceTypes",)
_COUNTRIES = "supportedCountries"


def texts(job: Mapping[str, Any]) -> dict[str, Any]:
    """What the fields hold, from the owner's view of the job: texts, lists of texts, and true or false."""
    place = job["location"]
    found: dict[str, Any] = {name: job[name] or "" for name in _TEXTS}
    found |= {name: "" if job[name] is None else str(job[name]) for name in _NUMBERS}
    found |= {name: moment_text(job[name]) for name in _MOMENTS}
    found |= {name: str(place[name.partition(".")[2]] or "") for name in _PLACE}
    return found | {
        "price": f"{job['price']:.2f}",
        "evidenceTypes": list(job["evidenceTypes"]),
        _COUNTRIES: list(job[_COUNTRIES]),
        **{name: ", ".join(job[name]) for name in _WORDS},
        **{name: bool(job[name]) for name in _FLAGS if "." not in name},
        "location.isRemoteAllowed": place["isRemoteAllowed"],
        "scheduledStartTimeZone": job["scheduledStartTimeZone"] or "",
    }


def body(form: QueryDict, was: Mapping[str, Any]) -> dict[str, Any]:
    """Those fields that differ from what the page showed, with the API's names."""
    found: dict[str, Any] = {}
    for name in (*_TEXTS, *_NUMBERS, *_MOMENTS, *_PLACE, *_WORDS, "price", "scheduledStartTimeZone"):
        typed = form.get(name)
        # A browser ends lines of a field with two characters.
        if typed is not None and typed.replace("\r\n", "\n").strip() != str(was.get(name, "")).strip():
            _put(found, name, _value(name, typed.strip()))
    for name in _FLAGS:
        if name in was and (ticked := inputs.flag(form.get(name))) is not was[name]:  # else the page had no such box
            _put(found, name, ticked)
    for name in _LISTS:
        if (chosen := form.getlist(name)) != was.get(name):
            found[name] = chosen
    countries = [code for typed in form.getlist(_COUNTRIES) for code in inputs.words(typed)]
    if sorted(countries) != sorted(was.get(_COUNTRIES) or []):  # the boxes stand in another order
        found[_COUNTRIES] = countries
    if found.get("scheduledStartAt") and not form.get("scheduledStartTimeZone", "").strip():
        found["scheduledStartTimeZone"] = timezone.get_current_timezone_name()
    return found


def moment_text(value: Any) -> str:
    """A moment in the reader's zone as a field for a date and time has it."""
    return timezone.localtime(as_moment(value)).strftime("%Y-%m-%dT%H:%M") if value else ""


def moment(text: str) -> Any:
    """What was typed into such a field, in the reader's zone; None for an empty one."""
    if not text:
        return None
    try:
        typed = datetime.fromisoformat(text)
    except ValueError:
        return text
    return typed.replace(tzinfo=typed.tzinfo or timezone.get_current_timezone()).isoformat()


def _value(name: str, text: str) -> Any:
    if name in _NUMBERS:
        return inputs.number(text)
    if name in _MOMENTS:
        return moment(text)
    if name == "price":
        typed = inputs.dollars(text)
        return typed if isinstance(typed, str) else float(typed)
    if name in _WORDS:
        return inputs.words(text)
    return text


def _put(found: dict[str, Any], name: str, value: Any) -> None:
    """`location.city` is the city of the place."""
    outer, _dot, inner = name.partition(".")
    if inner:
        found.setdefault(outer, {})[inner] = value
    else:
        found[outer] = value
