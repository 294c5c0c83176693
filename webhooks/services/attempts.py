"""Delivery: claim due deliveries, call with no transaction open, record the outcome.

The calls run in threads that never use the database; outcomes are recorded by the main thread, those that arrive together in one
transaction. A failure with one delivery never affects another: it is logged, and the delivery is due again when its lease
expires.
"""

import logging
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit
from uuid import UUID

from django.db import DatabaseError, Error, connection, transaction

from marketplace.core import clock, context, metrics, traces, tracing
from marketplace.core.http import Blocked, CallFailed, Policy, policy, post
from marketplace.core.queue import enqueue
from marketplace.core.transactions import unit
from marketplace.services import mail_templates
from marketplace.services.places import Place
from webhooks import outbox
from webhooks.models import Attempt, Delivery, Endpoint, Lease
from webhooks.models.deliveries import OPEN
from webhooks.rules.backoff import DISABLE_AFTER, delay_seconds
from webhooks.services import claims, endpoints, fan_out, senders
from webhooks.services.claims import Call

log = logging.getLogger(__name__)

IN_FLIGHT = 32
POLL_SECONDS = 0.025  # how often new deliveries are claimed while calls hang; one claim takes about 3 ms
TIMEOUT = 10.0
# A run stops claiming after this many seconds; the rest is queued again, behind tasks that came meanwhile. An endpoint that took
# longer than SLOW_MS is not called again in the same run.
RUN_SECONDS = 20.0
SLOW_MS = 1000
RECORD_SECONDS = 40.0  # the time between a call's deadline and the end of its lease
_SAVED = (
    *("status", "attempts", "response_status", "last_error"),
    *("next_attempt_at", "leased_until", "delivered_at"),
)
_SAVE = """
    update webhooks_delivery delivery set
        status = new.status, attempts = new.attempts, response_status = new.response_status, last_error = new.last_error,
        next_attempt_at = new.next_attempt_at, leased_until = new.leased_until, delivered_at = new.delivered_at
    from unnest(
        %s::uuid[], %s::text[], %s::int[], %s::int[], %s::text[], %s::timestamptz[], %s::timestamptz[], %s::timestamptz[]
    ) as new (id, status, attempts, response_status, last_error, next_attempt_at, leased_until, delivered_at)
    where delivery.id = new.id
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one call: `status` is None when there was no answer, and `error` says why."""

    at: datetime
    duration_ms: int
    status: int | None
    error: str
    excerpt: str

    @property
    def delivered(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


def deliver_due() -> int:
    """Fan out new events and send due deliveries, with up to 32 calls in flight. Returns the number of attempts. Spec: Delivery,
    Retries.

    At most WEBHOOK_SENDERS runs at a time; any further one returns at once, so that a worker's other processes stay free for
    other work. Locks as `claims.claim` and `record`.
    """
    place = senders.acquire()
    if place is None:
        return 0
    bad: set[UUID] = set()
    try:
        made, broken = _run(place, bad)
    finally:
        place.release()
    if not broken:
        _queue_rest(bad)
    return made


def sweep() -> int:
    """Timer: fan out events that are still pending, and queue a delivery run if anything is due. Makes no network call.

    Returns the number of events fanned out, so that the sandbox clock knows when nothing is left to do.
    """
    done = fan_out.catch_up(set())
    if claims.has_due():
        with transaction.atomic():
            enqueue("webhooks.deliver")
    return done


def _run(place: Place, bad: set[UUID]) -> tuple[int, bool]:
    """Claim and send until nothing is in flight and nothing more may be claimed. Returns the number of attempts, and whether the
    database connection was lost. Events that can't be fanned out are added to `bad` and not tried again.
    """
    rules, made, broken, until = policy(timeout=TIMEOUT), 0, False, time.monotonic() + RUN_SECONDS
    running: dict[Future[Outcome], Call] = {}
    slow: set[UUID] = set()
    with ThreadPoolExecutor(IN_FLIGHT, thread_name_prefix="deliver") as threads:
        while True:
            if place.held and time.monotonic() >= until:
                # Before the slow calls have ended, so that the next run need not wait for them.
                place.release()
                if not broken:
                    _queue_rest(bad)
            try:
                capacity = IN_FLIGHT - len(running) if place.keep() else 0
                if capacity:
                    fan_out.catch_up(bad)
                calls = claims.claim(capacity, excluded=slow) if capacity else []
            except DatabaseError:
                log.exception("deliveries could not be claimed; calls in flight are still recorded")
                calls, broken, until = [], True, 0.0
            running |= {threads.submit(send, call, rules): call for call in calls}
            if not running:
                return made, broken
            # A short timeout: deliveries to endpoints that answer may become due meanwhile.
            ended, _ = wait(running, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
            results = [(running.pop(future), future.result()) for future in ended]
            made += len(results)
            slow |= {call.endpoint_id for call, outcome in results if outcome.duration_ms > SLOW_MS}
            _record_each({call.delivery_id: outcome for call, outcome in results})


def _queue_rest(bad: set[UUID]) -> None:
    """Queue another run for the rest: slow endpoints, what was left when this run's time was over, and deliveries that became
    due while this run ended and whose task found no free place.

    Not unconditionally: a due delivery may belong to an endpoint at its concurrency limit, and queueing runs for that would be a
    busy loop.
    """
    if fan_out.unsent().exclude(pk__in=bad).exists() or claims.has_due():
        with transaction.atomic():
            enqueue("webhooks.deliver")


def send(call: Call, rules: Policy) -> Outcome:
    """One HTTP call, in a thread without database access, under the request and the trace of the event. Never raises: every result
    is an outcome."""
    with context.on_behalf(call.request_id, traces.offered(call.headers.get("traceparent"))), tracing.span("webhook"):
        own = {"traceparent": tracing.traceparent()} if tracing.is_on() and call.request_id else {}
        return _send(call, call.headers | own, rules)


def _send(call: Call, headers: dict[str, str], rules: Policy) -> Outcome:
    at, began = clock.now(), time.monotonic()
    status, error, excerpt = None, "", ""
    try:
        reply = post(call.url, body=call.body, headers=headers, rules=rules)
        status, excerpt = reply.status, reply.body[:1000].decode(errors="replace").replace("\x00", "")
        if not 200 <= reply.status < 300:
            error = f"HTTP {reply.status}"
    except (Blocked, CallFailed) as reason:
        error = str(reason)
    except Exception:
        log.exception("a webhook call failed unexpectedly", extra={"delivery": str(call.delivery_id)})
        error = "the call could not be made"
    return Outcome(at, round((time.monotonic() - began) * 1000), status, error[:300], excerpt)


def _record_each(results: Mapping[UUID, Outcome]) -> None:
    """Record outcomes; one that can't be recorded must not lose the others, and is sent again when its lease expires."""
    if not results:
        return
    try:
        _record_with_retries(results)
    except Exception:
        if len(results) > 1:
            log.warning("a batch of attempts could not be recorded; continuing one by one", exc_info=True)
            for delivery_id, outcome in results.items():
                _record_each({delivery_id: outcome})
        else:
            log.exception("an attempt could not be recorded; it will be repeated", extra={"delivery": str(*results)})


def _record_with_retries(results: Mapping[UUID, Outcome]) -> None:
    """Record outcomes, retrying while the database restarts: otherwise calls that were made would be repeated."""
    until = time.monotonic() + RECORD_SECONDS
    while True:
        try:
            return record(results)
        except Error:
            if connection.in_atomic_block or connection.is_usable() or time.monotonic() >= until:
                raise
            log.warning("the database is unavailable; attempts are recorded when it is back", exc_info=True)
            connection.close()
            time.sleep(0.5)


def record(results: Mapping[UUID, Outcome]) -> None:
    """Store attempts and decide what follows, in one transaction.

    results: outcomes by delivery id. A delivery that was closed while its call ran (endpoint disabled or deleted) keeps its
    status, unless the call succeeded. Spec: Retries; Webhook endpoint (states).

    Locks the endpoints, then the deliveries.
    """

    def work() -> list[str]:
        wanted = Delivery.objects.filter(pk__in=results)
        named = Endpoint.objects.locked().select_related("account").filter(pk__in=wanted.values("endpoint"))
        endpoints_by_id: dict[UUID, Endpoint] = {row.pk: row for row in named}
        deliveries: list[Delivery] = list(wanted.locked())
        attempts = []
        for delivery in deliveries:
            outcome = results[delivery.pk]
            delivery.attempts += 1
            attempts.append(_attempt(delivery, outcome))
            if outcome.delivered or delivery.status in OPEN:
                _settle(delivery, outcome)
        Attempt.objects.bulk_create(attempts)
        _save(deliveries)
        Lease.objects.filter(pk__in=[row.pk for row in deliveries if row.leased_until is None]).delete()
        for delivery in deliveries:
            endpoint = endpoints_by_id[delivery.endpoint_id]
            if not (endpoint.disabled or endpoint.deleted_at):
                _count(endpoint, delivery, results[delivery.pk].delivered)
        return [delivery.status for delivery in deliveries]

    for status in unit(work):
        metrics.count_delivery(status)


def _attempt(delivery: Delivery, outcome: Outcome) -> Attempt:
    return Attempt(
        delivery=delivery,
        number=delivery.attempts,
        at=outcome.at,
        status=outcome.status,
        error=outcome.error,
        duration_ms=outcome.duration_ms,
        response_excerpt=outcome.excerpt,
    )


def _save(deliveries: Sequence[Delivery]) -> None:
    """One UPDATE for all rows: `bulk_update` would write a CASE per column and row."""
    columns = [[getattr(row, name) for row in deliveries] for name in _SAVED]
    with connection.cursor() as cursor:
        cursor.execute(_SAVE, [[row.pk for row in deliveries], *columns])


def _settle(delivery: Delivery, outcome: Outcome) -> None:
    """Set the delivery's status and its next attempt after an outcome."""
    delivery.response_status, delivery.last_error, delivery.leased_until = outcome.status, outcome.error, None
    if outcome.delivered:
        delivery.status, delivery.next_attempt_at = "delivered", None
        delivery.delivered_at = delivery.delivered_at or outcome.at
        return
    delay = delay_seconds(delivery.attempts - delivery.earlier_attempts)
    delivery.status = "failed" if delay is None else "retrying"
    delivery.next_attempt_at = None if delay is None else clock.now() + timedelta(seconds=delay)


def _count(endpoint: Endpoint, delivery: Delivery, delivered: bool) -> None:
    """Update the endpoint's count of consecutive failures; the fifteenth disables it and its owner is mailed."""
    if delivered and endpoint.consecutive_failures == 0:
        return
    endpoint.consecutive_failures = 0 if delivered else endpoint.consecutive_failures + 1
    endpoint.save(update_fields=["consecutive_failures"])
    if endpoint.consecutive_failures < DISABLE_AFTER:
        return
    with context.on_behalf(delivery.event.request_id, delivery.event.trace_id):
        _disable(endpoint)


def _disable(endpoint: Endpoint) -> None:
    endpoints.disable(endpoint, "too_many_failures")
    outbox.publish(
        type="webhook.endpoint_disabled",
        entity=endpoint.public_id,
        account_id=endpoint.account_id,
        data={
            "endpointId": endpoint.public_id,
            "host": urlsplit(endpoint.url).netloc,  # the path may contain a receiver's secret
            "failures": endpoint.consecutive_failures,
        },
        subject_id=endpoint.pk,
    )
    mail_templates.send(
        endpoint.account,
        "endpoint_disabled",
        url=endpoint.url,
        endpoint=endpoint.public_id,
        failures=DISABLE_AFTER,
    )
