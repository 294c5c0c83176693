"""Shapes of /api/mpp."""

from rest_framework import serializers

from marketplace.api.serializers import Shape
from wallet.rules import MPP_QUOTE


class QuoteIn(Shape):
    """POST /api/mpp/wallet/deposit; nothing else is taken."""

    quote = serializers.RegexField(
        rf"\A{MPP_QUOTE.pattern}\Z", trim_whitespace=False, help_text="As it stands in mppPayment.body."
    )
