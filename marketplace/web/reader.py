"""What a reader can choose: the zone and the language in which pages are written for them."""

import zoneinfo
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _

from marketplace.core import countries, moments
from marketplace.core.reader import USUAL, browser_language, browser_zone, find_zone, zone
from marketplace.models import Account

__all__ = ["account", "browser_language", "browser_zone", "country", "find_zone", "language_choices", "zone_choices"]


def account(request: HttpRequest) -> Account | None:
    """Who reads, where they are signed in."""
    user = request.user
    return user if isinstance(user, Account) else None


def remember(request: HttpRequest, me: Account) -> dict[str, str]:
    """What the browser says now and did not say before, by columns of the account: mails are written so. The default is not
    worth a write, unless something else was said before."""
    spoken = browser_language(request)
    found = {"browser_language": spoken} if spoken != USUAL or me.browser_language else {}
    named = browser_zone(request)
    found |= {"browser_time_zone": named} if named else {}
    return {name: value for name, value in found.items() if getattr(me, name) != value}


@lru_cache(maxsize=1)
def zone_choices() -> list[tuple[str, str]]:
    """Zones that are named by a place, for a select: those of a continent, and UTC."""
    areas = ("Africa/", "America/", "Antarctica/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")
    named = sorted(name for name in moments.time_zones() if name.startswith(areas))
    return [(name, name.replace("_", " ")) for name in [*named, "UTC"]]


def language_choices() -> list[tuple[str, str]]:
    """Every language in its own words; first, that of the browser."""
    return [("", _("As my browser says")), *settings.LANGUAGES]


def country(request: HttpRequest) -> str:
    """The country (ISO code) where the reader's clock is set, else that of their language, as in pt-BR; empty where neither tells.
    A guess, for what is shown first, never for what somebody may do."""
    found = _zones_countries().get(zone(request, account(request)).key, "")
    if found:
        return found
    wanted = request.headers.get("Accept-Language", "").split(",")[0].split(";")[0].strip()
    region = wanted.rpartition("-")[2] if "-" in wanted else ""
    return (countries.find(region) or "") if len(region) == 2 else ""


def place(request: HttpRequest) -> tuple[str, str]:
    """The city and country that the zone of the reader's clock names, as `Europe/Lisbon` does; no city where only their language
    tells the country. A guess: many live far from the city that their zone is called after."""
    name = zone(request, account(request)).key
    if (found := _zones_countries().get(name)) is None:
        return "", country(request)
    return name.rpartition("/")[2].replace("_", " "), found


@lru_cache(maxsize=1)
def _zones_countries() -> dict[str, str]:
    """Zones of the tz list that lie in one country, with it; empty where the machine has no such table."""
    for folder in zoneinfo.TZPATH:
        table = Path(folder) / "zone.tab"
        if table.is_file():
            lines = [line.split("\t") for line in table.read_text().splitlines() if line and not line.startswith("#")]
            return {columns[2]: columns[0] for columns in lines}
    return {}
