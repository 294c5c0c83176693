"""All guides in one, and what changed from version to version. A guide by itself is a page."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from marketplace import VERSION
from marketplace.api import wire
from marketplace.rules import PUBLIC_FOR_A_DAY
from marketplace.selectors import guides

_PLAIN = "text/plain; charset=utf-8"
_CHANGELOG: Path = settings.SHIPPED / "CHANGELOG.md"
_RELEASE = re.compile(r"## (?P<version>\d+\.\d+\.\d+), (?P<date>\d{4}-\d\d-\d\d)")


@require_safe
def everything(request: HttpRequest) -> HttpResponse:
    """The overview and all guides in one answer, for a model that reads once."""
    text = f"{overview()}\n\n{guides.everything()}"
    return HttpResponse(text, content_type=_PLAIN, headers=PUBLIC_FOR_A_DAY)


def overview() -> str:
    """The text of /llms.txt."""
    context = {
        "name": settings.SERVICE_NAME,
        "base": settings.BASE_URL,
        "sandbox": settings.SANDBOX,
        "support": settings.SUPPORT_EMAIL,
        "guides": [(guide, guides.title(guide.name)) for guide in guides.GUIDES],
    }
    return render_to_string("marketplace/llms.txt", context)


@require_safe
def changelog(request: HttpRequest) -> HttpResponse:
    """What changed from version to version, newest first, as CHANGELOG.md has it."""
    body = {"success": True, "current": VERSION, "versions": releases()}
    return HttpResponse(wire.dumps(body), content_type="application/json", headers=PUBLIC_FOR_A_DAY)


@cache
def releases() -> list[dict[str, Any]]:
    """CHANGELOG.md as data: of each version its date, and what was added, changed, deprecated, removed and mended. What is not
    released yet stands above the first version, and is left out."""
    found: list[dict[str, Any]] = []
    kind = ""
    for line in _CHANGELOG.read_text("utf-8").splitlines():
        if release := _RELEASE.fullmatch(line):
            found.append({**release.groupdict(), "changes": []})
        elif not found:
            continue
        elif line.startswith("### "):
            kind = line.removeprefix("### ").lower()
        elif line.startswith("- "):
            found[-1]["changes"].append({"kind": kind, "text": line.removeprefix("- ")})
        elif line.startswith("  ") and found[-1]["changes"]:
            found[-1]["changes"][-1]["text"] += f" {line.strip()}"
    return found
