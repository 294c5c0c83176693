"""Applications and their seats; staff decide the cases that no timer decides."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from bounties.models import Application, Submission
from bounties.models.applications import CASE
from bounties.rules.hiring import review_until
from bounties.rules.seats import EXTENSION_MAX_HOURS, REDO_AT_LEAST
from bounties.selectors import case_outcomes, case_words
from bounties.services import staff_cases
from escrow.models import Case, DisputeDecision
from escrow.selectors import approvals
from escrow.selectors.audit import held_cents
from escrow.services import desk
from humans.selectors import conversations
from marketplace.api.backoffice import Deciding, Reason, Verb, details, found_in, is_decider, moment, row_link, table
from marketplace.api.backoffice.stories import pictures, timeline
from marketplace.core.actor import Actor
from marketplace.core.links import is_web
from marketplace.core.money import format_usd
from marketplace.core.transactions import unit
from marketplace.models import Account
from webhooks.selectors.events import story

_SHOWN = 100
_MESSAGES = 50


class MoreTime(Reason):
    hours = forms.IntegerField(
        min_value=1,
        max_value=EXTENSION_MAX_HOURS,
        initial=int(REDO_AT_LEAST.total_seconds() // 3600),
        help_text="From now, for new evidence.",
    )
    field_order = ("hours", "reason")


def _give_time(actor: Actor, row: Application, values: dict[str, Any]) -> None:
    staff_cases.give_time(actor, row.pk, hours=values["hours"], reason=values["reason"])


def _release(actor: Actor, row: Application, values: dict[str, Any]) -> DisputeDecision | None:
    return staff_cases.release(actor, row.pk, reason=values["reason"])


def _take_back(actor: Actor, row: Application, values: dict[str, Any]) -> DisputeDecision | None:
    return staff_cases.take_back(actor, row.pk, reason=values["reason"])


def _proposal(made: DisputeDecision | None) -> str:
    """What was done when it is not done yet: proposed."""
    if made is None or made.state != "proposed":
        return ""
    return (
        f"proposed: {format_usd(made.worker_cents)} for the worker. Nothing has moved; a colleague has to approve it."
    )


def _limit(actor: Actor, row: Application) -> str:
    if row.escrow is None or not approvals.needs_second(actor, row.escrow.amount_cents):
        return ""
    return (
        f"The seat's {format_usd(row.escrow.amount_cents)} are above what you decide alone: your decision is proposed. Nothing "
        "moves and nobody is told until a colleague approves it within 24 hours. Once approved:"
    )


TIME = Verb(
    name="time",
    label="Give the worker more time",
    perform=_give_time,
    outcome=lambda row: case_outcomes.then("time", row, row.escrow),
    done="more time was given.",
    form=MoreTime,
)
RELEASE = Verb(
    name="release",
    label="Pay the worker",
    perform=_release,
    outcome=lambda row: case_outcomes.then("release", row, row.escrow),
    done="the worker was paid.",
    limit=_limit,
    said=_proposal,
)
TAKE_BACK = Verb(
    name="take-back",
    label="End the seat without pay",
    perform=_take_back,
    outcome=lambda row: case_outcomes.then("take-back", row, row.escrow),
    done="the seat was ended without pay.",
    limit=_limit,
    said=_proposal,
    is_harsh=True,
)


class NeedsStaff(admin.SimpleListFilter):
    title = "needs staff"
    parameter_name = "case"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("open", "Waits for a decision")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(CASE) if self.value() == "open" else queryset


@admin.register(Application)
class ApplicationAdmin(Deciding):
    verbs = (TIME, RELEASE, TAKE_BACK)
    following = "next case"
    change_form_template = "admin/bounties/seat.html"
    list_display = ("public_id", "bounty", "human", "status", "seat", "needs_staff_at", "created_at")
    list_filter = (NeedsStaff, "status", "end_reason")
    list_select_related = ("escrow",)
    search_fields = ("human__name", "human__email", "bounty__title")
    search_help_text = "A person, words of the bounty's title, or any public id (app_…, bty_…, prf_…, esc_…, cnv_…)."
    ordering = ("-id",)
    fieldsets = (
        (None, {"fields": (("id", "created_at"), "bounty", "human", ("status", "seat", "needs_staff_at"), "response")}),
        ("Money", {"classes": ["fieldset-wide"], "fields": ("money", "cases")}),
        ("Evidence", {"classes": ["fieldset-wide"], "fields": ("evidence", "contested")}),
        ("What happened", {"classes": ["fieldset-wide"], "fields": ("timeline",)}),
        ("Conversation", {"classes": ["fieldset-wide"], "fields": ("talk",)}),
        (
            "Clocks of the seat",
            {
                "classes": ["collapse"],
                "fields": (
                    *("decided_at", "confirm_by", "confirmed_at", "start_by", "started_at", "complete_by", "ends_at"),
                    *(
                        "end_warning_at",
                        "active_at",
                        "nudge_at",
                        "flag_at",
                        "ghost_flagged_at",
                        "silent_since",
                        "silence_warning_at",
                        "staff_due_at",
                        "extension",
                        "extension_until",
                        "ended_at",
                        "end_reason",
                    ),
                ),
            },
        ),
        (
            "What was applied with",
            {
                "classes": ["collapse"],
                "fields": (
                    *("cover_letter", "proposed_price_cents", "availability", "links", "answers", "sent_files"),
                    *("consented_at", "country", "terms_snapshot"),
                    *("review_at", "attempts", "review_state", "review_reason"),
                ),
            },
        ),
    )
    readonly_fields = ("seat", "money", "cases", "evidence", "contested", "timeline", "talk", "sent_files")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Application]:
        rows: QuerySet[Application] = super().get_queryset(request)
        return rows.select_related("human", "bounty", "escrow")

    def open_verbs(self, row: Application) -> tuple[Verb, ...]:
        if not row.is_case or _proposed(row) is not None:
            return ()
        return (TIME, RELEASE, TAKE_BACK) if row.escrow and row.escrow.status == "locked" else (RELEASE, TAKE_BACK)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id) if self.has_view_permission(request) else None
        more: dict[str, Any] = {"case": None}
        if row is not None and is_decider(request):
            more = {"case": _case_of(row), "proposed": _proposed(row)}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **more})

    def heading(self, row: Application) -> str:
        return f"{row.bounty.title} {row.public_id}"

    def go_on(self, request: HttpRequest) -> str:
        """The most urgent case that nobody has is theirs, and opens."""
        assert isinstance(request.user, Account)  # admin_view lets nobody else through
        actor = Actor.staff(request.user)

        def work() -> Case | None:
            found = desk.take_next(actor)
            if found is not None:
                self.log_change(request, found, "take: is yours.", act="take")
            return found

        case = unit(work)
        if case is None:
            messages.info(request, desk.NOTHING_WAITS)
            return reverse("admin:escrow_case_changelist")
        messages.success(request, f"“{case.title}” is yours.")
        return reverse("admin:escrow_case_change", args=[case.pk])

    def why_open(self, row: Application) -> str:
        since = f"{row.needs_staff_at:%Y-%m-%d %H:%M}" if row.needs_staff_at else ""
        open_contest = row.contests.filter(decided_at=None).first()
        why = (
            f"its worker contests what was decided, and was promised an answer by {open_contest.due_at:%Y-%m-%d %H:%M}."
            if open_contest is not None
            else "what was sent was not accepted by rule, and no rule decides what follows."
        )
        return (
            f"This seat waits for staff since {since}: {why} Read what was asked for and what was sent, then decide. Nothing "
            f"happens by itself.{_whose(_case_of(row))}"
        )

    @admin.display(description="seat")
    def seat(self, row: Application) -> str:
        return row.escrow.status if row.escrow else "-"

    @admin.display(description="money")
    def money(self, row: Application) -> SafeString | str:
        escrow = row.escrow
        if escrow is None:
            return "No seat was opened: no money is held for this application."
        return details(
            {
                "Escrow": row_link("esc", escrow.pk),
                "Status": escrow.status,
                "Held right now": format_usd(held_cents([escrow])[escrow.public_id]),
                "Worker's pay": format_usd(escrow.human_payout_cents),
                "Our fee": format_usd(escrow.platform_fee_cents),
                "Delivered first": moment(escrow.delivered_at),
                "Review due": moment(review_until(row.bounty.kind, escrow.review_due_at, row.complete_by)),
                "Completed": moment(escrow.completed_at),
                "Automatic release": moment(escrow.auto_release_at),
                "Released": moment(escrow.released_at),
                "Refunded to": escrow.refunded_to,
            }
        )

    @admin.display(description="evidence")
    def evidence(self, row: Application) -> SafeString:
        sent = row.submissions.prefetch_related("files").order_by("id")[:_SHOWN]
        return table(
            ("Sent", "Status", "What", "The owner's words", "Checks"),
            (
                (moment(one.created_at), one.status, _contents(one), one.response, _findings(one.checks or {}))
                for one in sent
            ),
            none="No evidence was sent.",
        )

    @admin.display(description="contested")
    def contested(self, row: Application) -> SafeString:
        made = row.contests.prefetch_related("files").order_by("id")[:_SHOWN]
        return table(
            ("At", "Due", "The worker's reason", "Files", "Decided", "How"),
            (
                (
                    moment(one.created_at),
                    moment(one.due_at),
                    format_html('<div class="said">{}</div>', one.reason),
                    pictures(one.files.all()),
                    moment(one.decided_at),
                    one.outcome,
                )
                for one in made
            ),
            none="Nothing was contested.",
        )

    @admin.display(description="cases")
    def cases(self, row: Application) -> SafeString | str:
        return found_in("escrow_case", row.public_id, "Cases about this seat")

    @admin.display(description="timeline")
    def timeline(self, row: Application) -> SafeString:
        sent = row.submissions.values_list("pk", flat=True)
        rows = story([row.pk, *([row.escrow_id] if row.escrow_id else []), *sent], latest=_SHOWN)
        decided = [
            event for event in story([row.bounty_id], latest=_SHOWN) if event.data.get("applicationId") == row.public_id
        ]
        return timeline(sorted([*rows, *decided], key=lambda event: event.pk))

    @admin.display(description=f"latest {_MESSAGES} messages")
    def talk(self, row: Application) -> SafeString | str:
        if row.conversation is None:
            return "-"
        latest = list(conversations.messages(row.conversation).order_by("-number")[:_MESSAGES])
        said = table(
            ("At", "Who", "Words"),
            (
                (
                    moment(one.created_at),
                    one.sender.display_name,
                    format_html('<div class="said">{}</div>', one.content),
                )
                for one in reversed(latest)
            ),
            none="Nobody has written.",
        )
        return format_html("<p>{}</p>{}", row_link("cnv", row.conversation_id), said)

    @admin.display(description="files")
    def sent_files(self, row: Application) -> SafeString | str:
        return pictures(row.files.all()) or "-"


def _case_of(row: Application) -> Case | None:
    """The latest case about this seat without a dispute."""
    if row.escrow_id is None:
        return None
    cases = Case.objects.filter(escrow_id=row.escrow_id, kind="contest").select_related("assignee")
    found: Case | None = cases.order_by("-id").first()
    return found


def _proposed(row: Application) -> DisputeDecision | None:
    """What waits for a second person, on the page of the seat's case."""
    rows = DisputeDecision.objects.filter(case__escrow=row.escrow_id, state="proposed").select_related("proposer")
    found: DisputeDecision | None = rows.first()
    return found


def _whose(case: Case | None) -> str:
    return f" {case.assignee.display_name} works on it." if case is not None and case.assignee is not None else ""


def _contents(sent: Submission) -> SafeString:
    """Text, links and files of one submission; the files' urls are valid for an hour."""
    links = format_html_join(
        "", '<p><a href="{0}" rel="noreferrer noopener">{0}</a></p>', ((link,) for link in sent.links if is_web(link))
    )
    words = case_words.evidence_words(sent)
    said = format_html('<div class="said">{}</div>', words) if words else ""
    answers = format_html_join("", "<p>{}: {}</p>", ((a.get("questionId"), a.get("value")) for a in sent.answers))
    return format_html("{}{}{}{}", said, links, answers, pictures(sent.files.all()))


def _findings(checks: dict[str, Any]) -> str:
    found = [str(finding.get("code")) for finding in checks.get("findings", [])]
    return ", ".join([str(checks.get("recommendation", "")), *found]).strip(", ")
