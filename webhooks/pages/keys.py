"""/owner/keys: all API keys and connected programs. Each has a page of its own in an upper app, with its limits and its end."""

from typing import Any, Final

from django.http import HttpResponse

from marketplace.models import ApiKey
from marketplace.rules import MAX_ACTIVE_KEYS
from marketplace.selectors import accounts, oauth
from marketplace.serializers.accounts import KeyIn, KeyOut
from marketplace.services import keys
from marketplace.web.page import Page

REVOKED_SHOWN: Final = 50


class Keys(Page):
    template = "webhooks/keys.html"
    operations = {"make": "createKey"}
    made: tuple[ApiKey, str] | None = None  # shown in this answer only

    def show(self) -> dict[str, Any]:
        rows = accounts.keys_of(self.actor).order_by("-id")
        active = list(rows.filter(revoked_at=None))
        return {
            "keys": [KeyOut.render(row) for row in active],
            "revoked": [KeyOut.render(row) for row in rows.exclude(revoked_at=None)[:REVOKED_SHOWN]],
            "most": MAX_ACTIVE_KEYS,
            "made": {"key": KeyOut.render(self.made[0]), "raw": self.made[1]} if self.made else None,
            **self._programs(),
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
