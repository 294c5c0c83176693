"""A job as it is typed, and as the API's body has it: the same names, flat (`location.city`), for the form and for the columns of
a file. What can't be read stays a text, so that the shape of the body says what is wrong with it."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from bounties.rules.bounties import UPLOAD_SETTINGS
from bounties.serializers.parts import MESSAGE_KEYS
from marketplace.core import clock
from marketplace.core.reader import find_zone
from marketplace.web import inputs

# The fields that are read as they stand, by kind.
TEXTS = (
    *("title", "description", "completionCriteria", "category", "priceType", "submissionMode"),
    *("scheduledStartTimeZone", "agentName", "agentType"),
)
CHOICES = ("liveCaptureRequirement", "signage")  # left out when nothing is chosen
NUMBERS = (
    *("estimatedHours", "spotsAvailable", "autoAcceptMinMicScore", "startWindowMinutes", "completionWindowHours"),
    *("responseWindowHours", "attendanceRadiusMeters"),
)
FLAGS = (
    *("identityRequired", "linkedinVerifiedRequired", "micCheckRequired", "autoAccept", "keepApplicantsOnFill"),
    "autoExpireGhosts",
)
LISTS = ("skillsNeeded",)
EXCLUDED = "excludedParticipantSourceBountyIds"
TICKED = ("supportedCountries", EXCLUDED)  # one by one; a file has them in one column
MOMENTS = ("deadline", "scheduledStartAt")
LANGUAGE = "languageProficiencyRequirement"
UPLOAD_FIELDS = ("consentText", "confirmationMessage", "acceptText")
_OPTIONAL = re.compile(r"\s*\((?:optional|opcional)\)\s*$", re.IGNORECASE)
_MOST = {"photo_upload": "maxImages", "video_upload": "maxVideos", "document_upload": "maxDocuments"}
_DETAILS = {  # field of the form -> what its lines become
    "details.text": {"type": "text"},
    "details.checkbox": {"type": "checkbox"},
    "details.image": {"type": "file_upload", "fileType": "image"},
    "details.docx": {"type": "file_upload", "fileType": "docx"},
    "details.live": {"type": "live_video"},
}
DETAILS = tuple(_DETAILS)
Many = Callable[[str], list[str]]


def body(typed: Mapping[str, str], many: Many) -> dict[str, Any]:
    """The body of the API's call from texts by name; `many` gives all values of a field that is ticked several times."""

    def text(name: str) -> str:
        return typed.get(name, "").strip()

    zone = find_zone(text("scheduledStartTimeZone"))
    mode = text("submissionMode") or "application"
    found: dict[str, Any] = {name: text(name) for name in TEXTS if text(name)}
    found |= {"title": text("title"), "description": text("description"), "submissionMode": mode}
    found |= {name: text(name) for name in CHOICES if text(name)}
    found |= {name: inputs.number(text(name)) for name in NUMBERS if text(name) or name == "estimatedHours"}
    found |= {name: inputs.flag(typed.get(name)) for name in FLAGS}
    found |= {name: inputs.words(text(name)) for name in LISTS}
    found |= {name: moment(text(name), zone) for name in MOMENTS if text(name)}
    found |= {
        "price": inputs.dollars(text("price")) if text("price") else None,
        "evidenceTypes": [item for item in many("evidenceTypes") if item],
        **{name: [word for one in many(name) for word in inputs.words(one)] for name in TICKED},
        "location": {name: text(f"location.{name}") for name in ("city", "state", "country")}
        | {"isRemoteAllowed": text("location.isRemoteAllowed") != "false"},
        "completionQuestions": [_question(line) for line in inputs.lines(typed.get("completionQuestions", ""))],
        "requiredLinks": [{"type": kind} for kind in many("requiredLinks") if kind]
        + [{"type": "custom", "label": line} for line in inputs.lines(typed.get("requiredLinks.custom", ""))],
        "applicationDetails": [row for name in DETAILS for row in _details(name, typed.get(name, ""))],
        "lifecycleMessages": {key: said for key in MESSAGE_KEYS if (said := text(f"lifecycleMessages.{key}"))},
    }
    if level := text(f"{LANGUAGE}.minimumCefr"):
        found[LANGUAGE] = {"language": "en", "minimumCefr": level}
    if times := inputs.lines(typed.get("checkIns.times", "")):
        photo = inputs.flag(typed.get("checkIns.photoRequired"))
        found["checkIns"] = {"times": [moment(line, zone) for line in times], "photoRequired": photo}
    if found.get("scheduledStartAt") and not found.get("scheduledStartTimeZone"):
        found["scheduledStartTimeZone"] = timezone.get_current_timezone_name()
    if mode in UPLOAD_SETTINGS:
        found[UPLOAD_SETTINGS[mode][0]] = _uploads(mode, text)
    return found


def moment(text: str, zone: ZoneInfo | None = None) -> str:
    """2026-12-01 14:30 -> the same with its offset, in this zone or the reader's; whatever else it is stays as it is."""
    try:
        at = datetime.fromisoformat(text.strip())
        if at.tzinfo is not None:
            return text.strip()
        return at.replace(tzinfo=zone or timezone.get_current_timezone()).isoformat()
    except (ValueError, OverflowError):
        return text


def shown_name(name: str) -> str:
    """The field of the form at which an error of the API's body stands."""
    outer, _, inner = name.partition(".")
    if outer in {wire for wire, _name in UPLOAD_SETTINGS.values()}:
        return f"upload.{'max' if inner.startswith('max') else inner}" if inner else "submissionMode"
    return "details.text" if outer == "applicationDetails" else name


def values(shown: Mapping[str, Any]) -> dict[str, Any]:
    """What the form holds for a job as its owner reads it: everything but what is over, and what belongs to that job alone."""
    now = clock.now()

    def later(text: Any) -> str:
        return _typed(text) if text and datetime.fromisoformat(str(text)) > now else ""

    place = shown.get("location") or {}
    found: dict[str, Any] = {name: shown.get(name) or "" for name in (*TEXTS, *CHOICES)}
    found |= {name: "" if (number := shown.get(name)) is None else number for name in NUMBERS}
    found |= {name: bool(shown.get(name)) for name in FLAGS}
    found |= {name: ", ".join(shown.get(name) or []) for name in LISTS}
    found |= {name: later(shown.get(name)) for name in MOMENTS}
    found |= {f"location.{name}": place.get(name) or "" for name in ("city", "state", "country")}
    found |= {
        "price": _dollars(shown.get("price")),
        "evidenceTypes": list(shown.get("evidenceTypes") or []),
        **{name: list(shown.get(name) or []) for name in TICKED},
        "location.isRemoteAllowed": "true" if place.get("isRemoteAllowed", True) else "false",
        f"{LANGUAGE}.minimumCefr": (shown.get(LANGUAGE) or {}).get("minimumCefr", ""),
        "completionQuestions": "\n".join(_asked(row, "prompt") for row in shown.get("completionQuestions") or []),
    }
    links = shown.get("requiredLinks") or []
    found["requiredLinks"] = [row["type"] for row in links if row["type"] != "custom"]
    found["requiredLinks.custom"] = "\n".join(row.get("label", "") for row in links if row["type"] == "custom")
    for name, kind in _DETAILS.items():
        rows = [row for row in shown.get("applicationDetails") or [] if _is_kind(row, kind)]
        found[name] = "\n".join(_asked(row, "label") for row in rows)
    found |= {f"lifecycleMessages.{key}": (shown.get("lifecycleMessages") or {}).get(key, "") for key in MESSAGE_KEYS}
    check_ins = shown.get("checkIns") or {}
    found["checkIns.times"] = "\n".join(text for at in check_ins.get("times", []) if (text := later(at)))
    found["checkIns.photoRequired"] = bool(check_ins.get("photoRequired"))
    return found | _upload_values(shown)


def typed(held: Mapping[str, Any]) -> tuple[dict[str, str], Many]:
    """`values` as a browser would send them, as `body` takes them: no box that is not ticked, and of several the ticked ones."""
    lists = {name: [str(item) for item in value] for name, value in held.items() if isinstance(value, list)}
    flags = {name: "true" for name, value in held.items() if value is True}
    texts = {name: str(value) for name, value in held.items() if not isinstance(value, list | bool)}
    return texts | flags, lambda name: lists.get(name, [])


def _uploads(mode: str, text: Callable[[str], str]) -> dict[str, Any]:
    found: dict[str, Any] = {_MOST[mode]: inputs.number(text("upload.max"))}
    found |= {name: said for name in UPLOAD_FIELDS if (said := text(f"upload.{name}")) or name != "acceptText"}
    if side := text("upload.minimumResolutionPx"):
        found["minimumResolutionPx"] = inputs.number(side)
    return found


def _upload_values(shown: Mapping[str, Any]) -> dict[str, Any]:
    wire, _name = UPLOAD_SETTINGS.get(shown.get("submissionMode", ""), ("", ""))
    held = shown.get(wire) or {}
    found = {f"upload.{name}": held.get(name, "") for name in (*UPLOAD_FIELDS, "minimumResolutionPx")}
    return found | {"upload.max": held.get(_MOST.get(shown.get("submissionMode", ""), ""), "")}


def _question(line: str) -> dict[str, Any]:
    return {"prompt": _OPTIONAL.sub("", line), "required": _OPTIONAL.search(line) is None}


def _details(name: str, text: str) -> Iterable[dict[str, Any]]:
    for line in inputs.lines(text):
        yield _DETAILS[name] | {"label": _OPTIONAL.sub("", line), "required": _OPTIONAL.search(line) is None}


def _is_kind(row: Mapping[str, Any], kind: Mapping[str, str]) -> bool:
    if row["type"] != kind["type"]:
        return False
    return "fileType" not in kind or (row.get("fileType") or "image") == kind["fileType"]


def _asked(row: Mapping[str, Any], name: str) -> str:
    return f"{row[name]}{'' if row.get('required', True) else ' (optional)'}"


def _dollars(amount: float | None) -> str:
    return "" if amount is None else f"{amount:.2f}".removesuffix(".00")


def _typed(text: Any) -> str:
    """A moment as its field holds it, in the reader's zone."""
    return timezone.localtime(datetime.fromisoformat(str(text))).strftime("%Y-%m-%dT%H:%M")
