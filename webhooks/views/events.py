"""/api/events: an account's events, for agents that can't receive webhooks; at once, when there are some, or as a stream."""

import hashlib
from collections.abc import Iterator
from datetime import datetime
from functools import partial

import orjson
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import get_conditional_response
from rest_framework import serializers
from rest_framework.request import Request

from marketplace.api import next_actions
from marketplace.api.actions import NextCallOut
from marketplace.api.openapi import operation
from marketplace.api.pagination import decode_position, encode_position, read_limit
from marketplace.api.parameters import Parameter, limit_parameter
from marketplace.api.viewsets import ApiViewSet
from marketplace.core import ids, moments, parking, rights
from marketplace.core.errors import Invalid
from webhooks.rules.catalog import EVENT_TYPES, unknown
from webhooks.rules.readings import Seen, packed, unpacked
from webhooks.rules.waiting import LONGEST, STREAM_SECONDS
from webhooks.serializers.events import HEARTBEAT, EventOut, frame, opening
from webhooks.services import inbox, waiting
from webhooks.services.inbox import InboxPage

POLL_SECONDS = 5
RETRY_SECONDS = 3  # after which a stream that ended is asked for again
_STREAMED = 200  # events read at a time
START, NOW = "start", "now"
AFTER = (
    "nextCursor of the answer before, or an event's id; a moment, such as 2026-11-20T10:00:00.000Z: what happened from then on; "
    "`start`: from the first event; `now`: only what happens from now on."
)
_CHOSEN: list[Parameter] = [
    ("types", "string", "Only these, separated by commas."),
    ("bountyId", "string", "Only events about this bounty (bty_…)."),
]
_WAIT: Parameter = (
    "wait",
    {"type": "integer", "minimum": 1, "maximum": LONGEST},
    "Seconds to wait for an event when there is none yet. The answer comes as soon as there is one; it may come earlier without "
    "any, and then says by Retry-After when to ask again.",
)


class EventView(ApiViewSet):
    @operation(
        "listEvents",
        tag="Webhooks",
        summary="The inbox: this account's events from a place on, oldest first",
        description="What endpoints are sent, in one order that never changes, for agents that can't be called. Keep "
        "`nextCursor`, which is never null, and send it as `after` the next time: an event that is in no answer yet comes "
        "behind it, also what `types` and `bountyId` left out, once you ask with others or with none. Ask again at once while "
        "`hasMore`; else after `Retry-After` seconds, or with `wait`, which answers as soon as something happens. With "
        "`If-None-Match` of the last `ETag` an inbox without news answers 304.",
        query=[
            ("after", "string", f"{AFTER} Left out: `start`."),
            *_CHOSEN,
            _WAIT,
            limit_parameter(200, 50),
        ],
        gives={
            "events": EventOut(many=True),
            "count": serializers.IntegerField(),
            "hasMore": serializers.BooleanField(),
            "nextCursor": serializers.CharField(),
            "nextActions": NextCallOut(
                many=True, help_text="Where the latest of these are read, and how to wait for more."
            ),
        },
        errors={
            400: "validation_error invalid_limit invalid_cursor",
            409: "inbox_restored inbox_expired",
            429: "too_many_waiting",
        },
        least=rights.OWNER,
    )
    def list(self, request: Request) -> HttpResponseBase:
        seconds, limit = _read_wait(request), read_limit(request, default=50, maximum=200)
        read = self._reader(request, request.query_params.get("after") or START, limit)
        found, waited = (
            waiting.read_or_wait(self.actor.id, seconds=seconds, read=read) if seconds else (read(None), False)
        )
        told, cursor = EventOut.render_many(found.events), _cursor(self._scope(), found.seen, found.epoch)
        chosen = {name: request.query_params.get(name) for name in ("bountyId", "types")}
        again = {"after": cursor} | {name: value for name, value in chosen.items() if value}
        answer = self.answer(
            events=told,
            count=len(told),
            hasMore=found.has_more,
            nextCursor=cursor,
            nextActions=next_actions.of_events(told, again),
        )
        etag = f'"{hashlib.sha256(orjson.dumps(answer.data)).hexdigest()[:24]}"'
        response = get_conditional_response(request._request, etag=etag, response=answer) or answer
        response["ETag"], response["Cache-Control"] = etag, "private, no-cache"
        if not found.has_more and not waited:
            response["Retry-After"] = str(POLL_SECONDS)
        return response

    @operation(
        "streamEvents",
        tag="Webhooks",
        summary="The inbox as a stream that stays open (server-sent events)",
        description="Each event as it happens: `data` is the event as the inbox has it, `id` its id. After a break send the last "
        "`id` as `Last-Event-ID` (programs for server-sent events do so by themselves), and nothing is missing. Without it and "
        "without `after` the stream begins with what happens from now on. Lines that begin with a colon only keep the connection "
        "open, at least every 15 seconds. The stream ends when its key is revoked, and may end at any time: come back after "
        "`retry` milliseconds.",
        query=[("after", "string", f"{AFTER} Left out: `now`. `Last-Event-ID` goes before it."), *_CHOSEN],
        bare={200: "text/event-stream"},
        errors={400: "validation_error invalid_cursor", 409: "inbox_restored inbox_expired", 429: "too_many_waiting"},
        least=rights.OWNER,
    )
    def stream(self, request: Request) -> HttpResponseBase:
        after = request.headers.get("Last-Event-ID") or request.query_params.get("after") or NOW
        held = parking.place()
        is_new = held is None or held.reached is None
        read = self._reader(request, after, _STREAMED)
        chunks = _Chunks(waiting.follow(self.actor.id, seconds=STREAM_SECONDS, read=read), self._scope(), is_new=is_new)
        response: HttpResponseBase = StreamingHttpResponse(chunks) if held is None else HttpResponse(b"".join(chunks))
        response["Content-Type"] = "text/event-stream"
        response["Cache-Control"] = "private, no-store"
        response["X-Accel-Buffering"] = "no"  # nginx passes each event on at once
        return response

    def _scope(self) -> str:
        return f"events:{self.actor.id}"

    def _reader(self, request: Request, after: str, limit: int) -> waiting.Read:
        """Reads the page that is asked for; run again, the one after a position. Raises Invalid, InvalidCursor (400),
        InboxRestored, InboxExpired (409)."""
        types, bounty_id, account_id = _read_types(request), _read_bounty(request), self.actor.id
        encode = partial(_cursor, self._scope())
        start: Seen | str | datetime | None = after
        place = inbox.Place(None, encode)
        if after in (START, NOW):
            start = Seen(0) if after == START else None
        elif after[:1].isdigit() and ":" in after:
            start = _read_moment(after)
        elif ":" not in after:  # ids have a colon, cursors never
            whole, epoch, whole_after, parts = decode_position(after, scope=self._scope())
            start = Seen(whole, tuple(unpacked(whole, parts)), known=whole_after)
            place = inbox.Place(epoch, encode)

        def read(seen: Seen | None) -> InboxPage:
            return inbox.page_after(
                account_id,
                after=start if seen is None else seen,
                types=types,
                limit=limit,
                bounty_id=bounty_id,
                place=place if seen is None else None,
            )

        return read


def _cursor(scope: str, seen: Seen, epoch: int) -> str:
    return encode_position(seen.whole, scope=scope, epoch=epoch, whole_after=seen.known, more=packed(seen))


class _Chunks:
    """A stream's bytes, one piece for each page."""

    def __init__(self, pages: waiting.Pages, scope: str, *, is_new: bool) -> None:
        self._pages, self._scope, self._is_new = pages, scope, is_new

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        found, is_new = next(self._pages), self._is_new
        self._is_new = False
        # Not the place behind events that come only after this line.
        place = "" if found.events else _cursor(self._scope, found.seen, found.epoch)
        begun = [opening(place, retry_seconds=RETRY_SECONDS)] if is_new else []
        return b"".join([*begun, *(frame(event) for event in found.events)]) or HEARTBEAT

    def close(self) -> None:
        self._pages.close()


def _read_moment(text: str) -> datetime:
    """A moment as a place; a + of its offset is a space in an address that was not encoded. Raises Invalid (400)."""
    try:
        return moments.read_day_or_moment(text.replace(" ", "+") if "T" in text else text)
    except (ValueError, OverflowError):
        raise Invalid({"after": ["Give a moment such as 2026-11-20T10:00:00.000Z."]})


def _read_wait(request: Request) -> int:
    """The parameter `wait`, in seconds; 0 without it. Raises Invalid (400)."""
    raw = request.query_params.get("wait") or ""
    if not raw:
        return 0
    if not (raw.isascii() and raw.isdigit() and len(raw) < 3 and 1 <= int(raw) <= LONGEST):
        raise Invalid({"wait": [f"Give whole seconds from 1 to {LONGEST}."]})
    return int(raw)


def _read_bounty(request: Request) -> str:
    """The parameter `bountyId`; empty without it. Raises Invalid (400) for what is no id: a typo would be waited for in vain."""
    raw = request.query_params.get("bountyId") or ""
    try:
        return ids.encode("bty", ids.decode("bty", raw)) if raw else ""
    except ValueError:
        raise Invalid({"bountyId": ["Give the id of a bounty, bty_…"]})


def _read_types(request: Request) -> list[str]:
    """The `types` parameter, given once or repeatedly, each a comma-separated list. Empty means all types. Raises Invalid (400)
    for an unknown one.
    """
    named = [name.strip() for text in request.query_params.getlist("types") for name in text.split(",")]
    types = [name for name in named if name and name != "*"]
    if odd := sorted(set(types) - set(EVENT_TYPES)):
        raise Invalid({"types": [unknown(odd)]})
    return [] if "*" in named else types
