"""/sandbox: the clock, the mailbox and the people of a sandbox, for whoever sits at its machine.

Routed in a sandbox only, and answered for loopback peers only, as the API's own routes (`views/sandbox.py`). Staff are not among
the people that one can play: their sign-in stays what it is.
"""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import orjson
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from marketplace.api import addresses, handler
from marketplace.api.pagination import page as keyset_page
from marketplace.core import clock, countries
from marketplace.core.errors import Invalid, NotFound
from marketplace.models import Account, Mail
from marketplace.selectors import accounts
from marketplace.serializers.sandbox import MAX_ADVANCE, AdvanceIn, MailOut, VerifyHumanIn
from marketplace.services import sandbox
from marketplace.web import inputs
from marketplace.web.formats import moment_words
from marketplace.web.page import Page

PER_PAGE = 10
_BACKEND = "django.contrib.auth.backends.ModelBackend"


class Sandbox(Page):
    """404 for everybody else, before anything is read."""

    template = "marketplace/sandbox.html"
    needs_account = False
    limits = ("unrestricted",)  # as the API's

    def dispatch(self, request: HttpRequest, *args: Any, **ids: Any) -> HttpResponse:
        if not addresses.is_in_sandbox(request):
            return handler.answer(request, NotFound())
        return super().dispatch(request, *args, **ids)

    def show(self) -> dict[str, Any]:
        to = self.request.GET.get("to", "").strip()[:254]
        rows = Mail.objects.filter(to__iexact=to) if to else Mail.objects.all()
        found = keyset_page(
            rows, Request(self.request), scope="pages:sandbox", default=PER_PAGE, filters={"to": to.lower()}
        )
        return {
            "offset": _offset(),
            "steps": [(600, _("+10 minutes")), (3600, _("+1 hour")), (86_400, _("+1 day")), (604_800, _("+1 week"))],
            "mails": [MailOut.render(row) for row in found.rows],
            "next_url": self.next_url(found.next_cursor),
            "to": to,
            "people": demo_people(),
            "me": self.caller,
            "known": accounts.describe(self.caller) if self.caller else None,
            "next": self._next(),
            "back": self._back(),
            "countries": [("", _("not verified")), *countries.choices()],
        }

    def act_advance(self) -> HttpResponse:
        """A second tap comes with the offset from before the first one, and moves nothing."""
        seconds = self._seconds()
        if self.request.POST.get("offset") != _offset():
            messages.info(self.request, _("The clock has been moved already. It is %s.") % moment_words(clock.now()))
            return HttpResponseRedirect("/sandbox")
        sandbox.advance_clock(seconds)
        messages.success(self.request, _("It is %s now, and everything due has run.") % moment_words(clock.now()))
        return HttpResponseRedirect("/sandbox")

    def _seconds(self) -> int:
        asked = inputs.number(self.request.POST.get("seconds", ""))
        minutes = inputs.number(self.request.POST.get("minutes", ""))
        if "minutes" in self.request.POST:
            asked = minutes * 60 if isinstance(minutes, int) else minutes
        try:
            found: int = self.read(AdvanceIn, {"seconds": asked})["seconds"]
        except ValidationError:
            words = _("Give whole minutes, at most %d. Time only goes forward.") % (MAX_ADVANCE // 60)
            raise Invalid({"minutes": [words]})
        return found

    def act_play(self) -> HttpResponse:
        who = self.request.POST.get("who", "")
        account = next((person for person in demo_people() if person.public_profile_id == who), None)
        if account is None:
            raise NotFound("There is no such person in the demo.")
        login(self.request, account, backend=_BACKEND)
        messages.success(self.request, _("You are %s now.") % account.display_name)
        return HttpResponseRedirect("/owner" if accounts.answers_for_agents(account) else "/today")

    def act_verify(self) -> HttpResponse:
        if self.caller is None:
            return self.ask_to_sign_in()
        sent = self.request.POST
        body = self.posted("identityCountry") | {name: inputs.flag(sent.get(name)) for name in ("linkedin", "payouts")}
        data = self.read(VerifyHumanIn, body)
        return self.once(
            lambda: sandbox.verify_human(self.actor.me.profile_id, **data).public_profile_id,
            to=self._next(),
            said=_("The providers would say so now."),
        )

    def _back(self) -> str:
        """The page of this site that led here, as the browser says; empty: none did."""
        came = urlsplit(self.request.headers.get("Referer", ""))
        if came.netloc != self.request.get_host() or came.path.rstrip("/") in ("", self.request.path):
            return ""
        back = came._replace(scheme="", netloc="", fragment="").geturl()
        return back if url_has_allowed_host_and_scheme(back, allowed_hosts=None) else ""

    def _next(self) -> str:
        """Where one came from to be verified, on this site; empty: nowhere else."""
        wanted = self.request.POST.get("next") or self.request.GET.get("next") or ""
        return wanted if url_has_allowed_host_and_scheme(wanted, allowed_hosts=None) else ""


def demo_people() -> list[Account]:
    """The demo's people and the owners of its agents, who may be played: those of DATA_DIR/demo.json, never staff."""
    path = Path(settings.DATA_DIR) / "demo.json"
    try:
        told = orjson.loads(path.read_bytes())
        mails = [person["email"] for person in [*told["workers"], told["agent"], *told.get("others", [])]]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    found = Account.objects.filter(email__in=mails, is_active=True, is_staff=False, is_superuser=False)
    return sorted(found, key=lambda account: mails.index(account.email))


def _offset() -> str:
    return f"{clock.offset_seconds():.3f}"
