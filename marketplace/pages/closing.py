"""/settings/close: closing one's account for good. It says what stands in the way and what happens, and asks again who it is."""

from typing import Any

from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from allauth.usersessions.internal.flows.sessions import end_other_sessions
from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _

from marketplace.core.errors import Invalid
from marketplace.services import closing
from marketplace.web import words
from marketplace.web.inputs import flag
from marketplace.web.page import Page


class Close(Page):
    template = "marketplace/close.html"

    def show(self) -> dict[str, Any]:
        me = self.actor.me
        return {
            "matters": words.matters(closing.open_matters(me)),
            "is_known": did_recently_reauthenticate(self.request),
            "email": settings.SUPPORT_EMAIL,
        }

    def act_close(self) -> HttpResponse:
        """Whoever found an open browser can't do it: the password, or the app's code, is asked for within five minutes before."""
        me = self.actor.me
        if not did_recently_reauthenticate(self.request):
            return HttpResponseRedirect("/account/reauthenticate?next=/settings/close")
        if not flag(self.request.POST.get("sure")):
            raise Invalid({"sure": [_("Tick this first.")]})
        said = _("Your account is closed, and what was personal about it is deleted.")
        answer = self.once(lambda: closing.close_own(self.actor).public_id, to="/", said=said)
        end_other_sessions(self.request, me)
        logout(self.request)
        return answer
