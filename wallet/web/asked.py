"""The body of a call that waits for its owner, as people read it: each field with the label and the values that it has on the forms
of these pages. Nothing that was sent is left out: a field without a label of its own is named by its name."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _

from marketplace.core import countries
from marketplace.web import formats, words
from wallet.web.asked_words import CHOICES, LABELS, LABELS_OF, LINKS

_SPLIT: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_UPLOADS: Final = ("photoSubmission", "videoSubmission", "documentSubmission")
_LONG: Final = (
    "description",
    "completionCriteria",
    "instructions",
    "sourceText",
    "taskDescription",
    "testerStartMessage",
)
_MOMENTS: Final = ("deadline", "scheduledStartAt", "deliverAt", "endsAt")
_DOLLARS: Final = ("price", "amount")
_COUNTRIES: Final = ("country", "supportedCountries", "allowedCountries", "intakeClosedCountries")
_JOBS: Final = ("bountyId", "excludedParticipantSourceBountyIds")
# What the items of a list are called, of those fields that name them.
_NAMES: Final = ("prompt", "label", "recipientEmail", "recipientId", "url", "bountyId")


class Line(NamedTuple):
    """One field: `texts` are its values, of which there are several where it is a list. `is_long`: written by somebody, to be read
    as it was typed."""

    label: str | Promise
    texts: list[str]
    is_long: bool


def lines(sent: Mapping[str, Any], operation_id: str = "") -> list[Line]:
    """Every field of this body that says something, in the order of the form; what the forms don't know comes last."""
    found = {path: value for path, value in _flat(sent) if _says_something(value)}
    known = [path for path in LABELS if path in found]
    own = LABELS_OF.get(operation_id, {})
    return [_line(path, found[path], own) for path in [*known, *(path for path in found if path not in LABELS)]]


def _line(path: str, value: Any, own: Mapping[str, str | Promise]) -> Line:
    label = own.get(path) or LABELS.get(path) or _plain(path)
    texts = [_text(path, item) for item in (value if isinstance(value, list) else [value])]
    name = path.rpartition(".")[2]
    is_long = name in _LONG or any(len(text) > 100 or "\n" in text for text in texts)
    is_long = is_long or (len(texts) > 1 and any(len(text.split()) > 3 for text in texts))  # sentences, not words
    return Line(label, texts, is_long)


def _flat(sent: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The fields by the names that they have on the form."""
    for name, value in sent.items():
        if name in _UPLOADS and isinstance(value, Mapping):
            for inner, item in value.items():
                yield f"upload.{'max' if inner.startswith('max') else inner}", item
        elif name == "applicationDetails" and isinstance(value, list):
            yield from _grouped(value, _kind_of_detail)
        elif name == "requiredLinks" and isinstance(value, list):
            yield from _grouped(value, _kind_of_link)
        elif isinstance(value, Mapping):
            yield from ((f"{name}.{inner}", item) for inner, item in value.items())
        else:
            yield name, value


def _grouped(rows: Iterable[Any], kind: Callable[[Mapping[str, Any]], str]) -> Iterator[tuple[str, list[Any]]]:
    found: dict[str, list[Any]] = {}
    for row in rows:
        if isinstance(row, Mapping):
            found.setdefault(kind(row), []).append(row)
    yield from found.items()


def _kind_of_detail(row: Mapping[str, Any]) -> str:
    kind = {"live_video": "live", "file_upload": row.get("fileType") or "image"}.get(
        row.get("type", ""), row.get("type")
    )
    return f"details.{kind}"


def _kind_of_link(row: Mapping[str, Any]) -> str:
    return "requiredLinks.custom" if row.get("type") == "custom" else "requiredLinks"


def _says_something(value: Any) -> bool:
    return value is not None and value not in ("", [], {})


def _text(path: str, value: Any) -> str:
    name = path.rpartition(".")[2]
    if isinstance(value, Mapping):
        return _item(value)
    if (known := CHOICES.get(path, {}).get(value if isinstance(value, str | bool) else None)) is not None:
        return str(known)
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    if name.endswith("Cents") and isinstance(value, int):
        return formats.cents_words(value)
    if name in _DOLLARS and isinstance(value, int | float):
        return formats.cents_words(int((Decimal(str(value)) * 100).to_integral_value()))
    text = str(value)
    if name in _COUNTRIES:
        return countries.local_name(countries.find(text) or text)
    if name in _JOBS:
        return format_html('<a href="/owner/jobs/{}">{}</a>', text, text)
    return _moment(text) if path in _MOMENTS or path == "checkIns.times" else _in_words(path, text)


def _moment(text: str) -> str:
    try:
        return formats.moment_words(text)
    except ValueError:
        return text


def _in_words(path: str, text: str) -> str:
    """A name that stands for something, such as crew-gigs, in words; what somebody wrote, as it is."""
    if path == "category":
        return category(text)
    return words.state(text) if path in CHOICES else text


def category(slug: str) -> str:
    """crew-gigs -> Crew gigs"""
    return slug.replace("-", " ").capitalize()


def _item(row: Mapping[str, Any]) -> str:
    """One item of a list of several fields: what names it, what it gets, and whether it may be left out."""
    said = [str(row[name]) for name in _NAMES if row.get(name)]
    if not said and "type" in row:
        said = [str(LINKS.get(row["type"], row["type"].capitalize()))]
    if isinstance(row.get("amount"), int | float):
        said.append(_text("amount", row["amount"]))
    text = " · ".join(said) or " · ".join(str(value) for value in row.values() if _says_something(value))
    return _("%s (optional)") % text if row.get("required") is False else text


def _plain(path: str) -> str:
    """applicantScreening.maximumWords -> Maximum words"""
    return _SPLIT.sub(" ", path.rpartition(".")[2]).replace("_", " ").capitalize()
