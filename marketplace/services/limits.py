"""Rate limits: fixed windows counted by one atomic Redis call per request, whatever the number of classes.

When Redis is away, requests are served; that is logged and counted, not refused.
"""

import logging
import math
import threading
import time
from dataclasses import dataclass

import redis
from django.conf import settings

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.rules import LIMITS, Limit, limit_names

log = logging.getLogger(__name__)

# Looks first and counts only when nothing refuses, so that a refused request costs no other class anything.
_SCRIPT = """
local counts, refused = {}, 0
for i, key in ipairs(KEYS) do
  counts[i] = tonumber(redis.call('GET', key) or '0')
  if refused == 0 and counts[i] >= tonumber(ARGV[2 * i - 1]) then refused = i end
end
if refused == 0 then
  for i, key in ipairs(KEYS) do
    counts[i] = redis.call('INCR', key)
    if counts[i] == 1 then redis.call('EXPIRE', key, ARGV[2 * i]) end
  end
end
counts[#counts + 1] = refused
return counts
"""
_PAUSE = 1.0  # seconds without asking after Redis failed to answer


@dataclass(frozen=True, slots=True)
class Verdict:
    """The tightest class of this request. `reset` is in Unix seconds."""

    limit: int
    remaining: int
    reset: int
    refused: str | None = None

    def headers(self) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.remaining),
            "X-RateLimit-Reset": str(self.reset),
        }


class _Counter:
    """One connection pool per process, made on first use (after the fork)."""

    def __init__(self) -> None:
        self.missed = 0
        self._script: redis.commands.core.Script | None = None
        self._away_until = 0.0
        self._lock = threading.Lock()

    def count(self, keys: list[str], args: list[int]) -> list[int] | None:
        if time.monotonic() < self._away_until:
            self.missed += 1
            return None
        try:
            return list(self._ready()(keys=keys, args=args))
        except redis.RedisError as error:
            self.missed += 1
            self._away_until = time.monotonic() + _PAUSE
            log.warning(
                "rate limits are not counted: Redis is away", extra={"missed": self.missed, "cause": repr(error)}
            )
            return None

    def _ready(self) -> "redis.commands.core.Script":
        with self._lock:
            if self._script is None:
                client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=0.25, socket_connect_timeout=0.25)
                self._script = client.register_script(_SCRIPT)
            return self._script


counter = _Counter()


def count(*, method: str, path: str, address: str, actor: Actor | None) -> Verdict | None:
    """Count this request in all its classes. None on routes without limits."""
    key = actor.key if actor else None
    names = limit_names(method, path, signed_in=actor is not None, with_key=key is not None)
    if not names:
        return None
    moment = clock.wall().timestamp()
    rows: list[tuple[Limit, int, int]] = []  # limit, allowed, reset
    keys: list[str] = []
    for name in names:
        limit = LIMITS[name]
        window = math.floor(moment / limit.seconds)
        for subject, allowed in _subjects(limit, address, actor):
            rows.append((limit, allowed, (window + 1) * limit.seconds))
            keys.append(f"rl:{name}:{subject}:{window}")
    args = [number for limit, allowed, _ in rows for number in (allowed, limit.seconds)]
    counts = counter.count(keys, args)
    if counts is None:
        limit, allowed, reset = min(rows, key=lambda row: row[1])
        return Verdict(allowed, allowed, reset)
    if refused := counts[-1]:
        limit, allowed, reset = rows[refused - 1]
        return Verdict(allowed, 0, reset, refused=limit.name)
    left = [max(0, allowed - n) for (_, allowed, _), n in zip(rows, counts, strict=False)]
    tightest = min(range(len(rows)), key=lambda i: left[i])
    return Verdict(rows[tightest][1], left[tightest], rows[tightest][2])


def _subjects(limit: Limit, address: str, actor: Actor | None) -> list[tuple[str, int]]:
    scale = settings.RATE_LIMIT_SCALE
    if limit.by == "key":
        assert actor is not None and actor.key is not None
        tier = actor.key.tier.multiplier if actor.key.tier else 1
        return [(str(actor.key.pk), int(limit.count * float(tier) * scale))]
    found = [(address, int(limit.count * scale))]
    if actor is not None and actor.account is not None:
        found.append((str(actor.account.pk), int(limit.count * scale)))
    return found
