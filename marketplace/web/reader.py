"""In which zone and language a page is written for its reader."""

import zoneinfo
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from marketplace.core import countries, moments

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


def country(request: HttpRequest) -> str:
    """The country (ISO code) where the reader's clock is set, else that of their language, as in pt-BR; empty where neither tells.
    A guess, for what is shown first, never for what somebody may do."""
    found = _zones_countries().get(zone(request).key, "")
    if found:
        return found
    wanted = request.headers.get("Accept-Language", "").split(",")[0].split(";")[0].strip()
    region = wanted.rpartition("-")[2] if "-" in wanted else ""
    return (countries.find(region) or "") if len(region) == 2 else ""


@lru_cache(maxsize=1)
def _zones_countries() -> dict[str, str]:
    """Zones of the tz list that lie in one country, with it; empty where the machine has no such table."""
    for folder in zoneinfo.TZPATH:
        table = Path(folder) / "zone.tab"
        if table.is_file():
            lines = [line.split("\t") for line in table.read_text().splitlines() if line and not line.startswith("#")]
            return {columns[2]: columns[0] for columns in lines}
    return {}
