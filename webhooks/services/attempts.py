"""Deliver what is due: claim, call with no transaction open, record.

Calls run in threads that never touch the database; their results are recorded here, those that come together in one
transaction. Nothing that goes wrong with one delivery may touch another: it is logged, and its lease brings it back.
"""

import logging
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, Error, connection, transaction

from marketplace.core import clock
from marketplace.core.http import Blocked, CallFailed, Policy, policy, post
from marketplace.core.queue import enqueue
from marketplace.core.transactions import unit
from marketplace.services import mail_templates
from webhooks import outbox
from webhooks.models import Attempt, Delivery, Endpoint
from webhooks.models.deliveries import OPEN
from webhooks.rules.backoff import DISABLE_AFTER, delay_seconds
from webhooks.services import claims, endpoints, fan_out
from webhooks.services.claims import Call

log = logging.getLogger(__name__)

IN_FLIGHT = 32
POLL_SECONDS = 0.025  # how long what comes up may wait beside calls that hang; one look costs about three milliseconds
TIMEOUT = 10.0
# A run ends this many seconds after it began, plus one call; what is left goes through the queue again, behind the
# tasks that came meanwhile. An endpoint that needed longer than SLOW_MS is not called again in the same run.
RUN_SECONDS = 20.0
SLOW_MS = 1000
RECORD_SECONDS = 40.0  # as long as a lease lasts beyond its call
_SENDING = 0x776873  # the class of advisory locks that are the senders' places
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
    at: datetime
    duration_ms: int
    status: int | None
    error: str
    excerpt: str

    @property
    def delivered(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


def deliver_due() -> int:
    """Fan out what is new and send what is due, with up to 32 calls in flight. Returns how many attempts were made.

    Only as many at a time as the installation has senders: whoever wakes up for nothing leaves at once, and a worker's
    other processes stay free for other work.
    """
    place = _Place.take()
    if place is None:
        return 0
    bad: set[UUID] = set()
    try:
        made, broken = _run(place, bad)
    finally:
        place.leave()
    if not broken:
        _hand_over(bad)
    return made


def sweep() -> int:
    """Timer: events without fan-out get theirs; due deliveries wake a worker. No network call here.

    Returns how many events were fanned out, so that the sandbox clock knows when nothing is left to do.
    """
    done = fan_out.catch_up(set())
    if claims.is_open():
        with transaction.atomic():
            enqueue("webhooks.deliver")
    return done


def _run(place: "_Place", bad: set[UUID]) -> tuple[int, bool]:
    """Until nothing is in the air and nothing more may be sent. Says how many attempts were made, and whether the database
    was lost. Facts that can't be fanned out go into `bad`, and are not tried again."""
    rules, made, broken, until = policy(timeout=TIMEOUT), 0, False, time.monotonic() + RUN_SECONDS
    running: dict[Future[Outcome], Call] = {}
    slow: set[UUID] = set()
    with ThreadPoolExecutor(IN_FLIGHT, thread_name_prefix="deliver") as threads:
        while True:
            if place.held and time.monotonic() >= until:
                # Before the slow ones have ended: nobody is to wait for them.
                place.leave()
                if not broken:
                    _hand_over(bad)
            room = IN_FLIGHT - len(running) if place.held else 0
            try:
                if room:
                    fan_out.catch_up(bad)
                letters = claims.claim(room, resting=slow) if room else []
            except DatabaseError:
                log.exception("nothing could be claimed; what is in the air is still recorded")
                letters, broken, until = [], True, 0.0
            running |= {threads.submit(send, letter, rules): letter for letter in letters}
            if not running:
                return made, broken
            # Short: meanwhile something may come up for those that answer.
            ended, _ = wait(running, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
            results = [(running.pop(future), future.result()) for future in ended]
            made += len(results)
            slow |= {letter.endpoint_id for letter, outcome in results if outcome.duration_ms > SLOW_MS}
            _keep({letter.delivery_id: outcome for letter, outcome in results})


def _hand_over(bad: set[UUID]) -> None:
    """The rest goes behind other work: receivers that were slow, what was left at the end of the run's time, and what came
    up while this one was leaving and whose wake-up found the place taken.

    A delivery that is due may also belong to an endpoint that another sender keeps busy: to ask for that again and again
    would spin.
    """
    if fan_out.unsent().exclude(pk__in=bad).exists() or claims.is_open():
        with transaction.atomic():
            enqueue("webhooks.deliver")


@dataclass(slots=True)
class _Place:
    """One of the installation's places for senders: an advisory lock, lost with the connection at the latest."""

    number: int
    held: bool = True

    @classmethod
    def take(cls) -> "_Place | None":
        with connection.cursor() as cursor:
            for number in range(settings.WEBHOOK_SENDERS):
                cursor.execute("select pg_try_advisory_lock(%s, %s)", [_SENDING, number])
                if cursor.fetchone()[0]:
                    return cls(number)
        return None

    def leave(self) -> None:
        if not self.held:
            return
        self.held = False
        try:
            with connection.cursor() as cursor:
                cursor.execute("select pg_advisory_unlock(%s, %s)", [_SENDING, self.number])
        except Error:
            log.warning("the connection was lost, and with it the sender's place")


def send(letter: Call, rules: Policy) -> Outcome:
    """One call, in a thread without a database. Whatever happens is an outcome."""
    at, began = clock.now(), time.monotonic()
    status, error, excerpt = None, "", ""
    try:
        reply = post(letter.url, body=letter.body, headers=letter.headers, rules=rules)
        status, excerpt = reply.status, reply.body[:1000].decode(errors="replace").replace("\x00", "")
        if not 200 <= reply.status < 300:
            error = f"HTTP {reply.status}"
    except (Blocked, CallFailed) as reason:
        error = str(reason)
    except Exception:
        log.exception("a call ended in an unforeseen way", extra={"delivery": str(letter.delivery_id)})
        error = "the call could not be made"
    return Outcome(at, round((time.monotonic() - began) * 1000), status, error[:300], excerpt)


def _keep(results: Mapping[UUID, Outcome]) -> None:
    """Record, or leave it to the lease: a result that can't be written must not take the others along."""
    if not results:
        return
    try:
        _insist(results)
    except Exception:
        if len(results) > 1:
            log.warning("attempts could not be recorded together; one by one, then", exc_info=True)
            for delivery_id, outcome in results.items():
                _keep({delivery_id: outcome})
        else:
            log.exception("an attempt was not recorded; it is made again", extra={"delivery": str(*results)})


def _insist(results: Mapping[UUID, Outcome]) -> None:
    """Record, also while the database is restarted: what was sent can't be sent again for the sake of the log."""
    until = time.monotonic() + RECORD_SECONDS
    while True:
        try:
            return record(results)
        except Error:
            if connection.in_atomic_block or connection.is_usable() or time.monotonic() >= until:
                raise
            log.warning("the database is away; attempts are recorded when it is back", exc_info=True)
            connection.close()
            time.sleep(0.5)


def record(results: Mapping[UUID, Outcome]) -> None:
    """Write attempts down, by delivery, and decide what follows, in one transaction. Locks the endpoints, then the
    deliveries.

    A delivery that was closed while its call ran (endpoint disabled, deleted) keeps its state, unless it arrived.
    """

    def work() -> None:
        wanted = Delivery.objects.filter(pk__in=results)
        named = Endpoint.objects.locked().select_related("account").filter(pk__in=wanted.values("endpoint"))
        receivers: dict[UUID, Endpoint] = {row.pk: row for row in named}
        deliveries: list[Delivery] = list(wanted.locked())
        tries = []
        for delivery in deliveries:
            outcome = results[delivery.pk]
            delivery.attempts += 1
            tries.append(_attempt(delivery, outcome))
            if outcome.delivered or delivery.status in OPEN:
                _settle(delivery, outcome)
        Attempt.objects.bulk_create(tries)
        _save(deliveries)
        for delivery in deliveries:
            endpoint = receivers[delivery.endpoint_id]
            if not (endpoint.disabled or endpoint.deleted_at):
                _count(endpoint, results[delivery.pk].delivered)

    unit(work)


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
    """One statement for all: `bulk_update` spells a CASE for each column of each row."""
    columns = [[getattr(row, name) for row in deliveries] for name in _SAVED]
    with connection.cursor() as cursor:
        cursor.execute(_SAVE, [[row.pk for row in deliveries], *columns])


def _settle(delivery: Delivery, outcome: Outcome) -> None:
    delivery.response_status, delivery.last_error, delivery.leased_until = outcome.status, outcome.error, None
    if outcome.delivered:
        delivery.status, delivery.next_attempt_at = "delivered", None
        delivery.delivered_at = delivery.delivered_at or outcome.at
        return
    delay = delay_seconds(delivery.attempts - delivery.earlier_attempts)
    delivery.status = "failed" if delay is None else "retrying"
    delivery.next_attempt_at = None if delay is None else clock.now() + timedelta(seconds=delay)


def _count(endpoint: Endpoint, delivered: bool) -> None:
    """Consecutive failures of the endpoint; the fifteenth disables it and its owner is told."""
    if delivered and endpoint.consecutive_failures == 0:
        return
    endpoint.consecutive_failures = 0 if delivered else endpoint.consecutive_failures + 1
    endpoint.save(update_fields=["consecutive_failures"])
    if endpoint.consecutive_failures < DISABLE_AFTER:
        return
    endpoints.disable(endpoint, "too_many_failures")
    outbox.publish(
        type="webhook.endpoint_disabled",
        entity=endpoint.public_id,
        account_id=endpoint.account_id,
        data={
            "endpointId": endpoint.public_id,
            "host": urlsplit(endpoint.url).netloc,  # the rest of an address may be a receiver's secret
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
