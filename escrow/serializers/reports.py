"""Shapes of the spending report and of a worker's earnings."""

from rest_framework import serializers

from marketplace.api.fields import IdField, Text, TimestampField
from marketplace.api.serializers import Shape


class TotalsOut(Shape):
    """All in cents."""

    paid = serializers.IntegerField(help_text="US cents. Released pay of workers, and completed transfers.")
    in_escrow = serializers.IntegerField(help_text="US cents. Held now, fee included.")
    pending_release = serializers.IntegerField(help_text="US cents. Pay of seats that are delivered or completed now.")
    settled = serializers.IntegerField(help_text="US cents. Released pay of workers.")
    refunded = serializers.IntegerField(help_text="US cents. Returned to the wallet.")


class ReportBountyOut(Shape):
    bounty_id = IdField("bty", allow_null=True, help_text="null: service bookings, which have no bounty.")
    funded = serializers.IntegerField(help_text="US cents put into it, fee included.")
    settled = serializers.IntegerField(help_text="US cents. Released pay of workers.")
    refunded = serializers.IntegerField(help_text="US cents. Returned to the wallet.")
    escrow_count = serializers.IntegerField(source="seats", help_text="Seats funded or decided in the range.")
    title = Text(allow_null=True)
    category = Text(allow_null=True, help_text="A slug; null without one.")


class ReportCategoryOut(Shape):
    """All in cents."""

    category = Text(allow_null=True, help_text="A slug; null: bounties without one, and service bookings.")
    funded = serializers.IntegerField(help_text="US cents. Put into its bounties, fee included.")
    settled = serializers.IntegerField(help_text="US cents. Released pay of workers.")
    refunded = serializers.IntegerField(help_text="US cents. Returned to the wallet.")
    bounty_count = serializers.IntegerField(source="bounties")


class ReportHumanOut(Shape):
    human_id = IdField("prf")
    human_name = Text(source="name")
    paid = serializers.IntegerField(source="cents", help_text="US cents. Pay and tips.")
    escrow_count = serializers.IntegerField(source="seats", help_text="Seats released in the range.")


class ReportOut(Shape):
    """By the time of each event; inEscrow and pendingRelease are as of now."""

    profile_id = IdField("prf")
    range_start = TimestampField(source="start")
    range_end = TimestampField(source="end")
    currency = serializers.ChoiceField(["usd"])
    totals = TotalsOut(source="*")
    by_bounty = ReportBountyOut(many=True)
    by_human = ReportHumanOut(many=True)
    by_category = ReportCategoryOut(many=True)
    has_more = serializers.BooleanField(help_text="There are more bounties or people than in this answer.")
    next_cursor = serializers.CharField(allow_null=True, help_text="`cursor` of the next part; null in the last one.")


class KeptOut(Shape):
    dispute_id = IdField("dsp", source="reference")
    cents = serializers.IntegerField()
    until = TimestampField(allow_null=True, help_text="null while an appeal is decided.")


class EarningsOut(Shape):
    available_cents = serializers.IntegerField(source="available", help_text="Can be withdrawn.")
    held_cents = serializers.IntegerField(source="held", help_text="Your pay in seats that are not decided yet.")
    disputed_cents = serializers.IntegerField(source="disputed", help_text="Your pay in disputed seats.")
    withdrawn_cents = serializers.IntegerField(source="withdrawn", help_text="Paid out to you, lifetime.")
    kept_cents = serializers.IntegerField(
        help_text="Yours, but not to be withdrawn yet: the decision of a dispute that gave it to you may be appealed."
    )
    kept = KeptOut(many=True, help_text="The same, by dispute.")
