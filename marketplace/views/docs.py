"""The OpenAPI document and the page that shows it to people, with its own assets."""

import hashlib
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from drf_spectacular.generators import SchemaGenerator

from marketplace.api import wire


@cache
def _document() -> tuple[bytes, str]:
    """Made once per process: the routes do not change while it runs."""
    body = wire.dumps(SchemaGenerator().get_schema(request=None, public=True))
    return body, f'"{hashlib.sha256(body).hexdigest()[:24]}"'


def openapi(request: HttpRequest) -> HttpResponse:
    body, etag = _document()
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    return HttpResponse(
        body, content_type="application/json", headers={"ETag": etag, "Cache-Control": "public, max-age=60"}
    )


def page(request: HttpRequest) -> HttpResponse:
    return render(request, "marketplace/docs.html")
