from rest_framework import serializers

from marketplace.api.fields import Text, TimestampField
from marketplace.api.serializers import Shape


class EventOut(Shape):
    """One fact, with the body that its webhook has."""

    id = Text(source="key", help_text="Of the event: deduplicate on it.")
    type = Text()
    created = TimestampField(source="created_at")
    data = serializers.DictField()  # type: ignore[assignment]
