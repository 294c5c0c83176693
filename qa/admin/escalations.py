"""Escalations of QA runs; staff can decide in the owner's place."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from marketplace.api.backoffice import Deciding, Verb, table
from marketplace.api.backoffice.stories import pictures
from marketplace.core.actor import Actor
from qa.models import Escalation
from qa.services import escalations

_ACCEPTED = {
    "application": "is hired for this run, and the pay is set aside.",
    "submission": "gets the pay now, and the report counts. This can't be taken back.",
}
_REVISED = {
    "application": "is turned down.",
    "submission": "is asked for new evidence and has at least 24 hours for it. No money moves.",
}


def _accept(actor: Actor, row: Escalation, values: dict[str, Any]) -> None:
    escalations.decide_by_staff(actor, row.pk, action="accept", response=values["reason"])


def _revise(actor: Actor, row: Escalation, values: dict[str, Any]) -> None:
    escalations.decide_by_staff(actor, row.pk, action="revise", response=values["reason"])


ACCEPT = Verb(
    name="accept",
    label="Accept",
    perform=_accept,
    outcome=lambda row: f"{row.application.human_name} {_ACCEPTED.get(row.kind, 'is paid.')}",
    done="accepted.",
)
REVISE = Verb(
    name="revise",
    label="Send back",
    perform=_revise,
    outcome=lambda row: f"{row.application.human_name} {_REVISED.get(row.kind, 'is asked for new evidence.')}",
    done="sent back.",
    is_harsh=True,
)


@admin.register(Escalation)
class EscalationAdmin(Deciding):
    verbs = (ACCEPT, REVISE)
    list_display = ("public_id", "run", "kind", "reason", "application", "status", "created_at", "decided_at")
    list_filter = ("status", "kind", "reason")
    search_fields = ("application__human__name", "run__template__name")
    search_help_text = "A tester, words of the template's name, or any public id (qae_…, app_…, bty_…)."
    list_select_related = ("run__template", "application__human")
    ordering = ("-id",)
    readonly_fields = ("evidence",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Escalation]:
        rows: QuerySet[Escalation] = super().get_queryset(request)
        return rows.select_related("run__template", "application__human", "application__bounty", "submission")

    def open_verbs(self, row: Escalation) -> tuple[Verb, ...]:
        return (ACCEPT, REVISE) if row.status == "open" and row.kind != "dispute" else ()

    def why_open(self, row: Escalation) -> str:
        return f"The owner has not decided yet. Why the rules did not: {row.reason}." if self.open_verbs(row) else ""

    @admin.display(description="evidence")
    def evidence(self, row: Escalation) -> SafeString | str:
        if row.submission is None:
            return "None: this is not about evidence."
        found = row.submission.form.get("findings", [])
        listed = table(
            ("Severity", "Title", "Steps", "What happens"),
            ((one["severity"], one["title"], one["steps"], one["actual"]) for one in found),
            none="No findings.",
        )
        said = format_html('<div class="said">{}</div>', row.submission.text_evidence)
        return format_html("{}{}{}", said, listed, pictures(row.submission.files.all()))
