"""Claims: due deliveries are leased to one worker at a time and prepared for sending.

Until `leased_until` (wall clock, because a sandbox can move business time) no other worker sends the delivery; after a crash the
lease expires and the delivery is due again. Concurrency limits per endpoint, per account, and for all failing endpoints together
keep slow endpoints from delaying the others. Leases are given under one lock, so that the limits are exact however many workers
claim at once.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import Q, QuerySet

from marketplace.core import clock, traces
from marketplace.core.transactions import unit
from webhooks.models import Attempt, Delivery, Endpoint
from webhooks.models.deliveries import OPEN
from webhooks.rules import signature
from webhooks.services import due_endpoints, endpoints

# Calls in flight, over all workers; one worker alone has 32. An endpoint is failing from a failure to its next success: however
# many accounts register endpoints that hang, half of a worker's calls are left for endpoints that answer.
PER_ENDPOINT = 2
PER_ACCOUNT = 8
FAILING = 16
_MOST_ENDPOINTS = 200  # due endpoints looked at per claim, of the healthy and of the failing ones
_CLAIMING = 0x77686B  # advisory lock for giving leases
INTERRUPTED = "interrupted: the worker ended before it could note an answer"
LEASE = timedelta(seconds=60)  # a call ends after 10; the rest is a margin for a busy database
_IN_FLIGHT = """
    select endpoint.id, endpoint.account_id, endpoint.consecutive_failures
    from webhooks_lease lease
    cross join lateral (
        select endpoint_id from webhooks_delivery
        where id = lease.delivery_id and status in ('pending', 'retrying') and leased_until > %s limit 1
    ) delivery
    cross join lateral (
        select id, account_id, consecutive_failures from webhooks_endpoint where id = delivery.endpoint_id limit 1
    ) endpoint
"""
# Those that a recorder is taking away are left to it.
_END_LEASES = """
    delete from webhooks_lease where delivery_id in (
        select delivery_id from webhooks_lease lease
        where (select leased_until > %s from webhooks_delivery where id = lease.delivery_id) is not true
        for update skip locked
    )
"""
# The endpoints that are due longest, and the first due deliveries of each: neither what waits for its time nor the backlog of a
# slow endpoint is read, however long. An endpoint without a delivery is shown, too: due no more, or its calls are in flight.
_NEXT = """
    with due as materialized (
        (
            select endpoint_id from webhooks_dueendpoint
            where not failing and due_at <= %(now)s
                and endpoint_id <> all(%(endpoints)s::uuid[]) and account_id <> all(%(accounts)s::uuid[])
            order by due_at limit %(most)s
        )
        union all
        (
            select endpoint_id from webhooks_dueendpoint
            where failing and due_at <= %(now)s and %(with_failing)s
                and endpoint_id <> all(%(endpoints)s::uuid[]) and account_id <> all(%(accounts)s::uuid[])
            order by due_at limit %(most)s
        )
    )
    select first.id, endpoint.id, endpoint.account_id, endpoint.consecutive_failures
    from due
    cross join lateral (
        select id, account_id, consecutive_failures, coalesce(disabled_at, deleted_at, unreadable_since) is null as is_live
        from webhooks_endpoint where id = due.endpoint_id limit 1
    ) endpoint
    left join lateral (
        select id, next_attempt_at, row_number() over (order by next_attempt_at, id) as place from (
            select id, next_attempt_at from webhooks_delivery
            where endpoint_id = endpoint.id and endpoint.is_live and status in ('pending', 'retrying')
                and next_attempt_at <= %(now)s and (leased_until is null or leased_until <= %(wall)s)
            order by next_attempt_at, id limit %(each)s
        ) waiting
    ) first on true
    order by first.place, endpoint.consecutive_failures > 0, first.next_attempt_at, first.id
"""


@dataclass(frozen=True, slots=True)
class Call:
    """Everything that a thread needs to make one attempt."""

    delivery_id: UUID
    endpoint_id: UUID
    url: str
    body: bytes
    headers: dict[str, str]
    request_id: str = ""  # that caused the event


def due() -> QuerySet[Delivery]:
    """Open deliveries to enabled endpoints that are due and not leased."""
    unleased = Q(leased_until=None) | Q(leased_until__lte=clock.wall())
    live = Q(endpoint__disabled_at=None, endpoint__deleted_at=None, endpoint__unreadable_since=None)
    found: QuerySet[Delivery] = Delivery.objects.filter(
        unleased, live, status__in=OPEN, next_attempt_at__lte=clock.now()
    )
    return found


@dataclass(slots=True)
class InFlight:
    """Calls in flight: per endpoint, per account, and to failing endpoints."""

    endpoints: Counter[UUID] = field(default_factory=Counter)
    accounts: Counter[UUID] = field(default_factory=Counter)
    failing: int = 0

    def has_capacity(self, endpoint: UUID, account: UUID, failures: int) -> bool:
        return (
            self.endpoints[endpoint] < PER_ENDPOINT
            and self.accounts[account] < PER_ACCOUNT
            and (self.failing < FAILING or failures == 0)
        )

    def add(self, endpoint: UUID, account: UUID, failures: int) -> None:
        self.endpoints[endpoint] += 1
        self.accounts[account] += 1
        self.failing += failures > 0

    @classmethod
    def now(cls, wall: datetime) -> "InFlight":
        """The calls in flight over all workers: at most one lease per thread, so few rows."""
        in_flight = cls()
        with connection.cursor() as cursor:
            cursor.execute(_IN_FLIGHT, [wall])
            for receiver in cursor.fetchall():
                in_flight.add(*receiver)
        return in_flight


def claim(count: int, *, excluded: Collection[UUID] = ()) -> list[Call]:
    """Lease up to `count` due deliveries within the concurrency limits and prepare their calls.

    excluded: endpoints to skip. Takes the advisory lock for claims, then locks the endpoints, then the deliveries. A delivery
    that can't be signed (its secret fits no SECRET_KEY) consumes no attempt: it waits with all others of its endpoint until a key
    fits (`endpoints.resume_readable`), which is said once.
    """
    wall = clock.wall()
    candidates = _candidates(count, wall, excluded)
    leased = unit(lambda: _lease(candidates, wall)) if candidates else []
    calls = []
    for delivery in leased:
        try:
            calls.append(prepare(delivery))
        except ValueError:
            endpoints.pause_unreadable(delivery.endpoint)
            _give_back(delivery)
    return calls


def has_due() -> bool:
    """Is there a delivery that could be leased now?"""
    return bool(_candidates(1, clock.wall(), ()))


def _give_back(delivery: Delivery) -> None:
    """Nothing was sent and nothing is counted: due as before, as soon as its endpoint is."""
    Delivery.objects.filter(pk=delivery.pk, status__in=OPEN).update(leased_until=None)


def prepare(delivery: Delivery) -> Call:
    """The call: the frozen body with a signature of now. Raises ValueError when the secret can't be decrypted."""
    unix = int(clock.wall().timestamp())
    secret, *others = endpoints.secrets_of(delivery.endpoint)
    body = delivery.body.encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"{settings.API_KEY_PREFIX.upper()}-Webhooks/2.0",
        "X-Service-Event": delivery.event_type,
        "X-Service-Delivery": delivery.public_id,
        "X-Service-Timestamp": str(unix),
        "X-Service-Signature": signature.sign(secret, body, unix, *others),
    }
    cause = delivery.event.request_id
    if cause:
        headers |= {"X-Request-Id": cause, "traceparent": traces.header(_trace_of(delivery))}
    return Call(delivery.pk, delivery.endpoint_id, delivery.endpoint.url, body, headers, cause)


def _trace_of(delivery: Delivery) -> str:
    """The trace that the event's caller brought, or the one of its request."""
    return delivery.event.trace_id or traces.of_request(delivery.event.request_id)


def _candidates(count: int, wall: datetime, excluded: Collection[UUID]) -> Sequence[tuple[UUID, UUID]]:
    """(delivery, endpoint) of what could be sent now. Order: the first delivery of each endpoint before any second one, healthy
    endpoints before failing ones, then the longest due first. Endpoints at their concurrency limit are excluded, so that they
    cannot fill every batch. Endpoints that turn out to be due no more are settled, and others take their place.
    """
    while True:
        chosen, idle = _look(count, wall, excluded)
        settled = due_endpoints.settle(idle) if idle else 0
        if chosen or not settled:
            return chosen


def _look(
    count: int, wall: datetime, excluded: Collection[UUID]
) -> tuple[Sequence[tuple[UUID, UUID]], Collection[UUID]]:
    """The candidates, and endpoints with nothing to send though they are said to be due."""
    in_flight = InFlight.now(wall)
    full = [pk for pk, running in in_flight.endpoints.items() if running >= PER_ENDPOINT]
    parameters: dict[str, Any] = {
        "now": clock.now(),
        "wall": wall,
        "each": PER_ENDPOINT,
        "endpoints": [*full, *excluded],
        "accounts": [pk for pk, running in in_flight.accounts.items() if running >= PER_ACCOUNT],
        "with_failing": in_flight.failing < FAILING,
        "most": _MOST_ENDPOINTS + len(in_flight.endpoints),
    }
    with connection.cursor() as cursor:
        cursor.execute(_NEXT, parameters)
        rows = cursor.fetchall()
    idle = [receiver[0] for pk, *receiver in rows if pk is None and receiver[0] not in in_flight.endpoints]
    chosen: list[tuple[UUID, UUID]] = []
    for pk, *receiver in rows:
        if len(chosen) == count or pk is None:
            break
        if in_flight.has_capacity(*receiver):
            in_flight.add(*receiver)
            chosen.append((pk, receiver[0]))
    return chosen, idle


def _lease(candidates: Sequence[tuple[UUID, UUID]], wall: datetime) -> list[Delivery]:
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(%s)", [_CLAIMING])
    wanted = {endpoint_id for _, endpoint_id in candidates}
    receivers = Endpoint.objects.locked().filter(pk__in=wanted, disabled_at=None, deleted_at=None)
    live = {row.pk: row for row in receivers.filter(unreadable_since=None)}
    # Counted again under the lock: no other worker can lease now.
    in_flight = InFlight.now(wall)
    chosen = []
    for pk, endpoint_id in candidates:
        if (found := live.get(endpoint_id)) is None:
            continue
        receiver = (found.pk, found.account_id, found.consecutive_failures)
        if in_flight.has_capacity(*receiver):
            in_flight.add(*receiver)
            chosen.append(pk)
    chosen_rows = due().filter(pk__in=chosen).select_related("event").defer("event__data")
    rows = list(chosen_rows.select_for_update(skip_locked=True, of=("self",)).order_by("pk"))
    for leased in rows:
        leased.endpoint = live[leased.endpoint_id]
    _log_interrupted([row for row in rows if row.leased_until is not None])
    Delivery.objects.filter(pk__in=[row.pk for row in rows]).update(leased_until=wall + LEASE)
    with connection.cursor() as cursor:
        cursor.execute(_END_LEASES, [wall])  # last: nothing is waited for while these rows are held
    return rows


def _log_interrupted(rows: Sequence[Delivery]) -> None:
    """An expired lease is that of a worker that crashed, perhaps after sending, so it is logged as an attempt. It doesn't count
    towards the six.
    """
    for row in rows:
        assert row.leased_until is not None
        row.attempts += 1
        row.earlier_attempts += 1
        Attempt.objects.create(
            delivery=row, number=row.attempts, at=row.leased_until - LEASE, error=INTERRUPTED, duration_ms=0
        )
        row.save(update_fields=["attempts", "earlier_attempts"])
