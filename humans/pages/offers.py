"""/profile/services: what one offers at a fixed price, and the appointments that were booked."""

import re
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from humans.models import Booking
from humans.pages.bodies import dollars_text
from humans.rules.services import SERVICES_MAX
from humans.selectors import listings as reads
from humans.selectors import search
from humans.selectors import subscriptions as booked
from humans.serializers.services import BookingOut, DeclineIn, OwnService, ServiceIn, ServicePatch, SubscriptionOut
from humans.services import cycles, listings, profiles, subscriptions
from marketplace.api.pagination import page as keyset_page
from marketplace.core import clock
from marketplace.web.drafts import ACT
from marketplace.web.inputs import dollars, flag, number
from marketplace.web.page import Page

PER_PAGE = 20
OVER = ("completed", "declined", "auto_declined", "expired", "cancelled")


class Offers(Page):
    template = "humans/offers.html"

    def show(self) -> dict[str, Any]:
        lists = {"appointments": False, "past": True}
        if (past := lists.get(self.request.GET.get("show", ""))) is not None:
            return self._listed(past=past)
        services = reads.own(self.actor).order_by("-id")[:SERVICES_MAX]
        found = keyset_page(
            booked.visible(self.actor, "provider", []),
            Request(self.request),
            scope=f"pages:booked:{self.actor.id}",
            default=PER_PAGE,
        )
        booked.shown(self.actor, found.rows)
        agreed = list(self._appointments(past=False)[: PER_PAGE + 1])
        shown = {
            "services": [
                row | {"typed_price": dollars_text(row["priceCents"])} for row in OwnService.render_many(services)
            ],
            "subscriptions": SubscriptionOut.render_many(found.rows),
            "appointments": [_appointment(row) for row in agreed[:PER_PAGE]],
        }
        return shown | {
            "is_complete": profiles.own(self.actor).is_complete,
            "is_full": len(services) >= SERVICES_MAX,
            "with_page": search.with_public_page(row.booker_id for row in found.rows),
            "next_url": self.next_url(found.next_cursor),
            "more_appointments": len(agreed) > PER_PAGE,
            "has_past": self._appointments(past=True).exists(),
            "is_elsewhere": self._is_elsewhere([row["id"] for rows in shown.values() for row in rows]),
        }

    def _appointments(self, *, past: bool) -> QuerySet[Booking]:
        """What is agreed, the next first; or what took place, was given back or lapsed, the latest first."""
        rows = booked.bookings(self.actor, "provider")
        if past:
            return rows.filter(status__in=OVER, escrow__isnull=False).order_by("-starts_at", "-id")
        return rows.filter(status="confirmed").order_by("starts_at", "id")

    def _listed(self, *, past: bool) -> dict[str, Any]:
        """The appointments alone, a page at a time."""
        rows = self._appointments(past=past)
        found = keyset_page(
            rows,
            Request(self.request),
            scope=f"pages:appointments:{self.actor.id}",
            default=PER_PAGE,
            order=("-starts_at", "-id") if past else ("starts_at", "id"),
            filters={"past": past},
        )
        shown = [_appointment(row) for row in found.rows]
        next_url = self.next_url(found.next_cursor)
        return {"template": "humans/appointments.html", "is_past": past, "appointments": shown, "next_url": next_url}

    def _is_elsewhere(self, ids: list[str]) -> bool:
        """Whether a refused form belongs to a row that this page does not show: the reason then stands above the lists."""
        sent = self.request.POST
        return sent.get(ACT, "offer") != "offer" and sent.get("id", "") not in ids

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
            "price": dollars(price) if (price := sent.get("price", "").strip()) else None,
            "durationMinutes": number(sent.get("durationMinutes", "")),
        }

    # ------------------------------------------------------------------ what was booked

    def act_approve(self) -> HttpResponse:
        return self.once(
            lambda: subscriptions.approve(self.actor, self._id()),
            said=_("Taken on. Each appointment is booked and paid for automatically."),
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


def _appointment(row: Booking) -> dict[str, Any]:
    """A booking as the API shows it, with what its provider can say about it now."""
    has_begun = row.starts_at <= clock.now()
    waits = row.due_at is not None and row.status == "confirmed" and row.escrow_status == "locked" and has_begun
    return BookingOut.render(row) | {"has_begun": has_begun, "waits": waits}
