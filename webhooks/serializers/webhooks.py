from typing import Any

from rest_framework import serializers

from marketplace.api.fields import IdField, Line, StrictBoolean, Text, TimestampField
from marketplace.api.serializers import Shape
from webhooks.rules.catalog import EVENT_TYPES, unknown


class EventTypeField(serializers.ChoiceField):
    """An event's type, or * for all. Of one that there is not it says which was probably meant, not all there are."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__([*EVENT_TYPES, "*"], **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, str) and data not in self.choices:
            raise serializers.ValidationError(unknown([data]))
        return super().to_internal_value(data)


class EndpointIn(Shape):
    """POST /api/webhooks/endpoints."""

    url = Text(max_length=2048, help_text="A public https address; in a sandbox http://127.0.0.1 as well.")
    events = serializers.ListField(
        child=EventTypeField(),
        min_length=1,
        max_length=40,
        help_text='Event types such as application.submitted, or ["*"] for all.',
    )
    description = Line(max_length=200, default="", allow_blank=True, help_text="For yourself.")
    key_id = Text(
        max_length=40,
        default="",
        allow_blank=True,
        help_text="The key (key_…) that it belongs to: required of a person signed in. A key makes its own.",
    )


class EndpointPatch(Shape):
    """PATCH /api/webhooks/endpoints/{id}. What is left out stays."""

    events = serializers.ListField(
        child=EventTypeField(),
        min_length=1,
        max_length=40,
        required=False,
        help_text="What it is subscribed to from now on.",
    )
    description = Line(max_length=200, allow_blank=True, required=False, help_text="For yourself.")
    enabled = StrictBoolean(
        required=False,
        help_text="false pauses it: nothing is sent, and what is on its way fails. true sets it going again.",
    )


class ReplayIn(Shape):
    """POST /api/webhooks/endpoints/{id}/replay."""

    start = TimestampField(help_text="Events from this moment on.")
    end = TimestampField(allow_null=True, default=None, help_text="Up to this moment; now if left out.")

    wire_names = {"start": "from", "end": "to"}


class EndpointOut(Shape):
    """An endpoint; its secret is shown once, when it is made."""

    id = IdField("whe", source="pk")
    url = Text()
    events = serializers.ListField(child=Text())
    description = Text()
    key_id = IdField("key", help_text="The key that it belongs to.")
    legacy = serializers.BooleanField(help_text="Made by PATCH /api/keys/{id}; not one of the key's five.")
    disabled = serializers.BooleanField()
    disabled_reason = Text()
    consecutive_failures = serializers.IntegerField()
    old_secret_until = TimestampField(
        allow_null=True, help_text="Until then deliveries are signed with the secret before the present one, too."
    )
    created_at = TimestampField()


class DeliveryOut(Shape):
    """One line of the delivery log: an event on its way to one endpoint."""

    delivery_id = IdField("whd", source="pk")
    endpoint_id = IdField("whe")
    event_id = Text(source="event.key")
    event_type = Text()
    status = serializers.ChoiceField(["pending", "retrying", "delivered", "failed"])
    attempts = serializers.IntegerField()
    response_status = serializers.IntegerField(allow_null=True)
    last_error = Text()
    next_attempt_at = TimestampField(allow_null=True)
    delivered_at = TimestampField(allow_null=True)
    created_at = TimestampField()


class AttemptOut(Shape):
    """One try. `status` is null when no answer came; `error` says why."""

    number = serializers.IntegerField()
    at = TimestampField()
    status = serializers.IntegerField(allow_null=True)
    error = Text()
    duration_ms = serializers.IntegerField()
    response_excerpt = Text()


class DeliveryDetail(DeliveryOut):
    """With the exact bytes that are signed, and every attempt."""

    payload = Text(source="body")
    tries = AttemptOut(many=True)

    wire_names = {"tries": "history"}
