"""Shapes of /api/mpp."""

from marketplace.api.fields import PatternField
from marketplace.api.serializers import Shape
from wallet.rules.mpp import MPP_QUOTE


class QuoteIn(Shape):
    """POST /api/mpp/wallet/deposit; nothing else is taken."""

    quote = PatternField(
        MPP_QUOTE.pattern, "the quote as it stands in mppPayment.body", help_text="As it stands in mppPayment.body."
    )
