"""/owner/keys: all API keys and connected programs. Each has a page of its own in an upper app, with its limits and its end."""

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace.core.errors import Invalid
from marketplace.core.scopes import FOR_HIRING
from marketplace.models import ApiKey
from marketplace.rules import MAX_ACTIVE_KEYS
from marketplace.selectors import accounts, calls, oauth
from marketplace.serializers.accounts import KeyIn, KeyOut
from marketplace.services import keys
from marketplace.web.page import Page

REVOKED_SHOWN: Final = 50
# What a key may do is chosen before it exists.
MAY: Final = {
    "hire": (
        gettext_lazy(
            "Hire, pay for work, talk, review, webhooks. It takes no money out, lifts no limits, makes no keys."
        ),
        FOR_HIRING,
    ),
    "all": (
        gettext_lazy(
            "Everything, like yourself: also take money out, give a bank account, lift your limits, make more keys."
        ),
        None,
    ),
}


class Keys(Page):
    template = "webhooks/keys.html"
    operations = {"make": "createKey"}
    made: tuple[ApiKey, str] | None = None  # shown in this answer only

    def show(self) -> dict[str, Any]:
        rows = accounts.keys_of(self.actor).order_by("-id")
        active = list(rows.filter(revoked_at=None))
        makers = calls.makers_of_keys(self.actor, [row.public_id for row in active])
        return {
            "keys": [self._shown(row, makers) for row in active],
            "revoked": [KeyOut.render(row) for row in rows.exclude(revoked_at=None)[:REVOKED_SHOWN]],
            "most": MAX_ACTIVE_KEYS,
            "made": {"key": self._shown(self.made[0], {}), "raw": self.made[1]} if self.made else None,
            "may_choices": [(value, words) for value, (words, _scopes) in MAY.items()],
            **self._programs(),
        }

    def act_make(self) -> HttpResponse:
        name = self.read(KeyIn, self.posted("name"))["name"]
        may = self.request.POST.get("may", "")
        if may not in MAY:
            raise Invalid({"may": [_("Choose what it may do.")]})
        made = list[tuple[ApiKey, str]]()

        def perform() -> None:
            made.append(keys.create(self.actor, name, scopes=MAY[may][1]))

        leads_on = self.once(perform)
        if not made:  # the form came a second time: what was shown once is not shown again
            return leads_on
        self.made = made[-1]
        return self.render({})

    def _shown(self, row: ApiKey, makers: Mapping[str, ApiKey]) -> dict[str, Any]:
        return KeyOut.render(row) | {
            "limited": row.is_limited,
            "of_scopes": row.scopes is not None,
            "maker": makers.get(row.public_id),
        }

    def _programs(self) -> dict[str, Any]:
        """The programs that are let in, each with the id of its page, and those that were."""
        rows = list(oauth.connectors_of(self.actor).order_by("-id"))
        pages = {row.application_id: row.public_id for row in rows}
        live = [row._asdict() | {"id": pages.get(row.client_pk, "")} for row in oauth.connections(self.actor.me)]
        shown = {row["id"] for row in live}
        before = [row for row in rows if row.public_id not in shown and row.application_id][:REVOKED_SHOWN]
        return {
            "connections": live,
            "former": [{"id": row.public_id, "name": row.name, "is_limited": row.is_limited} for row in before],
        }
