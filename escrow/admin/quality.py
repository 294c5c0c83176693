"""The quality sample: cases that wait for a colleague's score sheet, and the report of the desk."""

from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import URLPattern, path
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.widgets import UnfoldAdminTextareaWidget

from escrow.admin import bundles, desk_report
from escrow.models import CaseReview
from escrow.rules.disputes import CATEGORIES
from escrow.rules.quality import LEAST, MOST, QUESTIONS, WORDS_MAX
from escrow.selectors import quality as reads
from escrow.services import quality
from marketplace.api.backoffice import Deciding, Verb, details, is_decider, row_link, table
from marketplace.core.actor import Actor
from marketplace.core.money import format_usd
from marketplace.models import Account


class ScoreSheet(forms.Form):
    """Five questions and words; nothing is chosen beforehand."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name, (question, meaning) in QUESTIONS.items():
            self.fields[name] = forms.TypedChoiceField(
                label=question,
                help_text=meaning,
                coerce=int,
                choices=[("", "-"), *((score, str(score)) for score in range(LEAST, MOST + 1))],
                error_messages={"required": f"Give {LEAST} to {MOST}."},
            )
        self.fields["words"] = forms.CharField(
            label="What your colleague can learn from it",
            max_length=WORDS_MAX,
            widget=UnfoldAdminTextareaWidget(attrs={"rows": 4}),
            help_text="They read it, with your name. Say what was good, too.",
            error_messages={"required": "Say what your colleague can learn from it."},
        )


def _score(actor: Actor, row: CaseReview, values: dict[str, Any]) -> None:
    scores = {name: values[name] for name in QUESTIONS}
    quality.score(actor, row.pk, scores=scores, words=values["words"])


SCORE = Verb(
    name="score",
    label="Score this case",
    perform=_score,
    outcome=lambda row: "Your sheet stands as you send it: it can't be changed afterwards. No money moves.",
    preview=lambda row, values: (
        "Your sheet stands as you send it: "
        + ", ".join(f"{name} {values[name]}" for name in QUESTIONS)
        + ". It can't be changed afterwards. No money moves."
    ),
    done="scored.",
    form=ScoreSheet,
)


def _key(request: HttpRequest) -> UUID:
    assert isinstance(request.user, Account)  # admin_view lets nobody else through
    return request.user.pk


class QueueFilter(admin.SimpleListFilter):
    title = "queue"
    parameter_name = "queue"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("mine", "Wait for you"), ("waits", "Wait for anybody"), ("done", "Scored")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "mine":
            return queryset.filter(pk__in=reads.queue(_key(request)).order_by().values("pk"))
        if self.value() in ("waits", "done"):
            return queryset.filter(done_at__isnull=self.value() == "waits")
        return queryset


class CategoryFilter(admin.SimpleListFilter):
    title = "category"
    parameter_name = "category"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, name.replace("_", " ")) for name in (*CATEGORIES, "contest")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(case__category=self.value()) if self.value() else queryset


@admin.register(CaseReview)
class CaseReviewAdmin(Deciding):
    """A tenth of the closed cases in which staff did something. Nobody scores a case in which they had a hand."""

    verbs = (SCORE,)
    list_display = ("public_id", "title", "category", "amount", "mean", "reviewer", "created_at", "done_at")
    list_filter = (QueueFilter, CategoryFilter)
    list_select_related = ("case", "reviewer")
    search_fields = ("case__title", "reviewer__name")
    search_help_text = "Words of the case's title, who scored it, or a public id (crv_…, cas_…, dsp_…, usr_…, prf_…)."
    id_lookups: ClassVar[dict[str, tuple[str, ...]]] = {
        "cas": ("case_id",),
        "dsp": ("case__dispute_id",),
        "esc": ("case__escrow_id",),
        "usr": ("case__owner_id", "case__worker_id", "reviewer_id"),
    }
    ordering = ("id",)
    change_list_template = "admin/escrow/reviews.html"
    change_form_template = "admin/escrow/review.html"
    fieldsets = (
        (None, {"fields": (("id", "created_at"), "about", ("reviewer", "done_at"))}),
        ("Score sheet", {"classes": ["fieldset-wide"], "fields": ("sheet",)}),
    )
    readonly_fields = ("about", "sheet")

    def heading(self, row: CaseReview) -> str:
        return f"{row.case.title} {row.public_id}"

    def get_queryset(self, request: HttpRequest) -> QuerySet[CaseReview]:
        rows: QuerySet[CaseReview] = super().get_queryset(request)
        return rows.select_related("case__escrow", "case__owner", "case__worker", "reviewer")

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("report/", wrap(desk_report.page), name="escrow_casereview_report"),
            path("report.csv", wrap(desk_report.file), name="escrow_casereview_report_csv"),
            *bundles.urls(wrap),
            *super().get_urls(),
        ]

    def change_view(self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None) -> Any:
        row = self.get_object(request, object_id) if self.has_view_permission(request) else None
        may = row is not None and is_decider(request) and request.user.pk not in (row.case.owner_id, row.case.worker_id)
        more = {"case_pk": row.case_id if row is not None and may else None}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **more})

    def open_verbs(self, row: CaseReview) -> tuple[Verb, ...]:
        return self.verbs if row.done_at is None else ()

    def may_use(self, request: HttpRequest, row: CaseReview, verb: Verb) -> bool:
        """Whoever had a hand in it is not even offered the sheet; the service refuses it besides."""
        return super().may_use(request, row, verb) and request.user.pk not in reads.hands(row.case)

    def why_open(self, row: CaseReview) -> str:
        return "This case waits for a colleague who had no hand in it. Read it as if you decided it, then score it."

    @admin.display(description="case", ordering="case__title")
    def title(self, row: CaseReview) -> str:
        return str(row.case.title)

    @admin.display(description="category", ordering="case__category")
    def category(self, row: CaseReview) -> str:
        return row.case.category.replace("_", " ")

    @admin.display(description="amount", ordering="case__amount_cents")
    def amount(self, row: CaseReview) -> str:
        return format_usd(row.case.amount_cents)

    @admin.display(description="mean score")
    def mean(self, row: CaseReview) -> str:
        return f"{sum(row.scores.values()) / len(row.scores):.1f}" if row.scores else "-"

    @admin.display(description="case")
    def about(self, row: CaseReview) -> SafeString:
        case = row.case
        return details(
            {
                "Case": row_link("cas", case.pk),
                "Dispute": row_link("dsp", case.dispute_id) if case.dispute_id else None,
                "Escrow": row_link("esc", case.escrow_id),
                "Title": case.title,
                "Funder": row_link("usr", case.owner_id),
                "Worker": row_link("usr", case.worker_id),
                "Amount": format_usd(case.amount_cents),
                "Closed": f"{case.closed_at:%Y-%m-%d %H:%M}" if case.closed_at else None,
            }
        )

    @admin.display(description="score sheet")
    def sheet(self, row: CaseReview) -> SafeString:
        if row.done_at is None:
            return format_html('<span class="quiet">{}</span>', "Nobody has scored it.")
        lines = table(
            ("Question", "Score", "From 1 to 5"),
            ((question, row.scores.get(name, "-"), meaning) for name, (question, meaning) in QUESTIONS.items()),
        )
        return format_html('{}<p class="said">{}</p>', lines, row.words)
