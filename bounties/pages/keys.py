"""/owner/keys: all API keys and connected programs, each with its limits in a line, and the form that makes a key with its limits.
Here, because its kinds of work are those of jobs."""

from collections.abc import Mapping
from typing import Any, Final, cast
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bounties.pages import leash
from marketplace.core.errors import Invalid
from marketplace.core.scopes import FOR_HIRING
from marketplace.models import ApiKey
from marketplace.rules import MAX_ACTIVE_KEYS
from marketplace.selectors import accounts, calls, oauth
from marketplace.serializers.accounts import KeyIn, KeyOut
from marketplace.web.page import Page
from wallet.selectors import balances
from wallet.selectors import spender_limits as limits_of
from wallet.selectors.spender_limits import Limits
from wallet.serializers.spender_limits import LimitsIn, LimitsOut
from wallet.services import spender_limits
from wallet.web import caps

REVOKED_SHOWN: Final = 50
# What a key may do is chosen before it exists.
MAY: Final = {
    "hire": gettext_lazy(
        "Hire, pay for work, talk, review, webhooks. It takes no money out, lifts no limits, makes no keys."
    ),
    "all": gettext_lazy(
        "Everything, like yourself: also take money out, give a bank account, lift your limits, make more keys."
    ),
    "chosen": gettext_lazy("Only what is ticked under “More limits”."),
}


class Keys(Page):
    template = "bounties/keys.html"
    operations = {"make": "createKey"}
    made: tuple[Limits, str] | None = None  # shown in this answer only

    def show(self) -> dict[str, Any]:
        rows = accounts.keys_of(self.actor).order_by("-id")
        active = list(rows.filter(revoked_at=None))
        programs = list(oauth.connectors_of(self.actor).order_by("-id"))
        limits = limits_of.of_all([*active, *programs])
        makers = calls.makers_of_keys(self.actor, [row.public_id for row in active])
        mine = balances.controls(self.actor.id)
        return {
            "keys": [_shown(limits[row.pk]) | {"maker": makers.get(row.public_id)} for row in active],
            "revoked": [KeyOut.render(row) for row in rows.exclude(revoked_at=None)[:REVOKED_SHOWN]],
            "most": MAX_ACTIVE_KEYS,
            "made": self._made(),
            "may_choices": list(MAY.items()),
            "limits": leash.choices([]),
            "account_line": " · ".join(caps.line(mine)),
            "frozen_at": mine.frozen_at,
            "frozen_reason": mine.frozen_reason,
            **self._programs(programs, limits),
        }

    def act_make(self) -> HttpResponse:
        limits = cast("spender_limits.LimitsChange", self.read(LimitsIn, self._limits()))
        name = self.read(KeyIn, self.posted("name"))["name"]
        made = list[tuple[Limits, str]]()

        def perform() -> None:
            made.append(spender_limits.make_key(self.actor, name, limits, shown=LimitsOut.render))

        leads_on = self.once(perform)
        if not made:  # the form came a second time: what was shown once is not shown again
            return leads_on
        self.made = made[-1]
        return self.render({})

    def _limits(self) -> dict[str, Any]:
        """The form as the body of PATCH …/limits. Raises Invalid (400), as `leash.body`, also where its parts contradict."""
        posted, may, faults = self.request.POST.copy(), self.request.POST.get("may", ""), {}
        if may not in MAY:
            faults["may"] = [_("Choose what it may do.")]
        elif may != "chosen" and posted.getlist("scopes"):
            faults["scopes"] = [_("Choose “Only what is ticked”, or tick nothing here.")]
        elif may == "all":
            posted["scopes.all"] = "true"
        elif may == "hire":
            posted.setlist("scopes", list(FOR_HIRING))
        try:
            body = leash.body(posted)
        except Invalid as wrong:
            raise Invalid(wrong.extra["fields"] | faults) from None
        if faults:
            raise Invalid(faults)
        return body

    def _made(self) -> dict[str, Any] | None:
        """The new key, and how a program uses it."""
        if self.made is None:
            return None
        limits, raw = self.made
        return {
            "key": _shown(limits),
            "raw": raw,
            "overruled": caps.overruled(limits.caps),
            "addresses": {"api": f"{settings.BASE_URL}/api", "tools": f"{settings.BASE_URL}/api/mcp"},
            "example": f"curl {settings.BASE_URL}/api/account -H 'X-API-Key: {raw}'",
        }

    def _programs(self, rows: list[Any], limits: Mapping[UUID, Limits]) -> dict[str, Any]:
        """The programs that are let in, each with the id of its page and its limits, and those that were."""
        known = {row.application_id: row for row in rows}
        live = []
        for connection in oauth.connections(self.actor.me):
            row = known.get(connection.client_pk)
            about = {"id": row.public_id, "line": leash.line(limits[row.pk])} if row else {"id": "", "line": ""}
            live.append(connection._asdict() | about)
        shown = {one["id"] for one in live}
        before = [row for row in rows if row.public_id not in shown and row.application_id][:REVOKED_SHOWN]
        return {
            "connections": live,
            "former": [{"id": row.public_id, "name": row.name, "is_limited": row.is_limited} for row in before],
        }


def _shown(found: Limits) -> dict[str, Any]:
    assert isinstance(found.subject, ApiKey)
    return KeyOut.render(found.subject) | {
        "limited": found.subject.is_limited,
        "of_scopes": found.subject.scopes is not None,
        "line": leash.line(found),
    }
