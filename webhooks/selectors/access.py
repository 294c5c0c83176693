"""Endpoints and deliveries belong to the API key that made them: another key, also of the same account, gets 404."""

from uuid import UUID

from django.db.models import QuerySet

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from webhooks.models import Delivery, Endpoint


def endpoints(actor: Actor) -> QuerySet[Endpoint]:
    return Endpoint.objects.filter(key=actor.key, deleted_at=None)


def endpoint(actor: Actor, endpoint_id: str, *, lock: bool = False) -> Endpoint:
    """Raises NotFound."""
    rows = endpoints(actor)
    try:
        found: Endpoint = (rows.locked() if lock else rows).get(pk=_decode("whe", endpoint_id))  # type: ignore[attr-defined]
        return found
    except Endpoint.DoesNotExist:
        raise NotFound("This key has no such webhook endpoint. GET /api/webhooks/endpoints lists them.")


def deliveries(actor: Actor) -> QuerySet[Delivery]:
    """Of all endpoints that this key ever made. These are named one by one: across a join the database can't know that a
    key has few deliveries among millions, and would look for them through everybody's."""
    mine = list(Endpoint.objects.filter(key=actor.key).values_list("pk", flat=True))
    return Delivery.objects.filter(endpoint__in=mine).select_related("event")


def delivery(actor: Actor, delivery_id: str) -> Delivery:
    """Raises NotFound."""
    try:
        found: Delivery = deliveries(actor).select_related("endpoint").get(pk=_decode("whd", delivery_id))
        return found
    except Delivery.DoesNotExist:
        raise NotFound("This key has no such delivery. GET /api/webhooks/deliveries lists them.")


def _decode(prefix: str, text: str) -> UUID:
    """A malformed id is as unknown as one that nobody has."""
    try:
        return ids.decode(prefix, text)
    except ValueError:
        return UUID(int=0)
