from typing import Any

from rest_framework import serializers

from marketplace.api.fields import IdField, Text, TimestampField
from marketplace.api.serializers import Shape


class ApplyIn(Shape):
    """POST /api/bounties/{id}/applications."""

    cover_letter = Text(max_length=5000, required=False, default="", allow_blank=True)


class DecisionIn(Shape):
    """PATCH …/applications/{appId}."""

    action = serializers.ChoiceField(["accept", "reject"])
    response = Text(max_length=1000, required=False, default="", allow_blank=True, help_text="Words to the applicant.")


class ApplicationOut(Shape):
    id = IdField("app", source="pk")
    bounty_id = IdField("bty")
    human_id = IdField("prf", source="human.profile_id")
    human_name = Text()
    status = serializers.ChoiceField(["pending", "accepted", "rejected", "withdrawn", "expired"])
    cover_letter = Text()
    terms_snapshot = serializers.DictField()
    response = Text()
    conversation_id = IdField("cnv", allow_null=True)
    current_escrow_id = IdField("esc", source="escrow_id", allow_null=True)
    confirm_by = TimestampField(allow_null=True)
    confirmed_at = TimestampField(allow_null=True)
    created_at = TimestampField()


class ReviewIn(Shape):
    """PATCH …/submissions/{submissionId}. Rejecting and asking for a redo need words."""

    action = serializers.ChoiceField(["approve", "reject", "request_redo"])
    response = Text(max_length=1000, required=False, default="", allow_blank=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["action"] != "approve" and not attrs["response"].strip():
            raise serializers.ValidationError({"response": ["Tell the worker what is wrong or missing."]})
        return attrs
