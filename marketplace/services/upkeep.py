"""Housekeeping: the worker's heartbeat, and deleting expired rows."""

import time
from datetime import timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, QuerySet

from marketplace.core import clock, redis_clients
from marketplace.models import Call, IdempotencyRecord, Mail, Push, SignupCode
from marketplace.selectors.health import HEARTBEAT
from marketplace.services.calls import KEPT as CALLS_KEPT
from marketplace.services.idempotency import INTENT_LIFETIME, LIFETIME

BATCH = 1000
RUN_SECONDS = 240.0  # of a run; what is left waits for the next hour
MAIL_KEPT = timedelta(days=30)
PUSH_KEPT = timedelta(days=7)


def record_heartbeat() -> None:
    """Write the worker's heartbeat (Unix seconds) to Redis."""
    with redis_clients.of_queue(seconds=1) as client:
        client.set(HEARTBEAT, f"{clock.wall().timestamp():.3f}", ex=3600)


def delete_expired() -> int:
    """Delete idempotency records older than a day (of payments: 30 days), sent mails older than 30 days, ended pushes older than 7
    days, lines of the timeline older than 90 days, expired sign-up codes, expired sessions and their metadata. Returns the number
    of rows deleted. One transaction per batch of 1,000; each batch finds its rows by an index, however many others there are, and
    after `RUN_SECONDS` the rest is left to the next run.
    """
    ends = time.monotonic() + RUN_SECONDS
    return sum(_in_batches(rows, until=ends) for rows in _expired())


def _expired() -> list[QuerySet[Any]]:
    now = clock.now()
    alive = Session.objects.filter(session_key=OuterRef("session_key"))
    return [
        IdempotencyRecord.objects.filter(created_at__lt=now - LIFETIME, intent=""),
        IdempotencyRecord.objects.filter(created_at__lt=now - INTENT_LIFETIME),
        Mail.objects.filter(next_attempt_at=None, created_at__lt=now - MAIL_KEPT),
        Push.objects.filter(created_at__lt=now - PUSH_KEPT).exclude(outcome=""),
        Call.objects.filter(created_at__lt=now - CALLS_KEPT),
        SignupCode.objects.filter(expires_at__lt=now - timedelta(days=1)),
        Session.objects.filter(expire_date__lt=clock.wall()),
        # NOT EXISTS: for a long list PostgreSQL reads NOT IN once for each row.
        UserSession.objects.filter(~Exists(alive)),
    ]


def _in_batches(rows: QuerySet[Any], *, until: float) -> int:
    """Delete all rows, 1,000 per transaction."""
    deleted, batch = 0, BATCH
    while batch >= BATCH and time.monotonic() < until:
        batch = rows.model._default_manager.filter(pk__in=rows.order_by().values("pk")[:BATCH]).delete()[0]
        deleted += batch
    return deleted
