from rest_framework import serializers

from bounties.rules.cakes import SIZES, STATUSES
from marketplace.api.fields import IdField, Line, Text, TimestampField
from marketplace.api.serializers import Shape
from marketplace.core import countries

_RATE = "The rate of that fee in basis points (1800 is 18 %), as it was when the cake was quoted."


class CakeQuoteIn(Shape):
    """POST /api/cake-orders/quote."""

    recipient_name = Line(min_length=2, max_length=100, help_text="Whom it is for.")
    address = Line(min_length=5, max_length=300, help_text="Street, number, and what is on the door.")
    city = Line(min_length=2, max_length=100, help_text="City.")
    country = Line(max_length=56, help_text="ISO code or name.")
    deliver_at = TimestampField(help_text="6 hours to 60 days from now.")
    message = Line(max_length=300, default="", allow_blank=True, help_text="On the card.")
    size = serializers.ChoiceField(SIZES, help_text="How large.")

    def validate_country(self, value: str) -> str:
        code = countries.find(value)
        if code is None:
            raise serializers.ValidationError("Give an ISO code, such as PT, or a country's name.")
        return code


class CakeQuoteOut(Shape):
    quote_id = IdField("cak", source="pk")
    price_cents = serializers.IntegerField(help_text="Cents: the cake and who brings it.")
    fee_cents = serializers.IntegerField(help_text="Cents: the platform's fee.")
    fee_bps = serializers.IntegerField(help_text=_RATE)
    total_cents = serializers.IntegerField(help_text="Cents: what the wallet pays.")
    expires_at = TimestampField()


class CakeSendIn(Shape):
    """POST /api/cake-orders."""

    quote_id = Text(max_length=64, help_text="quoteId of quote_cake_order (cak_…).")


class CakeOrderOut(Shape):
    id = IdField("cak", source="pk")
    status = serializers.ChoiceField(STATUSES)
    recipient_name = Text()
    address = Text()
    city = Text()
    country = Text()
    deliver_at = TimestampField()
    message = Text(allow_blank=True)
    size = serializers.ChoiceField(SIZES)
    price_cents = serializers.IntegerField()
    fee_cents = serializers.IntegerField()
    fee_bps = serializers.IntegerField(help_text=_RATE)
    total_cents = serializers.IntegerField()
    expires_at = TimestampField(help_text="Of the quote.")
    bounty_id = IdField("bty", allow_null=True)
    created_at = TimestampField()
    ended_at = TimestampField(allow_null=True)
