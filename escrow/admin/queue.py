"""The queue: the list of cases on which staff work, due first, with its tabs, its search, and what stands beside each row."""

from types import SimpleNamespace
from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin
from django.contrib.admin.templatetags.admin_list import result_headers
from django.db.models import F, Prefetch, Q, QuerySet, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from escrow.admin.desk_acts import DeskActs
from escrow.models import Case, CaseRequest, DeskNote, DisputeDecision, SavedView
from escrow.rules.cases import OPEN_STAGES
from escrow.rules.desk import CLOCKS, TABS, age_words, clock_words
from escrow.rules.disputes import CATEGORIES
from escrow.selectors import appeals, desk, macros, staff
from escrow.selectors.waiting import overturned
from marketplace.api.backoffice import is_decider
from marketplace.api.backoffice.lists import UncountedChangeList
from marketplace.core import clock, ids
from marketplace.core.money import format_usd

_NOTES = 3  # the latest, of each row
# Columns that stand in one cell, as `templates/admin/queue/row.html` has them.
_CELLS = (
    *(("clock_left",), ("title", "public_id"), ("category", "stage_words"), ("amount_cents",), ("age",)),
    *(("owner", "worker"), ("assignee",), ("flag_words",)),
)
STAGE_WORDS = {
    "opened": "waits for the other side",
    "settlement": "offers between them",
    "evidence": "waits for evidence",
    "decision": "to decide",
    "approval": "to approve",
    "appeal": "decided",
    "closed": "closed",
}


class TabFilter(admin.SimpleListFilter):
    """Without a choice: what is open; what is searched is searched everywhere."""

    title = "tab"
    parameter_name = "tab"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [*TABS.items(), ("any", "Every case")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return desk.of_tab(queryset, chosen_tab(request), request.user)  # type: ignore[arg-type]


class ClockFilter(admin.SimpleListFilter):
    title = "clock"
    parameter_name = "clock"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return list(CLOCKS.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        name = self.value() or ""
        return desk.of_clock(queryset, name) if name in CLOCKS else queryset


class AppealFilter(admin.SimpleListFilter):
    title = "appeal"
    parameter_name = "appeal"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("overturned", "Overturned in 30 days")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(pk__in=overturned().values("pk")) if self.value() == "overturned" else queryset


class CategoryFilter(admin.SimpleListFilter):
    title = "category"
    parameter_name = "category"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, name.replace("_", " ")) for name in (*CATEGORIES, "contest")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(category=self.value()) if self.value() else queryset


class TagFilter(admin.SimpleListFilter):
    """No choices of its own: a tag on a row leads here."""

    title = "tag"
    parameter_name = "tag"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        word = request.GET.get("tag", "")
        return [(word, word)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(tags__contains=[self.value()]) if self.value() else queryset


def chosen_tab(request: HttpRequest) -> str:
    name = request.GET.get("tab", "")
    if name in TABS or name == "any":
        return name
    return "any" if request.GET.get("q") else "open"


class QueueList(UncountedChangeList):
    """The list with what stands beside its rows, in a fixed number of queries."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        rows: list[Case] = self.result_list
        prefetch_related_objects(
            rows,
            Prefetch("requests", CaseRequest.objects.filter(state="open").select_related("asked"), "asked_now"),
            Prefetch("notes", DeskNote.objects.select_related("author").order_by("-id")[:_NOTES], "latest_notes"),
        )
        flags, now, me = desk.flags(rows), clock.now(), request.user.pk
        assert me is not None
        proposals, own = _decisions(rows, me)
        for row in rows:
            words, is_late = clock_words(row.next_due_at, now)
            is_open, is_party = row.stage in OPEN_STAGES, me in (row.owner_id, row.worker_id)
            may_decide = is_open and not is_party and not (row.round == 2 and row.dispute_id in own)
            sleeps = row.snoozed_until is not None and row.snoozed_until > now
            row.shown = SimpleNamespace(  # type: ignore[attr-defined]
                clock=words,
                is_late=is_late,
                first_look=clock_is_of_first_look(row),
                age=age_words(row.created_at, now),
                stage=STAGE_WORDS[row.stage],
                category=row.category.replace("_", " "),
                flags=flags[row.pk],
                amount=format_usd(row.amount_cents),
                proposal=proposals.get(row.dispute_id or row.pk),
                page=reverse("admin:escrow_case_change", args=[row.pk]),
                sleeps=sleeps,
                may_take=may_decide and row.assignee_id is None,
                may_release=is_open and row.assignee_id == me,
                may_rest=is_open and not is_party and row.assignee_id in (None, me),
                may_apply=is_open and not is_party,
                is_party=is_party,
            )


def clock_is_of_first_look(case: Case) -> bool:
    """Whether the clock that runs out first is the one of the first look."""
    return case.next_due_at is not None and case.next_due_at != case.due_at


def _decisions(rows: list[Case], reader: UUID) -> tuple[dict[Any, DisputeDecision], set[UUID | None]]:
    """What is proposed, by dispute, or case of a contested seat, of the rows that wait for a second person; and of rows that are
    appeals the disputes that the reader decided first. One query."""
    waiting = [row.dispute_id or row.pk for row in rows if row.stage == "approval"]
    appealed = [row.dispute_id for row in rows if row.round == 2]
    proposed = DisputeDecision.objects.filter(Q(dispute__in=waiting) | Q(case__in=waiting), state="proposed")
    found = (proposed | appeals.first_by(reader).filter(dispute__in=appealed)).select_related("proposer")
    proposals = {one.dispute_id or one.case_id: one for one in found if one.state == "proposed"}
    return proposals, {one.dispute_id for one in found if one.state == "final"}


class Queue(DeskActs):
    """The list part of the page of the model Case: mix it in before `ReadOnly` or `Deciding`."""

    list_display = (
        *("clock_left", "public_id", "category", "stage_words", "title", "amount_cents", "age"),
        *("owner", "worker", "assignee", "flag_words"),
    )
    list_filter: Any = (TabFilter, ClockFilter, "kind", CategoryFilter, "stage", AppealFilter, TagFilter)
    list_select_related: Any = ("dispute", "escrow")
    is_list_only_read = False  # cases are taken, assigned and given back in it
    change_list_template = "admin/queue/list.html"
    search_fields: Any = ("title", "owner__name", "worker__name")
    search_help_text = (
        "Any id (case, dispute, bounty, application, evidence, escrow, booking, conversation, person), an amount (7.17), words of "
        "the title, a name, or an e-mail address."
    )
    id_lookups: ClassVar[dict[str, tuple[str, ...]]] = {
        "bty": ("escrow__bounty_id",),
        "app": ("escrow__subject_id",),
        "sbk": ("escrow__subject_id",),
        "cnv": ("dispute__conversation_id",),
    }

    def get_ordering(self, request: HttpRequest) -> Any:
        """Due first; what is over, latest first."""
        return ("-id",) if chosen_tab(request) in ("closed", "any") else (F("next_due_at").asc(nulls_last=True), "id")

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[QueueList]:
        return QueueList

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        answer: Any = super().changelist_view(request, extra_context)  # type: ignore[misc]
        listed = getattr(answer, "context_data", {}).get("cl")
        if listed is not None:
            answer.context_data["queue"] = self._around(request, listed)
        return answer

    def _around(self, request: HttpRequest, listed: QueueList) -> dict[str, Any]:
        """Tabs with their numbers (on the plain first page), saved views, and who can be given a case."""
        tab, me = chosen_tab(request), request.user
        counts = desk.tab_counts([*list(TABS)[:-1]], me) if _is_plain(request) else {}  # type: ignore[arg-type]
        queue, acts = reverse("admin:escrow_case_changelist"), is_decider(request)
        heads = dict(zip(self.list_display, result_headers(listed), strict=True))
        hidden = (TabFilter,) if request.GET.get("tag") else (TabFilter, TagFilter)
        filters = [spec for spec in listed.filter_specs if not isinstance(spec, hidden)]
        return {
            "tabs": [
                {"label": label, "address": f"{queue}?tab={name}", "is_on": name == tab, "count": counts.get(name)}
                for name, label in TABS.items()
            ],
            "views": list(SavedView.objects.filter(staff=me.pk).order_by("name")) if acts else [],
            "staff": staff.deciders() if acts else [],
            "macros": macros.holding() if acts and listed.result_list else [],
            "is_filtered": bool(set(request.GET) - {"tab", "q", "p", "o"}),
            "filters": [{"title": spec.title, "choices": list(spec.choices(listed))} for spec in filters],
            "heads": [[heads[name] for name in names] for names in _CELLS],
            "query": request.GET.urlencode(),
            "here": f"{request.path}?{request.GET.urlencode()}" if request.GET else request.path,
            "may_act": acts,
        }

    def by_public_id(self, term: str) -> Q | None:
        """Also what belongs to a row of an upper step: evidence, a message, a subscription."""
        own: Q | None = super().by_public_id(term)  # type: ignore[misc]
        prefix = term[:3]
        try:
            key = ids.decode(prefix, term)
        except ValueError:
            return own
        more = desk.by_part(prefix, key)
        if more is None:
            return own
        return more if own is None else own | more

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """A public id, an amount, an address; else words of a title, or a name."""
        term = search_term.strip()
        if not term:
            return queryset, False
        found = self.by_public_id(term)
        if found is None and "@" in term and " " not in term:
            found = self.by_email(term)  # type: ignore[attr-defined]
        if found is None and (cents := desk.amount(term)) is not None:
            found = Q(amount_cents=cents)
        return queryset.filter(found if found is not None else desk.by_words(term)), False

    @admin.display(description="clock", ordering="next_due_at")
    def clock_left(self, row: Case) -> str:
        return clock_words(row.next_due_at, clock.now())[0]

    @admin.display(description="stage", ordering="stage")
    def stage_words(self, row: Case) -> str:
        return STAGE_WORDS[row.stage]

    @admin.display(description="age", ordering="created_at")
    def age(self, row: Case) -> str:
        return age_words(row.created_at, clock.now())

    @admin.display(description="flags")
    def flag_words(self, row: Case) -> str:
        shown = getattr(row, "shown", None)
        return ", ".join(shown.flags) if shown is not None else ""


def _is_plain(request: HttpRequest) -> bool:
    return not request.GET.get("q") and request.GET.get("p", "1") == "1"
