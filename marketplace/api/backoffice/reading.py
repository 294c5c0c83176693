"""What staff only read, of a replica (`marketplace/core/replica.py`): lists of records, files of lists, reports, the sections of a
person's page. Nothing is decided on what these show: each act has a page of its own, which reads the primary, as do the queue, My
desk, cases and settings.
"""

from collections.abc import Callable
from typing import Final, TypeVar

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from marketplace.core import replica

_WROTE: Final = "office_wrote"  # a cookie: there while its holder may have written what the replica does not have yet
_FRESH: Final = int(replica.LAG * 2)  # seconds that it lives; a replica that is read is `LAG` behind at most
T = TypeVar("T")


def read(request: HttpRequest, work: Callable[[], T]) -> T:
    """Do this, which only reads and finishes all of it, with the replica; with the primary for who has just written something."""
    return work() if request.method != "GET" or _WROTE in request.COOKIES else replica.read(work)


def note_write(request: HttpRequest, answer: HttpResponse) -> None:
    """Whoever sent something reads the primary for some seconds, so that they see what they did."""
    if request.method not in ("GET", "HEAD", "OPTIONS") and replica.is_named():
        answer.set_cookie(
            _WROTE,
            "1",
            max_age=_FRESH,
            path=reverse("admin:index"),
            secure=request.is_secure(),
            httponly=True,
            samesite="Lax",
        )
