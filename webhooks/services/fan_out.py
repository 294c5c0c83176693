"""Fan-out: one delivery per event and matching endpoint of the event's account, at most once, with a frozen body."""

import logging
from collections import defaultdict
from uuid import UUID

import orjson
from django.db import OperationalError
from django.db.models import QuerySet

from marketplace.api.fields import timestamp
from marketplace.core import clock, ids
from marketplace.core.queue import enqueue
from marketplace.core.transactions import unit
from webhooks import outbox
from webhooks.models import Delivery, Endpoint, Event

log = logging.getLogger(__name__)
BATCH = 200


def unsent() -> QuerySet[Event]:
    """Public events that have not been fanned out yet."""
    found: QuerySet[Event] = Event.objects.filter(public=True, fanned_out_at=None)
    return found


def catch_up(bad: set[UUID]) -> int:
    """Fan out the oldest pending events, up to `BATCH`, in one transaction; events that another worker has locked are skipped.

    Returns the number of events. When the batch fails, its events are fanned out one by one: those that fail are logged, added
    to `bad`, and excluded from then on, so that they don't block the others.
    """
    rows = unsent().exclude(pk__in=bad).order_by("id")
    if not rows.exists():
        return 0
    try:
        return unit(lambda: _fan_out(rows.select_for_update(skip_locked=True, no_key=True)[:BATCH]))
    except OperationalError:
        raise
    except Exception:
        log.warning("a batch of events could not be fanned out; continuing one by one", exc_info=True)
    done = 0
    for pk in rows.values_list("pk", flat=True)[:BATCH]:
        try:
            done += fan_out(pk)
        except OperationalError:
            raise
        except Exception:
            log.exception("an event could not be fanned out", extra={"event": str(pk)})
            bad.add(pk)
    return done


def fan_out(event_id: UUID) -> int:
    """Create the deliveries of one event. Idempotent. Returns 1, or 0 when it was done before. Locks the event, then the
    endpoints of its account.
    """
    return unit(lambda: _fan_out(unsent().select_for_update(no_key=True).filter(pk=event_id)))


def _fan_out(rows: QuerySet[Event]) -> int:
    """Locks the events, then the endpoints of their accounts: an endpoint that is deleted, disabled or revoked at the same time
    gets either no delivery, or one that fails with the endpoint.
    """
    pending = list(rows)
    found = Endpoint.objects.locked().filter(
        account__in={event.account_id for event in pending}, disabled_at=None, deleted_at=None
    )
    of_account: dict[UUID | None, list[Endpoint]] = defaultdict(list)
    for endpoint in found:
        of_account[endpoint.account_id].append(endpoint)
    made = [
        delivery_of(endpoint, event)
        for event in pending
        for endpoint in of_account[event.account_id]
        if _is_for(event, endpoint)
    ]
    Delivery.objects.bulk_create(made, ignore_conflicts=True)
    Event.objects.filter(pk__in=[event.pk for event in pending]).update(fanned_out_at=clock.now())
    return len(pending)


def _is_for(event: Event, endpoint: Endpoint) -> bool:
    if event.only_endpoint_id:
        return bool(event.only_endpoint_id == endpoint.pk)
    # Events from before an endpoint was created are not sent to it.
    return endpoint.created_at <= event.created_at and ("*" in endpoint.events or event.type in endpoint.events)


def send_test(endpoint: Endpoint) -> Delivery:
    """Publish a webhook.test for one endpoint and create its delivery, which is the event's entity. In the caller's transaction;
    the caller holds the endpoint's lock.
    """
    delivery_id = ids.new()
    event = outbox.publish(
        type="webhook.test",
        entity=ids.encode("whd", delivery_id),
        account_id=endpoint.account_id,
        data={"endpointId": endpoint.public_id, "message": "A test of this endpoint. Nothing happened."},
        subject_id=endpoint.pk,
        only_endpoint=endpoint,
    )
    delivery = delivery_of(endpoint, event)
    delivery.pk = delivery_id
    delivery.save(force_insert=True)
    event.fanned_out_at = clock.now()
    event.save(update_fields=["fanned_out_at"])
    enqueue("webhooks.deliver")
    return delivery


def delivery_of(endpoint: Endpoint, event: Event) -> Delivery:
    """A delivery (not saved), due now, with its frozen body."""
    body = {"id": event.key, "type": event.type, "created": timestamp(event.created_at), "data": event.data}
    return Delivery(
        endpoint=endpoint,
        event=event,
        event_type=event.type,
        body=orjson.dumps(body).decode(),
        next_attempt_at=clock.now(),
    )
