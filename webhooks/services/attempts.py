"""Deliver what is due: claim, call with no transaction open, record.

A claim is a lease in the row, on the wall clock: two workers never send the same attempt at once, and what a dead worker
had claimed comes back by itself. Calls run in threads that never touch the database; at most two per endpoint are in
flight, so a hanging receiver delays nobody else.
"""

import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Count, F, Q, Window
from django.db.models.functions import RowNumber

from marketplace.core import clock
from marketplace.core.http import Blocked, CallFailed, Policy, policy, post
from marketplace.core.later import enqueue, unit
from marketplace.services import mails
from webhooks import outbox
from webhooks.models import Attempt, Delivery, Endpoint
from webhooks.models.deliveries import OPEN
from webhooks.rules import signature
from webhooks.rules.backoff import DISABLE_AFTER, delay_seconds
from webhooks.services import endpoints

IN_FLIGHT = 32
PER_ENDPOINT = 2
TIMEOUT = 10.0
LEASE = timedelta(seconds=60)
RUN_SECONDS = 50.0  # then the task hands over to a fresh one


@dataclass(frozen=True, slots=True)
class Letter:
    """Everything a thread needs to make one attempt."""

    delivery_id: UUID
    url: str
    body: bytes
    headers: dict[str, str]


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
    """Send until nothing is due, with up to 32 calls in flight. Returns how many attempts were made."""
    rules, made, until = policy(timeout=TIMEOUT), 0, time.monotonic() + RUN_SECONDS
    running: dict[Future[Outcome], Letter] = {}
    with ThreadPoolExecutor(IN_FLIGHT, thread_name_prefix="deliver") as threads:
        while True:
            free = IN_FLIGHT - len(running) if time.monotonic() < until else 0
            for letter in claim(free) if free else []:
                running[threads.submit(send, letter, rules)] = letter
            if not running:
                break
            done, _ = wait(running, timeout=1.0, return_when=FIRST_COMPLETED)
            for future in done:
                record(running.pop(future).delivery_id, future.result())
                made += 1
    if time.monotonic() >= until:
        with transaction.atomic():
            enqueue("webhooks.deliver")
    return made


def claim(count: int) -> list[Letter]:
    """Lease up to `count` due deliveries, at most two in flight per endpoint, and prepare their letters."""
    now, wall = clock.now(), clock.wall()
    due = Q(status__in=OPEN, next_attempt_at__lte=now) & (Q(leased_until=None) | Q(leased_until__lte=wall))
    busy = dict(
        Delivery.objects.filter(leased_until__gt=wall)
        .values_list("endpoint_id")
        .annotate(n=Count("pk"))
        .values_list("endpoint_id", "n")
    )
    ranked = Delivery.objects.filter(due).annotate(
        place=Window(RowNumber(), partition_by=[F("endpoint_id")], order_by=[F("next_attempt_at"), F("pk")])
    )
    picked = [
        pk
        for pk, endpoint_id, place in ranked.filter(place__lte=PER_ENDPOINT).values_list("pk", "endpoint_id", "place")[
            : count * 2
        ]
        if place + busy.get(endpoint_id, 0) <= PER_ENDPOINT
    ][:count]
    if not picked:
        return []
    with transaction.atomic():
        rows = list(
            Delivery.objects.filter(due, pk__in=picked)
            .select_for_update(skip_locked=True, of=("self",))
            .select_related("endpoint", "event")
        )
        Delivery.objects.filter(pk__in=[row.pk for row in rows]).update(leased_until=wall + LEASE)
    return [prepare(row) for row in rows]


def prepare(delivery: Delivery) -> Letter:
    """The frozen body with a signature of now."""
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
    return Letter(delivery.pk, delivery.endpoint.url, body, headers)


def send(letter: Letter, rules: Policy) -> Outcome:
    """One call, in a thread without a database."""
    at, began = clock.now(), time.monotonic()
    status, error, excerpt = None, "", ""
    try:
        reply = post(letter.url, body=letter.body, headers=letter.headers, rules=rules)
        status, excerpt = reply.status, reply.body[:1000].decode(errors="replace").replace("\x00", "")
        if not 200 <= reply.status < 300:
            error = f"HTTP {reply.status}"
    except (Blocked, CallFailed) as reason:
        error = str(reason)
    return Outcome(at, round((time.monotonic() - began) * 1000), status, error[:300], excerpt)


def record(delivery_id: UUID, outcome: Outcome) -> None:
    """Write the attempt down and decide what follows, in one transaction. Locks the endpoint, then the delivery."""

    def work() -> None:
        endpoint_id = Delivery.objects.values_list("endpoint_id", flat=True).get(pk=delivery_id)
        endpoint: Endpoint = Endpoint.objects.locked().select_related("account").get(pk=endpoint_id)
        delivery: Delivery = Delivery.objects.locked().get(pk=delivery_id)
        if delivery.status not in OPEN:
            return  # disabled, deleted or delivered by a twin meanwhile
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
        delivery.response_status, delivery.last_error, delivery.leased_until = outcome.status, outcome.error, None
        if outcome.delivered:
            delivery.status, delivery.delivered_at, delivery.next_attempt_at = "delivered", outcome.at, None
        else:
            delay = delay_seconds(delivery.attempts)
            delivery.status = "failed" if delay is None else "retrying"
            delivery.next_attempt_at = None if delay is None else clock.now() + timedelta(seconds=delay)
        delivery.save()
        _count(endpoint, outcome.delivered)

    unit(work)


def _count(endpoint: Endpoint, delivered: bool) -> None:
    """Consecutive failures of the endpoint; the fifteenth disables it and its owner is told."""
    if delivered and endpoint.consecutive_failures == 0:
        return
    endpoint.consecutive_failures = 0 if delivered else endpoint.consecutive_failures + 1
    endpoint.save(update_fields=["consecutive_failures"])
    if endpoint.consecutive_failures < DISABLE_AFTER or endpoint.disabled:
        return
    endpoints.disable(endpoint, "too_many_failures")
    outbox.publish(
        type="webhook.endpoint_disabled",
        entity=endpoint.public_id,
        account_id=endpoint.account_id,
        data={"endpointId": endpoint.public_id, "url": endpoint.url, "failures": endpoint.consecutive_failures},
        subject_id=endpoint.pk,
    )
    if endpoint.account.email:
        mails.write(
            to=endpoint.account.email,
            subject=f"{settings.SERVICE_NAME}: a webhook endpoint was disabled",
            text=f"{endpoint.url} did not take {DISABLE_AFTER} deliveries in a row, so nothing more is sent there.\n\n"
            "Mend the receiver, then create the endpoint again with the same URL:\n"
            f"POST {settings.BASE_URL}/api/webhooks/endpoints\n",
        )
