"""/settings/close: closing one's account for good. It says what stands in the way and what happens, and asks again who it is."""

from typing import Any

from allauth.usersessions.internal.flows.sessions import end_other_sessions
from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _

from marketplace.core.errors import Invalid
from marketplace.selectors import accounts
from marketplace.services import closing, erasing, keeping, proofs
from marketplace.web import matters, privacy
from marketplace.web.inputs import flag
from marketplace.web.page import Page


class Close(Page):
    template = "marketplace/close.html"

    def show(self) -> dict[str, Any]:
        me = self.actor.me
        return {
            "matters": matters.in_words(closing.open_matters(me), for_agents=accounts.answers_for_agents(me)),
            "stays": privacy.stays(keeping.days("evidence")),
            "later": privacy.later(erasing.holds_of(me).why),
            "proof": proofs.way(self.request, me),
            "is_code_sent": proofs.is_code_sent(self.request),
            "address": me.email,
            "email": settings.SUPPORT_EMAIL,
        }

    def act_code(self) -> HttpResponse:
        """For whoever has neither a password nor an authenticator app."""
        self.count_towards("login")
        said = _("A code is on its way to %s.") % self.actor.me.email
        return self.once(lambda: proofs.mail_code(self.request, self.actor.me), said=said)

    def act_close(self) -> HttpResponse:
        """Whoever found an open browser can't do it: the password, the app's code or a mailed one is asked for within five minutes
        before."""
        me = self.actor.me
        way = proofs.way(self.request, me)
        if way == "page":
            return HttpResponseRedirect("/account/reauthenticate?next=/settings/close")
        if not flag(self.request.POST.get("sure")):
            raise Invalid({"sure": [_("Tick this first.")]})
        if way == "code":
            self.count_towards("login")
            proofs.check_code(self.request, me, self.request.POST.get("code", ""))
        said = _(
            "Your account is closed, and what was personal is deleted; texts and files go within minutes, but for paid work."
        )
        answer = self.once(lambda: closing.close_own(self.actor).public_id, to="/", said=said)
        end_other_sessions(self.request, me)
        logout(self.request)
        return answer
