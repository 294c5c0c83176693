"""The one wire form of a payment without a page, for every route that hands one out beside the page's address."""

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


def mpp_payment(door: Any) -> dict[str, Any]:
    """`mppPayment` for an answer; nothing without a door."""
    return {"mppPayment": MppPaymentOut.render(door)} if door else {}
