"""Which menu a page has. A person may work and answer for agents; pages of one side have its menu, all others that of the side
on which they were last, so that nobody is led away from their own pages by the way to their settings.
"""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from marketplace.core import reader

_OF_WORKERS: Final = ("/today/", "/work/", "/earnings/", "/profile/")


def of(request: HttpRequest) -> str:
    """The side whose menu this page has."""
    return _of_path(request.path) or reader.side(request) or reader.WORKERS


def _of_path(path: str) -> str:
    """The side to which the page belongs; empty for those of both."""
    if reader.is_owners(path):
        return reader.OWNERS
    return reader.WORKERS if f"{path}/".startswith(_OF_WORKERS) else ""


class SideMiddleware:
    """Remembers in a cookie on which side a signed-in person was last. Who only works has none."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        known = reader.side(request)
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            if known:
                response.delete_cookie(reader.SIDE_COOKIE)
            return response
        found = _of_path(request.path) if request.method == "GET" and response.status_code == 200 else ""
        if found and found != known and (known or found == reader.OWNERS):
            response.set_cookie(
                reader.SIDE_COOKIE,
                found,
                max_age=settings.LANGUAGE_COOKIE_AGE,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response
