"""In which language and zone a page or a mail is written for its reader.

What the account says comes first, then what its browser says: a cookie that the reader chose or a script named, then the header.
"""

import zoneinfo
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from marketplace.core import moments

ZONE_COOKIE = "tz"  # the browser's zone, which its script names
SIDE_COOKIE = "side"  # on whose pages a signed-in person was last
OWNERS, WORKERS = "owner", "worker"  # the sides of the market
OWNERS_PAGES = "/owner"
UTC = zoneinfo.ZoneInfo("UTC")
USUAL = "en-gb"  # where nothing says which English: its days and hours are read the same everywhere


@contextmanager
def written_for(request: HttpRequest, *, account: Any = None) -> Iterator[None]:
    """Within, texts, numbers and times are the reader's. `account`: who reads; None for a stranger."""
    with timezone.override(zone(request, account)), translation.override(language(request, account)):
        yield


@contextmanager
def written_to(account: Any, *, asked_by: Any = None) -> Iterator[None]:
    """The same for what is sent, where no browser is asked: what it said last counts where the account says nothing. The
    usual English and UTC to whoever has no account; `asked_by`: the account whose zone is likelier than UTC then."""
    said = (account.language, account.browser_language) if account is not None else ()
    with timezone.override(zone_of(account, asked_by)), translation.override(next(filter(_known, said), USUAL)):
        yield


def zone_of(*accounts: Any) -> zoneinfo.ZoneInfo:
    """The zone in which an account is written to: that of the first one which has said any; UTC without."""
    said = [
        name for account in accounts if account is not None for name in (account.time_zone, account.browser_time_zone)
    ]
    return next((found for name in said if (found := find_zone(name))), UTC)


def zone(request: HttpRequest, account: Any = None) -> zoneinfo.ZoneInfo:
    """The zone of the reader's account, else the browser's, else UTC."""
    named = account.time_zone if account is not None else ""
    return find_zone(named) or find_zone(request.COOKIES.get(ZONE_COOKIE, "")) or UTC


def language(request: HttpRequest, account: Any = None) -> str:
    """The reader's language, of those that have a catalogue."""
    own = account.language if account is not None else ""
    return own if _known(own) else browser_language(request)


def is_owners(path: str) -> bool:
    """Is this the address of an owner's page?"""
    return f"{path}/".startswith(f"{OWNERS_PAGES}/")


def side(request: HttpRequest) -> str:
    """The side of the market on whose pages this person was last: OWNERS or WORKERS. Empty for who never opened an owner's page."""
    found = request.COOKIES.get(SIDE_COOKIE, "")
    return found if found in (OWNERS, WORKERS) else ""


def browser_language(request: HttpRequest) -> str:
    """What the browser says: the reader's choice, else its header. English comes as it is written where the reader lives."""
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    if _known(chosen):
        return chosen
    found = translation.get_language_from_request(request)
    wanted = request.headers.get("Accept-Language", "").lower()
    return USUAL if found == settings.LANGUAGE_CODE and not wanted.startswith(("en-us", "en;", "en,")) else found


def browser_zone(request: HttpRequest) -> str:
    """What the browser's script said; empty without one, or when it is no zone."""
    named = request.COOKIES.get(ZONE_COOKIE, "")
    return named if find_zone(named) else ""


def for_strangers(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that anybody may open and that asks nobody who they are: written as their browser says."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with written_for(request):
            response = view(request, *args, **kwargs)
            varies(response)
        return response

    return shown


def varies(response: HttpResponse) -> None:
    """Tell caches that an answer depends on what the browser says of its reader."""
    response["Content-Language"] = translation.get_language() or settings.LANGUAGE_CODE
    patch_vary_headers(response, ["Accept-Language", "Cookie"])


@lru_cache(maxsize=1024)
def find_zone(name: str) -> zoneinfo.ZoneInfo | None:
    """The zone of this name of the tz list; None for anything else, such as a file's path."""
    return zoneinfo.ZoneInfo(name) if name and name in moments.time_zones() else None


def _known(name: str) -> bool:
    return name in dict(settings.LANGUAGES)
