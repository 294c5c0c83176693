"""Sending again what was sent: one delivery, or all events of a time range to one endpoint.

An event has one delivery per endpoint, for ever. Sending it again begins a new series of six attempts on that delivery:
same id, same bytes, a new signature.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.queue import enqueue
from webhooks.errors import EndpointDeleted, EndpointDisabled, RangeTooLarge
from webhooks.models import Delivery, Endpoint, Event
from webhooks.models.deliveries import OPEN
from webhooks.selectors import access
from webhooks.services import fan_out

MAX_EVENTS = 1000  # in one replay


@dataclass(frozen=True, slots=True)
class Replay:
    """How many deliveries it began, and how many of the range were still on their way anyhow."""

    replayed: int
    skipped: int


def redeliver(actor: Actor, delivery_id: str) -> Delivery:
    """As `again`, for a delivery of the calling key. Raises NotFound."""
    return again(access.delivery(actor, delivery_id))


def again(delivery: Delivery) -> Delivery:
    """Send it now: what has ended begins a new series, what still waits for its next attempt waits no longer.

    Locks the endpoint, then the delivery. Raises EndpointDisabled, EndpointDeleted (409).
    """
    _require_live(Endpoint.objects.locked().get(pk=delivery.endpoint_id))
    found: Delivery = Delivery.objects.locked().select_related("event").get(pk=delivery.pk)
    if found.status not in OPEN:
        found.status, found.earlier_attempts = "pending", found.attempts
    found.next_attempt_at = clock.now()
    found.save(update_fields=["status", "earlier_attempts", "next_attempt_at"])
    enqueue("webhooks.deliver")
    return found


def replay(actor: Actor, endpoint_id: str, *, start: datetime, end: datetime | None) -> Replay:
    """Send this endpoint every event that it is subscribed to from `start` to `end` (now), both included; also those
    from before it was made, and those that arrived. Tests are no events of the account and stay out.

    Locks the endpoint, then its deliveries. Raises NotFound, EndpointDisabled (409), Invalid, RangeTooLarge (400).
    """
    endpoint = access.endpoint(actor, endpoint_id, lock=True)
    _require_live(endpoint)
    until = end or clock.now()
    if until < start:
        raise Invalid({"to": ["Give an end that is not before `from`."]})
    facts = _events(endpoint, start, until)
    if len(facts) > MAX_EVENTS:
        raise RangeTooLarge(maximum=MAX_EVENTS)
    known = Delivery.objects.filter(endpoint=endpoint, event__in=facts)
    ended = list(known.locked().exclude(status__in=OPEN).values_list("pk", flat=True))
    Delivery.objects.filter(pk__in=ended).update(
        status="pending", earlier_attempts=F("attempts"), next_attempt_at=clock.now()
    )
    have = set(known.values_list("event_id", flat=True))
    fresh = [fan_out.delivery_of(endpoint, event) for event in facts if event.pk not in have]
    Delivery.objects.bulk_create(fresh)
    if ended or fresh:
        enqueue("webhooks.deliver")
    return Replay(replayed=len(ended) + len(fresh), skipped=len(have) - len(ended))


def _events(endpoint: Endpoint, start: datetime, end: datetime) -> Sequence[Event]:
    """One more than may be replayed shows that there are too many."""
    rows = Event.objects.filter(account=endpoint.account_id, public=True, only_endpoint=None)
    rows = rows.filter(created_at__range=(start, end))
    if "*" not in endpoint.events:
        rows = rows.filter(type__in=endpoint.events)
    return list(rows.order_by("created_at", "id")[: MAX_EVENTS + 1])


def _require_live(endpoint: Endpoint) -> None:
    if endpoint.deleted_at is not None:
        raise EndpointDeleted(currentState="deleted", allowedActions=[])
    if endpoint.disabled:
        raise EndpointDisabled(currentState="disabled", allowedActions=["renew", "delete"])
