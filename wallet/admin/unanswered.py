"""Shared admin of rows in `attention`, whose outcome is unknown: staff finds out what happened and records it."""

from typing import Any, ClassVar

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest

from marketplace.api.backoffice import Deciding, Verb, WhyField


class Finding(forms.Form):
    """What staff found out, stored with the decision. The default wording is that of a card provider's answer."""

    reason = WhyField(
        label="What the provider said",
        needed="Write down who said what: it stands in the books.",
        help_text="Who told you, when, and what. It stands in the books.",
    )


class FindingWithReference(Finding):
    reference = forms.CharField(
        label="The provider's id of it",
        max_length=200,
        strip=True,
        error_messages={"required": "Give the provider's id: its books are compared with ours by it."},
        help_text="As its dashboard shows it; its books are compared with ours by it.",
    )
    field_order = ("reference", "reason")


class Unanswered(Deciding):
    """Only rows in `attention` can be decided."""

    reads: ClassVar[tuple[str, ...]] = ("account",)
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related(*self.reads)

    def open_verbs(self, row: Any) -> tuple[Verb, ...]:
        return tuple(self.verbs) if row.status == "attention" else ()


def attempts_text(row: Any) -> str:
    return f"asked {row.attempts} times since {row.created_at:%Y-%m-%d %H:%M}"
