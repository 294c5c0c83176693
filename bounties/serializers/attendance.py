from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from bounties.rules.attendance import STATES
from marketplace.api.fields import IdField, Text, TimestampField
from marketplace.api.serializers import Shape


@extend_schema_field({"type": "number"})
class DegreesField(serializers.FloatField):
    """A JSON number between two bounds; not a text, not true."""

    def to_internal_value(self, data: Any) -> float:
        if isinstance(data, bool) or not isinstance(data, int | float):
            raise serializers.ValidationError("Give a number.")
        return float(data)


@extend_schema_field({"type": ["string", "number"]})
class DeviceMomentField(TimestampField):
    """ISO 8601, or epoch milliseconds as devices give them."""

    def to_internal_value(self, data: Any) -> datetime:
        if isinstance(data, bool) or not isinstance(data, int | float):
            return super().to_internal_value(data)
        try:
            return datetime.fromtimestamp(data / 1000, UTC)
        except (ValueError, OverflowError, OSError):
            raise serializers.ValidationError("This moment is out of range.")


class AttendanceIn(Shape):
    """POST …/attendance. The position is used for a distance and never kept."""

    wire_names = {"accuracy_meters": "accuracyM"}

    state = serializers.ChoiceField(STATES)
    lat = DegreesField(min_value=-90, max_value=90)
    lng = DegreesField(min_value=-180, max_value=180)
    accuracy_meters = DegreesField(min_value=0, max_value=1_000_000)
    captured_at = DeviceMomentField(help_text="ISO 8601 with an offset, or epoch milliseconds.")


class AttendanceStep(Shape):
    state = serializers.ChoiceField(STATES)
    at = TimestampField()
    captured_at = TimestampField()
    distance_meters = serializers.IntegerField(allow_null=True)
    accuracy_meters = serializers.IntegerField()


class AttendanceOut(Shape):
    id = IdField("att", source="pk")
    bounty_id = IdField("bty")
    application_id = IdField("app")
    human_id = IdField("prf", source="application.human.profile_id")
    human_name = Text(source="application.human_name")
    state = serializers.ChoiceField(STATES)
    distance_meters = serializers.IntegerField(allow_null=True, help_text="To the task's place, when that is known.")
    accuracy_meters = serializers.IntegerField(allow_null=True)
    radius_meters = serializers.IntegerField(allow_null=True)
    within_radius = serializers.BooleanField(source="is_within_radius", allow_null=True)
    tracking_mode = serializers.ChoiceField(["measured", "self_reported"])
    captured_at = TimestampField(allow_null=True)
    on_the_way_at = TimestampField(allow_null=True)
    arrived_at = TimestampField(allow_null=True)
    left_at = TimestampField(allow_null=True)
    history = serializers.ListField(child=AttendanceStep())
    created_at = TimestampField()
