"""/owner/webhooks: endpoints of all keys, their deliveries, and each attempt with what was sent and answered."""

import json
from datetime import datetime
from typing import Any, Final

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from rest_framework.request import Request

from marketplace.api.pagination import page as keyset_page
from marketplace.models import ApiKey
from marketplace.selectors import accounts
from marketplace.web.inputs import flag
from marketplace.web.page import Page
from webhooks.models import Delivery, Endpoint
from webhooks.rules import event_words
from webhooks.selectors import access
from webhooks.serializers.webhooks import (
    AttemptOut,
    DeliveryOut,
    EndpointIn,
    EndpointOut,
    EndpointPatch,
    ReplayIn,
)
from webhooks.services import endpoints, redeliveries

PER_PAGE: Final = 25
ENDPOINTS_SHOWN: Final = 200  # 25 keys have at most 125 and their single addresses of old; the rest are of revoked keys
STATES: Final = (
    ("", gettext_lazy("All")),
    ("pending", gettext_lazy("Waiting")),
    ("retrying", gettext_lazy("Trying again")),
    ("delivered", gettext_lazy("Delivered")),
    ("failed", gettext_lazy("Failed")),
)


def _choice(keys: list[ApiKey]) -> list[tuple[str, str]]:
    """Keys to choose from. Of several none is chosen beforehand: the newest may be one that an agent made."""
    found = [(row.public_id, f"{row.name} ({row.shown_prefix}…)") for row in keys]
    return found if len(found) < 2 else [("", _("Choose one")), *found]


class Webhooks(Page):
    template = "webhooks/webhooks.html"
    operations = {"make": "createWebhookEndpoint"}
    made: tuple[Endpoint, str] | None = None  # shown in this answer only

    def show(self) -> dict[str, Any]:
        keys = list(accounts.keys_of(self.actor).filter(revoked_at=None).order_by("-id"))
        return {
            "endpoints": _listed(self),
            "keys": _choice(keys),
            "types": event_words.choices(),
            "made": {"endpoint": EndpointOut.render(self.made[0]), "secret": self.made[1]} if self.made else None,
            **_deliveries(self, ""),
        }

    def act_make(self) -> HttpResponse:
        body = self.posted("url", "description", "keyId") | {"events": _events(self)}
        data = self.read(EndpointIn, body)
        endpoints.check_url(data["url"])
        made = list[tuple[Endpoint, str]]()

        def perform() -> None:
            made.append(endpoints.create(self.actor, **data))

        leads_on = self.once(perform)
        if not made:  # the form came a second time: what was shown once is not shown again
            return leads_on
        self.made = made[-1]
        return self.render({})


class EndpointPage(Page):
    template = "webhooks/endpoint.html"
    operations = {
        "change": "changeWebhookEndpoint",
        "pause": "changeWebhookEndpoint",
        "resume": "changeWebhookEndpoint",
        "test": "testWebhookEndpoint",
        "rotate": "rotateWebhookSecret",
        "replay": "replayWebhookEvents",
        "delete": "deleteWebhookEndpoint",
    }
    secret = ""  # shown in this answer only

    def show(self, endpoint_id: str) -> dict[str, Any]:
        row = access.endpoint(self.actor, endpoint_id)
        key: ApiKey = row.key
        return {
            "endpoint": EndpointOut.render(row),
            "key": {"id": key.public_id, "name": key.name, "revoked": key.revoked_at is not None},
            "secret": self.secret,
            "types": event_words.choices(),
            "all_events": "*" in row.events,
            "gets": [] if "*" in row.events else [event_words.of(name) for name in row.events],
            **_deliveries(self, endpoint_id),
        }

    def act_change(self, endpoint_id: str) -> HttpResponse:
        data = self.read(EndpointPatch, self.posted("description") | {"events": _events(self)})
        return self.once(lambda: endpoints.change(self.actor, endpoint_id, **data).public_id, said=_("Saved."))

    def act_pause(self, endpoint_id: str) -> HttpResponse:
        said = _("Paused: nothing is sent there. What it misses can be sent later, from this page.")
        return self.once(lambda: endpoints.change(self.actor, endpoint_id, enabled=False).public_id, said=said)

    def act_resume(self, endpoint_id: str) -> HttpResponse:
        said = _("It gets events again. What it missed is not sent automatically: send it again below.")
        return self.once(lambda: endpoints.change(self.actor, endpoint_id, enabled=True).public_id, said=said)

    def act_test(self, endpoint_id: str) -> HttpResponse:
        return self.once(
            lambda: endpoints.send_test(self.actor, endpoint_id).public_id,
            to=lambda delivery: f"/owner/webhooks/deliveries/{delivery}",
            said=_("A test is on its way. Its answer stands here in a few seconds."),
        )

    def act_rotate(self, endpoint_id: str) -> HttpResponse:
        made = list[str]()

        def perform() -> None:
            made.append(endpoints.rotate_secret(self.actor, endpoint_id)[1])

        leads_on = self.once(perform)
        if not made:
            return leads_on
        self.secret = made[-1]
        return self.render({"endpoint_id": endpoint_id})

    def act_replay(self, endpoint_id: str) -> HttpResponse:
        data = self.read(ReplayIn, {"from": _moment(self, "from"), "to": _moment(self, "to") or None})

        def said(made: redeliveries.Replay) -> str:
            return ngettext("%(count)d event is sent again.", "%(count)d events are sent again.", made.replayed) % {
                "count": made.replayed
            }

        return self.once(lambda: redeliveries.replay(self.actor, endpoint_id, **data), said=said)

    def act_delete(self, endpoint_id: str) -> HttpResponse:
        said = _("Deleted. The log of its deliveries stays.")
        return self.once(lambda: endpoints.delete(self.actor, endpoint_id).public_id, to="/owner/webhooks", said=said)


class DeliveryPage(Page):
    template = "webhooks/delivery.html"
    operations = {"again": "redeliverWebhook"}

    def show(self, delivery_id: str) -> dict[str, Any]:
        row = access.delivery(self.actor, delivery_id)
        return {
            "delivery": DeliveryOut.render(row),
            "words": event_words.of(row.event.type),
            "endpoint": EndpointOut.render(row.endpoint) | {"deleted": row.endpoint.deleted_at is not None},
            "body": json.dumps(json.loads(row.body), indent=2, ensure_ascii=False),
            "attempts": AttemptOut.render_many(row.tries.order_by("-number")),
            "request_id": row.event.request_id,
        }

    def act_again(self, delivery_id: str) -> HttpResponse:
        said = _("It is sent again. Its answer stands here in a few seconds.")
        return self.once(lambda: redeliveries.redeliver(self.actor, delivery_id).public_id, said=said)


def _listed(page: Page) -> list[dict[str, Any]]:
    rows = access.endpoints(page.actor).select_related("key").order_by("-id")[:ENDPOINTS_SHOWN]
    return [EndpointOut.render(row) | {"key": row.key.name} for row in rows]


def _deliveries(page: Page, endpoint_id: str) -> dict[str, Any]:
    """A page of the log: of one endpoint, or of all."""
    rows = access.deliveries(page.actor).select_related("endpoint")
    if endpoint_id:
        rows = rows.filter(endpoint=access.endpoint(page.actor, endpoint_id))
    wanted = page.request.GET.get("status", "")
    status = wanted if wanted in dict(STATES) else ""
    if status:
        rows = rows.filter(status=status)
    found = keyset_page(
        rows,
        Request(page.request),
        scope=f"pages:deliveries:{page.actor.id}:{endpoint_id}",
        filters={"status": status},
        default=PER_PAGE,
    )
    return {
        "deliveries": [delivery_line(row) for row in found.rows],
        "next_url": page.next_url(found.next_cursor),
        "states": STATES,
        "status": status,
    }


def delivery_line(row: Delivery) -> dict[str, Any]:
    """A delivery in a list, with what happened in words."""
    shown = DeliveryOut.render(row)
    return shown | {"url": row.endpoint.url, "words": event_words.of(shown["eventType"])}


def _events(page: Page) -> list[str]:
    """The chosen event types; all of them is a choice of its own."""
    return ["*"] if flag(page.request.POST.get("all")) else page.request.POST.getlist("events")


def _moment(page: Page, name: str) -> str:
    """What a field for a date and a time holds, which is meant in the reader's zone."""
    text = page.request.POST.get(name, "").strip()
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    return (moment if moment.tzinfo else timezone.make_aware(moment)).isoformat()
