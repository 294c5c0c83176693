"""What people type, as the API's bodies have it: a form knows texts only. What can't be read stays a text, so that the shape of
the body says what is wrong with it."""

import re
from decimal import Decimal
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest

_DOLLARS = re.compile(r"\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,12})(?:[.,](\d{1,2}))?\s*(?:\$|USD)?", re.ASCII | re.IGNORECASE)
_NUMBER = re.compile(r"-?\d{1,12}([.,]\d{1,6})?", re.ASCII)


def number(text: str) -> Any:
    """12 or 12.50, also with a comma; None for an empty field."""
    plain = text.strip().removeprefix("$").strip()
    if not plain:
        return None
    if not _NUMBER.fullmatch(plain):
        return text
    value = float(plain.replace(",", "."))
    return int(value) if value.is_integer() else value


def dollars(text: str) -> Any:
    """12.50, 12,50, $1,250: money that leaves is read strictly, so that 1,250 is never 1.25."""
    found = _DOLLARS.fullmatch(text.strip())
    return Decimal(f"{found[1].replace(',', '')}.{found[2] or 0}") if found else text


def words(text: str) -> list[str]:
    """A list typed into one field, separated by commas, semicolons or lines."""
    return [part for raw in re.split(r"[,;\n]", text) if (part := raw.strip())]


def flag(text: str | None) -> bool:
    """A checkbox: it is sent only when it is ticked."""
    return text is not None and text not in ("", "false")


def lines(text: str) -> list[str]:
    """One entry a line, without the empty ones."""
    return [line for raw in text.splitlines() if (line := raw.strip())]


def uploads(request: HttpRequest, *names: str) -> dict[str, list[Any]]:
    """The files of these fields in this order, with what the page's script noted beside each (`bounties/capture.js`): whether
    the camera took it just now, and when. Without a script nothing is said about any file."""
    files: list[UploadedFile] = []
    live: list[str] = []
    at: list[str] = []
    for name in names:
        found = request.FILES.getlist(name)
        files += found
        live += request.POST.getlist(f"capturedLive.{name}")[: len(found)]
        at += request.POST.getlist(f"capturedAt.{name}")[: len(found)]
    body: dict[str, list[Any]] = {"files": files}
    if files and len(files) == len(live) == len(at):
        body |= {"capturedLive": live, "capturedAt": at}
    return body
