"""HTML pages: common headers, terms and privacy."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

_POLICY = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"


def page(view: Callable[..., HttpResponse], *, leads_away: bool = False) -> Callable[..., HttpResponse]:
    """Adds the security headers of an HTML page: no scripts, no foreign content, no caching. `leads_away` is for a form whose
    answer redirects to another site, which browsers treat as the form's target.
    """

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["Content-Security-Policy"] = _POLICY if leads_away else f"{_POLICY}; form-action 'self'"
        response["Cache-Control"] = "no-store"
        return response

    return shown


def policy(request: HttpRequest, which: str) -> HttpResponse:
    version = settings.TERMS_VERSION if which == "terms" else settings.PRIVACY_VERSION
    return render(request, f"marketplace/{which}.html", {"name": settings.SERVICE_NAME, "version": version})
