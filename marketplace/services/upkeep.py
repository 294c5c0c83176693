"""What the program does for itself: the worker's sign of life, and forgetting what has expired."""

from datetime import timedelta
from typing import Any

import redis
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import QuerySet

from marketplace.core import clock
from marketplace.models import IdempotencyRecord, Mail, SignupCode
from marketplace.selectors.health import HEARTBEAT
from marketplace.services.idempotency import INTENT_LIFETIME, LIFETIME

BATCH = 1000
BATCHES = 200  # of one look: far more than a busy hour leaves behind
MAIL_KEPT = timedelta(days=30)


def report_alive() -> None:
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1) as client:
        client.set(HEARTBEAT, f"{clock.wall().timestamp():.3f}", ex=3600)


def delete_expired() -> int:
    """Delete idempotency records older than a day (payments: a month), mails older than a month, spent codes, dead sessions
    and what was noted of them.

    Returns how many rows went.
    """
    now = clock.now()
    gone = 0
    gone += _in_batches(IdempotencyRecord.objects.filter(created_at__lt=now - LIFETIME, intent=""))
    gone += _in_batches(IdempotencyRecord.objects.filter(created_at__lt=now - INTENT_LIFETIME))
    gone += _in_batches(Mail.objects.filter(next_attempt_at=None, created_at__lt=now - MAIL_KEPT))
    gone += SignupCode.objects.filter(expires_at__lt=now - timedelta(days=1)).delete()[0]
    gone += Session.objects.filter(expire_date__lt=clock.wall()).delete()[0]
    gone += _in_batches(UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")))
    return gone


def _in_batches(rows: QuerySet[Any]) -> int:
    """Delete all of them, a thousand to a transaction."""
    gone = 0
    for _ in range(BATCHES):
        batch = rows.model._default_manager.filter(pk__in=rows.order_by().values("pk")[:BATCH]).delete()[0]
        gone += batch
        if batch < BATCH:
            break
    return gone
