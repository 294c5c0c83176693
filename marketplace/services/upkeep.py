"""Housekeeping: the worker's heartbeat, and deleting expired rows."""

import time
from datetime import timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, QuerySet

from marketplace.core import clock, redis_clients
from marketplace.models import SignupCode, StatusDay
from marketplace.selectors.health import HEARTBEAT
from marketplace.services import keeping

STATUS_KEPT = timedelta(days=400)
RUN_SECONDS = 240.0  # of a run; what is left waits for the next hour


def record_heartbeat() -> None:
    """Write the worker's heartbeat (Unix seconds) to Redis."""
    with redis_clients.of_queue(seconds=1) as client:
        client.set(HEARTBEAT, f"{clock.wall().timestamp():.3f}", ex=3600)


def delete_expired() -> int:
    """Delete expired sign-up codes, expired sessions and their metadata, old days of /status, and whatever is older than its
    keeping time (`keeping`). Returns the number of rows deleted. One transaction per batch of 1,000; each batch finds its rows by
    an index, however many others there are, and after `RUN_SECONDS` the rest is left to the next run.
    """
    ends = time.monotonic() + RUN_SECONDS
    return sum(_in_batches(rows, until=ends) for rows in _expired()) + keeping.delete_old(until=ends)


def _expired() -> list[QuerySet[Any]]:
    now = clock.now()
    alive = Session.objects.filter(session_key=OuterRef("session_key"))
    return [
        SignupCode.objects.filter(expires_at__lt=now - timedelta(days=1)),
        StatusDay.objects.filter(day__lt=(clock.wall() - STATUS_KEPT).date()),
        Session.objects.filter(expire_date__lt=clock.wall()),
        # NOT EXISTS: for a long list PostgreSQL reads NOT IN once for each row.
        UserSession.objects.filter(~Exists(alive)),
    ]


def _in_batches(rows: QuerySet[Any], *, until: float) -> int:
    """Delete all rows, 1,000 per transaction."""
    deleted, batch = 0, keeping.BATCH
    while batch >= keeping.BATCH and time.monotonic() < until:
        batch = rows.model._default_manager.filter(pk__in=rows.order_by().values("pk")[: keeping.BATCH]).delete()[0]
        deleted += batch
    return deleted
