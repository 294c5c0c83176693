"""What the program does for itself: the worker's sign of life, and forgetting what has expired."""

from datetime import timedelta

import redis
from django.conf import settings
from django.contrib.sessions.models import Session

from marketplace.core import clock
from marketplace.models import IdempotencyRecord, SignupCode
from marketplace.selectors.health import HEARTBEAT
from marketplace.services.idempotency import LIFETIME

BATCH = 1000


def report_alive() -> None:
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1) as client:
        client.set(HEARTBEAT, f"{clock.wall().timestamp():.3f}", ex=3600)


def forget_expired() -> int:
    """Delete idempotency records older than a day, spent sign-up codes and dead sessions. Returns how many rows went."""
    now = clock.now()
    gone = 0
    old = IdempotencyRecord.objects.filter(created_at__lt=now - LIFETIME).values("pk")[:BATCH]
    gone += IdempotencyRecord.objects.filter(pk__in=old).delete()[0]
    gone += SignupCode.objects.filter(expires_at__lt=now - timedelta(days=1)).delete()[0]
    gone += Session.objects.filter(expire_date__lt=clock.wall()).delete()[0]
    return gone
