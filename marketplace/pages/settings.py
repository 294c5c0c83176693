"""/settings: how one signs in, from where, which programs act for one, what is mailed, and in which time zone pages are written."""

from typing import Any, cast

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.http import FileResponse, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _

from marketplace.core import clock
from marketplace.models import Export
from marketplace.ports import bank_accounts
from marketplace.providers import push_service
from marketplace.rules import device
from marketplace.selectors import account_data, account_restrictions, oauth, personal
from marketplace.serializers.settings import LanguageIn, NoticesIn, TimeZoneIn
from marketplace.services import accounts, exports
from marketplace.web import privacy, reader, words
from marketplace.web.drafts import Refused
from marketplace.web.inputs import flag
from marketplace.web.page import Page

SHOWN = 100
NOTICES = ("mailApplications", "mailWork", "mailMessages", "mailInvoices")


class Settings(Page):
    template = "marketplace/settings.html"

    def show(self) -> dict[str, Any]:
        me = self.actor.me
        factors = {found.type: found.wrap() for found in Authenticator.objects.filter(user=me)}
        codes_left = factors.get(Authenticator.Type.RECOVERY_CODES)
        restriction = account_restrictions.in_force(me.pk)
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
            "bank": bank_accounts.get()(me.pk),
            "connections": oauth.connections(me),
            "push_offered": push_service.is_offered(),
            "terms_are_current": me.terms_version == settings.TERMS_VERSION,
            "terms_version": settings.TERMS_VERSION,
            "restriction": restriction,
            "stopped": [words.RESTRICTED[name] for name in account_restrictions.stops(restriction)]
            if restriction
            else [],
            "export": _export(account_data.latest_export(me)),
        }

    def act_terms(self) -> HttpResponse:
        version = self.request.POST.get("version", "")
        return self.once(
            lambda: accounts.accept_terms(self.actor, version).public_id, said=_("Thank you: the terms are accepted.")
        )

    def act_export(self) -> HttpResponse:
        said = _("Your copy is being made. You get a mail when it is ready.")
        return self.once(lambda: exports.request(self.actor).public_id, to="/settings#data", said=said)

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


class Reads(Page):
    """Who of the staff looked at one's data: when, in which role, at what, why; not who."""

    template = "marketplace/reads.html"

    def show(self) -> dict[str, Any]:
        rows = list(personal.reads_of(self.actor.me)[: SHOWN + 1])
        return {
            "reads": [privacy.read_by_staff(row) for row in rows[:SHOWN]],
            "has_more": len(rows) > SHOWN,
            "most": SHOWN,
        }


class Download(Page):
    """A copy of one's data, for its owner only."""

    def render(self, ids: dict[str, Any], *, refused: Refused | None = None, status: int = 200) -> HttpResponse:
        file, content = exports.open_file(self.actor, ids["export_id"])
        response = FileResponse(content, as_attachment=True, filename=file.name, content_type=file.content_type)
        response["Cache-Control"] = "private, no-store"
        response["X-Content-Type-Options"] = "nosniff"
        return cast(HttpResponse, response)  # a page may stream


def _export(row: Export | None) -> dict[str, Any]:
    """How the latest copy stands, and whether another one may be asked for."""
    if row is None:
        return {"may_ask": True}
    found = exports.described(row)
    return {
        "id": row.public_id,
        "status": found.status,
        "size": found.size_bytes,
        "until": found.expires_at,
        "may_ask": found.status != "being_made" and found.may_ask_at <= clock.now(),
    }
