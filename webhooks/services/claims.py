"""Who sends what: due deliveries are leased to one worker at a time and made ready to be sent.

Until `leased_until` (wall clock: a sandbox may jump in business time) nobody else sends this delivery, and what a dead
worker had leased comes back by itself. It is written under the endpoint's lock, so that "at most two in flight per
endpoint" is exact however many workers claim at once.
"""

import logging
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from marketplace.core import clock
from marketplace.core.later import unit
from webhooks.models import Delivery, Endpoint
from webhooks.models.deliveries import OPEN
from webhooks.rules import signature
from webhooks.services import endpoints

log = logging.getLogger(__name__)

PER_ENDPOINT = 2
LEASE = timedelta(seconds=60)  # a call has its deadline after 10; the rest is for a busy database


@dataclass(frozen=True, slots=True)
class Letter:
    """Everything a thread needs to make one attempt."""

    delivery_id: UUID
    endpoint_id: UUID
    url: str
    body: bytes
    headers: dict[str, str]


def due() -> QuerySet[Delivery]:
    """Open deliveries to living endpoints whose time has come and that nobody has leased."""
    unleased = Q(leased_until=None) | Q(leased_until__lte=clock.wall())
    live = Q(endpoint__disabled_at=None, endpoint__deleted_at=None)
    found: QuerySet[Delivery] = Delivery.objects.filter(
        unleased, live, status__in=OPEN, next_attempt_at__lte=clock.now()
    )
    return found


def claim(count: int, *, resting: Collection[UUID] = ()) -> list[Letter]:
    """Lease up to `count` due deliveries, at most two in flight per endpoint, and prepare their letters.

    Endpoints in `resting` are left alone. Locks the endpoints, then the deliveries. A delivery whose letter can't be
    written (its secret fits no SECRET_KEY) uses up no attempt: it is due again when its lease is over.
    """
    wall = clock.wall()
    candidates = _candidates(count, wall, resting)
    leased = unit(lambda: _lease(candidates, wall)) if candidates else []
    letters = []
    for delivery in leased:
        try:
            letters.append(prepare(delivery))
        except ValueError:
            log.exception("a delivery can't be signed", extra={"delivery": delivery.public_id})
    return letters


def prepare(delivery: Delivery) -> Letter:
    """The frozen body with a signature of now. Raises ValueError when the secret can't be read."""
    unix = int(clock.wall().timestamp())
    body = delivery.body.encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"{settings.API_KEY_PREFIX.upper()}-Webhooks/2.0",
        "X-Service-Event": delivery.event_type,
        "X-Service-Delivery": delivery.public_id,
        "X-Service-Timestamp": str(unix),
        "X-Service-Signature": signature.sign(endpoints.secret_of(delivery.endpoint), body, unix),
    }
    return Letter(delivery.pk, delivery.endpoint_id, delivery.endpoint.url, body, headers)


def _candidates(count: int, wall: datetime, resting: Collection[UUID]) -> Sequence[tuple[UUID, UUID]]:
    """(delivery, endpoint) of what might be sent now: every endpoint's first before any endpoint's second, the longest
    due first. Endpoints with no room are left out here, or a few of them could fill every batch."""
    full = [endpoint_id for endpoint_id, running in _in_flight(wall).items() if running >= PER_ENDPOINT]
    place = Window(RowNumber(), partition_by=[F("endpoint_id")], order_by=[F("next_attempt_at"), F("pk")])
    rows = due().exclude(endpoint_id__in=[*full, *resting]).annotate(place=place)
    rows = rows.filter(place__lte=PER_ENDPOINT).order_by("place", "next_attempt_at", "pk")
    return list(rows.values_list("pk", "endpoint_id")[:count])


def _lease(candidates: Sequence[tuple[UUID, UUID]], wall: datetime) -> list[Delivery]:
    wanted = {endpoint_id for _, endpoint_id in candidates}
    live = {row.pk: row for row in Endpoint.objects.locked().filter(pk__in=wanted, disabled_at=None, deleted_at=None)}
    # Counted again, now that nobody else can lease for these endpoints.
    busy = _in_flight(wall)
    chosen = []
    for pk, endpoint_id in candidates:
        if endpoint_id in live and busy[endpoint_id] < PER_ENDPOINT:
            busy[endpoint_id] += 1
            chosen.append(pk)
    rows = list(due().filter(pk__in=chosen).select_for_update(skip_locked=True, of=("self",)).order_by("pk"))
    for row in rows:
        row.endpoint = live[row.endpoint_id]
    Delivery.objects.filter(pk__in=[row.pk for row in rows]).update(leased_until=wall + LEASE)
    return rows


def _in_flight(wall: datetime) -> Counter[UUID]:
    """How many attempts of each endpoint are running. There are never more leases than threads in all workers."""
    running = Delivery.objects.filter(status__in=OPEN, leased_until__gt=wall)
    return Counter(running.values_list("endpoint_id", flat=True))
