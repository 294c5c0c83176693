"""Listings: staff read all of them and decide those held back by a screening rule."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from bounties.models import Bounty
from bounties.rules.bounties import MANAGED
from bounties.selectors.invariants import is_behind
from bounties.services import bounties, edits, endings
from marketplace.api.backoffice import Deciding, Note, Reason, Verb, found_in, is_decider, moment, row_link, table
from marketplace.api.backoffice.stories import timeline
from marketplace.core import countries
from marketplace.core.actor import Actor
from marketplace.core.money import format_usd
from webhooks.selectors.events import story

_SHOWN = 100


class Countries(Note):
    countries = forms.CharField(
        required=False,
        max_length=2000,
        help_text="All that are closed: ISO codes or names, with commas between them. Empty: none.",
    )
    field_order = ("countries", "reason")

    def clean_countries(self) -> list[str]:
        named = [part.strip() for part in self.cleaned_data["countries"].split(",") if part.strip()]
        unknown = [name for name in named if countries.find(name) is None]
        if unknown:
            raise forms.ValidationError(
                f"No country: {', '.join(unknown)}. Give two-letter ISO codes, such as PT, or names."
            )
        return sorted({code for name in named if (code := countries.find(name))})


def _approve(actor: Actor, row: Bounty, values: dict[str, Any]) -> None:
    bounties.approve(actor, row.pk, note=values["reason"])


def _refuse(actor: Actor, row: Bounty, values: dict[str, Any]) -> None:
    bounties.refuse(actor, row.pk, reason=values["reason"])


def _catch_up(actor: Actor, row: Bounty, values: dict[str, Any]) -> None:
    endings.catch_up(actor, row.pk, note=values["reason"])


def _funded(row: Bounty) -> str:
    return format_usd(row.pool.amount_cents) if row.pool else format_usd(0)


APPROVE = Verb(
    name="approve",
    label="Let it go live",
    perform=_approve,
    outcome=lambda row: f'"{row.title}" goes live: people find it and can apply. Its owner gets a mail.',
    done="let go live.",
    form=Note,
)
REFUSE = Verb(
    name="refuse",
    label="Turn it down",
    perform=_refuse,
    outcome=lambda row: (
        f'"{row.title}" is closed without having been seen by anybody. {_funded(row)} return to the owner\'s wallet. '
        "The owner gets a mail with your reason. This can't be taken back."
    ),
    done="turned down, refunded.",
    form=Reason,
    is_harsh=True,
)
CATCH_UP = Verb(
    name="catch_up",
    label="Let it follow its seats",
    perform=_catch_up,
    outcome=lambda row: (
        f'"{row.title}" is {row.status}, and none of its seats is at work any more. It becomes what they make of it: '
        "completed or paid, closed when nobody was paid. What its pool still holds returns to the owner's wallet."
    ),
    done="caught up with its seats.",
    form=Note,
)


def _close_countries(actor: Actor, row: Bounty, values: dict[str, Any]) -> None:
    edits.edit(actor, row.public_id, {"intake_closed_countries": values["countries"]}, locked_names=[])


def _who_may_apply(row: Bounty, values: dict[str, Any]) -> str:
    named = ", ".join(countries.name(code) for code in values["countries"])
    if not named:
        return "No country is closed any more: people from anywhere else that the bounty names can apply again."
    return (
        f"Nobody from {named} can apply from now on. Who has applied or works already is not touched. Nobody is told."
    )


INTAKE = Verb(
    name="intake",
    label="Close countries",
    perform=_close_countries,
    outcome=lambda row: "People from these countries can't apply from now on. Who has applied already is not touched.",
    preview=_who_may_apply,
    done="intakeClosedCountries were set:",
    form=Countries,
    initial=lambda row: {"countries": ", ".join(row.intake_closed_countries)},
    is_for_operators=True,
)


@admin.register(Bounty)
class BountyAdmin(Deciding):
    verbs = (APPROVE, REFUSE, CATCH_UP, INTAKE)
    actions = ("let_go_live",)
    list_display = ("public_id", "title", "status", "owner", "seat_cents", "spots", "created_at")
    list_filter = ("status", "kind", "submission_mode", "is_private", "category")
    search_fields = ("title", "owner__name", "owner__email")
    search_help_text = "Words of the title, an owner's name or e-mail, or any public id (bty_…, usr_…, prf_…, esc_…)."
    ordering = ("-id",)
    fieldsets = (
        (
            None,
            {
                "fields": (
                    *("title", ("id", "status", "kind"), "screening_reason", "owner", ("agent_name", "agent_type")),
                    *("description", "completion_criteria", ("evidence_types", "category", "skills_needed")),
                    *(("city", "state", "country"), ("is_remote_allowed", "is_private")),
                )
            },
        ),
        (
            "Money",
            {
                "fields": (
                    "price_type",
                    "price_cents",
                    "estimated_hours",
                    "seat_cents",
                    "pool",
                    "funding",
                    "pending_edit",
                )
            },
        ),
        ("Seats", {"classes": ["fieldset-wide"], "fields": ("people", "cases")}),
        ("What happened", {"classes": ["fieldset-wide"], "fields": ("timeline", "belongings")}),
        (
            "Who may apply, and how",
            {
                "classes": ["collapse"],
                "fields": (
                    *("supported_countries", "intake_closed_countries", "identity_required"),
                    *("linkedin_verified_required", "mic_check_required", "language_requirement"),
                    *("excluded_source_ids", "required_links", "application_details", "submission_mode"),
                    *("upload_settings", "auto_accept", "auto_accept_min_mic_score", "keep_applicants_on_fill"),
                ),
            },
        ),
        (
            "How the work goes",
            {
                "classes": ["collapse"],
                "fields": (
                    *("spots_available", "spots_filled", "application_count", "deadline", "completion_questions"),
                    *("live_capture", "check_ins", "scheduled_start_at", "scheduled_start_time_zone"),
                    *("start_window_minutes", "completion_window_hours", "response_window_hours"),
                    *("auto_expire_ghosts", "signage", "attendance_radius_meters", "lifecycle_messages", "karen"),
                ),
            },
        ),
        (
            "Its end, and bookkeeping",
            {
                "classes": ["collapse"],
                "fields": (
                    *("created_at", "went_live_at", "updated_at", "closed_at", "close_reason", "close_details"),
                    *("closing_to", "rejects_rest"),
                ),
            },
        ),
    )
    readonly_fields = ("funding", "people", "cases", "timeline", "belongings")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Bounty]:
        rows: QuerySet[Bounty] = super().get_queryset(request)
        return rows.select_related("pool", "owner")

    def open_verbs(self, row: Bounty) -> tuple[Verb, ...]:
        if row.status == "pending_review":
            urgent: tuple[Verb, ...] = (APPROVE, REFUSE)
        else:
            urgent = (CATCH_UP,) if is_behind(row) else ()
        return (*urgent, INTAKE) if row.kind not in MANAGED and row.status in edits.EDITABLE else urgent

    def why_open(self, row: Bounty) -> str:
        if row.status == "pending_review":
            return f"This listing waits for a review. {row.screening_reason}"
        return "This bounty stands still where its seats have gone on: check_ledger names it." if is_behind(row) else ""

    @admin.display(description="spots")
    def spots(self, row: Bounty) -> str:
        return f"{row.spots_filled} of {row.spots_available}"

    @admin.display(description="funding")
    def funding(self, row: Bounty) -> str:
        if row.pool is None:
            return "-"
        return f"{format_usd(row.pool.amount_cents)}, {row.pool.status}"

    @admin.display(description="people")
    def people(self, row: Bounty) -> SafeString:
        rows = row.applications.select_related("human", "escrow").order_by("-rank", "-id")[:_SHOWN]
        return table(
            ("Application", "Person", "Status", "Escrow", "Applied", "Needs staff since"),
            (
                (
                    row_link("app", seat.pk),
                    seat.human_name,
                    seat.status if not seat.end_reason else f"{seat.status} ({seat.end_reason})",
                    format_html("{} {}", seat.escrow.status, row_link("esc", seat.escrow_id)) if seat.escrow else "",
                    moment(seat.created_at),
                    moment(seat.needs_staff_at) if seat.is_case else "",
                )
                for seat in rows
            ),
            none="Nobody has applied.",
        )

    @admin.display(description="cases")
    def cases(self, row: Bounty) -> SafeString | str:
        return found_in("escrow_case", row.public_id, "Cases about its seats")

    @admin.display(description="timeline")
    def timeline(self, row: Bounty) -> SafeString:
        people = row.applications.order_by("-id").values_list("pk", flat=True)[:_SHOWN]
        return timeline(story([row.pk, *([row.pool_id] if row.pool_id else []), *people], latest=_SHOWN))

    @admin.action(description="Let go live (those in pending_review)")
    def let_go_live(self, request: HttpRequest, rows: QuerySet[Bounty]) -> HttpResponse | None:
        """Approve several at once, each in a transaction of its own. Refusing needs a reason: on the listing's page."""
        if not is_decider(request):
            raise PermissionDenied
        return self.decide_many(request, rows, APPROVE)
