"""From a fact to its deliveries: one per matching endpoint of its account, at most once, with the body frozen."""

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
    """Facts that have no deliveries yet."""
    found: QuerySet[Event] = Event.objects.filter(public=True, fanned_out_at=None)
    return found


def catch_up(bad: set[UUID]) -> int:
    """Fan out the oldest facts that wait for it, a batch in one transaction; what another one works on is left to it.

    Returns how many it was. A fact that can't be fanned out must not hold up the others: then each goes by itself, and
    those that fail are added to `bad`, which are left alone.
    """
    rows = unsent().exclude(pk__in=bad).order_by("id")
    if not rows.exists():
        return 0
    try:
        return unit(lambda: _fan_out(rows.select_for_update(skip_locked=True, no_key=True)[:BATCH]))
    except OperationalError:
        raise
    except Exception:
        log.warning("facts could not be fanned out together; one by one, then", exc_info=True)
    done = 0
    for pk in rows.values_list("pk", flat=True)[:BATCH]:
        try:
            done += fan_out(pk)
        except OperationalError:
            raise
        except Exception:
            log.exception("a fact could not be fanned out", extra={"event": str(pk)})
            bad.add(pk)
    return done


def fan_out(event_id: UUID) -> int:
    """Make the deliveries of one event. Safe to run twice; says whether it was still to be done."""
    return unit(lambda: _fan_out(unsent().select_for_update(no_key=True).filter(pk=event_id)))


def _fan_out(rows: QuerySet[Event]) -> int:
    """Locks the events, then their accounts' endpoints: one that is deleted, disabled or revoked meanwhile gets either no
    delivery, or one that fails with it."""
    facts = list(rows)
    found = Endpoint.objects.locked().filter(
        account__in={event.account_id for event in facts}, disabled_at=None, deleted_at=None
    )
    of_account: dict[UUID | None, list[Endpoint]] = defaultdict(list)
    for endpoint in found:
        of_account[endpoint.account_id].append(endpoint)
    made = [
        delivery_of(endpoint, event)
        for event in facts
        for endpoint in of_account[event.account_id]
        if _is_for(event, endpoint)
    ]
    Delivery.objects.bulk_create(made, ignore_conflicts=True)
    Event.objects.filter(pk__in=[event.pk for event in facts]).update(fanned_out_at=clock.now())
    return len(facts)


def _is_for(event: Event, endpoint: Endpoint) -> bool:
    if event.only_endpoint_id:
        return bool(event.only_endpoint_id == endpoint.pk)
    # What happened before an endpoint was made is not news to it.
    return endpoint.created_at <= event.created_at and ("*" in endpoint.events or event.type in endpoint.events)


def send_test(endpoint: Endpoint) -> Delivery:
    """A webhook.test addressed to one endpoint; its entity is the delivery itself. In the caller's transaction."""
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
    """Unsaved, due now, with the body as it will always be sent."""
    body = {"id": event.key, "type": event.type, "created": timestamp(event.created_at), "data": event.data}
    return Delivery(
        endpoint=endpoint,
        event=event,
        event_type=event.type,
        body=orjson.dumps(body).decode(),
        next_attempt_at=clock.now(),
    )
