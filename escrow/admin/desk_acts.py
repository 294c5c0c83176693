"""What staff do with cases from the queue and from a case's page: buttons that call `services.desk`, each in one transaction with
its entry in the case's history."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseNotFound, HttpResponseRedirect
from django.urls import URLPattern, path, reverse

from escrow.models import Case, Macro
from escrow.models.desk import DIGESTS
from escrow.rules.macros import SNOOZE_HOURS_MAX
from escrow.services import desk, digests, macros, saved_views
from marketplace.api.backoffice import is_decider, office_page
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, Problem
from marketplace.core.transactions import unit
from marketplace.models import Account

MOST = 50  # cases that are ticked at once


class Nothing(forms.Form):
    pass


class To(forms.Form):
    to = forms.UUIDField(error_messages={"required": "Choose who gets it.", "invalid": "Choose who gets it."})


class Rest(forms.Form):
    hours = forms.IntegerField(min_value=1, max_value=SNOOZE_HOURS_MAX)
    why = forms.CharField(max_length=desk.WHY_MAX, error_messages={"required": "Say why: colleagues read it."})


class Words(forms.Form):
    words = forms.CharField(max_length=desk.NOTE_MAX, error_messages={"required": "Write something."})


class Which(forms.Form):
    macro = forms.ModelChoiceField(Macro.objects.all(), error_messages={"required": "Choose a macro."})


Perform = Callable[[Actor, UUID, dict[str, Any]], Any]
# Name of the address -> its form, what it does, what is said afterwards.
ACTS: dict[str, tuple[type[forms.Form], Perform, str]] = {
    "take": (Nothing, lambda actor, pk, _: desk.take(actor, pk), "is yours."),
    "release": (Nothing, lambda actor, pk, _: desk.release(actor, pk), "is back in the queue."),
    "wake": (Nothing, lambda actor, pk, _: desk.wake(actor, pk), "is awake."),
    "assign": (To, lambda actor, pk, given: desk.assign(actor, pk, given["to"]), "was assigned."),
    "snooze": (
        Rest,
        lambda actor, pk, given: desk.snooze(actor, pk, desk.in_hours(given["hours"]), given["why"]),
        "rests.",
    ),
    "note": (Words, lambda actor, pk, given: desk.note(actor, case_id=pk, words=given["words"]), "has your note."),
    "macro": (Which, lambda actor, pk, given: macros.apply(actor, pk, given["macro"].pk), "got the macro."),
}
FOR_MANY = ("take", "release", "wake", "assign", "snooze")


class DeskActs:
    """Addresses below the list of cases. Mixed into the page of the model Case."""

    def get_urls(self) -> list[URLPattern]:
        inside: Any = self
        return [
            path(address, inside.admin_site.admin_view(view), name=f"escrow_case_{name}")
            for address, view, name in (
                ("<uuid:pk>/desk/<slug:act>/", self.act_view, "act"),
                ("desk/next/", self.next_view, "next"),
                ("desk/many/", self.many_view, "many"),
                ("desk/views/", self.keep_view, "keep_view"),
                ("desk/views/<int:view_id>/", self.drop_view, "drop_view"),
                ("desk/digest/", self.digest_view, "digest"),
            )
        ] + super().get_urls()  # type: ignore[misc]

    def act_view(self, request: HttpRequest, pk: UUID, act: str) -> HttpResponse:
        """One act on one case; then back to where the button was."""
        if act not in ACTS:
            return HttpResponseNotFound("There is no such page.")
        return self._posted(request, lambda actor: self._act(request, actor, pk, act))

    def many_view(self, request: HttpRequest) -> HttpResponse:
        """The same for all that are ticked: each succeeds or is refused by itself."""

        def work(actor: Actor) -> None:
            found = Case.objects.filter(pk__in=_uuids(request.POST.getlist("case"))[:MOST]).values_list("pk", flat=True)
            act = request.POST.get("act", "")
            if act not in FOR_MANY:
                messages.warning(request, "Choose what to do with the ticked cases.")
            elif not found:
                messages.warning(request, "Nothing is ticked.")
            for pk in found if act in FOR_MANY else ():
                self._act(request, actor, pk, act)

        return self._posted(request, work)

    def next_view(self, request: HttpRequest) -> HttpResponse:
        """The most urgent case that nobody has, and its page."""

        def work(actor: Actor) -> HttpResponse | None:
            def taken() -> Case | None:
                found = desk.take_next(actor)
                if found is not None:
                    self._log(request, found, "take", "is yours.")
                return found

            case = unit(taken)
            if case is None:
                messages.info(request, desk.NOTHING_WAITS)
                return None
            return HttpResponseRedirect(reverse("admin:escrow_case_change", args=[case.pk]))

        return self._posted(request, work)

    def keep_view(self, request: HttpRequest) -> HttpResponse:
        def work(actor: Actor) -> HttpResponse:
            made = saved_views.keep(actor, request.POST.get("name", ""), request.POST.get("query", ""))
            messages.success(request, f"{made.name} is kept.")
            return HttpResponseRedirect(f"{_queue()}?{made.query}")

        return self._posted(request, work)

    def drop_view(self, request: HttpRequest, view_id: int) -> HttpResponse:
        return self._posted(request, lambda actor: saved_views.drop(actor, view_id))

    def digest_view(self, request: HttpRequest) -> HttpResponse:
        """How often one's own work is mailed."""

        def work(actor: Actor) -> None:
            digests.switch(actor, request.POST.get("every", ""))
            messages.success(request, f"Mail about your work: {dict(DIGESTS)[request.POST['every']]}.")

        return self._posted(request, work)

    def _posted(self, request: HttpRequest, work: Callable[[Actor], HttpResponse | None]) -> HttpResponse:
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not is_decider(request) or not isinstance(request.user, Account):
            raise PermissionDenied
        try:
            answer = work(Actor.staff(request.user))
        except Problem as problem:
            messages.warning(request, f"Nothing was changed. {said(problem)}")
            answer = None
        return answer or HttpResponseRedirect(_back(request))

    def _act(self, request: HttpRequest, actor: Actor, pk: UUID, act: str) -> None:
        kind, perform, done = ACTS[act]
        form = kind(request.POST)
        case = Case.objects.filter(pk=pk).first()
        name = f"“{case.title}”" if case is not None else "This case"
        if not form.is_valid():
            wrong = " ".join(str(error) for errors in form.errors.values() for error in errors)
            messages.warning(request, f"{name}: nothing was changed. {wrong}")
            return

        def work() -> None:
            perform(actor, pk, form.cleaned_data)
            self._log(request, case, act, done)

        try:
            unit(work)
        except Problem as problem:
            messages.warning(request, f"{name}: nothing was changed. {said(problem)}")
        else:
            messages.success(request, f"{name} {done}")

    def _log(self, request: HttpRequest, case: Case | None, act: str, done: str) -> None:
        """What was noted or said stands in the case, not a second time here."""
        words = " ".join(str(request.POST[name]) for name in ("hours", "why") if request.POST.get(name))
        self.log_change(request, case, f"{act}: {done} {words}".strip())  # type: ignore[attr-defined]


def said(problem: Problem) -> str:
    """The refusal, field by field where it has fields."""
    if isinstance(problem, Invalid):
        return " ".join(words for found in problem.extra["fields"].values() for words in found)
    return problem.message


def _queue() -> str:
    return reverse("admin:escrow_case_changelist")


def _back(request: HttpRequest) -> str:
    """Where the button was: a page of the back office, else the queue."""
    return office_page(request.POST.get("next", "")) or _queue()


def _uuids(texts: list[str]) -> list[UUID]:
    found = []
    for text in texts:
        try:
            found.append(UUID(text))
        except ValueError:
            continue
    return found
