"""What staff did: the history of all settings, proposals that wait for a second operator, limits of staff, the staff log."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from marketplace.api.backoffice import (
    Deciding,
    DollarsField,
    Note,
    ReadOnly,
    Settings,
    SettingsForm,
    Verb,
    is_operator,
    money,
)
from marketplace.api.backoffice import history as shown
from marketplace.api.backoffice.lists import UncountedChangeList
from marketplace.api.backoffice.settings import page_of
from marketplace.core.actor import Actor
from marketplace.models import Account, Proposal, SettingChange, StaffEntry, StaffLimit
from marketplace.rules import PROPOSAL
from marketplace.selectors import accounts
from marketplace.services import proposals


class _NamedList(UncountedChangeList):
    """A list whose rows name people by their ids: with their names, in one query."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        found = accounts.names_in(text for row in self.result_list for text in _texts(row))
        for row in self.result_list:
            row.people_named = found


def _texts(row: SettingChange | Proposal) -> tuple[str, str]:
    name = shown.name_of(row) if isinstance(row, SettingChange) else row.name
    return name, shown.in_one_line(row.model, row.old, row.new)


def _named(row: Any, text: str) -> str:
    """The text with the names of people whose ids stand in it: those of the list, else asked now."""
    found = getattr(row, "people_named", None)
    return accounts.with_names(text, accounts.names_in([text]) if found is None else found)


class SettingFilter(admin.SimpleListFilter):
    """Which setting, by the name of its page."""

    title = "setting"
    parameter_name = "model__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        of_people = (Account,) if model_admin.model is Proposal else ()  # who is to be closed or erased
        found = [model for model, page in admin.site._registry.items() if isinstance(page, Settings)]
        named = [(model._meta.label_lower, str(model._meta.verbose_name)) for model in (*found, *of_people)]
        return sorted(named, key=lambda one: one[1])

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(model=self.value()) if self.value() else queryset


def _linked(label: str, key: str, text: str) -> SafeString | str:
    address = shown.row_page(label, key) if key else None
    return format_html('<a href="{}">{}</a>', address, text) if address else text


@admin.register(SettingChange)
class SettingChangeAdmin(ReadOnly):
    """Every change of every setting, written by the database itself: who, when, old, new, why."""

    list_display = ("created_at", "setting", "named", "kind", "people", "was_and_becomes", "why")
    list_display_links = ("created_at",)
    list_filter = (SettingFilter, "kind")
    list_select_related = ("who", "approved_by")
    search_fields = ("name", "why", "who__name", "=row")
    search_help_text = "Words of the reason, the setting's name, a colleague's name or public id (usr_…, prf_…)."
    ordering = ("-pk",)
    fields = ("created_at", "setting", "about", "kind", "people", "approved_by", "why", "differences")
    readonly_fields = ("setting", "about", "people", "differences")

    def heading(self, row: SettingChange) -> str:
        return f"{self.setting(row)} {self.named(row)}, {row.kind}"

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[UncountedChangeList]:
        return _NamedList

    @admin.display(description="setting", ordering="model")
    def setting(self, row: SettingChange) -> str:
        return shown.kind_of(row.model)

    @admin.display(description="name", ordering="name")
    def named(self, row: SettingChange) -> str:
        return _named(row, shown.name_of(row))

    @admin.display(description="row")
    def about(self, row: SettingChange) -> SafeString | str:
        return _linked(row.model, row.row, self.named(row))

    @admin.display(description="who", ordering="who")
    def people(self, row: SettingChange) -> str:
        return shown.people(row)

    @admin.display(description="was and becomes")
    def was_and_becomes(self, row: SettingChange) -> str:
        return _named(row, shown.in_one_line(row.model, row.old, row.new))

    @admin.display(description="was and becomes")
    def differences(self, row: SettingChange) -> SafeString:
        return shown.differences(row.model, row.old, row.new)


@admin.register(StaffEntry)
class StaffLogAdmin(ReadOnly):
    """Each act of staff, append-only and chained: `manage.py check_audit` proves that nothing is missing or was changed."""

    list_display = ("at", "actor", "act", "about", "words", "number")
    list_display_links = ("at",)
    list_filter = ("act", "object_type", "at")
    list_select_related = ("actor",)
    search_fields = ("words", "=object_name", "actor__name", "actor__username")
    search_help_text = "Words, a colleague's name, or the public id of a colleague or of what it was about."
    id_texts = ("object_name",)
    ordering = ("-pk",)
    fields = ("number", "at", "actor", "act", "about", "words", "data", "previous", "hash")
    readonly_fields = ("about",)

    @admin.display(description="about")
    def about(self, row: StaffEntry) -> SafeString | str:
        kind = row.object_type.rpartition(".")[2]
        text = f"{kind} {row.object_name or row.object_id}".strip()
        return _linked(row.object_type, row.object_id, text) if row.object_id else "-"


def carry_out(proposal: Proposal, approver: Account | None) -> None:
    page_of(proposal.model).carry_out(proposal, approver)


def _approve(actor: Actor, row: Proposal, values: dict[str, Any]) -> None:
    proposals.approve(actor, row.pk, carry_out)


def _decline(actor: Actor, row: Proposal, values: dict[str, Any]) -> None:
    proposals.decline(actor, row.pk, note=values["reason"])


def _withdraw(actor: Actor, row: Proposal, values: dict[str, Any]) -> None:
    proposals.withdraw(actor, row.pk, note=values["reason"])


def _outcome(row: Proposal) -> SafeString:
    return format_html(
        "{}{}", shown.differences(row.model, row.old, row.new), f"{_named(row, row.name)}: it is done at once."
    )


APPROVE = Verb(
    name="approve",
    label="Approve it",
    perform=_approve,
    outcome=_outcome,
    done="is approved and done.",
    form=Note,
    is_for_operators=True,
)
DECLINE = Verb(
    name="decline",
    label="Decline it",
    perform=_decline,
    outcome=lambda row: f"Nothing changes. {row.proposer.display_name} is mailed your words.",
    done="is declined.",
    form=Note,
    is_harsh=True,
    is_for_operators=True,
)
WITHDRAW = Verb(
    name="withdraw",
    label="Take it back",
    perform=_withdraw,
    outcome=lambda row: "Nothing changes, and something else can be proposed.",
    done="is taken back.",
    form=Note,
    is_for_operators=True,
)


@admin.register(Proposal)
class ProposalAdmin(Deciding):
    """Changes that take two operators. Nobody approves or declines what they proposed themselves."""

    verbs = (APPROVE, DECLINE, WITHDRAW)
    list_display = ("named", "kind", "why", "proposer", "state", "expires_at", "decided_by")
    list_display_links = ("named",)
    list_filter = ("state", "kind", SettingFilter)
    search_fields = ("name", "why", "proposer__name")
    search_help_text = (
        "What it is about, words of the reason, a colleague's name, or a public id (spr_…, usr_…, prf_…)."
    )
    fields = (
        *("state", "kind", "about", "differences", "why", "proposer", "created_at", "expires_at"),
        *("decided_by", "by_command", "decided_at", "note", "id"),
    )
    readonly_fields = ("about", "differences")
    list_select_related = ("proposer", "decided_by")
    ordering = ("-id",)

    def heading(self, row: Proposal) -> str:
        return f"{row.kind} {self.named(row)}"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Proposal]:
        rows: QuerySet[Proposal] = super().get_queryset(request)
        return rows.select_related("proposer", "decided_by")

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[UncountedChangeList]:
        return _NamedList

    def open_verbs(self, row: Proposal) -> tuple[Verb, ...]:
        return tuple(verb for verb in self.verbs if verb.name in PROPOSAL.allowed(row.state))

    def may_use(self, request: HttpRequest, row: Proposal, verb: Verb) -> bool:
        is_own = row.proposer_id == request.user.pk
        return is_operator(request) and is_own == (verb is WITHDRAW)

    def why_open(self, row: Proposal) -> str:
        if row.state != "open":
            return ""
        return f"This waits for another operator than {row.proposer.display_name}, until {row.expires_at:%Y-%m-%d %H:%M} UTC."

    @admin.display(description="name", ordering="name")
    def named(self, row: Proposal) -> str:
        return _named(row, row.name)

    @admin.display(description="about")
    def about(self, row: Proposal) -> SafeString | str:
        return _linked(row.model, row.row, _named(row, row.name))

    @admin.display(description="was and becomes")
    def differences(self, row: Proposal) -> SafeString:
        return shown.differences(row.model, row.old, row.new)


class LimitForm(SettingsForm):
    case_cents = DollarsField(
        label="One case, at most",
        required=False,
        help_text="The seat's total, fee included, in US dollars, up to which they decide alone. Empty: no limit.",
    )
    day_cents = DollarsField(
        label="In 24 hours, at most",
        required=False,
        help_text="The sum of the totals that they decide alone within 24 hours. Empty: no limit.",
    )
    person = forms.ModelChoiceField(
        queryset=Account.objects.filter(is_staff=True, is_active=True).order_by("name"),
        required=False,
        empty_label="everybody with the role",
        help_text="A person's own row counts instead of the one of their role.",
    )

    class Meta:
        model = StaffLimit
        fields = ("role", "person", "case_cents", "day_cents")

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        role, person = values.get("role") or "", values.get("person")
        if bool(role) == (person is not None):
            self.add_error("role", "Name a role or a person, one of them.")
            return values
        same = StaffLimit.objects.filter(role=role, person=person).exclude(pk=self.instance.pk)
        if same.exists():
            self.add_error("role", "There is a row for them already: edit that one.")
        return values


@admin.register(StaffLimit)
class StaffLimitAdmin(Settings):
    """Above either amount a second person decides with them; the dispute policy holds besides."""

    form = LimitForm
    is_guarded = True
    list_display = ("whose", "one_case", "in_a_day")
    list_display_links = ("whose",)
    none_yet = "Without a row only the dispute policy says when a second person is needed."
    list_filter = ("role",)
    list_select_related = ("person",)
    search_fields = ("person__name", "person__username")
    ordering = ("-role", "pk")

    def heading(self, row: StaffLimit) -> str:
        return self.whose(row)

    @admin.display(description="whose", ordering="role")
    def whose(self, row: StaffLimit) -> str:
        return f"everybody in {row.role}" if row.role else str(row.person.display_name if row.person else "")

    @admin.display(description="one case", ordering="case_cents")
    def one_case(self, row: StaffLimit) -> SafeString | str:
        return "no limit" if row.case_cents is None else money(row.case_cents)

    @admin.display(description="in 24 hours", ordering="day_cents")
    def in_a_day(self, row: StaffLimit) -> SafeString | str:
        return "no limit" if row.day_cents is None else money(row.day_cents)
