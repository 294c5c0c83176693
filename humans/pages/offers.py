"""/profile/services: what one offers at a fixed price, and the appointments that were booked."""

import re
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from humans.pages.bodies import dollars_text
from humans.rules import SERVICES_MAX
from humans.selectors import listings as reads
from humans.selectors import subscriptions as booked
from humans.serializers.services import BookingOut, DeclineIn, OwnService, ServiceIn, ServicePatch, SubscriptionOut
from humans.services import cycles, listings, profiles, subscriptions
from marketplace.web.inputs import flag, number
from marketplace.web.page import Page


class Offers(Page):
    template = "humans/offers.html"

    def show(self) -> dict[str, Any]:
        services = reads.own(self.actor).order_by("-id")[:SERVICES_MAX]
        rows = [row for rows in booked.visible(self.actor, "provider", []) for row in rows.order_by("-id")[:50]]
        booked.shown(self.actor, rows)
        appointments = booked.bookings(self.actor, "provider").filter(status="confirmed").order_by("starts_at", "pk")
        return {
            "is_complete": profiles.own(self.actor).is_complete,
            "services": [
                row | {"typed_price": dollars_text(row["priceCents"])} for row in OwnService.render_many(services)
            ],
            "is_full": len(services) >= SERVICES_MAX,
            "subscriptions": SubscriptionOut.render_many(rows),
            "appointments": BookingOut.render_many(appointments[:50]),
        }

    # ------------------------------------------------------------------ listings

    def act_offer(self) -> HttpResponse:
        data = self.read(ServiceIn, self._terms() | {"isActive": True})
        return self.once(lambda: listings.offer(self.actor, data), said=_("It is on offer now."))

    def act_edit(self) -> HttpResponse:
        data = self.read(ServicePatch, self._terms())
        return self.once(
            lambda: listings.edit(self.actor, self._id(), data),
            said=_("Saved. Running subscriptions keep the terms that they were made with."),
        )

    def act_switch(self) -> HttpResponse:
        """Pause a listing, or put it on offer again."""
        is_active = flag(self.request.POST.get("isActive"))
        data = self.read(ServicePatch, {"isActive": is_active})
        return self.once(
            lambda: listings.edit(self.actor, self._id(), data),
            said=_("It is on offer again.") if is_active else _("Paused: nobody new can book it."),
        )

    def act_remove(self) -> HttpResponse:
        return self.once(
            lambda: listings.remove(self.actor, self._id()),
            said=_("Taken off for good. What is booked already goes on until one of you cancels it."),
        )

    def _terms(self) -> dict[str, Any]:
        sent = self.request.POST
        words = re.sub(r"[^a-z0-9]+", "-", sent.get("category", "").strip().lower()).strip("-")
        return self.posted("title", "description") | {
            "category": words,
            "price": number(sent.get("price", "")),
            "durationMinutes": number(sent.get("durationMinutes", "")),
        }

    # ------------------------------------------------------------------ what was booked

    def act_approve(self) -> HttpResponse:
        return self.once(
            lambda: subscriptions.approve(self.actor, self._id()),
            said=_("Taken on. Each appointment is booked and paid for by itself."),
        )

    def act_decline(self) -> HttpResponse:
        reason = self.read(DeclineIn, self.posted("reason"))["reason"]
        return self.once(
            lambda: subscriptions.decline(self.actor, self._id(), reason=reason),
            said=_("Turned down. Their money goes back to them."),
        )

    def act_cancel(self) -> HttpResponse:
        return self.once(
            lambda: subscriptions.cancel(self.actor, self._id()),
            said=_("Cancelled. What is paid for still takes place."),
        )

    def act_confirm(self) -> HttpResponse:
        return self.once(
            lambda: cycles.confirm(self.actor, self._id()),
            said=_("Confirmed. It counts as accepted after 72 hours, if they say nothing against it."),
        )

    def act_give_back(self) -> HttpResponse:
        reason = self.read(DeclineIn, self.posted("reason"))["reason"]
        return self.once(
            lambda: cycles.decline(self.actor, self._id(), reason=reason),
            said=_("Given back. Their money returns to them; the other appointments stay."),
        )

    def _id(self) -> str:
        return self.request.POST.get("id", "")
