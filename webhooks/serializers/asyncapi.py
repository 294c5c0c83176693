"""The AsyncAPI document: the events that are sent to endpoints and kept in the inbox, generated from the catalogue."""

from typing import Any

from webhooks.rules.catalog import EVENT_TYPES, NOT_SENT, WHEN
from webhooks.serializers.payloads import HEADERS, payload

VERSION = "2.0.0"  # of the webhooks; the API beside them is 1.0.0
_TEXT = """Every event of an account is sent by POST to each endpoint that subscribed to it, and kept in the inbox, `GET
/api/events`. A delivery is signed: `v1` of `X-Service-Signature` is the hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the
endpoint's whole secret. Anything but a 2xx within 10 seconds is tried again after 30, 60, 120, 240 and 480 seconds.
Deduplicate on `id`. A field of `data` that does not apply is left out."""


def document() -> dict[str, Any]:
    """AsyncAPI 3.0: one channel, the subscriber's URL, with one message per event type."""
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Events of the agent hiring marketplace", "version": VERSION, "description": _TEXT},
        "defaultContentType": "application/json",
        "channels": {
            "endpoint": {
                "address": None,
                "title": "Your webhook endpoint",
                "description": "The address that you register with POST /api/webhooks/endpoints.",
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in EVENT_TYPES},
            }
        },
        "operations": {
            "deliverEvent": {
                "action": "send",
                "channel": {"$ref": "#/channels/endpoint"},
                "summary": "One event, sent until it is taken or six attempts have failed.",
                "bindings": {"http": {"method": "POST", "bindingVersion": "0.3.0"}},
            }
        },
        "components": {"messages": {name: _message(name) for name in EVENT_TYPES}},
    }


def _message(type_: str) -> dict[str, Any]:
    note = " Not sent by this version." if type_ in NOT_SENT else ""
    return {
        "name": type_,
        "title": type_,
        "summary": WHEN[type_] + note,
        "contentType": "application/json",
        "headers": {
            "type": "object",
            "required": sorted(HEADERS),
            "properties": {name: {"type": "string", "description": text} for name, text in HEADERS.items()},
        },
        "payload": payload(type_),
    }
