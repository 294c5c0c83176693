"""/settings: how one signs in, from where, which programs act for one, what is mailed, and in which time zone pages are written."""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _

from marketplace.rules import device
from marketplace.selectors import oauth
from marketplace.serializers.settings import LanguageIn, NoticesIn, TimeZoneIn
from marketplace.services import accounts
from marketplace.web import reader
from marketplace.web.inputs import flag
from marketplace.web.page import Page

NOTICES = ("mailApplications", "mailWork", "mailMessages")


class Settings(Page):
    template = "marketplace/settings.html"

    def show(self) -> dict[str, Any]:
        me = self.actor.me
        factors = {found.type: found.wrap() for found in Authenticator.objects.filter(user=me)}
        codes_left = factors.get(Authenticator.Type.RECOVERY_CODES)
        sessions = sorted(UserSession.objects.purge_and_list(me), key=lambda row: row.created_at, reverse=True)
        return {
            "me": me,
            "zones": [("", _("As my browser says")), *reader.zone_choices()],
            "languages": reader.language_choices(),
            "browser_zone": reader.browser_zone(self.request),
            "has_app": Authenticator.Type.TOTP in factors,
            "codes_left": len(codes_left.get_unused_codes()) if codes_left else 0,
            "sessions": [
                {
                    "pk": row.pk,
                    "device": device(row.user_agent),
                    "ip": row.ip,
                    "since": row.created_at,
                    "here": row.is_current(),
                }
                for row in sessions
            ],
            "connections": oauth.connections(me),
            "terms_are_current": me.terms_version == settings.TERMS_VERSION,
        }

    def act_zone(self) -> HttpResponse:
        data = self.read(TimeZoneIn, self.posted("timeZone"))
        return self.once(lambda: accounts.update_columns(self.actor.id, **data), said=_("Saved: times are shown so."))

    def act_language(self) -> HttpResponse:
        data = self.read(LanguageIn, self.posted("language"))
        own = data["language"] or reader.browser_language(self.request)

        def said(_result: object) -> str:
            with translation.override(own):
                return _("Saved: pages and mails are written so.")

        return self.once(lambda: accounts.update_columns(self.actor.id, **data), said=said)

    def act_notices(self) -> HttpResponse:
        data = self.read(NoticesIn, {name: flag(self.request.POST.get(name)) for name in NOTICES})
        return self.once(lambda: accounts.update_columns(self.actor.id, **data), said=_("Saved what you are mailed."))
