"""Well-known URLs: llms.txt, security.txt (RFC 9116), the API catalog (RFC 9727)."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import is_valid_path
from django.views.decorators.http import require_safe

from marketplace.api import wire
from marketplace.api.fields import timestamp
from marketplace.core import clock
from marketplace.rules import MCP_PATH, PUBLIC_FOR_A_DAY
from marketplace.views.cards import SERVER_CARD
from marketplace.views.guides import overview

CATALOG = "/.well-known/api-catalog"
_PROFILE = "https://www.rfc-editor.org/info/rfc9727"
_EXPIRES = timedelta(days=180)
_PLAIN = "text/plain; charset=utf-8"


@require_safe
def llms(request: HttpRequest) -> HttpResponse:
    """An overview for language models: what this service is, and where to begin."""
    return HttpResponse(overview(), content_type=_PLAIN, headers=PUBLIC_FOR_A_DAY)


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
    return HttpResponse("\n".join(lines) + "\n", content_type=_PLAIN, headers=PUBLIC_FOR_A_DAY)


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
        "service-doc": [
            *link("/docs", "text/html"),
            *link("/api/docs", "text/html"),
            *link("/llms.txt", "text/plain"),
            *link("/llms-full.txt", "text/plain"),
        ],
        "service-meta": [
            *link("/.well-known/agent-card.json", "application/json"),
            *link("/.well-known/agent-skills/index.json", "application/json"),
        ],
        "version-history": link("/api/changelog", "application/json"),
        "status": [*link("/status", "text/html"), *link("/readyz", "application/json")],
        "terms-of-service": link("/terms", "text/html"),
        "privacy-policy": link("/privacy", "text/html"),
    }
    tools: dict[str, Any] = {
        "anchor": settings.MCP_URL,
        "service-desc": link(f"{MCP_PATH}/server-card", SERVER_CARD),
        "service-doc": [*link("/docs/tools", "text/html"), *link("/docs/tools.md", "text/markdown")],
    }
    names = {api["anchor"]: settings.SERVICE_NAME, tools["anchor"]: f"{settings.SERVICE_NAME}, as tools (MCP)"}
    itself = {
        "anchor": f"{settings.BASE_URL}{CATALOG}",
        "item": [{"href": href, "title": title} for href, title in names.items()],
    }
    return HttpResponse(
        wire.dumps({"linkset": [itself, api, tools]}),
        content_type=f'application/linkset+json; profile="{_PROFILE}"',
        headers={"Link": f'<{settings.BASE_URL}{CATALOG}>; rel="api-catalog"', **PUBLIC_FOR_A_DAY},
    )
