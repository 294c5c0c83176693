"""What makes the site an app on a phone: its manifest, and the worker in the browser that keeps what has to be there without a
network, and shows pushes."""

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from marketplace.core import reader
from marketplace.providers import push_service
from marketplace.web.page import POLICY

_SCRIPTS = tuple(
    f"{name}.js" for name in ("site", "evidence", "outbox", "sender", "waiting", "fields", "typed", "unsent", "capture")
)
SHELL = tuple(f"marketplace/{name}" for name in ("site.css", *_SCRIPTS, "icon.svg"))


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    icons = [
        {"src": static("marketplace/icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
        {"src": static("marketplace/icon-192.png"), "sizes": "192x192", "type": "image/png", "purpose": "any maskable"},
        {"src": static("marketplace/icon-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "any maskable"},
    ]
    body = {
        "id": "/",
        "name": settings.SERVICE_NAME,
        "short_name": settings.SERVICE_NAME.split()[0],
        "start_url": "/today",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f5f7fb",
        "theme_color": "#2848c7",
        "icons": icons,
    }
    response = JsonResponse(body, content_type="application/manifest+json")
    response["Cache-Control"] = "public, max-age=3600"
    return response


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers ask for it on pages that name no icon, such as a plain text."""
    return HttpResponseRedirect(static("marketplace/icon-192.png"))


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Served from the root, because a worker governs only what lies below its own address."""
    context = {
        "shell": [static(name) for name in SHELL],
        "version": _version(),
        "icon": static("marketplace/icon-192.png"),
        "push_key": push_service.public_key(),
    }
    response = render(request, "marketplace/service-worker.js", context, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    response["Content-Security-Policy"] = "default-src 'none'; connect-src 'self'; img-src 'self'"
    return response


@require_safe
@reader.for_strangers
def offline(request: HttpRequest) -> HttpResponse:
    """What is shown without a network when the page itself was not kept. It says nothing of who is signed in."""
    response = render(request, "marketplace/offline.html", {"is_offline": True})
    response["Content-Security-Policy"] = POLICY
    return response


@cache
def _version() -> str:
    """Changes with the files of the shell, so that browsers fetch them anew."""
    digest = hashlib.sha256()
    for name in SHELL:
        digest.update(Path(str(finders.find(name))).read_bytes())
    return digest.hexdigest()[:12]
