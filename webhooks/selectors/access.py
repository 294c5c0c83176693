"""Endpoints and deliveries belong to the API key that created them: any other key, also of the same account, gets 404. The
account's owner, signed in, has those of all its keys.
"""

from collections.abc import Collection
from datetime import timedelta
from urllib.parse import urlsplit
from uuid import UUID

from django.db.models import QuerySet

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.models import Call
from webhooks.models import Delivery, Endpoint, Event

# The events of a call are found by time, for which there is an index: they are written in its transaction.
_AROUND = timedelta(minutes=5)
_MOST_EVENTS = 500


def endpoints(actor: Actor) -> QuerySet[Endpoint]:
    """Endpoints of the calling key that are not deleted; signed in, those of all keys."""
    return _own(actor).filter(deleted_at=None)


def _own(actor: Actor) -> QuerySet[Endpoint]:
    if actor.via == "session":
        return Endpoint.objects.filter(account=actor.id)
    return Endpoint.objects.filter(key=actor.key)


def endpoint(actor: Actor, endpoint_id: str, *, lock: bool = False) -> Endpoint:
    """The endpoint with this id (`whe_…`), row-locked with `lock`. Raises NotFound (404)."""
    rows = endpoints(actor)
    try:
        found: Endpoint = (rows.locked() if lock else rows).get(pk=_decode("whe", endpoint_id))  # type: ignore[attr-defined]
        return found
    except Endpoint.DoesNotExist:
        raise NotFound("There is no such webhook endpoint of yours. GET /api/webhooks/endpoints lists them.")


def deliveries(actor: Actor) -> QuerySet[Delivery]:
    """Deliveries to all endpoints that the caller ever had. The endpoints are listed as constants: with a join the planner can't
    know that a key has few deliveries among millions, and would scan those of all keys.
    """
    mine = list(_own(actor).values_list("pk", flat=True))
    return Delivery.objects.filter(endpoint__in=mine).select_related("event")


def delivery(actor: Actor, delivery_id: str) -> Delivery:
    """The delivery with this id (`whd_…`). Raises NotFound (404)."""
    try:
        found: Delivery = deliveries(actor).select_related("endpoint").get(pk=_decode("whd", delivery_id))
        return found
    except Delivery.DoesNotExist:
        raise NotFound("There is no such delivery of yours. GET /api/webhooks/deliveries lists them.")


def deliveries_of(actor: Actor, call: Call) -> list[Delivery]:
    """The deliveries of events that this call caused, as far as the caller sees their endpoints; at most 200."""
    around = (call.created_at - _AROUND, (call.last_at or call.created_at) + _AROUND)
    events = Event.objects.filter(
        account=call.account_id, public=True, created_at__range=around, request_id=call.request_id
    ).values_list("pk", flat=True)
    rows = deliveries(actor).filter(event__in=list(events[:_MOST_EVENTS])).select_related("endpoint")
    return list(rows.order_by("-id")[:200])


def _decode(prefix: str, text: str) -> UUID:
    """A malformed id is treated as an unknown one: a UUID that no row has."""
    try:
        return ids.decode(prefix, text)
    except ValueError:
        return UUID(int=0)


def called(account_id: UUID, keys: Collection[UUID]) -> dict[UUID, str]:
    """The hosts of this account's endpoints."""
    rows = Endpoint.objects.filter(account_id=account_id, pk__in=keys).values_list("pk", "url")
    return {key: urlsplit(url).hostname or url for key, url in rows}
