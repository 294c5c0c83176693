"""QA runs: listing, money, escalations and report; staff can stop one."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from marketplace.api.backoffice import Deciding, Note, Verb, details, moment, money, table
from marketplace.api.backoffice.cells import link
from marketplace.api.backoffice.stories import timeline
from marketplace.core.actor import Actor
from qa.models import Run
from qa.rules.runs import ACTIVE
from qa.selectors import access
from qa.selectors import runs as reads
from qa.services import runs
from webhooks.selectors.events import story

_SHOWN = 100


def _stop(actor: Actor, row: Run, values: dict[str, Any]) -> None:
    runs.halt(actor, row.pk, note=values["reason"])


STOP = Verb(
    name="stop",
    label="Stop it",
    perform=_stop,
    outcome=lambda row: (
        f"The run of {row.date:%Y-%m-%d} takes no more testers. Whoever is hired keeps the deadline and the pay; the rest of "
        "the money returns to the owner's wallet. The template goes on with its next run. This can't be taken back."
    ),
    done="takes no more testers.",
    form=Note,
    is_harsh=True,
)


@admin.register(Run)
class RunAdmin(Deciding):
    verbs = (STOP,)
    list_display = ("public_id", "template", "owner", "status", "reason", "due_at", "ended_at")
    list_filter = ("status", "reason")
    search_fields = ("template__name", "owner__name", "owner__email")
    search_help_text = (
        "Words of the template's name, an owner, a run's id (qat_…_20260301), or any public id (qat_…, bty_…)."
    )
    list_select_related = ("template", "owner")
    ordering = ("-id",)
    readonly_fields = ("sums", "asked", "outcome", "timeline")
    fieldsets = (
        (
            None,
            {
                "fields": (
                    *(("template", "date"), "owner", ("status", "reason"), "bounty"),
                    *(("tester_count", "submission_mode", "auto_mode"), ("due_at", "opened_at", "intake_ends_at")),
                    *(("intake_closed_at", "stop_requested_at", "ended_at"), ("fund_at", "fund_until", "created_at")),
                )
            },
        ),
        ("Money", {"classes": ["fieldset-wide"], "fields": ("sums",)}),
        ("Left to the owner", {"classes": ["fieldset-wide"], "fields": ("asked",)}),
        ("Report", {"classes": ["fieldset-wide"], "fields": ("outcome",)}),
        ("What happened", {"classes": ["fieldset-wide"], "fields": ("timeline",)}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Run]:
        rows: QuerySet[Run] = super().get_queryset(request)
        return rows.select_related("template", "owner", "bounty")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Run], term: str
    ) -> tuple[QuerySet[Run], bool]:
        found = access.find_run(term.strip())
        if found is not None:
            return queryset.filter(pk=found.pk), False
        return super().get_search_results(request, queryset, term)

    def open_verbs(self, row: Run) -> tuple[Verb, ...]:
        return (STOP,) if row.status in ACTIVE and row.stop_requested_at is None else ()

    def why_open(self, row: Run) -> str:
        return "This run takes testers, or waits for what they send." if self.open_verbs(row) else ""

    @admin.display(description="money")
    def sums(self, row: Run) -> SafeString:
        [summary] = reads.summaries([row])
        return details(
            {
                "Reserved": money(summary.flow.reserved),
                "Paid to testers, with our fee": money(summary.flow.spent),
                "Returned to the owner": money(summary.flow.refunded),
                "Held right now": money(summary.flow.held),
            }
        )

    @admin.display(description="left to the owner")
    def asked(self, row: Run) -> SafeString:
        return table(
            ("Escalation", "Kind", "Why", "Tester", "Status", "Since", "Decided"),
            (
                (
                    link(one),
                    one.kind,
                    one.reason,
                    link(one.application),
                    one.status,
                    moment(one.created_at),
                    moment(one.decided_at),
                )
                for one in reads.escalations_of(row)
            ),
            none="Nothing was left to the owner.",
        )

    @admin.display(description="report")
    def outcome(self, row: Run) -> SafeString | str:
        if row.report is None:
            return "No report yet."
        found = ((one["id"], one["severity"], one["status"], one["title"]) for one in row.report["findings"])
        listed = table(("Finding", "Severity", "Status", "Title"), found, none="No findings.")
        return details({"Summary": row.report["summary"], "Findings": listed})

    @admin.display(description="timeline")
    def timeline(self, row: Run) -> SafeString:
        about = [row.pk, *([row.bounty_id] if row.bounty_id else [])]
        return timeline(story(about, latest=_SHOWN))
