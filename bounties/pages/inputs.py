"""What a form holds, as the API's bodies have it: texts become numbers, and each file gets what the device said of it."""

from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest


def number(text: str) -> Any:
    """12 or 12.5, also with a comma; None for an empty field. What is no number stays a text: the shape names the error."""
    plain = text.strip().removeprefix("$").strip()
    if not plain:
        return None
    try:
        found = float(plain.replace(",", "."))
    except ValueError:
        return text
    return int(found) if found.is_integer() else found


def lines(text: str) -> list[str]:
    """One entry a line, without the empty ones."""
    return [line for raw in text.splitlines() if (line := raw.strip())]


def uploads(request: HttpRequest, *names: str) -> dict[str, list[Any]]:
    """The files of these fields in this order, with what the page's script noted beside each (`capture.js`): whether the camera
    took it just now, and when. Without a script nothing is said about any file."""
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
