"""From a fact to its deliveries: one per matching endpoint of its account, at most once, with the body frozen."""

from uuid import UUID

import orjson
from django.db import transaction

from marketplace.api.fields import timestamp
from marketplace.core import clock, ids
from marketplace.core.later import each, enqueue, unit
from webhooks import outbox
from webhooks.models import Delivery, Endpoint, Event
from webhooks.services import claims

BATCH = 200


def fan_out(event_id: UUID) -> int:
    """Make the deliveries of one event. Safe to run twice; returns how many are new. Locks the event, then the account's
    endpoints: one that is deleted, disabled or revoked meanwhile gets either no delivery, or one that fails with it."""

    def work() -> int:
        event: Event = Event.objects.locked().get(pk=event_id)
        if event.fanned_out_at is not None:
            return 0
        # What happened before an endpoint was made is not news to it.
        rows = Endpoint.objects.locked().filter(
            account=event.account_id, created_at__lte=event.created_at, disabled_at=None, deleted_at=None
        )
        if event.only_endpoint_id:
            rows = rows.filter(pk=event.only_endpoint_id)
        wanted = [row for row in rows if event.only_endpoint_id or "*" in row.events or event.type in row.events]
        made = Delivery.objects.bulk_create([delivery_of(row, event) for row in wanted], ignore_conflicts=True)
        event.fanned_out_at = clock.now()
        event.save(update_fields=["fanned_out_at"])
        if made:
            enqueue("webhooks.deliver")
        return len(made)

    return unit(work)


def sweep() -> int:
    """Timer: facts without fan-out get theirs; due deliveries wake a worker. No network call here.

    Returns how many facts were fanned out, so that the sandbox clock knows when nothing is left to do.
    """
    done = each(Event.objects.filter(public=True, fanned_out_at=None), fan_out, by="id", batch=BATCH)
    with transaction.atomic():
        if claims.due().exists():
            enqueue("webhooks.deliver")
    return done


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
