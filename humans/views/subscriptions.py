"""/api/services/subscribe, subscriptions, agent-bookings, bookings: recurring appointments."""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from humans.models import Booking, Subscription
from humans.rules.people import WEEKDAYS
from humans.rules.services import BOOKING_STATUSES, SUBSCRIPTION_STATUSES
from humans.selectors import subscriptions as reads
from humans.serializers.services import BookingOut, DeclineIn, SubscribeIn, SubscriptionOut
from humans.services import cycles, subscriptions
from marketplace.api.fields import DollarsField
from marketplace.api.filters import ChoiceFilter, Query
from marketplace.api.openapi import operation
from marketplace.api.pagination import page
from marketplace.api.permissions import KeyOrSession, Session
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import money, rights
from marketplace.core.errors import Invalid
from marketplace.services.idempotency import Answer

_STATUSES = ("funded", "requires_payment", "canceled")
_ANSWERED = {403: "session_required not_provider", 404: "not_found", 409: "invalid_state"}


class BookingQuery(Query):
    status = ChoiceFilter(values=list(BOOKING_STATUSES))

    class Meta:
        model = Booking
        fields: list[str] = []


class SubscriptionView(ApiViewSet):
    def get_permissions(self) -> list[BasePermission]:
        return [Session()] if self.action in ("approve", "decline") else [KeyOrSession()]

    @operation(
        "subscribeToService",
        asks=True,
        tag="Services",
        summary="Book a service every week, every other week, or once a month",
        description="The first appointment is the first such day at least 72 hours away. Its cycle is paid now: by the wallet, or "
        "by `checkoutUrl` for what the wallet is short of, within an hour, for which the slot is kept. The provider then has 48 "
        "hours to approve, else the money goes back to the wallet. Each later cycle is taken from the wallet seven days before "
        "its appointment, and caps count. Monthly appointments keep their place in the month, such as the second Tuesday.",
        takes=SubscribeIn,
        gives={
            "status": serializers.ChoiceField(_STATUSES),
            "subscription": SubscriptionOut(),
            "subscriptionId": serializers.CharField(),
            "bookingId": serializers.CharField(),
            "conversationId": serializers.CharField(),
            "escrowId": serializers.CharField(required=False, help_text="Once the first cycle is paid."),
            "checkoutUrl": serializers.URLField(required=False),
            "url": serializers.URLField(required=False, help_text="The same page, under its old name."),
            "checkoutTotal": DollarsField(required=False, help_text="What the page asks for."),
        },
        errors={
            400: "validation_error",
            402: "insufficient_funds",
            403: "not_for_oneself spending_cap_exceeded",
            404: "not_found",
            409: "human_not_available slot_unavailable slot_taken unpaid_limit_reached",
            503: "product_unavailable",
        },
        example={
            "humanId": "prf_01h455vb4pex5vsknk084sn02q",
            "serviceId": "svc_01h455vb4pex5vsknk084sn02q",
            "interval": "weekly",
            "dayOfWeek": "tuesday",
            "startTime": "09:30",
        },
    )
    def subscribe(self, request: Request) -> Response:
        data = self.read(SubscribeIn)

        def perform() -> dict[str, Any] | Answer:
            created = subscriptions.subscribe(
                self.actor,
                human_id=data["human_id"],
                service_id=data["service_id"],
                interval=data["interval"],
                weekday=WEEKDAYS.index(data["day_of_week"]),
                start=data["start_time"],
            )
            body = self._new(created)
            return self.payment_started(created.subscription.public_id, body) if created.checkout else body

        return self.once(
            "service.subscribe", perform, present=lambda key: self._new(subscriptions.current(self.actor, key))
        )

    @operation(
        "listSubscriptions",
        tag="Services",
        summary="Your subscriptions, newest first",
        query=[
            ("role", ("booker", "provider"), "Which side you are on; both when left out."),
            (
                "status",
                {"type": "array", "items": {"type": "string", "enum": list(SUBSCRIPTION_STATUSES)}},
                "Only of these statuses.",
            ),
        ],
        page_of=("subscriptions", SubscriptionOut),
        errors={400: "validation_error invalid_limit invalid_cursor"},
    )
    def list(self, request: Request) -> Response:
        role, statuses = _one_of(request, "role", reads.ROLES), _some_of(request, "status", SUBSCRIPTION_STATUSES)
        found = page(
            reads.visible(self.actor, role, statuses),
            request,
            scope=f"subscriptions:{self.actor.id}",
            filters={"role": role, "status": statuses},
        )
        reads.shown(self.actor, found.rows)
        return no_store(self.listed("subscriptions", found, SubscriptionOut))

    @operation(
        "cancelSubscription",
        tag="Services",
        summary="Cancel a subscription at the end of its period",
        description="By either of the two. What is paid for still takes place, and nothing more is charged. One that the provider "
        "has not approved yet ends at once and its money returns to the wallet; one that is past due ends at once, too. Again: "
        "the same answer.",
        gives={"subscription": SubscriptionOut()},
        errors={404: "not_found"},
    )
    def destroy(self, request: Request, subscription_id: str) -> Response:
        return self._answer("subscription.cancel", lambda: subscriptions.cancel(self.actor, subscription_id))

    @operation(
        "approveSubscription",
        tag="Services",
        summary="Take a subscription on, as its provider",
        description="Within 48 hours of its payment. Each later appointment is then booked and paid by itself.",
        gives={"subscription": SubscriptionOut()},
        errors=_ANSWERED,
        least=rights.SELF,
    )
    def approve(self, request: Request, subscription_id: str) -> Response:
        return self._answer("subscription.approve", lambda: subscriptions.approve(self.actor, subscription_id))

    @operation(
        "declineSubscription",
        tag="Services",
        summary="Turn a subscription down, as its provider",
        description="The money goes back to the booker's wallet.",
        takes=DeclineIn,
        gives={"subscription": SubscriptionOut()},
        errors=_ANSWERED,
        example={"reason": "I am away that month."},
        least=rights.SELF,
    )
    def decline(self, request: Request, subscription_id: str) -> Response:
        reason = self.read(DeclineIn)["reason"]
        return self._answer(
            "subscription.decline", lambda: subscriptions.decline(self.actor, subscription_id, reason=reason)
        )

    def _answer(self, operation_: str, verb: Callable[[], Subscription]) -> Response:
        return no_store(self.once(operation_, lambda: {"subscription": self._shown(verb())}))

    def _shown(self, row: Subscription) -> dict[str, Any]:
        reads.shown(self.actor, [row])
        return SubscriptionOut.render(row)

    def _new(self, created: subscriptions.NewSubscription) -> dict[str, Any]:
        row, booking, checkout = created.subscription, created.booking, created.checkout
        assert row.conversation is not None
        is_unpaid = booking.status == "pending_payment"
        answer: dict[str, Any] = {
            "status": "requires_payment" if is_unpaid else "funded" if booking.escrow_id else "canceled",
            "subscription": self._shown(row),
            "subscriptionId": row.public_id,
            "bookingId": booking.public_id,
            "conversationId": row.conversation.public_id,
        }
        if booking.escrow is not None:
            answer["escrowId"] = booking.escrow.public_id
        if checkout is not None:
            total = money.dollars_from_cents(checkout.amount_cents)
            answer |= {"checkoutUrl": checkout.url, "url": checkout.url, "checkoutTotal": total}
        return answer


class BookingView(ApiViewSet):
    def get_permissions(self) -> list[BasePermission]:
        # A method that does not exist is a 405 for a key, too.
        return [KeyOrSession()] if self.action in ("list", None) else [Session()]

    @operation(
        "listServiceBookings",
        tag="Services",
        summary="Your bookings: cycles of subscriptions, newest first",
        filters=BookingQuery,
        query=[
            ("role", "string", "booker (default): those that you made. provider: those that you serve."),
            ("status", "string", "Only of this status."),
        ],
        page_of=("bookings", BookingOut),
        errors={400: "validation_error invalid_limit invalid_cursor"},
    )
    def list(self, request: Request) -> Response:
        role = _one_of(request, "role", reads.ROLES) or "booker"
        rows = reads.bookings(self.actor, role)
        found = self.paged(rows, scope=f"bookings:{role}:{self.actor.id}", query=BookingQuery)
        return no_store(self.listed("bookings", found, BookingOut))

    @operation(
        "confirmServiceBooking",
        tag="Services",
        summary="Say that an appointment took place, as its provider",
        description="From its beginning until 72 hours after its end; without it the money goes back to the booker's wallet. Its "
        "escrow is delivered then: the booker completes, releases or disputes it, and after 72 hours it counts as accepted.",
        gives={"booking": BookingOut()},
        errors=_ANSWERED | {409: "invalid_state appointment_not_begun"},
        least=rights.SELF,
    )
    def confirm(self, request: Request, booking_id: str) -> Response:
        return self._answer("booking.confirm", lambda: cycles.confirm(self.actor, booking_id))

    @operation(
        "declineServiceBooking",
        tag="Services",
        summary="Give one appointment back, as its provider",
        description="Its money returns to the booker's wallet; the subscription runs on. Not once it was confirmed.",
        takes=DeclineIn,
        gives={"booking": BookingOut()},
        errors=_ANSWERED,
        example={"reason": "I am ill that day."},
        least=rights.SELF,
    )
    def decline(self, request: Request, booking_id: str) -> Response:
        reason = self.read(DeclineIn)["reason"]
        return self._answer("booking.decline", lambda: cycles.decline(self.actor, booking_id, reason=reason))

    def _answer(self, operation_: str, verb: Callable[[], Booking]) -> Response:
        return no_store(self.once(operation_, lambda: {"booking": BookingOut.render(verb())}))


def _one_of(request: Request, name: str, known: tuple[str, ...]) -> str:
    """The value of the parameter, one of `known`; "" without it. Raises Invalid (400)."""
    found = _some_of(request, name, known)
    return found[-1] if found else ""


def _some_of(request: Request, name: str, known: tuple[str, ...]) -> list[str]:
    """The distinct values of a repeatable parameter, sorted. Raises Invalid (400)."""
    sent = {value for value in request.query_params.getlist(name) if value}
    if sent - set(known):
        raise Invalid({name: [f"Give one of: {', '.join(known)}."]})
    return sorted(sent)
