"""Pages for people who arrive with a browser: what they share, the front page, terms and privacy."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

_POLICY = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"


def shell(request: HttpRequest) -> dict[str, object]:
    """What every template may say: the service's name, and whether its money is play money."""
    return {"service": settings.SERVICE_NAME, "sandbox": settings.SANDBOX}


def page(view: Callable[..., HttpResponse], *, leads_away: bool = False) -> Callable[..., HttpResponse]:
    """A page of a signed-in person, or of one who signs in: no script, nothing foreign, kept by no cache. `leads_away`
    is for a form whose answer is a redirect to somebody else's address, which browsers count as the form's target."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["Content-Security-Policy"] = _POLICY if leads_away else f"{_POLICY}; form-action 'self'"
        response["Cache-Control"] = "no-store"
        return response

    return shown


def home(request: HttpRequest) -> HttpResponse:
    return render(request, "marketplace/home.html", {"name": settings.SERVICE_NAME, "sandbox": settings.SANDBOX})


def policy(request: HttpRequest, which: str) -> HttpResponse:
    version = settings.TERMS_VERSION if which == "terms" else settings.PRIVACY_VERSION
    return render(request, f"marketplace/{which}.html", {"name": settings.SERVICE_NAME, "version": version})
