"""Deliver what is due: claim, call with no transaction open, record.

Calls run in threads that never touch the database; their results are recorded here, one transaction each. Nothing that
goes wrong with one delivery may touch another: it is logged, and its lease brings it back.
"""

import logging
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit
from uuid import UUID

from django.db import DatabaseError, transaction

from marketplace.core import clock
from marketplace.core.http import Blocked, CallFailed, Policy, policy, post
from marketplace.core.later import enqueue, unit
from marketplace.services import letters
from webhooks import outbox
from webhooks.models import Attempt, Delivery, Endpoint
from webhooks.models.deliveries import OPEN
from webhooks.rules.backoff import DISABLE_AFTER, delay_seconds
from webhooks.services import claims, endpoints
from webhooks.services.claims import Letter

log = logging.getLogger(__name__)

IN_FLIGHT = 32
TIMEOUT = 10.0
# A run ends this many seconds after it began, plus one call; what is left goes through the queue again, behind the
# tasks that came meanwhile. An endpoint that needed longer than SLOW_MS is not called again in the same run.
RUN_SECONDS = 20.0
SLOW_MS = 1000


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
    """Send what is due, with up to 32 calls in flight. Returns how many attempts were made."""
    rules, made, until = policy(timeout=TIMEOUT), 0, time.monotonic() + RUN_SECONDS
    running: dict[Future[Outcome], Letter] = {}
    slow: set[UUID] = set()
    broken = False
    with ThreadPoolExecutor(IN_FLIGHT, thread_name_prefix="deliver") as threads:
        while True:
            room = IN_FLIGHT - len(running) if time.monotonic() < until else 0
            try:
                letters = claims.claim(room, resting=slow) if room else []
            except DatabaseError:
                log.exception("nothing could be claimed; what is in the air is still recorded")
                letters, until, broken = [], 0.0, True
            running |= {threads.submit(send, letter, rules): letter for letter in letters}
            if not running:
                break
            done, _ = wait(running, timeout=1.0, return_when=FIRST_COMPLETED)
            for future in done:
                letter, outcome = running.pop(future), future.result()
                made += 1
                if outcome.duration_ms > SLOW_MS:
                    slow.add(letter.endpoint_id)
                _keep(letter, outcome)
    # Only a run that held something back hands over: a due delivery may also belong to an endpoint that another worker
    # keeps busy, and asking for that again and again would spin.
    if (slow or time.monotonic() >= until) and not broken and claims.due().exists():
        with transaction.atomic():
            enqueue("webhooks.deliver")
    return made


def send(letter: Letter, rules: Policy) -> Outcome:
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


def _keep(letter: Letter, outcome: Outcome) -> None:
    """Record, or leave it to the lease: a result that can't be written must not take the others along."""
    try:
        record(letter.delivery_id, outcome)
    except Exception:
        log.exception("an attempt was not recorded; it is made again", extra={"delivery": str(letter.delivery_id)})


def record(delivery_id: UUID, outcome: Outcome) -> None:
    """Write the attempt down and decide what follows, in one transaction. Locks the endpoint, then the delivery.

    A delivery that was closed while its call ran (endpoint disabled, deleted) keeps its state, unless it arrived.
    """

    def work() -> None:
        endpoint_id = Delivery.objects.values_list("endpoint_id", flat=True).get(pk=delivery_id)
        endpoint: Endpoint = Endpoint.objects.locked().select_related("account").get(pk=endpoint_id)
        delivery: Delivery = Delivery.objects.locked().get(pk=delivery_id)
        delivery.attempts += 1
        Attempt.objects.create(
            delivery=delivery,
            number=delivery.attempts,
            at=outcome.at,
            status=outcome.status,
            error=outcome.error,
            duration_ms=outcome.duration_ms,
            response_excerpt=outcome.excerpt,
        )
        if outcome.delivered or delivery.status in OPEN:
            _settle(delivery, outcome)
        delivery.save()
        if not (endpoint.disabled or endpoint.deleted_at):
            _count(endpoint, outcome.delivered)

    unit(work)


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
    letters.send(endpoint.account, "endpoint_disabled", url=endpoint.url, failures=DISABLE_AFTER)
