"""/owner/keys/{id} and /owner/programs/{id}: what one key or connected program may spend and do, what it did last, and its end.
Here, because its kinds of work are those of jobs."""

from typing import Any, ClassVar, Final, cast

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bounties.pages import leash
from marketplace.core import context, reader
from marketplace.core.errors import NotFound
from marketplace.models import ApiKey, Call, Connector
from marketplace.selectors import accounts, calls, oauth
from marketplace.serializers.accounts import KeyOut
from marketplace.services import keys
from marketplace.services import oauth as programs
from marketplace.web.act_lines import lines
from marketplace.web.page import Page
from wallet.selectors import spender_limits as limits_of
from wallet.selectors.spender_limits import Limits
from wallet.serializers.spender_limits import ConnectorOut, LimitsIn, LimitsOut
from wallet.services import spender_limits
from webhooks.models import Endpoint

CALLS_SHOWN: Final = 10


class Credential(Page):
    """What the pages of a key and of a program have in common."""

    kind: ClassVar[type[ApiKey] | type[Connector]]

    def found(self, public_id: str) -> Limits:
        """The key or program with its limits. Raises NotFound (404)."""
        return limits_of.of(limits_of.subject(self.actor, public_id, kind=self.kind))

    def change(self, public_id: str) -> HttpResponse:
        """Set what the form says, as PATCH …/limits does."""
        self.found(public_id)
        changes = cast("spender_limits.LimitsChange", self.read(LimitsIn, leash.body(self.request.POST)))

        def perform() -> str:
            changed = spender_limits.change(self.actor, public_id, changes, kind=self.kind, shown=LimitsOut.render)
            return changed.subject_id

        return self.once(
            perform, said=_("The limits are saved. They hold from now on; what is funded goes on as agreed.")
        )

    def last(self, **which: Any) -> list[dict[str, Any]]:
        """The newest lines of its activity."""
        rows: list[Call] = list(
            calls.visible(self.actor).select_related("person").filter(**which).order_by(*calls.ORDER)[:CALLS_SHOWN]
        )
        return lines(rows, self.actor, self.person.pk)


class KeyPage(Credential):
    template = "bounties/key.html"
    operations = {"limits": "setKeyLimits", "revoke": "revokeKey"}
    kind = ApiKey

    def show(self, key_id: str) -> dict[str, Any]:
        found = self.found(key_id)
        row = accounts.keys_of(self.actor).get(pk=found.subject.pk)
        endpoints = list(Endpoint.objects.filter(key=row, deleted_at=None).order_by("-id"))
        return {
            "key": KeyOut.render(row),
            "limits": leash.shown(found),
            "endpoints": [{"id": one.public_id, "url": one.url, "disabled": one.disabled} for one in endpoints],
            "stops": _stops(sum(not one.disabled for one in endpoints)),
            "calls": self.last(key=row),
            "made": calls.keys_made_by(self.actor, row),
            "maker": calls.makers_of_keys(self.actor, [row.public_id]).get(row.public_id),
        }

    def act_limits(self, key_id: str) -> HttpResponse:
        return self.change(key_id)

    def act_revoke(self, key_id: str) -> HttpResponse:
        chosen = set(self.request.POST.getlist("also"))

        def perform() -> tuple[str, list[ApiKey]]:
            """The key and those of its making that are ticked; which of them are left, is said."""
            key = keys.revoke(self.actor, key_id)
            made = calls.keys_made_by(self.actor, key)
            also = [one for one in made if one.public_id in chosen]
            for one in also:
                keys.revoke(self.actor, one.public_id)
            if also:
                with reader.written_to(self.actor.me):
                    context.note(_("Revoked, with keys that it had made: %s.") % _names(also))
            return key.public_id, [one for one in made if one not in also]

        return self.once(perform, to="/owner/keys", said=lambda done: _revoked(done[1]))


class Program(Credential):
    template = "bounties/program.html"
    operations = {"limits": "setConnectorLimits", "disconnect": "owner"}
    kind = Connector

    def show(self, connector_id: str) -> dict[str, Any]:
        found = self.found(connector_id)
        row = oauth.connectors_of(self.actor).select_related("application").get(pk=found.subject.pk)
        return {
            "program": ConnectorOut.render(row)
            | {"leads_to": oauth.leads_to(row.application) if row.application else ""},
            "limits": leash.shown(found),
            "calls": self.last(connector_id=row.pk),
        }

    def act_limits(self, connector_id: str) -> HttpResponse:
        return self.change(connector_id)

    def act_disconnect(self, connector_id: str) -> HttpResponse:
        client = cast(Connector, self.found(connector_id).subject).application_id
        if client is None:
            raise NotFound(_("This program is not connected."))

        def perform() -> None:
            programs.disconnect(self.actor.id, client)

        return self.once(perform, to="/owner/keys", said=_("Disconnected: it can do nothing for you any more."))


def _stops(endpoints: int) -> str:
    """What ends with a key."""
    if not endpoints:
        return _("Whatever uses this key is refused from the next call on.")
    return ngettext(
        "Whatever uses this key is refused from the next call on, and its webhook endpoint gets no more events.",
        "Whatever uses this key is refused from the next call on, and its %(count)d webhook endpoints get no more events.",
        endpoints,
    ) % {"count": endpoints}


def _revoked(left: list[ApiKey]) -> str:
    """What the page says afterwards; `left` are keys that it had made and that go on."""
    said = _("Revoked. It opens nothing any more, and its webhook endpoints are off.")
    if not left:
        return said
    return f"{said} " + _("Keys that it had made still work: %s.") % _names(left)


def _names(rows: list[ApiKey]) -> str:
    return ", ".join(f"{key.name} ({key.shown_prefix}…)" for key in rows)
