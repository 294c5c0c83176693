"""The body of PATCH /api/humans/me from a form: a form has texts only."""

import re
from collections.abc import Iterable
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from humans.rules.people import WEEKDAYS
from marketplace.core.errors import Invalid
from marketplace.web.inputs import dollars, flag, words

_FLAGS = {"isAvailable", "acceptsInvitations", "location.isRemoteAvailable"}
_LISTS = {"skills", "expertise", "workPreferences.domains"}
_EMPTY_IS_NULL = {"username", "gender", "phone", "billingEmail"}
_SPAN = re.compile(r"(\d{1,2})[:.](\d{2})\s*(?:-|–|to)\s*(\d{1,2})[:.](\d{2})")


def profile_body(form: QueryDict, names: Iterable[str], *, drop_empty: bool = False) -> dict[str, Any]:
    """These fields of the form, a nested one being called `location.city`. `drop_empty` leaves out what was left empty, which
    then stays as it is. Raises Invalid (400) for hours that can't be read."""
    body: dict[str, Any] = {}
    for name in names:
        text = form.get(name, "").strip()
        if drop_empty and not text and name not in _FLAGS:
            continue
        outer, _dot, inner = name.rpartition(".")
        (body.setdefault(outer, {}) if outer else body)[inner] = _value(name, text, form)
    if (preferences := body.get("workPreferences")) and not preferences.get("wayOfWorking"):
        body["workPreferences"] = None
    return body


def dollars_text(cents: int | None) -> str:
    """2500 -> 25, as it is typed into a field."""
    return "" if cents is None else f"{cents / 100:.2f}".removesuffix(".00")


def wanted() -> dict[str, str]:
    """What a complete profile has, in words, by the name of the field."""
    return {
        "name": _("your name"),
        "headline": _("one line about what you do"),
        "bio": _("a few sentences about yourself"),
        "skills": _("a skill"),
        "location.city": _("your city"),
        "location.country": _("your country"),
        "hourlyRate": _("an hourly rate"),
        "timezone": _("your time zone"),
    }


def _value(name: str, text: str, form: QueryDict) -> Any:
    if name in _FLAGS:
        return flag(form.get(name))
    if name in _LISTS:
        return words(text)
    if name == "hourlyRate":
        return dollars(text) if text else None
    if name == "availability":
        return _week(form)
    return None if name in _EMPTY_IS_NULL and not text else text


def _week(form: QueryDict) -> dict[str, list[dict[str, str]]]:
    """Each weekday's text, such as `9:00-12:30, 14:00-18:00`."""
    week, wrong = {}, {}
    for day in WEEKDAYS:
        spans = []
        for part in words(form.get(day, "")):
            found = _SPAN.fullmatch(part)
            span = found and {"start": f"{found[1]:0>2}:{found[2]}", "end": f"{found[3]:0>2}:{found[4]}"}
            if not span or span["start"] >= span["end"] or span["end"] > "23:59":
                wrong[day] = [_("Give hours such as 9:00-12:30, from the earlier to the later one.")]
            else:
                spans.append(span)
        if spans:
            week[day] = spans
    if wrong:
        raise Invalid(wrong)
    return week
