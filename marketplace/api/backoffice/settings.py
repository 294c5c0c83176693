"""Settings rows, which operators edit: each change has a reason, and a history with old and new. Guarded ones take two operators:
one proposes the change on the row's page, another one approves it, and then it is checked and saved as if it were typed now.
"""

from functools import partial
from types import SimpleNamespace
from typing import Any, ClassVar, Final, cast

from django.apps import apps
from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse

from marketplace.api.backoffice import history
from marketplace.api.backoffice.forms import SettingsForm, WhyDeleted
from marketplace.api.backoffice.pages import Page, is_operator
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.transactions import unit
from marketplace.errors import ProposalOutdated
from marketplace.models import Account, Proposal
from marketplace.services import proposals, setting_history

_DELETE: Final = SimpleNamespace(label="Delete", is_harsh=True)
_PROPOSE: Final = SimpleNamespace(label="Propose to delete", is_harsh=True)
_NO_VALUES: Final = ("csrfmiddlewaretoken", "_save", "_continue", "_addanother", "_popup", "_to_field")


class Settings(Page):
    """Rows that operators edit and other staff read. The form asks why; the row's page shows its history, and the staff log has
    each act. Rows are deleted one by one. `is_guarded`: a change takes two operators.
    """

    form = SettingsForm
    change_form_template = "admin/setting.html"
    is_guarded: ClassVar[bool] = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_operator(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_operator(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_operator(request)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        """Whoever only reads is not asked why, and reads money in dollars, times and ids as everywhere."""
        names = list(super().get_fields(request, obj))
        may_write = self.has_change_permission(request, obj) if obj is not None else self.has_add_permission(request)
        columns = {field.name for field in self.opts.get_fields()}
        if may_write:
            return names
        return [self._in_page.get(name, name) for name in names if name != "why" or name in columns]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """The primary key can't be changed: another key would be another row."""
        key = self.model._meta.pk
        fixed = [key.name] if obj is not None and key is not None and not isinstance(key, models.AutoField) else []
        return [*super().get_readonly_fields(request, obj), *(name for name in fixed if key.editable)]

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        actions: dict[str, Any] = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    # ------------------------------------------------------------------ pages

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The row's page, with its history and the proposal that waits."""
        more: dict[str, Any] = {"is_guarded": self.is_guarded}
        row = self.get_object(request, unquote(object_id)) if object_id else None
        if row is not None:
            label = self.model._meta.label_lower
            more["history"] = history.of_row(row)
            more["waiting"] = Proposal.objects.filter(model=label, row=str(row.pk), state="open").first()
        try:
            answer: HttpResponse = super().changeform_view(
                request, object_id, form_url, {**(extra_context or {}), **more}
            )
        except Problem as problem:
            messages.warning(request, f"Nothing was changed. {problem.message}")
            return HttpResponseRedirect(request.path)
        return answer

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """Asks why, then deletes the row, or proposes it."""
        row = self.get_object(request, unquote(object_id))
        if row is None:
            answer: HttpResponse = self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
            return answer
        if not self.has_delete_permission(request, row):
            raise PermissionDenied
        form, back = WhyDeleted(request.POST or None), self._address("change", row.pk)
        *_, protected = self.get_deleted_objects([row], request)
        if protected:
            messages.warning(request, f"{row} is in use, so it can't be deleted.")
            return HttpResponseRedirect(back)
        if request.method == "POST" and form.is_valid():
            return self._deleted(request, row, form.cleaned_data["why"], back)
        verb = _PROPOSE if self.is_guarded else _DELETE
        then = "Another operator has to approve it." if self.is_guarded else "It is deleted at once."
        context = self.admin_site.each_context(request) | {"title": verb.label, "opts": self.opts, "verb": verb}
        outcome = f"{self.opts.verbose_name.capitalize()} {row}. {then}"
        return render(
            request, "admin/decide.html", context | {"form": form, "outcome": outcome, "original": row, "back": back}
        )

    def _deleted(self, request: HttpRequest, row: Any, why: str, back: str) -> HttpResponse:
        try:
            if self.is_guarded:
                return self._to_proposal(request, self._propose(request, "delete", row, {}, why))
            name = str(row)  # a deleted row has no key any more
            unit(partial(self._delete, request, row, why))
        except Problem as problem:
            messages.warning(request, f"Nothing was changed. {problem.message}")
            return HttpResponseRedirect(back)
        messages.success(request, f"{name} was deleted.")
        return HttpResponseRedirect(self._address("changelist"))

    # ------------------------------------------------------------------ writing

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        why = form.cleaned_data[form.WHY]
        request.said_why = why  # type: ignore[attr-defined]  # for the staff log
        approved: Proposal | None = getattr(request, "approved", None)
        if self.is_guarded and approved is None:
            if not change or form.changed_data:
                kind = "change" if change else "add"
                request.proposal = self._propose(request, kind, obj, request.POST, why)  # type: ignore[attr-defined]
            return
        with setting_history.told(**self._who(request), why=why, name=str(obj)):
            super().save_model(request, obj, form, change)

    def _delete(self, request: HttpRequest, row: Any, why: str) -> None:
        request.said_why = why  # type: ignore[attr-defined]
        self.log_deletions(request, [row])
        with setting_history.told(**self._who(request), why=why, name=str(row)):
            row.delete()

    def _who(self, request: HttpRequest) -> dict[str, Any]:
        """Who changes it and who approved: two people when it was proposed."""
        approved: Proposal | None = getattr(request, "approved", None)
        if approved is None:
            return {"who": request.user}
        return {"who": approved.proposer, "approved_by": getattr(request, "approver", None)}

    def record(self, request: HttpRequest, act: str, row: models.Model, words: str) -> None:
        why = getattr(request, "said_why", "")
        super().record(request, f"setting_{act}", row, f"{words} {why}".strip())

    # ------------------------------------------------------------------ proposals

    def _propose(self, request: HttpRequest, kind: str, obj: Any, typed: Any, why: str) -> Proposal:
        stored = self.model._default_manager.get(pk=obj.pk) if kind != "add" else None
        becomes = setting_history.values_of(obj) if kind != "delete" else {}
        if kind == "add" and self.opts.pk is not None and isinstance(self.opts.pk, models.AutoField):
            becomes.pop(self.opts.pk.attname)
        return proposals.propose(
            Actor.staff(cast(Account, request.user)),
            model=self.opts.label_lower,
            row="" if stored is None else str(stored.pk),
            name=f"{self.opts.verbose_name} {obj if stored is None else stored}",
            kind=kind,
            was=setting_history.values_of(stored),
            becomes=becomes | self.at_approval(typed),
            form={name: values for name, values in dict(typed).items() if name not in _NO_VALUES},
            why=why,
        )

    def at_approval(self, typed: Any) -> dict[str, Any]:
        """Columns that are not known before the approval, and what is shown of them until then."""
        return {}

    def carry_out(self, proposal: Proposal, approver: Account | None) -> None:
        """Make a proposed change, for its proposer: what they typed is checked and saved as if they typed it now.

        In the caller's transaction. Locks the row. Raises ProposalOutdated (409) when the row differs from what they saw, when its
        form does not accept it any more, or when they are no operator any more.
        """
        request = HttpRequest()
        request.method, request.user = "POST", proposal.proposer
        request.approved, request.approver = proposal, approver  # type: ignore[attr-defined]
        row = _unchanged_row(self.model, proposal) if proposal.row else None
        allowed = {
            "add": lambda: self.has_add_permission(request),
            "change": lambda: self.has_change_permission(request, row),
            "delete": lambda: self.has_delete_permission(request, row),
        }
        if not allowed[proposal.kind]():
            raise ProposalOutdated("This can't be changed any more, or its proposer is no operator any more.")
        if proposal.kind == "delete":
            self._delete(request, row, proposal.why)
            return
        typed = QueryDict(mutable=True)
        for name, values in proposal.form.items():
            typed.setlist(name, values)
        form: Any = self.get_form(request, row, change=row is not None)(typed, instance=row)
        if not form.is_valid():
            words = " ".join(word for words in form.errors.values() for word in words)
            raise ProposalOutdated(f"It can't be changed so any more: {words}")
        obj = self.save_form(request, form, change=row is not None)
        self.save_model(request, obj, form, change=row is not None)
        write = self.log_change if row is not None else self.log_addition
        write(request, obj, self.construct_change_message(request, form, [], add=row is None))

    def _to_proposal(self, request: HttpRequest, proposal: Proposal) -> HttpResponse:
        words = "Proposed: it changes when another operator approves it, within 24 hours."
        if not proposals.others(proposal.proposer).exists():
            words = (
                "Proposed. You are the only operator: make somebody else one on their account's page, or approve it on the "
                f"server with `manage.py approve_proposal {proposal.public_id}`."
            )
        messages.success(request, words)
        return HttpResponseRedirect(reverse("admin:marketplace_proposal_change", args=[proposal.pk]))

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> LogEntry | None:  # type: ignore[override]
        return None if self._is_only_proposed(request) else super().log_addition(request, obj, message)

    def log_change(  # type: ignore[override]
        self, request: HttpRequest, obj: Any, message: Any, *, act: str = "changed"
    ) -> LogEntry | None:
        return None if self._is_only_proposed(request) else super().log_change(request, obj, message, act=act)

    def _is_only_proposed(self, request: HttpRequest) -> bool:
        return self.is_guarded and getattr(request, "approved", None) is None

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: Any = None) -> HttpResponse:
        proposal = getattr(request, "proposal", None)
        if proposal is not None:
            return self._to_proposal(request, proposal)
        answer: HttpResponse = super().response_add(request, obj, post_url_continue)
        return answer

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:
        proposal = getattr(request, "proposal", None)
        if proposal is not None:
            return self._to_proposal(request, proposal)
        if self.is_guarded:
            messages.warning(request, "Nothing differs, so nothing was proposed.")
            return HttpResponseRedirect(request.path)
        answer: HttpResponse = super().response_change(request, obj)
        return answer

    def _address(self, page: str, *args: Any) -> str:
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_{page}", args=args)


def page_of(label: str) -> Any:
    """The admin page of the rows of this model, which carries its proposals out."""
    return admin.site._registry[apps.get_model(label)]


def _unchanged_row(model: type[models.Model], proposal: Proposal) -> Any:
    """The row, locked, as its proposer saw it. Raises ProposalOutdated (409)."""
    row = model._default_manager.select_for_update(of=("self",), no_key=True).filter(pk=proposal.row).first()
    if row is None or setting_history.values_of(row) != proposal.was:
        raise ProposalOutdated()
    return row
