"""Requests of one sign-in run one after another: its wrong tries are all counted, and its code opens one session.

allauth keeps the state of a sign-in in the session, which it reads at the beginning of a request and writes at its end.
"""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.http import HttpRequest, HttpResponse

View = Callable[..., HttpResponse]


def one_at_a_time(view: View) -> View:
    """Run `view` in a transaction that holds a lock on the request's session, from before the session is read until it is saved.

    Two requests that create the same row (two sign-ups of one address) have no session in common: the one that loses is run
    again, and meets the row.
    """

    @wraps(view)
    def run(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        try:
            return _locked(view, request, *args, **kwargs)
        except IntegrityError:
            return _locked(view, request, *args, **kwargs)

    return run


def _locked(view: View, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
    with transaction.atomic():
        if token := _token(request):
            with connection.cursor() as cursor:
                cursor.execute("select pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"sign-in:{token}"])
            vars(request.session).pop("_session_cache", None)  # as it was before the lock
        response = view(request, *args, **kwargs)
        if request.session.modified and not request.session.is_empty():
            request.session.save()  # a page's; within the lock, unlike the middleware's
        return response


def _token(request: HttpRequest) -> str:
    """The session's key: a program's, whose bearer token the middleware has turned into this header, or a browser's."""
    return request.headers.get("X-Session-Token") or request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
