"""The representation of an MPP payment, for every route that offers one beside a checkout page."""

from typing import Any

from rest_framework import serializers

from marketplace.api.fields import Text, TimestampField
from marketplace.api.serializers import Shape


class MppPaymentOut(Shape):
    """The same payment without a page: send `body` to `url`, unchanged, with an MPP client. Pay this or the page, not both."""

    url = Text()
    method = serializers.ChoiceField(["POST"])
    body = serializers.DictField(child=serializers.CharField(), help_text="Whoever has it can pay: keep it private.")
    expires_at = TimestampField()


def mpp_payment(payment: Any) -> dict[str, Any]:
    """`mppPayment` for an answer; empty without a payment."""
    return {"mppPayment": MppPaymentOut.render(payment)} if payment else {}
