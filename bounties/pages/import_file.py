"""A file of jobs as people make them in a spreadsheet: its bytes as rows of cells by the name of their column, and those as the
form's fields. Whatever can't be used is refused with what to do about it."""

import csv
import difflib
import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bounties.pages import posting_fields
from bounties.services.imports import ROWS_MAX
from marketplace.web import inputs

BYTES_MAX = 1024 * 1024
CELL_MAX = 10_000  # characters
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_DELIMITERS = ",;\t"
_YES, _NO = ("yes", "y", "true", "1", "x", "sí", "si"), ("no", "n", "false", "0", "")
_SEVERAL = ("completionQuestions", "details.text", "details.checkbox", "requiredLinks.custom", "checkIns.times")

# Column -> the form's field, and what is written into it.
COLUMNS = {
    "title": ("title", gettext_lazy("What it is, in one line. Needed.")),
    "description": ("description", gettext_lazy("Everything a stranger has to know. Needed.")),
    "price": ("price", gettext_lazy("Pay for one person in dollars, such as 12.50. Needed.")),
    "priceType": ("priceType", gettext_lazy("fixed, or hourly: then the pay is for an hour. Empty: fixed.")),
    "estimatedHours": ("estimatedHours", gettext_lazy("Hours that one person needs, such as 0.5. Needed.")),
    "spotsAvailable": ("spotsAvailable", gettext_lazy("How many people. Empty: 1.")),
    "completionCriteria": ("completionCriteria", gettext_lazy("How both sides see that it is done.")),
    "evidenceTypes": ("evidenceTypes", gettext_lazy("What they send: photo, video, text, link; several with commas.")),
    "category": ("category", gettext_lazy("Kind of work, such as labor-gigs.")),
    "skillsNeeded": ("skillsNeeded", gettext_lazy("Skills, separated by commas.")),
    "isRemoteAllowed": (
        "location.isRemoteAllowed",
        gettext_lazy("yes: from anywhere. no: at a place. Empty: at a place with a city, else anywhere."),
    ),
    "city": ("location.city", gettext_lazy("City.")),
    "state": ("location.state", gettext_lazy("State or region.")),
    "country": ("location.country", gettext_lazy("Code or English name, such as PT. Needed at a place.")),
    "deadline": ("deadline", gettext_lazy("Until when people apply, such as 2026-12-01 14:30 in your zone.")),
    "scheduledStartAt": ("scheduledStartAt", gettext_lazy("When the work begins, written in the same way.")),
    "scheduledStartTimeZone": (
        "scheduledStartTimeZone",
        gettext_lazy("Its zone, such as Europe/Lisbon. Empty: yours."),
    ),
    "startWindowMinutes": ("startWindowMinutes", gettext_lazy("Minutes to begin in, after confirming.")),
    "completionWindowHours": ("completionWindowHours", gettext_lazy("Hours until the evidence is due.")),
    "responseWindowHours": ("responseWindowHours", gettext_lazy("Hours of silence before you are told.")),
    "supportedCountries": ("supportedCountries", gettext_lazy("Only people of these: codes separated by commas.")),
    "identityRequired": ("identityRequired", gettext_lazy("yes: only people whose identity is verified.")),
    "linkedinVerifiedRequired": (
        "linkedinVerifiedRequired",
        gettext_lazy("yes: only with a verified LinkedIn profile."),
    ),
    "micCheckRequired": ("micCheckRequired", gettext_lazy("yes: they record a sample with their microphone.")),
    "minimumCefr": (f"{posting_fields.LANGUAGE}.minimumCefr", gettext_lazy("Spoken English, at least: A2 to C2.")),
    "autoAccept": ("autoAccept", gettext_lazy("no: you decide on each. Empty: whoever passes every check is hired.")),
    "keepApplicantsOnFill": (
        "keepApplicantsOnFill",
        gettext_lazy("yes: the others stay waiting when all places are taken."),
    ),
    "completionQuestions": ("completionQuestions", gettext_lazy("Questions with the evidence, separated by |.")),
    "applicationQuestions": ("details.text", gettext_lazy("Questions to those who apply, separated by |.")),
    "agreements": ("details.checkbox", gettext_lazy("What they have to agree to, separated by |.")),
    "requiredLinks": ("requiredLinks", gettext_lazy("Links that they give: linkedin, github, portfolio and so on.")),
    "otherLinks": ("requiredLinks.custom", gettext_lazy("Other links that they give, separated by |.")),
    "liveCaptureRequirement": ("liveCaptureRequirement", gettext_lazy("photo or video, taken on the spot.")),
    "checkInTimes": ("checkIns.times", gettext_lazy("Times at which they report, separated by |.")),
    "attendanceRadiusMeters": ("attendanceRadiusMeters", gettext_lazy("Metres around the place that count as there.")),
    "agentName": ("agentName", gettext_lazy("The name that people read. Empty: your own.")),
}
_EXAMPLE = {
    "title": "Photograph a shop front",
    "description": "Take one sharp photo of the shop front at Rua Augusta 100.",
    "price": "12.50",
    "estimatedHours": "0.5",
    "evidenceTypes": "photo",
    "isRemoteAllowed": "no",
    "city": "Lisbon",
    "country": "PT",
}
_OF_FIELD = {field: column for column, (field, _words) in COLUMNS.items()}
_FLAGS = {column for column, (field, _words) in COLUMNS.items() if field in posting_fields.FLAGS} | {"isRemoteAllowed"}


class Unusable(ValueError):
    """Why a file can't be used and what to do about it, in words for a person: names of columns are theirs, not the API's."""


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the file: its line, and its cells by column."""

    number: int
    cells: dict[str, str]


def lines(raw: bytes) -> list[Line]:
    """The rows of a file. Rows without content and rows that begin with # are left out. Raises Unusable."""
    rows = _rows(_text(raw))
    header = next(rows, None)
    if header is None:
        raise Unusable(_("The file is empty. Its first line names the columns; the template has them all."))
    columns = _columns(header[1])
    found = []
    for number, cells in rows:
        if not any(cell.strip() for cell in cells) or cells[0].lstrip().startswith("#"):
            continue
        if any(cell.strip() for cell in cells[len(columns) :]):
            said = _("Line %s has more cells than there are columns. Put texts with commas into quotes.")
            raise Unusable(said % number)
        found.append(
            Line(number, {column: cell.strip() for column, cell in zip(columns, cells, strict=False) if column})
        )
        if len(found) > ROWS_MAX:
            raise Unusable(_("At most %s jobs in one file. Split it into several.") % ROWS_MAX)
    if not found:
        raise Unusable(_("There is no job below the names of the columns."))
    return found


def body(line: Line) -> tuple[dict[str, Any], dict[str, str]]:
    """A row as the API's body, and why cells can't be read, by column."""
    typed: dict[str, str] = {}
    wrong = {}
    for column, cell in line.cells.items():
        field = COLUMNS[column][0]
        if len(cell) > CELL_MAX:
            wrong[column] = _("This is too long.")
        elif column in _FLAGS:
            if (said := cell.casefold()) not in (*_YES, *_NO):
                wrong[column] = _("Write yes or no.")
            elif said and (said in _YES or column == "isRemoteAllowed"):
                typed[field] = "true" if said in _YES else "false"
        else:
            typed[field] = cell.replace("|", "\n") if field in _SEVERAL else cell
    if line.cells.get("city") and not line.cells.get("isRemoteAllowed"):
        typed["location.isRemoteAllowed"] = "false"  # a column that is empty, or not there, is no word about the place
    if not line.cells.get("autoAccept"):
        typed["autoAccept"] = "true"
    return posting_fields.body(typed, lambda name: inputs.words(typed.get(name, ""))), wrong


def column(field: str) -> str:
    """The column of a field of the form; the field itself where no column has it."""
    known = _OF_FIELD.get(field)
    return (
        known
        or next((name for of, name in _OF_FIELD.items() if of.startswith(f"{field}.")), None)
        or field.split(".")[0]
    )


def template() -> str:
    """The file to fill in: the columns, and below them as comments what each takes, and an example."""
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(COLUMNS)
    words = [str(words) for _field, words in COLUMNS.values()]
    rows.writerow([f"# {words[0]}", *words[1:]])
    example = [_EXAMPLE.get(name, "") for name in COLUMNS]
    rows.writerow([f"# {example[0]}", *example[1:]])
    return "\ufeff" + text.getvalue()


def digest(raw: bytes) -> bytes:
    return hashlib.sha256(raw).digest()


def _text(raw: bytes) -> str:
    if len(raw) > BYTES_MAX:
        raise Unusable(_("The file is larger than 1 MB. Split it into several."))
    try:
        text = raw.decode("utf-16") if raw[:2] in _UTF16 else raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unusable(_("This is no CSV file in UTF-8. In your spreadsheet choose: save as, CSV UTF-8."))
    if "\0" in text:
        raise Unusable(_("This is no CSV file in UTF-8. In your spreadsheet choose: save as, CSV UTF-8."))
    return text


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Every row with the line at which it begins."""
    first = text.lstrip("\r\n").split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = 1
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error:
            raise Unusable(_("Line %s can't be read: look for a quote that is not closed.") % begins)
        if row or reader.line_num > 1:
            yield begins, row or [""]
        begins = reader.line_num + 1


def _columns(names: list[str]) -> list[str]:
    """The columns in their order, by any case; empty for one without a name."""
    known = {name.casefold(): name for name in COLUMNS}
    of_field = {field.casefold(): name for field, name in _OF_FIELD.items()}
    found, odd = [], []
    for name in names:
        plain = name.strip().casefold()
        if plain and plain not in known:
            # The API's own name of a field is no column, and looks like none.
            close = [known[one] for one in difflib.get_close_matches(plain, known, n=1)]
            near = of_field.get(plain) or "".join(close)
            odd.append(f"{name.strip()[:40]}{f' ({near}?)' if near else ''}")
        found.append(known.get(plain, ""))
    if odd:
        raise Unusable(_("There is no such column: %s. The template has them all.") % ", ".join(odd[:10]))
    if twice := {name for name in found if name and found.count(name) > 1}:
        raise Unusable(_("This column is there twice: %s.") % ", ".join(sorted(twice)))
    if missing := [name for name in ("title", "description", "price", "estimatedHours") if name not in found]:
        raise Unusable(_("These columns are missing: %s. Line 1 has to name the columns.") % ", ".join(missing))
    return found
