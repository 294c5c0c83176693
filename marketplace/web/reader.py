"""In which zone and language a page is written for its reader."""

import zoneinfo
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from marketplace.core import moments

COOKIE = "tz"  # the browser's zone, which its script names; what the account says comes first


def zone(request: HttpRequest) -> zoneinfo.ZoneInfo:
    """The zone of the reader's account, else the browser's, else UTC."""
    named = getattr(request.user, "time_zone", "") if request.user.is_authenticated else ""
    return find_zone(named) or find_zone(request.COOKIES.get(COOKIE, "")) or zoneinfo.ZoneInfo("UTC")


@lru_cache(maxsize=1024)
def find_zone(name: str) -> zoneinfo.ZoneInfo | None:
    """The zone of this name of the tz list; None for anything else, such as a file's path."""
    return zoneinfo.ZoneInfo(name) if name and name in moments.time_zones() else None


@lru_cache(maxsize=1)
def zone_choices() -> list[tuple[str, str]]:
    """Zones that are named by a place, for a select: those of a continent, and UTC."""
    areas = ("Africa/", "America/", "Antarctica/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")
    named = sorted(name for name in moments.time_zones() if name.startswith(areas))
    return [(name, name.replace("_", " ")) for name in [*named, "UTC"]]


def browser_zone(request: HttpRequest) -> str:
    """What the browser's script said; empty without one, or when it is no zone."""
    named = request.COOKIES.get(COOKIE, "")
    return named if find_zone(named) else ""


def language(request: HttpRequest) -> str:
    """The reader's language, of those that have a catalogue. English comes as it is written where the reader lives."""
    found = translation.get_language_from_request(request)
    wanted = request.headers.get("Accept-Language", "").lower()
    return "en-gb" if found == settings.LANGUAGE_CODE and not wanted.startswith(("en-us", "en;", "en,")) else found
