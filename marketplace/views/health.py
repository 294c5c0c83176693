"""Probes. `/livez` (and `/healthz`, its older name): this process answers. `/readyz`: this node has what it needs to answer.
`/startupz`: it has begun. A 503 names what is missing.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from marketplace.api import wire
from marketplace.selectors import health

# What a node can answer without: shown, and watched by alerts, but no reason to take the node away.
_AROUND: Final = ("redis", "worker")


def livez(request: HttpRequest) -> HttpResponse:
    """Touches nothing but this process: a database that is away must not restart a node that can say so."""
    return HttpResponse(wire.dumps({"success": True, "status": "ok"}), content_type="application/json")


def startupz(request: HttpRequest) -> HttpResponse:
    """Database and migrations; asked until it answers 200, and then no more."""
    return _answer(health.started())


def readyz(request: HttpRequest) -> HttpResponse:
    parts, uncounted = health.parts()
    degraded = [name for name in _AROUND if parts[name] != "ok"]
    return _answer(parts, uncountedRequests=uncounted, degraded=degraded)


def _answer(parts: Mapping[str, str], **more: Any) -> HttpResponse:
    failing = [name for name, state in parts.items() if state != "ok" and name not in _AROUND]
    body: dict[str, Any] = {
        "success": not failing,
        "status": "unavailable" if failing else "ok",
        "parts": parts,
    } | more
    if failing:
        body |= {
            "error": f"Not ready: {', '.join(failing)}.",
            "error_code": "unavailable",
            "code": "unavailable",
            "failing": failing,
        }
    response = HttpResponse(wire.dumps(body), status=503 if failing else 200, content_type="application/json")
    response._has_been_logged = True  # type: ignore[attr-defined]  # Django would log each poll of a starting instance
    return response
