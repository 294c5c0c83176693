"""An opaque sign of who reads. By it a browser knows whose the pages and the unsent forms are that it keeps for when there is no
network: what belongs to one person is never shown to the next who uses the same phone.
"""

import hashlib
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from marketplace.models import Account

HEADER, NOBODY = "X-Reader", "nobody"


def sign(request: HttpRequest) -> str:
    """The sign of the signed-in reader, empty for a stranger. It says nothing about them, and lasts as long as the account."""
    user = getattr(request, "user", None)
    if not isinstance(user, Account):  # also the lazy one of a request, once it is asked
        return ""
    return hashlib.sha256(f"reader:{user.public_id}".encode()).hexdigest()[:20]


class ReadersSignMiddleware:
    """Writes the sign on every page. It stands after sign-in is known."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method == "GET" and response.headers.get("Content-Type", "").startswith("text/html"):
            has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
            is_offline = request.path == "/offline"  # kept for whoever reads next
            is_failure = response.status_code >= 500  # nobody is asked then who reads: the database may be what failed
            if not is_offline and not is_failure:
                response[HEADER] = (sign(request) if has_session else "") or NOBODY
        return response
