"""The base of every page for people. A page reads a form, calls one service or selector with the same actor as the API would,
and answers HTML: a GET shows, a POST acts once and leads on.

A form carries the name of its act and an id that is used once, which is the idempotency key: a second tap, or the back button,
gets the first answer. A refused form comes back as it was typed, with the reason beside the field, and with its id. A form that is
sent after the session ended is kept, and comes back after signing in.
"""

import hashlib
import re
from collections.abc import Callable
from functools import cached_property
from html import unescape
from typing import Any, ClassVar
from urllib.parse import quote

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.decorators import method_decorator
from django.utils.html import escape
from django.views import View
from django.views.decorators.debug import sensitive_post_parameters

from marketplace.api import handler
from marketplace.api.middleware import too_many
from marketplace.api.openapi import least_role
from marketplace.api.serializers import Shape
from marketplace.core import reader as readers
from marketplace.core import rights
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound, Problem
from marketplace.models import Account
from marketplace.services import limits
from marketplace.services.accounts import mark_active
from marketplace.services.idempotency import Answer, fingerprint, is_used, once
from marketplace.web import acting, acts, drafts, reader
from marketplace.web.drafts import ACT, FORM, FORM_ID_MOST, Refused

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)


_FAULT = re.compile(r"<!--fault ([^<>]*)-->(.*?)<!--/fault-->", re.DOTALL)  # of templates/parts/refused.html


@method_decorator(sensitive_post_parameters(), name="dispatch")
class Page(View):
    """A page. A subclass names its template, gives the context in `show`, and has a method `act_<name>` for each form."""

    template: ClassVar[str]
    needs_account: ClassVar[bool] = True
    takes_files: ClassVar[bool] = False  # else a body is as short as one of the API without files
    limits: ClassVar[tuple[str, ...]] = ("write",)  # rate limits of a POST
    reads: ClassVar[str] = "read"  # that of a GET: `browse` where the API's own call of the same content counts as it
    least: ClassVar[str] = rights.VIEWER  # role of a member who looks at the page for another account
    # By act, the API's operation that it carries out, or a role: what a member needs for it. An act without one is an owner's.
    operations: ClassVar[dict[str, str]] = {}
    for_oneself: ClassVar[bool] = False  # an owner's page on which one is oneself, whomever one acts for
    http_method_names = ["get", "head", "post"]

    # The context of the template, by the ids of the address. Raises NotFound (404) where the API would.
    show: Callable[..., dict[str, Any]]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        acts.BY_PAGE.update({f"page.{cls.__name__}.{act}": named for act, named in cls.operations.items()})

    # ------------------------------------------------------------------ who reads

    @property
    def person(self) -> Account:
        """Who is signed in, on pages that need an account."""
        assert isinstance(self.request.user, Account)
        return self.request.user

    @cached_property
    def actor(self) -> Actor:
        """The signed-in reader, on pages that need an account; on the owner's pages, acting for the account that they chose."""
        return acting.chosen(self.request, self.person) if self.is_owner_side else acting.oneself(self.person)

    @property
    def is_owner_side(self) -> bool:
        """Is this a page on which one acts for the account that one chose? On all others one is oneself."""
        return not self.for_oneself and readers.is_owners(self.request.path)

    @cached_property
    def may(self) -> "_May":
        """`{% if page.may.release %}`: may the reader carry out this act?"""
        return _May(self)

    def allowed(self, possible: dict[str, bool], **acts: str) -> dict[str, bool]:
        """Of what could be done now, what the reader's role allows. `acts` names the act of what has another name than it."""
        return {name: can and self.may[acts.get(name, name)] for name, can in possible.items()}

    def least_of(self, act: str) -> str:
        """The least role of a member for this act."""
        named = self.operations.get(act, rights.OWNER)
        return named if named in rights.LEAST else least_role(named)

    @property
    def caller(self) -> Actor | None:
        """The signed-in reader, or None for a stranger."""
        return self.actor if self.request.user.is_authenticated else None

    # ------------------------------------------------------------------ GET and POST

    def dispatch(self, request: HttpRequest, *args: Any, **ids: Any) -> HttpResponse:
        with readers.written_for(request, account=reader.account(request)):
            try:
                response = self._answer(request, ids)
            except Problem as problem:
                response = handler.answer(request, problem)
            readers.varies(response)
        if wants_name_of_next(request) and isinstance(response, HttpResponseRedirect):
            response = JsonResponse({"to": response.url})
        if "Content-Security-Policy" not in response:
            response["Content-Security-Policy"] = POLICY
        response.setdefault("Cache-Control", "no-store")
        return response

    def _answer(self, request: HttpRequest, ids: dict[str, str]) -> HttpResponse:
        if request.user.is_authenticated:
            mark_active(self.person, **reader.remember(request, self.person))
            if self.is_owner_side and (lost := acting.leave_if_lost(request, self.person)):
                return lost
            self.actor.check_rights(self.least)
        elif self.needs_account:
            return self.ask_to_sign_in()
        if request.method != "POST":
            elsewhere = self.leads_to(**ids)
            return HttpResponseRedirect(elsewhere) if elsewhere else self.render(ids, refused=drafts.take(request))
        act = request.POST.get(ACT, "")
        perform: Callable[..., HttpResponse] | None = getattr(self, f"act_{act}", None) if act.isidentifier() else None
        if perform is None:
            raise NotFound("This form asks for something that the page does not do. Load the page anew.")
        if self.is_owner_side and request.user.is_authenticated:
            acting.check_same(request, self.actor)
            self.actor.check_rights(self.least_of(act))
        try:
            return perform(**ids)
        except Exception as error:
            problem = handler.as_problem(error)
            if problem is None:
                raise
            return self._refuse(ids, act, problem)

    def _refuse(self, ids: dict[str, str], act: str, problem: Problem) -> HttpResponse:
        refused = Refused.by(problem, act=act, typed=drafts.typed(self.request))
        try:
            response = self.render(ids, refused=refused, status=problem.status)
        except NotFound as gone:
            raise gone from None  # the page itself is not theirs, whatever was wrong with the form; else only what it named is gone
        response[handler.CODE_HEADER] = problem.code
        for name, value in problem.headers.items():
            response[name] = value
        return response

    def render(self, ids: dict[str, str], *, refused: Refused | None = None, status: int = 200) -> HttpResponse:
        """The page; `refused` is the form that was not carried out."""
        context = {"refused": refused, "page": self, **self.show(**ids)}
        response = render(self.request, context.pop("template", None) or self.template, context, status=status)
        if context["refused"] is not None and context["refused"].fields:
            html = response.content.decode()
            response.content = _FAULT.sub(lambda found: self._fault(found, html), html)
        return response

    @cached_property
    def labels(self) -> dict[str, str]:
        """The labels of the fields of a form that was refused, by their ids; `{% field %}` writes them down."""
        return {}

    def _fault(self, found: re.Match[str], html: str) -> str:
        """The list of what is wrong stands above the form, so its fields are named when the form has been written. The reason
        stands at the field, and here only where the page has no field that says it."""
        wanted = unescape(found[1])
        field = next((name for name in self.labels if f"{wanted}.".startswith(f"{name}.")), "")
        if field:
            return f'<a href="#{escape(field)}">{escape(self.labels[field])}</a>'
        return f'<a href="#{found[1]}">{found[2]}</a>' if f'id="{found[1]}"' in html else found[2]

    def leads_to(self, **ids: str) -> str:
        """Where this reader is led instead of the page; empty: it is shown."""
        return ""

    def ask_to_sign_in(self) -> HttpResponse:
        """Lead a stranger to sign-in and back here; what they typed is kept for then."""
        request = self.request
        if request.method == "POST" and not wants_name_of_next(
            request
        ):  # the script keeps its forms itself, with their files
            drafts.keep(request)
        to = f"/account/login?next={quote(request.get_full_path())}"
        if request.headers.get("HX-Request") == "true":  # a part of a page: the whole page has to go there
            return HttpResponse(headers={"HX-Redirect": to})
        return HttpResponseRedirect(to)

    # ------------------------------------------------------------------ what subclasses use

    def next_url(self, cursor: str | None) -> str:
        """The address of the next page of a list; empty after the last one."""
        if cursor is None:
            return ""
        query = self.request.GET.copy()
        query["cursor"] = cursor
        return f"{self.request.path}?{query.urlencode()}"

    def read(self, shape: type[Shape], body: dict[str, Any]) -> Any:
        """A form's content, validated by the shape of the API's body. Raises Invalid (400) naming every invalid field."""
        with translation.override(settings.LANGUAGE_CODE):  # `words.reasons` translates what it finds in English
            form = shape(data=body)
            form.is_valid(raise_exception=True)
            return form.validated_data

    def posted(self, *names: str) -> dict[str, Any]:
        """These texts of the form, without those that it does not have."""
        return {name: self.request.POST[name].strip() for name in names if name in self.request.POST}

    def given(self, *names: str) -> dict[str, Any]:
        """Like `posted`, without what was left empty: for fields that may be left out, and else hold something."""
        return {name: text for name, text in self.posted(*names).items() if text}

    def once(
        self,
        perform: Callable[..., Any],
        *,
        to: str | Callable[[Any], str] = "",
        said: str | Callable[[Any], str] = "",
        keep: Callable[[], Any] | None = None,
    ) -> HttpResponse:
        """Run `perform` in one transaction, once for this form, and lead on to `to` (the same page without one), where `said` is
        shown.

        `keep` prepares what may take long (files) before the transaction, and is not asked for a repetition; `perform` then gets
        its result. Raises IdempotencyKeyReused (409) when the form was sent before with another content.
        """
        operation = f"page.{type(self).__name__}.{self.request.POST.get(ACT, '')}"
        key = self.request.POST.get(FORM, "")[:FORM_ID_MOST]
        if not key.isprintable() or not key:
            raise Invalid({}, "This form is not from our page. Load the page anew, and send it again.")
        content = {name: values for name, values in drafts.content(self.request).items() if name not in (FORM, ACT)}
        request_hash = fingerprint("POST", self.request.path, content | _files(self.request))
        kept = () if keep is None or is_used(self.actor, operation, key) else (keep(),)

        def work() -> Answer:
            result = perform(*kept)
            leads = to(result) if callable(to) else to
            words = said(result) if callable(said) else said
            return Answer({"to": leads or self.request.get_full_path(), "said": str(words)})

        answer = once(actor=self.actor, operation=operation, key=key, fingerprint=request_hash, perform=work)
        if answer.body["said"]:
            messages.success(self.request, answer.body["said"])
        return HttpResponseRedirect(answer.body["to"])

    def count_towards(self, *names: str) -> None:
        """Count this act towards limits of the API's operation. Raises TooManyRequests (429)."""
        address = self.request.client_address  # type: ignore[attr-defined]
        verdict = limits.count(classes=names, address=address, actor=self.caller)
        if verdict.refused:
            raise too_many(verdict)


class _May:
    """Acts of a page, or operations of the API, by name: whether the reader's role allows them."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def __getitem__(self, name: str) -> bool:
        actor = self._page.actor
        if actor.member is None:
            return True
        is_act = hasattr(self._page, f"act_{name}")
        return rights.covers(actor.rights, self._page.least_of(name) if is_act else least_role(name))


def wants_name_of_next(request: HttpRequest) -> bool:
    """Whether a script sent the form: it is told the page that comes next, and goes there itself, so that what is said there is
    not shown to the script."""
    return "X-Name-Next" in request.headers


def _files(request: HttpRequest) -> dict[str, str]:
    """What stands for the files of a form in its fingerprint."""
    found = {}
    for name, files in request.FILES.lists():
        for number, file in enumerate(files):
            digest = hashlib.sha256()
            for chunk in file.chunks():
                digest.update(chunk)
            file.seek(0)
            found[f"{name}.{number}"] = digest.hexdigest()
    return found
