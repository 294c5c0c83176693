"""Shapes of /api/payment-links and /api/agent-checkouts."""

import re
from typing import Any

from rest_framework import serializers

from marketplace.api.fields import (
    CurrencyField,
    DollarsField,
    IdField,
    Line,
    LinkField,
    MailField,
    OwnDataField,
    Text,
    TimestampField,
)
from marketplace.api.serializers import Shape
from wallet.rules.checkouts import AGENT_CHECKOUT_STATUSES, DEPOSIT_MAX_CENTS, DEPOSIT_MIN_CENTS, LINK_STATUSES
from wallet.rules.outflows import REFUND_STATUSES

_PHONE = re.compile(r"\+?[0-9][0-9 ()./-]{4,30}")


class AmountField(DollarsField):
    def __init__(self, **more: Any) -> None:
        super().__init__(source="amount_cents", min_cents=DEPOSIT_MIN_CENTS, max_cents=DEPOSIT_MAX_CENTS, **more)


class ReturnUrlField(LinkField):
    """The address that a customer's page links to once it has ended."""

    schemes = ("https",)

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=2000, default="", allow_blank=True, **more)


class PhoneField(Text):
    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=32, default="", allow_blank=True, **more)

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if text and not _PHONE.fullmatch(text):
            raise serializers.ValidationError("Give a telephone number, such as +351 910 000 000.")
        return text


class PaymentLinkIn(Shape):
    """POST /api/payment-links."""

    amount = AmountField()
    currency = CurrencyField()
    description = Line(max_length=500, help_text="What is paid for; the payer reads it.")
    payer_email = MailField(
        max_length=254, default="", allow_blank=True, help_text="Prefilled on the page; the receipt goes there."
    )


class PaymentLinkOut(Shape):
    payment_link_id = IdField("lnk", source="pk")
    checkout_url = Text(source="url", help_text="Whoever opens it pays into your wallet.")
    amount = DollarsField(source="amount_cents")
    amount_cents = serializers.IntegerField()
    currency = serializers.ChoiceField(["usd"])
    description = Text()
    status = serializers.ChoiceField(LINK_STATUSES, source="link_status")
    created_at = TimestampField()
    updated_at = TimestampField()
    expires_at = TimestampField()
    paid_at = TimestampField(allow_null=True)


class AgentCheckoutIn(Shape):
    """POST /api/agent-checkouts."""

    external_order_id = Line(max_length=100, help_text="The order in your books: one checkout each, for ever.")
    amount = AmountField()
    currency = CurrencyField()
    description = Line(max_length=500, help_text="What is paid for; the customer reads it.")
    customer_phone = PhoneField(help_text="Shown to you only, never on the page.")
    success_url = ReturnUrlField(help_text="https; the receipt leads there.")
    cancel_url = ReturnUrlField(help_text="https; a page that was cancelled or is over leads there.")
    metadata = OwnDataField(kib=4, default=dict, help_text="Yours: a JSON object of at most 4 KiB.")


class CheckoutRefundOut(Shape):
    """The money's way back to the customer."""

    id = Text(source="refund.public_id")
    status = serializers.ChoiceField(REFUND_STATUSES, source="refund_status")
    amount_cents = serializers.IntegerField(source="refund.amount_cents")
    created_at = TimestampField(source="refund.created_at")


class AgentCheckoutOut(Shape):
    """For its owner only."""

    id = IdField("aco", source="pk")
    external_order_id = Text()
    checkout_url = Text(source="checkout.url", help_text="Send your customer there.")
    amount = DollarsField(source="checkout.amount_cents")
    amount_cents = serializers.IntegerField(source="checkout.amount_cents")
    currency = serializers.ChoiceField(["usd"])
    description = Text(source="checkout.description")
    status = serializers.ChoiceField(AGENT_CHECKOUT_STATUSES)
    customer_phone = Text()
    success_url = Text()
    cancel_url = Text()
    metadata = serializers.DictField()
    created_at = TimestampField()
    expires_at = TimestampField(source="checkout.expires_at")
    paid_at = TimestampField(source="checkout.paid_at", allow_null=True)
    refund = CheckoutRefundOut(source="refunded_by", allow_null=True)
