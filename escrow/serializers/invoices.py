"""Shapes of the invoices of our fee."""

from rest_framework import serializers

from marketplace.api.fields import IdField, Text, TimestampField
from marketplace.api.serializers import Shape


class InvoiceLineOut(Shape):
    fee_bps = serializers.IntegerField(
        source="bps", allow_null=True, help_text="The rate in basis points; null: what appeals changed in this month."
    )
    jobs = serializers.IntegerField(help_text="Seats that were paid, or corrected.")
    pay_cents = serializers.IntegerField(help_text="What people were paid, without the fee.")
    fee_cents = serializers.IntegerField()


class InvoiceOut(Shape):
    id = IdField("inv", source="pk")
    number = Text(source="name", help_text="Of the year's series, which has no gaps.")
    month = Text(source="month_name", help_text="YYYY-MM, in UTC.")
    kind = serializers.ChoiceField(["invoice", "credit_note"], help_text="credit_note: feeCents is below zero.")
    fee_cents = serializers.IntegerField(help_text="Paid already, or paid back into the wallet: nothing is due.")
    currency = serializers.ChoiceField(["usd"])
    lines = InvoiceLineOut(source="charged", many=True)
    seller = Text(help_text="As it was when the invoice was issued.")
    buyer = Text(help_text="As the owner had set it when the invoice was issued.")
    issued_at = TimestampField(source="created_at")
