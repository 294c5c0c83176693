"""Is everything there that a request needs? Asked by /readyz."""

import redis
from django.conf import settings
from django.db import Error, connection

from marketplace.core import clock

HEARTBEAT = "ahm:heartbeat"  # wall-clock seconds, written by the worker every five seconds
STALE = 30.0


def parts() -> dict[str, str]:
    """database, redis and worker, each `ok` or what is wrong with it."""
    broker, beat = _redis()
    return {"database": _database(), "redis": broker, "worker": beat}


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
    except Error:
        connection.close()
        return "not reachable"
    return "ok"


def _redis() -> tuple[str, str]:
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=0.5, socket_connect_timeout=0.5) as client:
            last = client.get(HEARTBEAT)
    except redis.RedisError:
        return "not reachable", "unknown: redis is not reachable"
    if last is None:
        return "ok", "no worker has reported yet"
    age = clock.wall().timestamp() - float(last)
    return "ok", "ok" if age < STALE else f"last reported {age:.0f} s ago"
