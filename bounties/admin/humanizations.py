"""Humanizations and their status, and the texts that need a manual review. Staff read what people handed in, but not the
owner's text and instructions."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from bounties.models import Humanization, Rewrite
from bounties.models.humanizations import CASE
from bounties.rules.humanizations import IS_UNCHANGED
from bounties.selectors import humanizations as selectors
from bounties.services import humanizations
from marketplace.api.backoffice import Deciding, ReadOnly, Verb, details, moment, row_link, table
from marketplace.api.backoffice.stories import pictures, timeline
from marketplace.core.actor import Actor
from marketplace.core.money import format_usd
from webhooks.selectors.events import story

_SHOWN = 100
_WHY = {
    "no_detector": "no detector is set up",
    "detector_unavailable": "the detector did not answer, four times",
    "invalid_score": "the detector's answer was no score",
    IS_UNCHANGED: "it is the source text, almost word for word",
    "ai_fraction_high": "half or more of it was scored as machine-written",
}


def _hire(actor: Actor, row: Rewrite, values: dict[str, Any]) -> None:
    humanizations.hire(actor, row.pk, response=values["reason"])


def _reject(actor: Actor, row: Rewrite, values: dict[str, Any]) -> None:
    humanizations.reject(actor, row.pk, response=values["reason"])


def _judge(action: str) -> Any:
    def perform(actor: Actor, row: Rewrite, values: dict[str, Any]) -> None:
        humanizations.judge(actor, row.pk, action=action, response=values["reason"])

    return perform


def _who(row: Rewrite) -> str:
    return row.application.human_name


HIRE = Verb(
    name="hire",
    label="Take this sample",
    perform=_hire,
    outcome=lambda row: (
        f"{_who(row)} is hired now and has {row.humanization.turnaround_minutes} minutes for the whole text."
    ),
    done="the sample was taken.",
)
TURN_DOWN = Verb(
    name="turn-down",
    label="Turn this sample down",
    perform=_reject,
    outcome=lambda row: f"{_who(row)} is not hired and reads your reason.",
    done="the sample was turned down.",
    is_harsh=True,
)
APPROVE = Verb(
    name="approve",
    label="Accept the text",
    perform=_judge("approve"),
    outcome=lambda row: (
        f"The work of {_who(row)} counts as accepted, and the clock of its release begins: the pay is "
        f"{format_usd(row.humanization.bounty.seat_cents)}. No money moves yet."
    ),
    done="the text was accepted.",
)
REDO = Verb(
    name="redo",
    label="Ask for a redo",
    perform=_judge("request_redo"),
    outcome=lambda row: f"{_who(row)} has at least 24 hours to hand in the text anew, and reads your reason.",
    done="a redo was asked for.",
)
REJECT = Verb(
    name="reject",
    label="Reject the text",
    perform=_judge("reject"),
    outcome=lambda row: (
        f"The text of {_who(row)} is rejected, with your reason. Without a new one in at least 24 hours the seat is a case "
        "for staff. No money moves."
    ),
    done="the text was rejected.",
    is_harsh=True,
)
_OF_SAMPLES, _OF_TEXTS = (HIRE, TURN_DOWN), (APPROVE, REDO, REJECT)


class NeedsPeople(admin.SimpleListFilter):
    title = "needs a decision"
    parameter_name = "case"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("open", "Waits for a decision")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(CASE) if self.value() == "open" else queryset


@admin.register(Rewrite)
class RewriteAdmin(Deciding):
    verbs = (*_OF_SAMPLES, *_OF_TEXTS)
    list_display = ("public_id", "what", "who", "share", "decision", "created_at")
    list_filter = (NeedsPeople, "decision", "detector_state")
    list_select_related = ("application__human", "submission")
    search_fields = ("application__human__name", "humanization__subject")
    search_help_text = "A person, words of the subject, or any public id (rwt_…, hmz_…, app_…, sub_…)."
    ordering = ("-id",)
    fieldsets = (
        (None, {"fields": (("id", "created_at"), "listing", ("what", "who"), "standing")}),
        ("What was handed in", {"classes": ["fieldset-wide"], "fields": ("handed_in",)}),
        ("What the detector said", {"classes": ["fieldset-wide"], "fields": ("said",)}),
    )
    readonly_fields = ("listing", "what", "who", "standing", "handed_in", "said")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Rewrite]:
        rows: QuerySet[Rewrite] = super().get_queryset(request)
        return rows.defer("sealed_text").select_related("application__human", "submission", "humanization__bounty")

    def open_verbs(self, row: Rewrite) -> tuple[Verb, ...]:
        if not row.is_case:
            return ()
        return _OF_SAMPLES if row.submission_id is None else _OF_TEXTS

    def why_open(self, row: Rewrite) -> str:
        if not row.is_case:
            return ""
        why = _WHY.get(row.reason, row.reason)
        if row.submission_id is None:
            return f"This sample waits for a person's decision, because {why}. The listing's owner may decide, too."
        return f"This text is to be looked at, because {why}. Its owner may decide, too; after 72 hours it counts as accepted."

    @admin.display(description="what")
    def what(self, row: Rewrite) -> str:
        return "whole text" if row.submission_id else "sample"

    @admin.display(description="who")
    def who(self, row: Rewrite) -> str:
        return _who(row)

    @admin.display(description="AI fraction", ordering="ai_fraction")
    def share(self, row: Rewrite) -> str:
        return "-" if row.ai_fraction is None else f"{row.ai_fraction:.0%}"

    @admin.display(description="humanization")
    def listing(self, row: Rewrite) -> SafeString:
        subject = row.humanization.subject or row.humanization.bounty.title
        return format_html("{} {}", row_link("hmz", row.humanization_id), subject)

    @admin.display(description="standing")
    def standing(self, row: Rewrite) -> SafeString:
        about = {"Application": row_link("app", row.application_id), "Status": row.application.status}
        if row.submission is not None:
            about |= {"Submission": row_link("sub", row.submission_id), "Review": row.submission.status}
        return details(about)

    @admin.display(description="files")
    def handed_in(self, row: Rewrite) -> SafeString:
        length = f"{row.recording_seconds // 60}:{row.recording_seconds % 60:02}" if row.recording_seconds else "-"
        return details(
            {
                "Document": pictures([row.document]),
                "Words": f"{row.word_count:,}",
                "Unchanged": "-"
                if row.unchanged_fraction is None
                else f"{row.unchanged_fraction:.0%} of what was to be rewritten",
                "Recording": pictures([row.recording]),
                "Length of the recording": length,
                "Résumé": pictures([row.resume]) if row.resume else "-",
                "Attested": "yes" if row.attested else "-",
            }
        )

    @admin.display(description="detector")
    def said(self, row: Rewrite) -> SafeString:
        shown = details(
            {
                "Times asked": row.attempts,
                "Answer": row.detector_state or "not yet",
                "AI fraction": "-" if row.ai_fraction is None else f"{row.ai_fraction:.2%}",
                "Decision": row.decision or "-",
                "Why": _WHY.get(row.reason, row.reason) or "-",
                "At": moment(row.scored_at),
            }
        )
        scores = table(
            ("Part", "Characters", "AI fraction"),
            ((one["part"] + 1, f"{one['characters']:,}", f"{one['aiFraction']:.2%}") for one in row.scores),
            none="No part was scored.",
        )
        return format_html("{}{}", shown, scores)


@admin.register(Humanization)
class HumanizationAdmin(ReadOnly):
    list_display = ("public_id", "about", "minutes", "listing_status", "price", "created_at")
    list_filter = ("transformation", "require_resume")
    list_select_related = ("bounty",)
    search_fields = ("subject", "bounty__owner__name")
    search_help_text = "Words of the subject, an owner, or any public id (hmz_…, bty_…)."
    ordering = ("-id",)
    fieldsets = (
        (None, {"fields": (("id", "created_at"), "about", "standing")}),
        ("Applicants", {"classes": ["fieldset-wide"], "fields": ("applicants",)}),
        ("Attempts", {"classes": ["fieldset-wide"], "fields": ("attempts",)}),
        ("What happened", {"classes": ["fieldset-wide"], "fields": ("timeline",)}),
    )
    readonly_fields = ("about", "standing", "applicants", "attempts", "timeline")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Humanization]:
        rows: QuerySet[Humanization] = super().get_queryset(request)
        sealed = ("sealed_source", "sealed_instructions", "sealed_sample", "sealed_screening_instructions")
        return rows.defer(*sealed).select_related("bounty__owner")

    @admin.display(description="subject")
    def about(self, row: Humanization) -> str:
        return row.subject or row.bounty.title

    @admin.display(description="minutes", ordering="turnaround_minutes")
    def minutes(self, row: Humanization) -> str:
        return f"{row.turnaround_minutes:,}"

    @admin.display(description="bounty")
    def listing_status(self, row: Humanization) -> str:
        return row.bounty.status

    @admin.display(description="pay")
    def price(self, row: Humanization) -> str:
        return format_usd(row.bounty.seat_cents)

    @admin.display(description="standing")
    def standing(self, row: Humanization) -> SafeString:
        found = selectors.detail(row)
        return details(
            {
                "Status": found.status,
                "Bounty": row_link("bty", row.bounty_id),
                "Owner": row_link("usr", row.bounty.owner_id),
                "Wanted": f"{row.transformation}, within {row.turnaround_minutes:,} minutes",
                "Sample": f"{row.percentage} % of the words, at most {row.maximum_words}",
                "Résumé": "asked for" if row.require_resume else "not asked for",
                "Pay": format_usd(row.bounty.seat_cents),
                "Due": moment(found.assignment.deadline_at) if found.assignment else "-",
                "Review": ", ".join(part for part in (found.review.state, found.review.reason) if part),
                "Texts": "Source and instructions are sealed: their owner and the hired person read them.",
            }
        )

    @admin.display(description="applicants")
    def applicants(self, row: Humanization) -> SafeString:
        return table(
            ("Sample", "Who", "Application", "AI fraction", "Decision", "Sent"),
            (
                (
                    row_link("rwt", one.pk),
                    _who(one),
                    one.application.status,
                    "-" if one.ai_fraction is None else f"{one.ai_fraction:.0%}",
                    one.verdict or "waits for the detector",
                    moment(one.created_at),
                )
                for one in selectors.detail(row).applicants
            ),
            none="Nobody has applied.",
        )

    @admin.display(description="attempts")
    def attempts(self, row: Humanization) -> SafeString:
        found = selectors.detail(row)
        return table(
            ("Seat", "Accepted", "Due", "How it stands", "Ended"),
            (
                (
                    row_link("app", one.application_id),
                    moment(one.accepted_at),
                    moment(one.deadline_at),
                    one.state,
                    moment(one.ended_at),
                )
                for one in [*found.attempts, *([found.assignment] if found.assignment else [])]
            ),
            none="Nobody was hired.",
        )

    @admin.display(description="timeline")
    def timeline(self, row: Humanization) -> SafeString:
        return timeline(story([row.bounty_id], latest=_SHOWN))
