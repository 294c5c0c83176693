"""What a reader can choose: the zone and the language in which pages are written for them."""

from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _

from marketplace.core import moments
from marketplace.core.reader import browser_language, browser_zone, find_zone
from marketplace.models import Account

__all__ = ["account", "browser_language", "browser_zone", "find_zone", "language_choices", "zone_choices"]


def account(request: HttpRequest) -> Account | None:
    """Who reads, where they are signed in."""
    user = request.user
    return user if isinstance(user, Account) else None


def remember(request: HttpRequest, me: Account) -> dict[str, str]:
    """What the browser says now and did not say before, by columns of the account: mails are written so. The default is not
    worth a write, unless something else was said before."""
    spoken = browser_language(request)
    found = {"browser_language": spoken} if spoken != "en-gb" or me.browser_language else {}
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
