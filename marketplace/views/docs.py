"""The OpenAPI document and the page that displays it, with its own assets."""

import hashlib
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from marketplace.api import wire

# Redoc loads a logo from another host (blocked) and uses inline styles (allowed).
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; frame-ancestors 'none'"
)


@cache
def _document() -> tuple[bytes, str]:
    """Generated once per process: routes don't change while it runs."""
    body = wire.dumps(SchemaGenerator().get_schema(request=None, public=True))
    return body, f'"{hashlib.sha256(body).hexdigest()[:24]}"'


@csrf_exempt
@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    body, etag = _document()
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    return HttpResponse(
        body, content_type="application/json", headers={"ETag": etag, "Cache-Control": "public, max-age=60"}
    )


@csrf_exempt
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    response = render(request, "marketplace/docs.html")
    response["Content-Security-Policy"] = _POLICY
    return response
