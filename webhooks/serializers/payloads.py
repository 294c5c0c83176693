"""The events in the OpenAPI document, generated from the catalogue: one schema for each type, and the `webhooks` section."""

from typing import Any, Final

from drf_spectacular.extensions import OpenApiSerializerExtension

from webhooks.rules.catalog import CATALOG, EVENT_TYPES, NOT_SENT, WHEN, always, field_schema

HEADERS: Final = {
    "X-Service-Signature": "t=<unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>` under the endpoint's secret>",
    "X-Service-Event": "The type of the event.",
    "X-Service-Delivery": "The id of the delivery, the same on every try.",
    "X-Service-Timestamp": "The t of the signature.",
}
EVENT: Final = "Event"  # the schema of any of them
SENT: Final = tuple(type_ for type_ in EVENT_TYPES if type_ not in NOT_SENT)
_SCHEMAS: Final = "#/components/schemas/"
_Schema = dict[str, Any]


class EventOutSchema(OpenApiSerializerExtension):
    """An event of the inbox: the body that its delivery has, so one of the schemas of the event types."""

    target_class = "webhooks.serializers.events.EventOut"

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        return EVENT

    def map_serializer(self, auto_schema: Any, direction: Any) -> _Schema:
        return {
            "description": "One event; its `type` says what `data` has.",
            "oneOf": [{"$ref": _SCHEMAS + name_of(type_)} for type_ in EVENT_TYPES],
            "discriminator": {
                "propertyName": "type",
                "mapping": {type_: _SCHEMAS + name_of(type_) for type_ in EVENT_TYPES},
            },
        }


def add_webhooks(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """drf-spectacular postprocessing hook: the schema of each event type, and one entry for each that is sent.

    Two things are for the sake of generators. The tag is not that of the routes below /api/webhooks: of each tag they make a class,
    and one of the two would be lost. And the entries are references, which readers of the document follow; openapi-generator would
    make a client of what it finds here, of which its Python doesn't even compile.
    """
    schemas = result["components"]["schemas"]
    for type_ in EVENT_TYPES:
        whole = payload(type_)
        schemas[name_of(type_) + "Data"] = whole["properties"]["data"]
        whole["properties"]["data"] = {"$ref": f"{_SCHEMAS}{name_of(type_)}Data"}
        schemas[name_of(type_)] = whole
    parameters = [
        {"in": "header", "name": name, "required": True, "description": text, "schema": {"type": "string"}}
        for name, text in HEADERS.items()
    ]
    result["components"]["pathItems"] = {
        f"On{_camel(type_)}": {
            "post": {
                "operationId": f"on{_camel(type_)}",
                "tags": ["Events"],
                "summary": type_,
                "description": WHEN[type_],
                "security": [],
                "parameters": parameters,
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": {"$ref": _SCHEMAS + name_of(type_)}}},
                },
                "responses": {"2XX": {"description": "Taken. Anything else, or no answer in 10 s, is tried again."}},
            }
        }
        for type_ in SENT
    }
    result["webhooks"] = {type_: {"$ref": f"#/components/pathItems/On{_camel(type_)}"} for type_ in SENT}
    return result


def payload(type_: str) -> _Schema:
    """JSON schema of the body of one event. Ids that don't apply are omitted from `data`."""
    return {
        "type": "object",
        "description": WHEN[type_],
        "required": ["id", "type", "created", "data"],
        "properties": {
            "id": {"type": "string", "description": "Of the event: deduplicate on it."},
            "type": {"type": "string", "const": type_},
            "created": {"type": "string", "format": "date-time"},
            "data": {
                "type": "object",
                "required": always(type_),
                "properties": {name: field_schema(name) for name in sorted(CATALOG[type_])},
            },
        },
    }


def name_of(type_: str) -> str:
    """Of the schema of an event type: `ApplicationSubmittedEvent`."""
    return f"{_camel(type_)}Event"


def _camel(type_: str) -> str:
    return "".join(part.capitalize() for part in type_.replace("_", ".").split("."))
