"""The shape of a line of the timeline, which webhooks shows with its deliveries."""

from rest_framework import serializers

from marketplace.api.fields import IdField, Text, TimestampField
from marketplace.api.serializers import Shape
from marketplace.models.calls import VIA


class CallOut(Shape):
    """A call that changed something, or a write that was refused."""

    id = IdField("act", source="pk")
    created_at = TimestampField()
    via = serializers.ChoiceField(
        VIA,
        help_text="session: a person, signed in. service: nobody called, such as an automatic charge of the kept card.",
    )
    key_id = IdField("key", allow_null=True)
    connector_id = IdField("ctr", allow_null=True, help_text="Of the connected program.")
    program = Text(help_text="Name of the key or the connected program, as it was then.")
    request_id = Text(help_text="As X-Request-Id of the answer; events that the call caused are found by it.")
    idempotency_key = Text(help_text="As it was sent; empty without one.")
    operation = Text(help_text="operationId of the API, also for tools; page.<page>.<act> for a page of the site.")
    verb = Text(help_text="The act, where an operation has several.")
    note = Text(
        help_text="What the page said afterwards, which values were changed, or what a refused call tried; in the owner's language."
    )
    method = Text()
    path = Text()
    status = serializers.IntegerField()
    error_code = Text(help_text="Why it was refused; empty for a change.")
    cost_cents = serializers.IntegerField(source="cents", help_text="What left the account's wallet in this call.")
    object_id = Text(help_text="Public id of what it concerns.")
    repeats = serializers.IntegerField(help_text="The same refusal within a minute is one line, which counts.")
    last_at = TimestampField(allow_null=True, help_text="Of a refusal, the last time.")
