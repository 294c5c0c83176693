"""Differences between providers' books and ours, and received webhooks."""

from typing import Any

from django import forms
from django.contrib import admin

from marketplace.api.backoffice import Deciding, ReadOnly, Verb, WhyField
from marketplace.core.actor import Actor
from wallet.models import Discrepancy, ProviderWebhook
from wallet.services import books


class Explanation(forms.Form):
    reason = WhyField(
        label="Why they differ",
        needed="Write down what you found out: a colleague will ask.",
        help_text="What you found out, for colleagues.",
    )


def _explain(actor: Actor, row: Discrepancy, values: dict[str, Any]) -> None:
    books.explain(actor, row.pk, reason=values["reason"])


EXPLAIN = Verb(
    name="explain",
    label="It is explained",
    perform=_explain,
    outcome=lambda row: "It no longer counts as open, also when it is found again. No money moves.",
    done="explained.",
    form=Explanation,
)


@admin.register(Discrepancy)
class DiscrepancyAdmin(Deciding):
    """What a provider's books and ours don't agree on, or ours among themselves. Looked for every night."""

    verbs = (EXPLAIN,)
    list_display = ("fault", "subject", "detail", "provider", "created_at", "seen_at", "over_at")
    list_filter = (("over_at", admin.EmptyFieldListFilter), "provider", "fault")
    ordering = ("-seen_at",)

    def open_verbs(self, row: Discrepancy) -> tuple[Verb, ...]:
        return (EXPLAIN,) if row.over_at is None and row.provider != books.LEDGER_SOURCE else ()

    def why_open(self, row: Discrepancy) -> str:
        return f"{row.provider} and we disagree since {row.created_at:%Y-%m-%d %H:%M}. Find out why, and write it down."


@admin.register(ProviderWebhook)
class ProviderWebhookAdmin(ReadOnly):
    list_display = ("event_id", "provider", "kind", "reference", "created_at")
    list_filter = ("provider", "kind")
    search_fields = ("reference", "event_id")
    ordering = ("-id",)
