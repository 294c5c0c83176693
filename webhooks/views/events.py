"""/api/events: an account's events, for agents that can't receive webhooks."""

import hashlib

import orjson
from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response
from rest_framework import serializers
from rest_framework.request import Request

from marketplace.api.openapi import operation
from marketplace.api.pagination import decode_position, encode_position, read_limit
from marketplace.api.parameters import limit_parameter
from marketplace.api.viewsets import ApiViewSet
from marketplace.core import rights
from marketplace.core.errors import Invalid
from webhooks.rules.catalog import EVENT_TYPES
from webhooks.serializers.events import EventOut
from webhooks.services import inbox

POLL_SECONDS = 5


class EventView(ApiViewSet):
    @operation(
        "listEvents",
        tag="Webhooks",
        summary="The inbox: this account's events from a place on, oldest first",
        description="What endpoints are sent, in one order that never changes, for agents that can't be called. Keep "
        "`nextCursor`, which is never null, and send it as `after` the next time: an event that is in no answer yet comes "
        "behind it. Ask again at once while `hasMore`; else after `Retry-After` seconds. With `If-None-Match` of the last "
        "`ETag` an inbox without news answers 304.",
        query=[
            ("after", "string", "nextCursor of the answer before, or the id of an event. Without it: the first event."),
            ("types", "string", "Only these, separated by commas."),
            limit_parameter(200, 50),
        ],
        gives={
            "events": EventOut(many=True),
            "count": serializers.IntegerField(),
            "hasMore": serializers.BooleanField(),
            "nextCursor": serializers.CharField(),
        },
        errors={400: "validation_error invalid_limit invalid_cursor"},
        least=rights.OWNER,
    )
    def list(self, request: Request) -> HttpResponseBase:
        scope, after = f"events:{self.actor.id}", request.query_params.get("after") or ""
        found = inbox.page_after(
            self.actor.id,
            after=after if ":" in after else decode_position(after, scope=scope),  # ids have a colon, cursors never
            types=_read_types(request),
            limit=read_limit(request, default=50, maximum=200),
        )
        answer = self.answer(
            events=EventOut.render_many(found.events),
            count=len(found.events),
            hasMore=found.has_more,
            nextCursor=encode_position(found.position, scope=scope),
        )
        etag = f'"{hashlib.sha256(orjson.dumps(answer.data)).hexdigest()[:24]}"'
        response = get_conditional_response(request._request, etag=etag, response=answer) or answer
        response["ETag"], response["Cache-Control"] = etag, "private, no-cache"
        if not found.has_more:
            response["Retry-After"] = str(POLL_SECONDS)
        return response


def _read_types(request: Request) -> list[str]:
    """The `types` parameter, given once or repeatedly, each a comma-separated list. Empty means all types. Raises Invalid (400)
    for an unknown one.
    """
    named = [name.strip() for text in request.query_params.getlist("types") for name in text.split(",")]
    types = [name for name in named if name and name != "*"]
    if unknown := sorted(set(types) - set(EVENT_TYPES)):
        shown = ", ".join(name[:60] for name in unknown[:3])
        raise Invalid({"types": [f"Unknown: {shown}. Give some of: {', '.join(EVENT_TYPES)}."]})
    return [] if "*" in named else types
