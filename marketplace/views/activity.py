"""/api/activity: what was changed in the name of an account, by whom, and what it cost."""

from typing import Any

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.filters import BooleanFilter, ChoiceFilter, IdFilter, Query
from marketplace.api.openapi import operation
from marketplace.api.parameters import limit_parameter
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import moments
from marketplace.models import Call
from marketplace.selectors import calls
from marketplace.serializers.activity import CallOut


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


class ActivityView(ApiViewSet):
    @operation(
        "listActivity",
        tag="Accounts",
        summary="What was changed in your name, newest first",
        description="One line for each call that changed something, over REST, tools or the site, written together with the "
        "change; and for each write that was refused, the same refusal within a minute as one line. A key sees its own calls, a "
        "person signed in all of the account's. Reads and bodies are not kept; lines are kept for 90 days.",
        filters=CallQuery,
        query=[
            ("keyId", "string", "Only this key (key_…)."),
            ("connectorId", "string", "Only this connected program."),
            ("via", "string", "Only by a key, by connected programs (oauth), or by people signed in (session)."),
            ("operation", "string", "Only this operationId."),
            ("outcome", "string", "Only what was done, or only what was refused."),
            ("costOnly", "boolean", "Only what cost money."),
            ("start", "string", "From this moment or date on (UTC)."),
            ("end", "string", "Up to this moment."),
            limit_parameter(200, 50),
        ],
        page_of=("activity", CallOut),
        errors={400: "validation_error invalid_limit invalid_cursor"},
    )
    def list(self, request: Request) -> Response:
        whose = self.actor.key or self.actor.id
        found = self.paged(
            calls.visible(self.actor),
            scope=f"activity:{self.actor.via}:{whose}",
            query=CallQuery,
            order=calls.ORDER,
            maximum=200,
        )
        return no_store(self.listed("activity", found, CallOut))
