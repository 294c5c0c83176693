"""/api/asyncapi.json: the AsyncAPI document of the events, beside the OpenAPI document of the requests."""

import hashlib
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from marketplace.api import wire
from webhooks.serializers import asyncapi as events


@cache
def _document() -> tuple[bytes, str]:
    body = wire.dumps(events.document())
    return body, f'"{hashlib.sha256(body).hexdigest()[:24]}"'


@csrf_exempt
@require_safe
def asyncapi(request: HttpRequest) -> HttpResponse:
    body, etag = _document()
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    return HttpResponse(
        body, content_type="application/json", headers={"ETag": etag, "Cache-Control": "public, max-age=60"}
    )
