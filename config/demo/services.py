"""Services in the demo: listings, a weekly lesson, and a subscription request that waits for an answer."""

from datetime import time, timedelta

from config.demo.cast import Cast, Story, hours
from escrow.services import releases
from humans.models import Booking, Service
from humans.services import cycles, listings, subscriptions
from marketplace.core import clock
from marketplace.core.actor import Actor

_OFFERS: dict[str, tuple[str, str, str, int, int]] = {
    "yuki": ("Half an hour of Japanese", "Conversation by video, at your level.", "language-lessons", 1_800, 30),
    "amara": ("Weekly phone survey", "Twelve calls with your questions, and a clean table.", "research", 4_500, 120),
    "ines": ("A walk through Alfama", "Photos of what has changed since the week before.", "photography", 3_200, 90),
    "marcus": ("A morning of testing", "Two hours with your app, and what I found.", "testing", 6_000, 120),
}


def listings_and_lessons(cast: Cast) -> Story:
    """Scout takes Japanese lessons weekly: one is paid out, one delivered, the next one funded."""
    offered = {name: listings.offer(cast[name], _fields(*offer)) for name, offer in _OFFERS.items()}
    yield hours(2)
    yuki, begun = cast["yuki"], _subscribe(cast.scout, offered["yuki"], time(18, 0))
    yield hours(5)
    row = subscriptions.approve(yuki, begun.subscription.public_id)
    first = begun.booking
    yield _until_after(first)
    cycles.confirm(yuki, first.public_id)
    yield hours(9)
    first.refresh_from_db()
    assert first.escrow is not None
    releases.release(cast.scout, first.escrow.public_id, acknowledged=True)
    yield hours(12)
    second = Booking.objects.get(subscription=row, date=row.recurrence.after(first.date))
    yield _until_after(second)
    cycles.confirm(yuki, second.public_id)


def asked_for_a_survey(cast: Cast) -> Story:
    """Funded, and not answered yet."""
    service = Service.objects.get(human_id=cast["amara"].id)
    _subscribe(cast.harbour, service, time(10, 0), interval="biweekly")
    yield hours(1)


def _fields(title: str, description: str, category: str, cents: int, minutes: int) -> listings.ServiceFields:
    return {
        "title": title,
        "description": description,
        "category": category,
        "price_cents": cents,
        "duration_minutes": minutes,
    }


def _subscribe(who: Actor, service: Service, start: time, interval: str = "weekly") -> subscriptions.NewSubscription:
    """On the day of the week that comes in four days."""
    return subscriptions.subscribe(
        who,
        human_id=service.human.public_profile_id,
        service_id=service.public_id,
        interval=interval,
        weekday=(clock.now() + timedelta(days=4)).weekday(),
        start=start,
    )


def _until_after(booking: Booking) -> timedelta:
    return booking.ends_at - clock.now() + hours(1)
