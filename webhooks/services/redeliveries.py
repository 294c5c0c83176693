"""Redelivery: of one delivery, or of all events of a time range to one endpoint.

An event has at most one delivery per endpoint. Redelivering starts a new series of six attempts on it: same id, same body, new
signature.
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
    """`replayed`: deliveries that were started. `skipped`: deliveries of the range that were still open."""

    replayed: int
    skipped: int


def redeliver(actor: Actor, delivery_id: str) -> Delivery:
    """Redeliver, for a delivery (`whd_…`) of the calling key. Spec: Webhook management.

    Locks the endpoint, then the delivery. Raises NotFound (404), EndpointDisabled, EndpointDeleted (409).
    """
    return restart(access.delivery(actor, delivery_id))


def restart(delivery: Delivery) -> Delivery:
    """Send a delivery now: a closed one starts a new series of attempts, an open one is due at once. Used by staff, too.

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
    """Send an endpoint every event that it is subscribed to between `start` and `end`, both inclusive (UTC; `end` defaults to
    now). Includes events from before the endpoint was created, and delivered ones; test events are excluded. At most 1,000
    events. Spec: Webhook management.

    Locks the endpoint, then its closed deliveries. Raises NotFound (404), EndpointDisabled (409), Invalid, RangeTooLarge (400).
    """
    endpoint = access.endpoint(actor, endpoint_id, lock=True)
    _require_live(endpoint)
    until = end or clock.now()
    if until < start:
        raise Invalid({"to": ["Give an end that is not before `from`."]})
    found = _events(endpoint, start, until)
    if len(found) > MAX_EVENTS:
        raise RangeTooLarge(maximum=MAX_EVENTS)
    known = Delivery.objects.filter(endpoint=endpoint, event__in=found)
    ended = list(known.locked().exclude(status__in=OPEN).values_list("pk", flat=True))
    Delivery.objects.filter(pk__in=ended).update(
        status="pending", earlier_attempts=F("attempts"), next_attempt_at=clock.now()
    )
    have = set(known.values_list("event_id", flat=True))
    fresh = [fan_out.delivery_of(endpoint, event) for event in found if event.pk not in have]
    Delivery.objects.bulk_create(fresh)
    if ended or fresh:
        enqueue("webhooks.deliver")
    return Replay(replayed=len(ended) + len(fresh), skipped=len(have) - len(ended))


def _events(endpoint: Endpoint, start: datetime, end: datetime) -> Sequence[Event]:
    """One event more than the maximum is read, to detect a range that is too large."""
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
