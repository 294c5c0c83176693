"""The `webhooks` section of the OpenAPI document, generated from the event catalogue."""

from typing import Any

from webhooks.rules.catalog import CATALOG, EVENT_TYPES, NOT_SENT, WHEN, always, field_schema

HEADERS = {
    "X-Service-Signature": "t=<unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>` under the endpoint's secret>",
    "X-Service-Event": "The type of the event.",
    "X-Service-Delivery": "The id of the delivery, the same on every try.",
    "X-Service-Timestamp": "The t of the signature.",
}


def add_webhooks(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """drf-spectacular postprocessing hook: one entry for each event type that is sent."""
    parameters = [
        {"in": "header", "name": name, "required": True, "description": text, "schema": {"type": "string"}}
        for name, text in HEADERS.items()
    ]
    result["webhooks"] = {
        type_: {
            "post": {
                "operationId": "on" + "".join(part.capitalize() for part in type_.replace("_", ".").split(".")),
                "tags": ["Webhooks"],
                "summary": type_,
                "description": WHEN[type_],
                "parameters": parameters,
                "requestBody": {"required": True, "content": {"application/json": {"schema": payload(type_)}}},
                "responses": {"2XX": {"description": "Taken. Anything else, or no answer in 10 s, is tried again."}},
            }
        }
        for type_ in EVENT_TYPES
        if type_ not in NOT_SENT
    }
    return result


def payload(type_: str) -> dict[str, Any]:
    """JSON schema of the body of one event. Ids that don't apply are omitted from `data`."""
    return {
        "type": "object",
        "required": ["id", "type", "created", "data"],
        "properties": {
            "id": {"type": "string", "description": "Of the event: deduplicate on it."},
            "type": {"const": type_},
            "created": {"type": "string", "format": "date-time"},
            "data": {
                "type": "object",
                "required": always(type_),
                "properties": {name: field_schema(name) for name in sorted(CATALOG[type_])},
                "additionalProperties": False,
            },
        },
    }
