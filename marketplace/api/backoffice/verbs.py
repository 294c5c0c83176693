"""Staff actions on a record: a form on the record's page, a confirmation page that states the outcome, then one service call in
a transaction with its entry in the page's history.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar
from urllib.parse import urlsplit

from django import forms
from django.contrib import messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.models import LogEntry
from django.contrib.admin.options import get_content_type_for_model
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse

from marketplace.api.backoffice.cells import lines
from marketplace.api.backoffice.forms import WhyField
from marketplace.api.backoffice.pages import ReadOnly, is_decider, is_operator
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.transactions import unit
from marketplace.models import Account


class Reason(forms.Form):
    """The reason, shown to the people concerned."""

    reason = WhyField(
        needed="Say why: the people concerned are told.",
        help_text="The people concerned are told these words.",
    )


class Note(forms.Form):
    """The reason, for colleagues: kept in the page's history."""

    reason = WhyField(
        needed="Say why: colleagues read it in the history.",
        rows=2,
        help_text="For colleagues: it stands in the history.",
    )


@dataclass(frozen=True, slots=True)
class Verb:
    """An action. `perform(actor, row, values)` calls a service; `outcome(row)` states beforehand what it does; `preview(row,
    values)` states it exactly once the form is valid; `limit(actor, row)` states what only this person reads before it.
    `said(result)` replaces `done` by words about what `perform` returned, where there are any. `ask(row, values)` calls a provider
    while no transaction is open; `perform` gets its result as `values["asked"]`. The form asks for a reason.
    """

    name: str
    label: str
    perform: Callable[[Actor, Any, dict[str, Any]], Any]
    outcome: Callable[[Any], str]
    done: str
    form: type[forms.Form] = Reason
    is_harsh: bool = field(default=False)
    preview: Callable[[Any, dict[str, Any]], str] | None = field(default=None)
    ask: Callable[[Any, dict[str, Any]], Any] | None = field(default=None)
    initial: Callable[[Any], dict[str, Any]] | None = field(default=None)
    limit: Callable[[Actor, Any], str] | None = field(default=None)
    said: Callable[[Any], str] | None = field(default=None)
    is_for_operators: bool = field(default=False)

    def words(self, result: Any) -> str:
        return (self.said(result) if self.said is not None else "") or self.done

    def blank(self, row: Any) -> forms.Form:
        return self.form(prefix=self.name, initial=self.initial(row) if self.initial else None)


def named(row: Any) -> str:
    return str(getattr(row, "public_id", row))


def office_page(address: str) -> str:
    """The address when it is a page of the back office, else nothing."""
    wanted = urlsplit(address)
    is_here = wanted.path.startswith(reverse("admin:index")) and not wanted.scheme and not wanted.netloc
    return wanted.geturl() if is_here else ""


class Deciding(ReadOnly):
    """A page of records with staff actions, not for auditors. Of two simultaneous decisions the service's locks let one through;
    the other person gets a message.
    """

    is_list_only_read = False  # it shows what waits for an act
    verbs: ClassVar[Sequence[Verb]] = ()
    following: ClassVar[str] = ""  # what `go_on` leads to: its button is beside the one that confirms
    change_form_template = "admin/deciding.html"

    def may_decide(self, request: HttpRequest, row: Any) -> bool:
        """Support and operators, unless a page overrides it."""
        return is_decider(request)

    def may_use(self, request: HttpRequest, row: Any, verb: Verb) -> bool:
        return self.may_decide(request, row) and (not verb.is_for_operators or is_operator(request))

    def open_verbs(self, row: Any) -> Sequence[Verb]:
        """The actions that are possible on this row now."""
        raise NotImplementedError

    def why_open(self, row: Any) -> str:
        """Why this row waits for staff; if empty, the forms are collapsed."""
        return ""

    def go_on(self, request: HttpRequest) -> str:
        """Where "and `following`" leads once an action is done."""
        raise NotImplementedError

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        return super().get_actions(request) if is_decider(request) else {}

    def get_urls(self) -> list[URLPattern]:
        meta = self.model._meta
        name = f"{meta.app_label}_{meta.model_name}_decide"
        own = path("<uuid:pk>/decide/<slug:verb>/", self.admin_site.admin_view(self.decide_view), name=name)
        return [own, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id) if self.has_view_permission(request) else None
        possible = self.open_verbs(row) if row is not None else ()
        opened = [verb for verb in possible if self.may_use(request, row, verb)]
        more = {
            "decisions": [(verb, verb.blank(row), self._address(row, verb)) for verb in opened],
            "why_open": self.why_open(row) if opened else "",
        }
        answer: HttpResponse = super().change_view(request, object_id, form_url, {**(extra_context or {}), **more})
        return answer

    def decide_view(self, request: HttpRequest, pk: Any, verb: str) -> HttpResponse:
        """POST: shows the confirmation page; with `confirmed` runs the action. Then back to where the form was: `back`, or the
        row's page."""
        row = self.get_object(request, str(pk))
        action = next((known for known in self.verbs if known.name == verb), None)
        if row is None or action is None:
            return HttpResponseNotFound("There is no such page.")
        if not self.may_use(request, row, action):
            raise PermissionDenied
        back = office_page(request.POST.get("back", "")) or self._page(row)
        to_page = HttpResponseRedirect(back)
        if request.method != "POST":
            return to_page
        # Of a form that several actions share, the button chooses; its fields have no prefix.
        form = action.form(request.POST, prefix=None if "reason" in request.POST else action.name)
        if form.is_valid() and "confirmed" in request.POST:
            is_done = self.decide(request, row, action, form.cleaned_data)
            goes_on = is_done and self.following and request.POST["confirmed"] == "next"
            return HttpResponseRedirect(self.go_on(request)) if goes_on else to_page
        if action not in self.open_verbs(row):
            self._warn_with_last_decision(
                request, row, "Nothing was changed: there is nothing to decide here any more."
            )
            return to_page
        try:
            shown = (
                action.preview(row, form.cleaned_data) if action.preview and form.is_valid() else action.outcome(row)
            )
        except Problem as problem:
            messages.warning(request, f"{self.heading(row)}: nothing was changed. {problem.message}")
            return to_page
        assert isinstance(request.user, Account)  # admin_view lets nobody else through
        if action.limit is not None and (limit := action.limit(Actor.staff(request.user), row)):
            shown = f"{limit} {shown}"
        more = {"following": self.following, "hidden": [("back", back)], "is_elsewhere": back != self._page(row)}
        return self._ask(request, action, form, outcome=shown, original=row, back=back, **more)

    def decide(self, request: HttpRequest, row: Any, verb: Verb, values: dict[str, Any]) -> bool:
        """Run one action in one transaction with its history entry, and show a message. Returns True on success."""
        assert isinstance(request.user, Account)  # admin_view lets nobody else through

        def work(account: Account, asked: Any) -> str:
            done = verb.words(verb.perform(Actor.staff(account), row, values | {"asked": asked}))
            words = " ".join(str(value) for value in values.values() if value)
            self.log_change(request, row, f"{done} {words}".strip(), act=verb.name)
            return done

        try:
            done = unit(partial(work, request.user, verb.ask(row, values) if verb.ask else None))
        except Problem as problem:
            self._warn_with_last_decision(request, row, f"{self.heading(row)}: nothing was changed. {problem.message}")
            return False
        told = f"{done.removesuffix(':')}." if done.endswith(":") else done  # what follows stands in the history
        messages.success(request, f"{self.heading(row)}: {told}")
        return True

    def decide_many(self, request: HttpRequest, rows: QuerySet[Any], verb: Verb) -> HttpResponse | None:
        """A bulk action: asks for the reason, then runs the action for each row; None returns to the list."""
        asked = "confirmed" in request.POST
        form = verb.form(request.POST if asked else None, prefix=verb.name)
        if asked and form.is_valid():
            for row in rows:
                self.decide(request, row, verb, form.cleaned_data)
            return None
        hidden = [("action", request.POST["action"]), *((ACTION_CHECKBOX_NAME, str(row.pk)) for row in rows)]
        return self._ask(request, verb, form, outcome=lines(map(verb.outcome, rows)), hidden=hidden)

    def _ask(self, request: HttpRequest, verb: Verb, form: forms.Form, **more: Any) -> HttpResponse:
        context = self.admin_site.each_context(request) | {
            "title": verb.label,
            "opts": self.model._meta,
            "verb": verb,
            "form": form,
            "back": request.get_full_path(),
        }
        return render(request, "admin/decide.html", context | more)

    def _warn_with_last_decision(self, request: HttpRequest, row: Any, words: str) -> None:
        last = (
            LogEntry.objects.select_related("user")
            .filter(content_type=get_content_type_for_model(row), object_id=str(row.pk))
            .order_by("-action_time", "-pk")
            .first()
        )
        if last is not None:
            words += f" Last decision here, by {last.user}: {last.get_change_message()}"
        messages.warning(request, words)

    def _page(self, row: Any) -> str:
        meta = self.model._meta
        return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])

    def _address(self, row: Any, verb: Verb) -> str:
        meta = self.model._meta
        return reverse(f"admin:{meta.app_label}_{meta.model_name}_decide", args=[row.pk, verb.name])
