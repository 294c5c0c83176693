from rest_framework import serializers

from marketplace.api.fields import IdField, Text, TimestampField
from marketplace.api.serializers import Shape


class ReceiptLine(Shape):
    escrow_id = IdField("esc")
    application_id = IdField("app")
    human_id = IdField("prf")
    worker_name = Text()
    amount_cents = serializers.IntegerField()
    fee_cents = serializers.IntegerField()
    total_cents = serializers.IntegerField()
    released_at = TimestampField()
    unanswered = serializers.BooleanField(
        required=False, help_text="True when the work was accepted because nobody reviewed it in time; else absent."
    )


class ReceiptTip(Shape):
    transfer_id = IdField("trf")
    human_id = IdField("prf")
    worker_name = Text()
    description = Text()
    amount_cents = serializers.IntegerField()
    paid_at = TimestampField()


class ReceiptTotals(Shape):
    amount_cents = serializers.IntegerField()
    fee_cents = serializers.IntegerField()
    total_cents = serializers.IntegerField(help_text="Pay and fee.")
    tips_cents = serializers.IntegerField(required=False)
    paid_cents = serializers.IntegerField(required=False, help_text="Pay, fee and tips.")


class ReceiptOut(Shape):
    """For the document only: what is answered was frozen in this form when the receipt was made."""

    number = Text()
    version = serializers.IntegerField()
    service_name = Text()
    issued_at = TimestampField()
    currency = Text()
    bounty_id = IdField("bty")
    bounty_title = Text()
    billed_to = Text()
    lines = ReceiptLine(many=True)
    tips = ReceiptTip(
        many=True, required=False, help_text="Tips and reimbursements; absent in receipts from before 2026-11-28."
    )
    totals = ReceiptTotals()
