"""Views of libraries (sign-in, OAuth) as pages of ours: our headers, and the reader's time zone and language."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse

from marketplace.core import reader as readers
from marketplace.web import reader

# No script at all: these pages take passwords and codes.
_POLICY = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"


def page(view: Callable[..., HttpResponse], *, leads_away: bool = False) -> Callable[..., HttpResponse]:
    """Adds the security headers of an HTML page: no scripts, no foreign content, no caching. `leads_away` is for a form whose
    answer redirects to another site, which browsers treat as the form's target.
    """

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with readers.written_for(request, account=reader.account(request)):
            response = view(request, *args, **kwargs)
            if hasattr(response, "render"):  # a template that a library left for later
                response.render()
            readers.varies(response)
        response["Content-Security-Policy"] = _POLICY if leads_away else f"{_POLICY}; form-action 'self'"
        response["Cache-Control"] = "no-store"
        return response

    return shown
