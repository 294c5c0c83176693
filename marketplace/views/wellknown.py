"""Well-known URLs: llms.txt, security.txt (RFC 9116), the API catalog (RFC 9727)."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import is_valid_path
from django.views.decorators.http import require_safe

from marketplace.api import wire
from marketplace.api.fields import timestamp
from marketplace.core import clock

CATALOG = "/.well-known/api-catalog"
_PROFILE = "https://www.rfc-editor.org/info/rfc9727"
_EXPIRES = timedelta(days=180)
_DAY = {"Cache-Control": "public, max-age=86400"}
_PLAIN = "text/plain; charset=utf-8"


@require_safe
def llms(request: HttpRequest) -> HttpResponse:
    """An overview for language models: what this service is, and where to begin."""
    context = {
        "name": settings.SERVICE_NAME,
        "base": settings.BASE_URL,
        "sandbox": settings.SANDBOX,
        "support": settings.SUPPORT_EMAIL,
    }
    return HttpResponse(render_to_string("marketplace/llms.txt", context), content_type=_PLAIN, headers=_DAY)


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Where to report a vulnerability. Expires half a year after the day it is fetched, by the wall clock."""
    today = clock.wall().replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {timestamp(today + _EXPIRES)}",
        "Preferred-Languages: en",
        f"Canonical: {settings.BASE_URL}/.well-known/security.txt",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type=_PLAIN, headers=_DAY)


@require_safe
def catalog(request: HttpRequest) -> HttpResponse:
    """The APIs of this host and their descriptions, as a linkset (RFC 9264). Some are mounted by upper apps: only existing
    routes are listed.
    """

    def link(path: str, kind: str) -> list[dict[str, str]]:
        return [{"href": f"{settings.BASE_URL}{path}", "type": kind}] if is_valid_path(path) else []

    api: dict[str, Any] = {
        "anchor": f"{settings.BASE_URL}/api",
        "service-desc": [
            *link("/api/openapi.json", "application/json"),
            *link("/api/asyncapi.json", "application/json"),
        ],
        "service-doc": [*link("/api/docs", "text/html"), *link("/llms.txt", "text/plain")],
        "status": link("/readyz", "application/json"),
        "terms-of-service": link("/terms", "text/html"),
        "privacy-policy": link("/privacy", "text/html"),
    }
    itself = {
        "anchor": f"{settings.BASE_URL}{CATALOG}",
        "item": [{"href": api["anchor"], "title": settings.SERVICE_NAME}],
    }
    return HttpResponse(
        wire.dumps({"linkset": [itself, api]}),
        content_type=f'application/linkset+json; profile="{_PROFILE}"',
        headers={"Link": f'<{settings.BASE_URL}{CATALOG}>; rel="api-catalog"', **_DAY},
    )
