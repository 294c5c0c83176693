from rest_framework import serializers

from marketplace.api.fields import IdField, StrictBoolean, Text, TimestampField
from marketplace.api.serializers import Shape, Sparse


class ReleaseIn(Shape):
    acknowledge_release = StrictBoolean(
        default=False, help_text="true: pay now, which can't be undone. Leave it out to see the sums first."
    )
    application_id = Text(
        max_length=64,
        default=None,
        allow_null=True,
        help_text="Whom you mean to pay; refused when the escrow is another's.",
    )


class EscrowOut(Sparse):
    """`amount`, `humanPayout` and `platformFee` are cents (clients read them so); the explicit twins beside them, too."""

    omitted_if_null = ("applicationId", "bookingId", "humanId", "payoutStatus", "refundedTo")

    id = IdField("esc", source="pk")
    kind = serializers.ChoiceField(["pool", "seat"])
    bounty_id = IdField("bty", allow_null=True)
    application_id = IdField("app", required=False, help_text="Of the seat of a bounty.")
    booking_id = IdField("sbk", required=False, help_text="The cycle of a service subscription that it pays for.")
    human_id = IdField("prf", required=False, help_text="Who is paid; absent on a pool.")
    status = Text()
    amount = serializers.IntegerField(source="amount_cents", help_text="US cents.")
    human_payout = serializers.IntegerField(source="human_payout_cents", help_text="US cents.")
    platform_fee = serializers.IntegerField(source="platform_fee_cents", help_text="US cents.")
    amount_cents = serializers.IntegerField()
    worker_payout_cents = serializers.IntegerField(source="human_payout_cents")
    platform_fee_cents = serializers.IntegerField()
    fee_bps = serializers.IntegerField(
        help_text="The platform's fee on the pay of each seat in basis points (1800 is 18 %), as it was agreed."
    )
    payout_status = Text(required=False, help_text="hold, then paid; absent on a pool, and where nobody is paid.")
    funding_source = Text()
    refunded_to = Text(required=False, help_text="wallet or pool, once it was refunded.")
    created_at = TimestampField()
    funded_at = TimestampField(allow_null=True)
    delivered_at = TimestampField(allow_null=True)
    completed_at = TimestampField(allow_null=True)
    released_at = TimestampField(allow_null=True)
    dispute_window_ends_at = TimestampField(
        source="dispute_window_until",
        allow_null=True,
        help_text="Until when completed work can be disputed; null when the seat has ended before that.",
    )
    auto_release_at = TimestampField(
        source="released_by_itself_at",
        allow_null=True,
        help_text="When it is paid by itself; null when the seat has ended before that.",
    )


class EscrowRecord(EscrowOut):
    """The record as it is answered: a pool says what is left in it."""

    currency = serializers.ChoiceField(["usd"])
    remaining_cents = serializers.IntegerField(required=False)


class EscrowDetail(EscrowRecord):
    """One escrow with its audit log: `at, actor, action, from, to, note`."""

    review_id = IdField(
        "rev", allow_null=True, help_text="The owner's review of the person, who is reviewed once; null: none so far."
    )
    audit_log = serializers.ListField(child=serializers.DictField())
