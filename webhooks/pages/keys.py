"""/owner/keys: API keys and connected programs: what they may, what they did last, and their end."""

from typing import Any, Final

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from marketplace.core import ids, rights
from marketplace.core.errors import NotFound
from marketplace.models import ApiKey, Call
from marketplace.rules import MAX_ACTIVE_KEYS
from marketplace.selectors import accounts, calls, oauth
from marketplace.serializers.accounts import KeyIn, KeyOut
from marketplace.services import keys
from marketplace.services import oauth as programs
from marketplace.web.page import Page
from webhooks.models import Endpoint
from webhooks.pages.activity import lines

CALLS_SHOWN: Final = 10
REVOKED_SHOWN: Final = 50


class Keys(Page):
    template = "webhooks/keys.html"
    operations = {"make": "createKey", "disconnect": rights.OWNER}
    made: tuple[ApiKey, str] | None = None  # shown in this answer only

    def show(self) -> dict[str, Any]:
        rows = accounts.keys_of(self.actor).order_by("-id")
        active = list(rows.filter(revoked_at=None))
        return {
            "keys": [KeyOut.render(row) for row in active],
            "revoked": [KeyOut.render(row) for row in rows.exclude(revoked_at=None)[:REVOKED_SHOWN]],
            "most": MAX_ACTIVE_KEYS,
            "made": {"key": KeyOut.render(self.made[0]), "raw": self.made[1]} if self.made else None,
            "connections": oauth.connections(self.actor.me),
        }

    def act_make(self) -> HttpResponse:
        name = self.read(KeyIn, self.posted("name"))["name"]
        made = list[tuple[ApiKey, str]]()

        def perform() -> None:
            made.append(keys.create(self.actor, name))

        leads_on = self.once(perform)
        if not made:  # the form came a second time: what was shown once is not shown again
            return leads_on
        self.made = made[-1]
        return self.render({})

    def act_disconnect(self) -> HttpResponse:
        named = self.request.POST.get("program", "")
        mine = {str(row.client_pk): row for row in oauth.connections(self.actor.me)}
        if named not in mine and not named.isdigit():
            raise NotFound(_("This program is not connected."))

        def perform() -> None:
            programs.disconnect(self.actor.id, int(named))

        return self.once(perform, said=_("Disconnected: it can do nothing for you any more."))


class Key(Page):
    template = "webhooks/key.html"
    operations = {"revoke": "revokeKey"}

    def show(self, key_id: str) -> dict[str, Any]:
        row = self._own(key_id)
        endpoints = list(Endpoint.objects.filter(key=row, deleted_at=None).order_by("-id"))
        used = calls.visible(self.actor).filter(key=row).order_by(*calls.ORDER)
        return {
            "key": KeyOut.render(row),
            "endpoints": [{"id": found.public_id, "url": found.url, "disabled": found.disabled} for found in endpoints],
            "stops": _stops(sum(not found.disabled for found in endpoints)),
            "calls": lines(_newest(used), self.person.pk),
        }

    def act_revoke(self, key_id: str) -> HttpResponse:
        said = _("Revoked. It opens nothing any more, and its webhook endpoints are off.")
        return self.once(lambda: keys.revoke(self.actor, key_id).public_id, to="/owner/keys", said=said)

    def _own(self, key_id: str) -> ApiKey:
        try:
            found: ApiKey = accounts.keys_of(self.actor).get(pk=ids.decode("key", key_id))
            return found
        except (ValueError, ApiKey.DoesNotExist):
            raise NotFound(_("There is no such key on your account."))


def _newest(rows: Any) -> list[Call]:
    return list(rows[:CALLS_SHOWN])


def _stops(endpoints: int) -> str:
    """What ends with a key."""
    if not endpoints:
        return _("Whatever uses this key is refused from the next call on.")
    return ngettext(
        "Whatever uses this key is refused from the next call on, and its webhook endpoint gets no more events.",
        "Whatever uses this key is refused from the next call on, and its %(count)d webhook endpoints get no more events.",
        endpoints,
    ) % {"count": endpoints}
