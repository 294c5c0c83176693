from typing import Any

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from rest_framework import serializers

from marketplace.api.fields import IdField, Text, TimestampField
from marketplace.api.filters import BooleanFilter, ChoiceFilter, IdFilter, Query
from marketplace.api.serializers import Shape
from marketplace.core import moments
from marketplace.models import Call


class CallOut(Shape):
    """A call that changed something, or a write that was refused."""

    id = IdField("act", source="pk")
    created_at = TimestampField()
    via = serializers.ChoiceField(["key", "oauth", "session"], help_text="session: a person, signed in.")
    key_id = IdField("key", allow_null=True)
    program = Text(help_text="Name of the key or the connected program, as it was then.")
    request_id = Text(help_text="As X-Request-Id of the answer; events that the call caused are found by it.")
    idempotency_key = Text(help_text="As it was sent; empty without one.")
    operation = Text(help_text="operationId of the API, also for tools; page.<page>.<act> for a page of the site.")
    verb = Text(help_text="The act, where an operation has several.")
    note = Text(help_text="What the page said afterwards.")
    method = Text()
    path = Text()
    status = serializers.IntegerField()
    error_code = Text(help_text="Why it was refused; empty for a change.")
    cost_cents = serializers.IntegerField(source="cents", help_text="What left the account's wallet in this call.")
    object_id = Text(help_text="Public id of what it concerns.")
    repeats = serializers.IntegerField(help_text="The same refusal within a minute is one line, which counts.")
    last_at = TimestampField(allow_null=True, help_text="Of a refusal, the last time.")


class _MomentField(forms.CharField):
    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return moments.read_day_or_moment(text) if text else None
        except (ValueError, OverflowError):
            raise ValidationError("Give an ISO date such as 2026-11-01, or a timestamp.")


class MomentFilter(django_filters.Filter):
    field_class = _MomentField


class CallQuery(Query):
    """The filters of the timeline; its page has them, too."""

    keyId = IdFilter(field_name="key_id", prefix="key")
    connectorId = IdFilter(field_name="connector_id", prefix="ctr")
    via = ChoiceFilter(values=["key", "oauth", "session"], field_name="via")
    operation = django_filters.CharFilter(field_name="operation", max_length=100)
    outcome = ChoiceFilter(values=["done", "refused"], method="of_outcome")
    costOnly = BooleanFilter(method="that_cost")
    start = MomentFilter(field_name="created_at", lookup_expr="gte")
    end = MomentFilter(field_name="created_at", lookup_expr="lte")

    class Meta:
        model = Call
        fields: list[str] = []

    def of_outcome(self, rows: QuerySet[Call], _: str, value: str) -> QuerySet[Call]:
        return rows.filter(status__gte=400) if value == "refused" else rows.filter(status__lt=400)

    def that_cost(self, rows: QuerySet[Call], _: str, value: bool) -> QuerySet[Call]:
        return rows.filter(cents__gt=0) if value else rows
