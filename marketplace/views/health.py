"""`/healthz`: this process answers. `/readyz`: everything it needs is available; a 503 names what is not."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from marketplace.api import wire
from marketplace.selectors import health


def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse(wire.dumps({"success": True, "status": "ok"}), content_type="application/json")


def readyz(request: HttpRequest) -> HttpResponse:
    parts, uncounted = health.parts()
    failing = [name for name, state in parts.items() if state != "ok"]
    body: dict[str, Any] = {
        "success": not failing,
        "status": "unavailable" if failing else "ok",
        "parts": parts,
        "uncountedRequests": uncounted,
    }
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
