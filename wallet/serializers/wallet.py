"""The wire forms of /api/wallet and /api/earnings."""

from rest_framework import serializers

from marketplace.api.fields import DollarsField, IdField, Text, TimestampField
from marketplace.api.serializers import Shape
from wallet.rules import CHECKOUT, DEPOSIT_MAX_CENTS, DEPOSIT_MIN_CENTS


class DepositIn(Shape):
    """POST /api/wallet/deposit."""

    amount = DollarsField(
        source="amount_cents",
        min_cents=DEPOSIT_MIN_CENTS,
        max_cents=DEPOSIT_MAX_CENTS,
        help_text="US dollars, 1 to 10,000.",
    )


class DepositOut(Shape):
    deposit_id = IdField("dep", source="pk")
    checkout_url = Text(source="url", help_text="Open it in a browser and pay there.")
    amount = DollarsField(source="amount_cents")
    amount_cents = serializers.IntegerField()
    status = serializers.ChoiceField(sorted(CHECKOUT.states))
    expires_at = TimestampField()


class BalanceOut(Shape):
    """All in cents: balance = totalDeposited - totalSent + totalReturned - totalWithdrawn, with explicit twins."""

    balance = serializers.IntegerField(help_text="Cents.")
    total_deposited = serializers.IntegerField(source="deposited", help_text="Cents.")
    total_sent = serializers.IntegerField(source="sent", help_text="Cents, before anything came back.")
    total_returned = serializers.IntegerField(source="returned", help_text="Cents that came back from bounties.")
    total_withdrawn = serializers.IntegerField(source="withdrawn", help_text="Cents that left the marketplace.")
    balance_cents = serializers.IntegerField(source="balance")
    total_deposited_cents = serializers.IntegerField(source="deposited")
    total_sent_cents = serializers.IntegerField(source="sent")
    total_returned_cents = serializers.IntegerField(source="returned")
    total_withdrawn_cents = serializers.IntegerField(source="withdrawn")


class EarningsOut(Shape):
    available_cents = serializers.IntegerField(source="available", help_text="Can be withdrawn.")
    held_cents = serializers.IntegerField(source="held", help_text="Your pay in seats that are not decided yet.")
    disputed_cents = serializers.IntegerField(source="disputed", help_text="Your pay in disputed seats.")
    withdrawn_cents = serializers.IntegerField(source="withdrawn", help_text="Paid out to you, lifetime.")


class LineOut(Shape):
    """A line of the statement: positive cents and a direction, with the balance after it."""

    id = IdField("txn", source="transaction_id")
    type = Text()
    direction = serializers.ChoiceField(["in", "out"])
    amount_cents = serializers.IntegerField()
    balance_after_cents = serializers.IntegerField(source="balance_after")
    bounty_id = IdField("bty", source="about_bounty_id", allow_null=True)
    escrow_id = IdField("esc", allow_null=True)
    description = Text()
    created_at = TimestampField()
