"""Housekeeping: the worker's heartbeat, and deleting expired rows."""

from datetime import timedelta
from typing import Any

import redis
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import QuerySet

from marketplace.core import clock
from marketplace.models import Call, IdempotencyRecord, Mail, Push, SignupCode
from marketplace.selectors.health import HEARTBEAT
from marketplace.services.calls import KEPT as CALLS_KEPT
from marketplace.services.idempotency import INTENT_LIFETIME, LIFETIME

BATCH = 1000
MAX_BATCHES = 200  # per run: far more than a busy hour leaves behind
MAIL_KEPT = timedelta(days=30)
PUSH_KEPT = timedelta(days=7)


def record_heartbeat() -> None:
    """Write the worker's heartbeat (Unix seconds) to Redis."""
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1) as client:
        client.set(HEARTBEAT, f"{clock.wall().timestamp():.3f}", ex=3600)


def delete_expired() -> int:
    """Delete idempotency records older than a day (of payments: 30 days), sent mails older than 30 days, ended pushes older than 7
    days, lines of the timeline older than 90 days, expired sign-up codes, expired sessions and their metadata. Returns the number
    of rows deleted. One transaction per batch.
    """
    now = clock.now()
    deleted = 0
    deleted += _in_batches(IdempotencyRecord.objects.filter(created_at__lt=now - LIFETIME, intent=""))
    deleted += _in_batches(IdempotencyRecord.objects.filter(created_at__lt=now - INTENT_LIFETIME))
    deleted += _in_batches(Mail.objects.filter(next_attempt_at=None, created_at__lt=now - MAIL_KEPT))
    deleted += _in_batches(Push.objects.filter(created_at__lt=now - PUSH_KEPT).exclude(outcome=""))
    deleted += _in_batches(Call.objects.filter(created_at__lt=now - CALLS_KEPT))
    deleted += SignupCode.objects.filter(expires_at__lt=now - timedelta(days=1)).delete()[0]
    deleted += Session.objects.filter(expire_date__lt=clock.wall()).delete()[0]
    deleted += _in_batches(UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")))
    return deleted


def _in_batches(rows: QuerySet[Any]) -> int:
    """Delete all rows, 1,000 per transaction."""
    deleted = 0
    for _ in range(MAX_BATCHES):
        batch = rows.model._default_manager.filter(pk__in=rows.order_by().values("pk")[:BATCH]).delete()[0]
        deleted += batch
        if batch < BATCH:
            break
    return deleted
