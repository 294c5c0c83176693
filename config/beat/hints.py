"""Sleeping until somebody says that something is due sooner."""

import logging
import time
from typing import Final

import redis

from config.beat.written import CHANNEL
from marketplace.core import redis_clients

log = logging.getLogger(__name__)

RECONNECT_SECONDS: Final = 2.0
PING_SECONDS: Final = 15.0  # of silence, after which Redis is asked whether it is there
_TIMEOUT: Final = 1.0


class Hints:
    """A subscription to what the writers say. While Redis does not answer, sleeping is all it does."""

    def __init__(self) -> None:
        self._client: redis.Redis | None = None
        self._subscription: redis.client.PubSub | None = None
        self._heard = self._pinged = 0.0
        self._connects = 0.0  # not before
        self._hears = True  # whether it did when it last tried, for the log

    def wait(self, seconds: float) -> set[str] | None:
        """Sleep at most so long. Returns the names of timers to ask about, as soon as there are any; None for all of them: what
        was said before may have been missed."""
        if self._subscription is None and time.monotonic() >= self._connects:
            return None if self._connect() else set()
        if self._subscription is None:
            time.sleep(max(0.0, min(seconds, self._connects - time.monotonic())))
            return set()
        try:
            return self._hear(self._subscription, max(0.0, min(seconds, PING_SECONDS)))
        except redis_clients.FAILURES as error:
            self._lost(error)
            return set()

    def close(self) -> None:
        subscription, client, self._subscription, self._client = self._subscription, self._client, None, None
        try:
            if subscription is not None:
                subscription.close()
            if client is not None:
                client.close()
        except redis_clients.FAILURES:
            pass  # it is gone already

    def _connect(self) -> bool:
        try:
            self._client = redis_clients.of_queue(seconds=_TIMEOUT)
            self._subscription = self._client.pubsub()
            self._subscription.subscribe(CHANNEL)
        except redis_clients.FAILURES as error:
            self._lost(error)
            return False
        self._heard, self._pinged, self._hears = time.monotonic(), 0.0, True
        return True

    def _lost(self, error: Exception) -> None:
        if self._hears:
            log.warning("nobody can wake beat: Redis is unavailable", extra={"cause": repr(error)})
        self._hears = False
        self.close()
        self._connects = time.monotonic() + RECONNECT_SECONDS

    def _hear(self, subscription: redis.client.PubSub, seconds: float) -> set[str]:
        """Raises one of `redis_clients.FAILURES`, also when Redis is silent."""
        names: set[str] = set()
        while (message := subscription.get_message(timeout=0 if names else seconds)) is not None:
            self._heard, self._pinged = time.monotonic(), 0.0
            if message["type"] != "message":
                return names
            names.update(message["data"].decode().split())
        now = time.monotonic()
        if now - self._heard >= PING_SECONDS:
            if self._pinged and now - self._pinged > _TIMEOUT:
                raise redis.TimeoutError("Redis is silent")
            if not self._pinged:
                subscription.ping()
                self._pinged = now
        return names
