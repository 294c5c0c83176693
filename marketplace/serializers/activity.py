from typing import Any

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet

from marketplace.api.filters import BooleanFilter, ChoiceFilter, IdFilter, Query
from marketplace.core import moments
from marketplace.models import Call
from marketplace.models.calls import VIA


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
    via = ChoiceFilter(values=[*VIA], field_name="via")
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
