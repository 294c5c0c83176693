"""/owner/appointments: the services of people that were booked for this account: what waits, what holds money, what recurs and what
took place; and one appointment with all that can be done about it."""

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.request import Request

from escrow.models import Escrow
from escrow.rules.disputes import CATEGORY_WORDS, OPEN_DISPUTE
from escrow.rules.escrows import poster_actions
from escrow.selectors import reports
from escrow.services import escrows
from escrow.web import held_money
from humans.models import Booking, Subscription
from humans.selectors import booked, search
from humans.selectors import subscriptions as reads
from humans.serializers.services import BookingOut, SubscriptionOut
from humans.services import cycle_ends, subscriptions
from marketplace.api.pagination import page as keyset_page
from marketplace.core import clock
from marketplace.core.errors import NotFound
from marketplace.web.page import Page
from wallet.services import checkouts

PER_PAGE = 20
HOME = "/owner/appointments"
# How an appointment stands, as who booked it reads it (`booked.state`): words and tone.
STATES: dict[str, tuple[Any, str]] = {
    "pending_payment": (gettext_lazy("Not paid for yet"), "bad"),
    "pending_approval": (gettext_lazy("Waits for their answer"), "calm"),
    "confirmed": (gettext_lazy("Booked"), "good"),
    "not_confirmed": (gettext_lazy("They have not said yet that it took place"), "calm"),
    "delivered": (gettext_lazy("Took place, they say"), "wait"),
    "completed": (gettext_lazy("Accepted, not paid yet"), "wait"),
    "disputed": (gettext_lazy("In dispute"), "bad"),
    "released": (gettext_lazy("Paid"), "good"),
    "resolved": (gettext_lazy("Paid in part"), "calm"),
    "refunded": (gettext_lazy("Money returned"), "calm"),
    "declined": (gettext_lazy("Turned down by them"), "calm"),
    "auto_declined": (gettext_lazy("Turned down, without an answer"), "calm"),
    "cancelled": (gettext_lazy("Cancelled"), "calm"),
    "expired": (gettext_lazy("Did not take place"), "calm"),
}


class Ending(Page):
    """The act of both pages."""

    operations = {"end": "cancelSubscription"}

    def act_end(self, **_ids: str) -> HttpResponse:
        named = self.request.POST.get("id", "")
        return self.once(
            lambda: subscriptions.cancel(self.actor, named),
            said=_("Cancelled. What is paid for still takes place, and nothing more is charged."),
        )


class Appointments(Ending):
    template = "humans/booked.html"

    def show(self) -> dict[str, Any]:
        lists = {"appointments": False, "past": True}
        if (past := lists.get(self.request.GET.get("show", ""))) is not None:
            return self._listed(past=past)
        found = keyset_page(
            reads.visible(self.actor, "booker", []),
            Request(self.request),
            scope=f"pages:subscribed:{self.actor.id}",
            default=PER_PAGE,
        )
        reads.shown(self.actor, found.rows)
        rows = list(booked.appointments(self.actor, past=False)[: PER_PAGE + 1])
        return {
            "appointments": [listed(row) for row in rows[:PER_PAGE]],
            "more_appointments": len(rows) > PER_PAGE,
            "has_past": booked.appointments(self.actor, past=True).exists(),
            "subscriptions": [_recurring(row) for row in found.rows],
            "with_page": search.with_public_page(row.provider_id for row in found.rows),
            "next_url": self.next_url(found.next_cursor),
            "is_elsewhere": self.request.POST.get("id", "") not in [row.public_id for row in found.rows],
            "held": reports.held_by_job(self.actor.id).get(None, 0),
        }

    def _listed(self, *, past: bool) -> dict[str, Any]:
        """The appointments alone, a page at a time."""
        found = keyset_page(
            booked.appointments(self.actor, past=past),
            Request(self.request),
            scope=f"pages:booked_appointments:{self.actor.id}",
            default=PER_PAGE,
            order=("-starts_at", "-id") if past else ("starts_at", "id"),
            filters={"past": past},
        )
        return {
            "template": "humans/booked_list.html",
            "is_past": past,
            "appointments": [listed(row) for row in found.rows],
            "next_url": self.next_url(found.next_cursor),
        }


class Appointment(Ending):
    template = "humans/booked_one.html"
    operations = Ending.operations | {
        "complete": "confirmDelivery",
        "release": "releaseEscrow",
        "take_back": "cancelEscrow",
        "dispute": "openDispute",
    }

    def leads_to(self, **ids: str) -> str:
        """Lines of the statement know the escrow, and no more of it."""
        if not ids["booking_id"].startswith("esc_"):
            return ""
        return f"{HOME}/{booked.one(self.actor, ids['booking_id']).public_id}"

    def show(self, booking_id: str) -> dict[str, Any]:
        row = booked.one(self.actor, booking_id)
        series, held = row.subscription, row.escrow
        reads.shown(self.actor, [series])
        found, shown = booked.dispute(row), listed(row)
        can = _possible(row, held, has_begun=shown["has_begun"])
        return {
            "row": shown,
            "series": _recurring(series),
            "has_page": bool(search.with_public_page([row.provider_id])),
            "money": held,
            "pay_page": self._pay_page(row),
            "dispute": f"/owner/disputes/{found.public_id}" if found is not None else "",
            "is_contested": found is not None and found.status in OPEN_DISPUTE,
            "can": self.allowed(can | {"end": series.status != "canceled" and not series.cancel_at_period_end}),
            "categories": [("", _("Choose one")), *CATEGORY_WORDS.items()],
        }

    def _pay_page(self, row: Booking) -> str:
        """Where a first appointment is paid for that the wallet was short of."""
        if row.status != "pending_payment":
            return ""
        due = checkouts.open_page(subject_id=row.subscription_id, purpose=cycle_ends.PURPOSE)
        return due.url.removeprefix(settings.BASE_URL) if due is not None else ""

    def act_complete(self, booking_id: str) -> HttpResponse:
        escrow = self._held(booking_id)
        return self.once(
            lambda: escrows.confirm_delivery(self.actor, escrow.public_id).public_id,
            said=_("Confirmed: it took place as agreed. Pay it now, or it is paid automatically."),
        )

    def act_release(self, booking_id: str) -> HttpResponse:
        return held_money.release(self, self._held(booking_id))

    def act_take_back(self, booking_id: str) -> HttpResponse:
        escrow = self._held(booking_id)
        return self.once(
            lambda: escrows.cancel(self.actor, escrow.public_id).public_id,
            said=_("Cancelled, and they are told. Its money is back in your wallet."),
        )

    def act_dispute(self, booking_id: str) -> HttpResponse:
        return held_money.dispute(self, self._held(booking_id))

    def _held(self, booking_id: str) -> Escrow:
        """What pays for it. Raises NotFound (404) while nothing does."""
        held = booked.one(self.actor, booking_id).escrow
        if held is None:
            raise NotFound("This appointment is not paid for.")
        return held


def listed(row: Booking) -> dict[str, Any]:
    """An appointment as the API shows it, with how it stands for who booked it, and its page."""
    has_begun = row.starts_at <= clock.now()
    words, tone = STATES[booked.state(row, has_begun=has_begun)]
    return BookingOut.render(row) | {
        "badge": {"words": words, "tone": tone},
        "has_begun": has_begun,
        "href": f"{HOME}/{row.public_id}",
    }


def _recurring(series: Subscription) -> dict[str, Any]:
    """What recurs, as the API shows it, with the name of its day."""
    return SubscriptionOut.render(series) | {"weekday": WEEKDAYS[series.first_date.weekday()]}


def _possible(row: Booking, held: Escrow | None, *, has_begun: bool) -> dict[str, bool]:
    """Which forms are offered: what the services would carry out now. Until it begins its money is taken back rather than contested
    or paid."""
    money = poster_actions(held.status, ever_delivered=held.delivered_at is not None) if held is not None else []
    until = held.dispute_window_ends_at if held is not None else None
    ready = has_begun or (held is not None and held.status != "locked")
    return {
        "complete": "complete" in money,
        "release": "release" in money and ready,
        "take_back": "cancel" in money and not has_begun,
        "dispute": "dispute" in money and ready and (until is None or until > clock.now()),
    }
