"""Readiness: is everything available that a request needs? Read by /readyz."""

import redis
from django.conf import settings
from django.db import Error, connection

from marketplace.core import clock

HEARTBEAT = "ahm:heartbeat"  # Unix seconds, written by the worker every five seconds
STALE = 30.0
UNCOUNTED = "ahm:uncounted"  # requests served while Redis could not count them, over all processes


def parts() -> tuple[dict[str, str], int | None]:
    """State of database, redis and worker, each `ok` or a reason; and the number of requests that were not counted by the rate
    limits (None while Redis is unavailable).
    """
    broker, beat, uncounted = _redis()
    return {"database": _database(), "redis": broker, "worker": beat}, uncounted


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
    except Error:
        connection.close()
        return "not reachable"
    return "ok"


def _redis() -> tuple[str, str, int | None]:
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=0.5, socket_connect_timeout=0.5) as client:
            last, uncounted = client.mget(HEARTBEAT, UNCOUNTED)
    except redis.RedisError:
        return "not reachable", "unknown: redis is not reachable", None
    return "ok", _worker(last), int(uncounted or 0)


def _worker(last: bytes | None) -> str:
    if last is None:
        return "no worker has reported yet"
    age = clock.wall().timestamp() - float(last)
    return "ok" if age < STALE else f"last reported {age:.0f} s ago"
