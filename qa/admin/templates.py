"""QA templates: staff can read and pause them; only their owners change them."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from marketplace.api.backoffice import Deciding, Note, ReadOnly, Verb, moment, table
from marketplace.api.backoffice.cells import link
from marketplace.api.backoffice.stories import timeline
from marketplace.core.actor import Actor
from qa.models import Finding, Template
from qa.services import templates
from webhooks.selectors.events import story

_SHOWN = 50


def _pause(actor: Actor, row: Template, values: dict[str, Any]) -> None:
    templates.pause_by_staff(actor, row, note=values["reason"])


PAUSE = Verb(
    name="pause",
    label="Pause it",
    perform=_pause,
    outcome=lambda row: (
        f'"{row.name}" starts no more runs until its owner resumes it. A run that is under way goes on. Nobody is mailed; '
        "the owner sees pausedReason operator."
    ),
    done="paused.",
    form=Note,
)


@admin.register(Template)
class TemplateAdmin(Deciding):
    verbs = (PAUSE,)
    list_display = ("public_id", "name", "owner", "status", "paused_reason", "cadence", "next_run_at", "created_at")
    list_filter = ("status", "cadence", "submission_mode", "paused_reason")
    search_fields = ("name", "owner__name", "owner__email")
    search_help_text = "Words of the name, an owner's name or e-mail, or any public id (qat_…, usr_…, prf_…)."
    list_select_related = ("owner",)
    ordering = ("-id",)
    exclude = ("sealed_credentials",)
    readonly_fields = ("latest_runs", "timeline")
    fieldsets = (
        (
            None,
            {
                "fields": (
                    *("name", ("id", "status", "paused_reason"), "owner", "target_url", "instructions"),
                    *("tester_start_message", "checklist", "instruction_media"),
                    *(("cadence", "cadence_days", "next_run_at"), ("created_at", "updated_at")),
                )
            },
        ),
        (
            "Money",
            {
                "fields": (
                    ("pay_per_tester_cents", "tester_count"),
                    ("budget_per_run_cents", "period_cap_cents", "unfunded_runs"),
                )
            },
        ),
        (
            "Who tests, and how",
            {
                "fields": (
                    *(
                        ("submission_mode", "auto_mode"),
                        ("live_video_required", "linkedin_required", "resume_required"),
                    ),
                    *("allowed_countries", "required_credentials", "credential_names", "finding_count"),
                )
            },
        ),
        ("Runs", {"classes": ["fieldset-wide"], "fields": ("latest_runs",)}),
        ("What happened", {"classes": ["fieldset-wide"], "fields": ("timeline",)}),
    )

    def open_verbs(self, row: Template) -> tuple[Verb, ...]:
        return (PAUSE,) if row.status == "active" else ()

    def why_open(self, row: Template) -> str:
        return "This template starts runs by itself." if row.status == "active" else ""

    @admin.display(description="latest runs")
    def latest_runs(self, row: Template) -> SafeString:
        rows = row.runs.select_related("template", "bounty").order_by("-id")[:_SHOWN]
        return table(
            ("Run", "Status", "Why", "Bounty", "Due", "Ended"),
            (
                (link(one), one.status, one.why, link(one.bounty), moment(one.due_at), moment(one.ended_at))
                for one in rows
            ),
            none="None yet.",
        )

    @admin.display(description="timeline")
    def timeline(self, row: Template) -> SafeString:
        return timeline(story([row.pk], latest=_SHOWN))


@admin.register(Finding)
class FindingAdmin(ReadOnly):
    list_display = ("public_id", "template", "number", "title", "first_run", "last_run", "created_at")
    search_fields = ("template__name",)
    search_help_text = "Words of the template's name, or any public id (qaf_…, qat_…)."
    list_select_related = ("template", "first_run__template", "last_run__template")
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Finding]:
        rows: QuerySet[Finding] = super().get_queryset(request)
        return rows.select_related(*self.list_select_related)

    @admin.display(description="title")
    def title(self, row: Finding) -> str:
        return str(row.words.get("title", ""))
