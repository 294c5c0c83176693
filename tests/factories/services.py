"""Services and subscriptions, made by playing the services; and what the timers do."""

from dataclasses import dataclass
from datetime import time, timedelta
from typing import Any

from escrow.services import escrows, releases
from humans.models import Booking, Service, Subscription
from humans.models.profiles import Profile
from humans.services import cycle_ends, cycles, listings, subscriptions
from marketplace.core import clock
from marketplace.core.transactions import unit
from marketplace.models import Mail
from tests.api import Answer, Api
from tests.factories.accounts import given_worker
from tests.factories.market import acting, given_funded_agent
from wallet.models import Checkout
from wallet.services import checkouts

OFFER: dict[str, Any] = {
    "title": "An hour of Portuguese",
    "description": "Conversation by video.",
    "category": "language-lessons",
    "price": 20,
    "durationMinutes": 60,
}
FIELDS: dict[str, Any] = {
    "title": "An hour of Portuguese",
    "description": "Conversation by video.",
    "category": "language-lessons",
    "price_cents": 2000,
    "duration_minutes": 60,
}
TOTAL = 2360


@dataclass
class Booked:
    """A subscription, its two people, and its rows as they are now."""

    agent: Api
    worker: Api
    key: Any

    @property
    def row(self) -> Subscription:
        return Subscription.objects.get(pk=self.key)

    @property
    def path(self) -> str:
        return f"/api/services/subscriptions/{self.row.public_id}"

    @property
    def page(self) -> str:
        """The first appointment, for who booked it."""
        return f"/owner/appointments/{self.first.public_id}"

    @property
    def bookings(self) -> list[Booking]:
        return list(Booking.objects.filter(subscription=self.key).select_related("escrow").order_by("date"))

    @property
    def first(self) -> Booking:
        return self.bookings[0]

    def statuses(self) -> tuple[str, list[str]]:
        return self.row.status, [booking.status for booking in self.bookings]


def given_service(worker: Api | None = None, **fields: Any) -> Service:
    worker = worker or given_worker()
    return unit(lambda: listings.offer(acting(worker), FIELDS | fields))


def wish(service: Service, **more: Any) -> dict[str, Any]:
    return {
        "humanId": service.human.public_profile_id,
        "serviceId": service.public_id,
        "interval": "weekly",
        "dayOfWeek": "tuesday",
        "startTime": "09:30",
    } | more


def given_subscription(
    agent: Api | None = None, worker: Api | None = None, *, service: Service | None = None, **terms: Any
) -> Booked:
    """Paid from the wallet when it covers the first cycle, else waiting for its page; the provider has not answered."""
    agent, worker = agent or given_funded_agent(), worker or given_worker()
    service = service or given_service(worker)
    asked = {"interval": "weekly", "weekday": 1, "start": time(9, 30)} | terms
    begun = unit(
        lambda: subscriptions.subscribe(
            acting(agent), human_id=worker.account.public_profile_id, service_id=service.public_id, **asked
        )
    )
    return Booked(agent, worker, begun.subscription.pk)


def given_approved(*given: Any, **more: Any) -> Booked:
    booked = given_subscription(*given, **more)
    unit(lambda: subscriptions.approve(acting(booked.worker), booked.row.public_id))
    return booked


def given_held(*given: Any, **more: Any) -> Booked:
    """Its first appointment took place, says the provider."""
    booked = given_approved(*given, **more)
    clock.freeze(booked.first.ends_at)
    unit(lambda: cycles.confirm(acting(booked.worker), booked.first.public_id))
    return booked


def available(worker: Api, week: dict[str, Any]) -> None:
    Profile.objects.filter(pk=worker.account.pk).update(availability=week)


def pay_page(made: Answer) -> Checkout:
    """Both commits: the money into the wallet, then what it was for."""
    page = Checkout.objects.filter(purpose="subscription").order_by("-id")[0]
    assert page.url == made["checkoutUrl"]
    checkouts.book(page.pk, rail="card", reference=f"paid_{page.pk}", cents=page.amount_cents)
    return checkouts.settle(page.pk)


def letters_to(who: Api) -> list[str]:
    """Subjects of all mails, oldest first."""
    return list(Mail.objects.filter(to=who.account.email).order_by("id").values_list("subject", flat=True))


def starts(booked: Booked) -> None:
    """The moment has come at which the next cycle is paid, or tried again."""
    clock.freeze(booked.row.next_cycle_at)
    look()


def look() -> None:
    """All that the clock does to services, and to the escrows of their cycles."""
    cycle_ends.end_due()
    cycles.charge_due()
    escrows.complete_unreviewed()
    releases.release_due()


def wait(**span: float) -> None:
    """Business time goes on by this much, and the timers look."""
    clock.freeze(clock.now() + timedelta(**span))
    look()


def given_one_of_each(owner: Api, worker: Api) -> dict[str, str]:
    """Names of what the table of routes is asked about: a running subscription, one that waits for its answer, an
    appointment to come and one that has begun."""
    service = given_service(worker)
    running, asked, begun = (
        made(owner, worker, service=service, weekday=weekday)
        for made, weekday in ((given_approved, 0), (given_subscription, 2), (given_approved, 4))
    )
    now = clock.now()
    Booking.objects.filter(subscription=begun.key).update(starts_at=now - timedelta(minutes=30), ends_at=now)
    return {
        "service": service.public_id,
        "subscription": running.row.public_id,
        "asked_subscription": asked.row.public_id,
        "coming_booking": running.first.public_id,
        "begun_booking": begun.first.public_id,
    }
