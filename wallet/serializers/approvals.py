"""Shapes of /api/approvals."""

from rest_framework import serializers

from marketplace.api.consent import PlanOut
from marketplace.api.fields import IdField, Text, TimestampField
from marketplace.api.serializers import Shape
from wallet.rules.approvals import APPROVAL


class AskerOut(Shape):
    via = serializers.ChoiceField(["key", "oauth"], source="asked_via", help_text="An API key or a connected program.")
    key_id = IdField("key", allow_null=True, help_text="Of the API key.")
    connector_id = IdField("ctr", allow_null=True, help_text="Of the connected program.")
    name = Text(source="asker", help_text="Of the key or program.")


class ApprovalOut(Shape):
    """A call that waits for the owner, or did."""

    id = IdField("apv", source="pk")
    status = serializers.ChoiceField(sorted(APPROVAL.states), source="state")
    cents = serializers.IntegerField(help_text="The most that the call may take out of the wallet, in US cents.")
    operation_id = Text(help_text="As this document names it.")
    operation = Text(source="operation_words", help_text="The same in words.")
    path = Text(help_text="Where the call was sent to; empty for a call of before it was kept.")
    asked_by = AskerOut(source="*")
    idempotency_key = Text(help_text="Of the call. Send it again with this key.")
    plan = PlanOut(source="planned")
    request = serializers.DictField(source="sent", help_text="The body of the call, without secrets, long texts cut.")
    request_cut = serializers.ListField(
        child=Text(), source="sent_cut", help_text="Names of its fields that `request` leaves out or shortens."
    )
    created_at = TimestampField()
    expires_at = TimestampField(help_text="Until then it can be decided; once approved, until then it can be used.")
    decided_at = TimestampField(allow_null=True)
    note = Text(help_text="The owner's words about their decision.")
    used_at = TimestampField(allow_null=True)
    bounty_id = IdField("bty", allow_null=True, help_text="The bounty that it was used for.")


class ApprovalDecisionIn(Shape):
    """POST /api/approvals/{id}."""

    decision = serializers.ChoiceField(
        ["approve", "decline", "withdraw"],
        help_text="withdraw: take an approval back that was not used yet; it is declined then.",
    )
    note = Text(
        max_length=500,
        required=False,
        allow_blank=True,
        default="",
        help_text="Words for the agent, shown with the decision.",
    )
