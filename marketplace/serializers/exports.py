"""The copy of one's data, as the API shows it."""

from rest_framework import serializers

from marketplace.api.fields import IdField, Text, TimestampField
from marketplace.api.serializers import Shape


class ExportOut(Shape):
    """A copy of one's data: being made, ready until its file is deleted, or failed."""

    id = IdField("exp", source="pk")
    status = serializers.ChoiceField(
        ["being_made", "ready", "expired", "failed"], help_text="Ask again for one that has expired or failed."
    )
    created_at = TimestampField()
    ready_at = TimestampField(allow_null=True)
    expires_at = TimestampField(allow_null=True, help_text="When its file is deleted.")
    size_bytes = serializers.IntegerField(allow_null=True)
    download_url = Text(allow_null=True, help_text="Of the ZIP file, for an hour; null unless it is ready.")
    may_ask_at = TimestampField(help_text="From then on another one may be asked for.")
