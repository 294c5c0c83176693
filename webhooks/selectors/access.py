"""Endpoints and deliveries belong to the API key that created them: any other key, also of the same account, gets 404."""

from uuid import UUID

from django.db.models import QuerySet

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from webhooks.models import Delivery, Endpoint


def endpoints(actor: Actor) -> QuerySet[Endpoint]:
    """Endpoints of the calling key that are not deleted."""
    return Endpoint.objects.filter(key=actor.key, deleted_at=None)


def endpoint(actor: Actor, endpoint_id: str, *, lock: bool = False) -> Endpoint:
    """The endpoint with this id (`whe_…`), row-locked with `lock`. Raises NotFound (404)."""
    rows = endpoints(actor)
    try:
        found: Endpoint = (rows.locked() if lock else rows).get(pk=_decode("whe", endpoint_id))  # type: ignore[attr-defined]
        return found
    except Endpoint.DoesNotExist:
        raise NotFound("This key has no such webhook endpoint. GET /api/webhooks/endpoints lists them.")


def deliveries(actor: Actor) -> QuerySet[Delivery]:
    """Deliveries to all endpoints that this key ever had. The endpoints are listed as constants: with a join the planner can't
    know that a key has few deliveries among millions, and would scan those of all keys.
    """
    mine = list(Endpoint.objects.filter(key=actor.key).values_list("pk", flat=True))
    return Delivery.objects.filter(endpoint__in=mine).select_related("event")


def delivery(actor: Actor, delivery_id: str) -> Delivery:
    """The delivery with this id (`whd_…`). Raises NotFound (404)."""
    try:
        found: Delivery = deliveries(actor).select_related("endpoint").get(pk=_decode("whd", delivery_id))
        return found
    except Delivery.DoesNotExist:
        raise NotFound("This key has no such delivery. GET /api/webhooks/deliveries lists them.")


def _decode(prefix: str, text: str) -> UUID:
    """A malformed id is treated as an unknown one: a UUID that no row has."""
    try:
        return ids.decode(prefix, text)
    except ValueError:
        return UUID(int=0)
