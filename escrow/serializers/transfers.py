"""Shapes of /api/transfers."""

from typing import Any

from rest_framework import serializers

from escrow.rules.transfers import BULK_MAX, FAILURES, PAYOUT_STATUS, TRANSFER, TRANSFER_MAX_CENTS, TRANSFER_MIN_CENTS
from marketplace.api.fields import CurrencyField, DollarsField, IdField, StrictBoolean, Text, TimestampField
from marketplace.api.serializers import Shape


class _Recipient(Shape):
    recipient_id = Text(
        max_length=64, default="", help_text="The worker's profile id (prf_…) or username; or recipientEmail."
    )
    recipient_email = Text(
        max_length=254, default="", trim=True, help_text="The worker's confirmed e-mail address; or recipientId."
    )
    amount = DollarsField(source="amount_cents", min_cents=TRANSFER_MIN_CENTS, max_cents=TRANSFER_MAX_CENTS)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if bool(attrs["recipient_id"]) == bool(attrs["recipient_email"]):
            raise serializers.ValidationError({"recipientId": ["Give recipientId or recipientEmail, one of the two."]})
        return attrs


class TransferIn(_Recipient):
    """POST /api/transfers/send. `bountyId` is demanded by the verb, with a code of its own."""

    currency = CurrencyField()
    bounty_id = Text(max_length=64, default="", allow_blank=True, allow_null=True)
    description = Text(max_length=500, default="", allow_blank=True, help_text="What it is for; the worker reads it.")
    conversation_id = Text(max_length=64, default=None, allow_null=True, help_text="Your conversation with the worker.")
    override = StrictBoolean(default=False, help_text="Pay also somebody whom you have blocked.")


class BulkLineIn(_Recipient):
    bounty_id = Text(
        max_length=64,
        default=None,
        allow_null=True,
        help_text="For which bounty; else the worker's latest released seat.",
    )


class BulkIn(Shape):
    """POST /api/transfers/bulk-send."""

    recipients = BulkLineIn(many=True, allow_empty=False, max_length=BULK_MAX, help_text="Who gets how much.")  # type: ignore[call-arg]
    description = Text(max_length=500, default="", allow_blank=True, help_text="What it is for; all of them read it.")
    override = StrictBoolean(default=False, help_text="Pay also those whom you have blocked.")
    currency = CurrencyField()


class PersonOut(Shape):
    id = Text(source="public_profile_id")
    name = Text(source="display_name")


class TransferOut(Shape):
    """`direction` is that of whoever looks."""

    id = IdField("trf", source="pk")
    amount = DollarsField(source="amount_cents")
    amount_cents = serializers.IntegerField()
    currency = serializers.ChoiceField(["usd"])
    status = serializers.ChoiceField(sorted(TRANSFER.states))
    payout_status = serializers.ChoiceField(
        sorted(PAYOUT_STATUS.values()),
        help_text="hold while it is pending, paid once it is in the earnings, failed when it will not be sent.",
    )
    failure_reason = serializers.ChoiceField(
        FAILURES,
        source="shown_reason",
        help_text="Of a failed one, for its sender: lapsed is not paid within a day. Empty when it is not known.",
    )
    direction = serializers.ChoiceField(["sent", "received"])
    bounty_id = IdField("bty")
    sender = PersonOut()
    recipient = PersonOut()
    description = Text()
    created_at = TimestampField()
    completed_at = TimestampField(allow_null=True)
