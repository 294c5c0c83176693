"""Subscriptions and bookings, for their booker and their provider."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from humans.errors import NotProvider
from humans.models import Booking, Subscription
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound

ROLES = ("booker", "provider")


def visible(actor: Actor, role: str, statuses: Sequence[str]) -> list[QuerySet[Subscription]]:
    """One queryset for `role`, or with "" one per role, to be merged: each role has an index of its own."""
    rows = Subscription.objects.select_related("booker", "provider")
    if statuses:
        rows = rows.filter(status__in=statuses)
    return [_of(rows, actor, name) for name in ROLES if role in (name, "")]


def shown(actor: Actor, rows: Sequence[Subscription]) -> Sequence[Subscription]:
    """The same rows, each with `viewer_role` and `latest_booking` set; one query for any number of rows."""
    keys = [row.pk for row in rows]
    found = Booking.objects.filter(subscription__in=keys).select_related("escrow").order_by("subscription_id", "-date")
    latest = {booking.subscription_id: booking for booking in found.distinct("subscription_id")}
    for row in rows:
        row.viewer_role = "booker" if row.booker_id == actor.id else "provider"
        row.latest_booking = latest.get(row.pk)
    return rows


def bookings(actor: Actor, role: str) -> QuerySet[Booking]:
    rows = Booking.objects.select_related("subscription", "booker", "provider", "escrow")
    return _of(rows, actor, role)


def _of(rows: QuerySet[Any], actor: Actor, role: str) -> QuerySet[Any]:
    """Those in which the caller has this role. A member of an account serves nobody for it."""
    if role == "provider" and actor.member is not None:
        return rows.none()
    return rows.filter(**{f"{role}_id": actor.id})


def one(actor: Actor, subscription_id: str, *, lock: bool = False) -> Subscription:
    """A subscription of the caller, on either side. Raises NotFound (404)."""
    try:
        rows = Subscription.objects.select_related("booker", "provider")
        found = (rows.locked() if lock else rows).get(pk=ids.decode("ssb", subscription_id))
    except (ValueError, Subscription.DoesNotExist):
        found = None
    sides = (found.booker_id,) if found and actor.member else (found.booker_id, found.provider_id) if found else ()
    if found is None or actor.id not in sides:
        raise NotFound("There is no such subscription among yours. GET /api/services/subscriptions lists them.")
    return found


def served(actor: Actor, subscription_id: str, *, lock: bool = False) -> Subscription:
    """A subscription of which the caller is the provider. Raises NotFound (404), NotProvider (403) for the booker."""
    found = one(actor, subscription_id, lock=lock)
    if found.provider_id != actor.id:
        raise NotProvider()
    return found


def served_booking(actor: Actor, booking_id: str) -> tuple[Subscription, Booking]:
    """A booking of which the caller is the provider; locks subscription, then booking. Raises NotFound (404), NotProvider (403)."""
    try:
        seen = Booking.objects.filter(pk=ids.decode("sbk", booking_id)).first()
    except ValueError:
        seen = None
    if seen is None or actor.id not in (seen.booker_id, seen.provider_id):
        raise NotFound("There is no such booking among yours. GET /api/services/agent-bookings lists them.")
    if seen.provider_id != actor.id:
        raise NotProvider()
    return lock_booking(seen.pk)


def lock_booking(booking_id: UUID) -> tuple[Subscription, Booking]:
    """Lock subscription, then booking."""
    owner = Booking.objects.values_list("subscription_id", flat=True).get(pk=booking_id)
    subscription = lock(owner)
    booking: Booking = Booking.objects.locked().select_related("escrow").get(pk=booking_id)
    booking.subscription = subscription
    return subscription, booking


def lock(subscription_id: UUID) -> Subscription:
    found: Subscription = Subscription.objects.locked().select_related("booker", "provider").get(pk=subscription_id)
    return found


def live_booking(subscription: Subscription, *statuses: str) -> Booking | None:
    """The earliest booking in one of these statuses, locked. The caller has locked the subscription."""
    rows = Booking.objects.filter(subscription=subscription, status__in=statuses).order_by("date").values_list("pk")
    key = rows.first()
    if key is None:
        return None
    found: Booking = Booking.objects.locked().select_related("escrow").get(pk=key[0])
    found.subscription = subscription
    return found
