"""The views of a case's page. Every form is sent to the page's own address with the name of its act, and leads on by a redirect;
what could not be done comes back as it was typed."""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final
from urllib.parse import quote
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse

from escrow.admin.case_screen import tabs
from escrow.admin.case_screen.acts import ACTS, Done
from escrow.admin.case_screen.box import ACTS as OF_THE_BOX
from escrow.admin.case_screen.box import box
from escrow.admin.case_screen.opened import Opened
from escrow.errors import CaseChanged, PreviewExpired
from escrow.models import Case
from escrow.selectors import case_timeline
from escrow.services import desk
from marketplace.api.backoffice import is_decider
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.transactions import unit
from marketplace.models import Account
from marketplace.services import private_reads
from marketplace.web import drafts
from marketplace.web.drafts import Refused

_SHELL: Final = "admin/escrow/case/screen.html"
_NEEDED: Final = ("escrow", "dispute__escrow", "owner", "worker", "assignee")
_RAW_MAX: Final = 20_000


class CaseScreen:
    """Mixed into the page of the model Case: the page of a row, and what is asked by its script."""

    def get_urls(self) -> list[URLPattern]:
        inside: Any = self
        site = inside.admin_site
        own = [
            path("<uuid:pk>/seen/", site.admin_view(self.seen_view), name="escrow_case_seen"),
            path("<uuid:pk>/raw/<slug:kind>/<slug:key>/", site.admin_view(self.raw_view), name="escrow_case_raw"),
            path("<uuid:pk>/change/", _keeping(site.admin_view(self.screen_view), site), name="escrow_case_change"),
        ]
        return own + super().get_urls()  # type: ignore[misc]

    # ------------------------------------------------------------------ the page

    def screen_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        case = Case.objects.select_related(*_NEEDED).filter(pk=pk).first()
        if case is None:
            messages.warning(request, "There is no such case.")
            return HttpResponseRedirect(reverse("admin:escrow_case_changelist"))
        if request.method == "POST":
            return self._screen_act(request, case)
        assert isinstance(request.user, Account)  # admin_view lets nobody else through
        private_reads.note(request.user, case, "opened")
        if request.GET.get("part"):
            opened = Opened(request, case)
            tab = tabs.chosen(request.GET.get("tab"))
            return render(request, tab.template, self._tab_context(opened, tab, None))
        return self._screen_page(Opened(request, case), drafts.take(request))

    def _screen_page(self, opened: Opened, refused: Refused | None, status: int = 200) -> HttpResponse:
        inside: Any = self
        tab = tabs.chosen(_tab_of(opened.request, refused))
        context = inside.admin_site.each_context(opened.request) | self._tab_context(opened, tab, refused)
        context |= {
            "title": f"{opened.case.title}",
            "opts": inside.opts,
            "original": opened.case,
            "is_nav_sidebar_enabled": True,
            "tab": tab,
            "tabs": [(number, one) for number, one in enumerate(tabs.TABS, 1)],
            "read_at": opened.now.isoformat(),
            "box": box(opened, refused),
        }
        return render(opened.request, _SHELL, context, status=status)

    def _tab_context(self, opened: Opened, tab: tabs.Tab, refused: Refused | None) -> dict[str, Any]:
        # `typed.items` in a template is what was typed there, not how a mapping is read.
        typed = {"items": ""} | {
            name: values[0] for name, values in (refused.typed if refused else {}).items() if values
        }
        return {
            "opened": opened,
            "case": opened.case,
            "tab_name": tab.name,
            "refused": refused,
            "typed": typed if refused and refused.act not in OF_THE_BOX else {"items": ""},
            **tab.show(opened),
        }

    # ------------------------------------------------------------------ acts

    def _screen_act(self, request: HttpRequest, case: Case) -> HttpResponse:
        name = request.POST.get("act", "")
        perform = ACTS.get(name)
        if perform is None or not is_decider(request):
            raise PermissionDenied
        opened = Opened(request, case)
        try:
            done: Done = unit(lambda: self._perform(request, opened, perform))
        except (CaseChanged, PreviewExpired) as problem:
            # The page of the preview says what came, and offers a new one with all that was typed.
            messages.warning(request, problem.message)
            shown = request.POST.get("preview", "")
            return HttpResponseRedirect(f"{opened.address}?{f'preview={quote(shown)}' if shown else ''}#decision")
        except Problem as problem:
            fresh = Case.objects.select_related(*_NEEDED).get(pk=case.pk)
            refused = Refused.by(problem, act=name, typed=drafts.typed(request), sums=False)
            return self._screen_page(Opened(request, fresh), refused, status=problem.status)
        if done.said:
            messages.success(request, done.said)
        return HttpResponseRedirect(done.to)

    def _perform(self, request: HttpRequest, opened: Opened, perform: Callable[[Opened], Done]) -> Done:
        """The act with its entry in the page's history, or neither."""
        inside: Any = self
        done = perform(opened)
        if done.logged:
            inside.log_change(request, opened.case, done.logged)
        if done.taken is not None:
            inside.log_change(request, done.taken, "take: is yours.", act="take")
        return done

    # ------------------------------------------------------------------ what the script asks

    def seen_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Who else has it open, and what came since the page was read. Says that one has it open oneself."""
        case = Case.objects.select_related(*_NEEDED).filter(pk=pk).first()
        if case is None or request.method != "POST" or not isinstance(request.user, Account):
            return HttpResponseNotFound("There is no such page.")
        opened = Opened(request, case)
        actor = Actor.staff(request.user)
        others = unit(lambda: desk.seen(actor, case.pk))
        new = opened.new_since(_moment(request.POST.get("since", ""))) if case.dispute_id else []
        return render(request, "admin/escrow/case/seen.html", {"others": others, "new": new, "opened": opened})

    def raw_view(self, request: HttpRequest, pk: UUID, kind: str, key: str) -> HttpResponse:
        """The row behind an entry of the timeline, as it is stored."""
        case = Case.objects.select_related(*_NEEDED).filter(pk=pk).first()
        row = case_timeline.raw(case, kind, key) if case is not None else None
        if row is None:
            return HttpResponseNotFound("There is no such record in this case.")
        text = json.dumps(row, indent=2, ensure_ascii=False, cls=_Encoder)[:_RAW_MAX]
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class _Encoder(DjangoJSONEncoder):
    def default(self, o: Any) -> Any:
        return o.hex() if isinstance(o, bytes | memoryview) else super().default(o)


_TAB_OF: Final = {
    "findings": "contract",
    "write": "dialogue",
    "note": "dialogue",
    "ask": "dialogue",
    "unask": "dialogue",
    "macro": "dialogue",
}


def _tab_of(request: HttpRequest, refused: Refused | None) -> str | None:
    if refused is not None and refused.act in _TAB_OF:
        return _TAB_OF[refused.act]
    return request.POST.get("tab") or request.GET.get("tab")


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


def _keeping(view: Callable[..., HttpResponse], site: Any) -> Callable[..., HttpResponse]:
    """Keeps what a form held whose sender is signed out by now, for the page after signing in."""

    def inner(request: HttpRequest, *args: Any, **options: Any) -> HttpResponse:
        if request.method == "POST" and not site.has_permission(request) and not request.user.is_authenticated:
            drafts.keep(request)
        return view(request, *args, **options)

    inner.keeps_drafts = True  # type: ignore[attr-defined]  # for a form whose token is too old (web/too_old.py)
    return inner
