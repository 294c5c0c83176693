"""Rate limits: fixed windows, counted by one atomic Redis call per request, whatever the number of limits. Spec: Rate limits.

When Redis is unavailable, requests are served without a limit (fail open) and without waiting; this is logged and counted.
"""

import logging
import math
import threading
import time
from dataclasses import dataclass

from django.conf import settings
from redis.commands.core import Script

from marketplace.core import clock, parking, redis_clients, watching
from marketplace.core.actor import Actor
from marketplace.rules import LIMITS, Limit, limit_names
from marketplace.selectors.health import UNCOUNTED

log = logging.getLogger(__name__)

# Checks all keys first and counts only if none is exhausted, so that a refused request counts towards no limit. Returns the
# count of each key, then 1 if the request is refused. The last argument is the number of requests that went uncounted before.
_SCRIPT = f"""
local counts, refused = {{}}, 0
for i, key in ipairs(KEYS) do
  counts[i] = tonumber(redis.call('GET', key) or '0')
  if counts[i] >= tonumber(ARGV[2 * i - 1]) then refused = 1 end
end
if refused == 0 then
  for i, key in ipairs(KEYS) do
    counts[i] = redis.call('INCR', key)
    if counts[i] == 1 then redis.call('EXPIRE', key, ARGV[2 * i]) end
  end
end
if ARGV[#ARGV] ~= '0' then redis.call('INCRBY', '{UNCOUNTED}', ARGV[#ARGV]) end
counts[#counts + 1] = refused
return counts
"""
# One script reads keys of a key, an account and an address at once, and a cluster runs a script where all its keys are: the part
# in braces puts them there. One node counts the limits of all then, which it does faster than twenty machines ask.
_SLOT = "rl:{limits}"
_TIMEOUT = 0.25  # seconds that one request waits for a Redis that hangs
_PAUSE = 1.0  # seconds without a call after Redis failed to answer


@dataclass(frozen=True, slots=True)
class Verdict:
    """The most restrictive limit of this request, by its name and the seconds of its window. `reset` is in Unix seconds;
    `refused` is the name of the limit that refuses it.
    """

    limit: int
    remaining: int
    reset: int
    name: str
    seconds: int
    refused: str | None = None

    def headers(self) -> dict[str, str]:
        """The same twice: as most services say it, and in the fields of draft-ietf-httpapi-ratelimit-headers, whose `t` counts
        from now."""
        wait = max(0, self.reset - math.floor(clock.wall().timestamp()))
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.remaining),
            "X-RateLimit-Reset": str(self.reset),
            "RateLimit-Policy": f'"{self.name}";q={self.limit};w={self.seconds}',
            "RateLimit": f'"{self.name}";r={self.remaining};t={wait}',
        }


class Counter:
    """The Redis client: one pool of connections per process, created on first use (after the fork). While Redis is unavailable
    one request a second tries it, and all others skip it.
    """

    def __init__(self) -> None:
        self.uncounted = 0  # not reported to Redis yet
        self.unavailable_since: float | None = None
        self._next_try = 0.0
        self._script: Script | None = None
        self._lock = threading.Lock()

    def count(self, keys: list[str], args: list[int]) -> list[int] | None:
        """The counts of the keys, then whether the request is refused; None when Redis did not answer."""
        if self.unavailable_since is not None and not self._may_try():
            return None
        missed = self._take_missed() if self.uncounted else 0
        try:
            with watching.in_redis():
                counts = list(self._ready()(keys=keys, args=[*args, missed]))
        except redis_clients.FAILURES as error:
            self._failed(error, missed)
            return None
        if self.unavailable_since is not None:
            self._recovered(missed)
        return counts

    def _may_try(self) -> bool:
        with self._lock:
            now = time.monotonic()
            if now >= self._next_try:
                self._next_try = now + _TIMEOUT + _PAUSE
                return True
            self.uncounted += 1
            return False

    def _take_missed(self) -> int:
        with self._lock:
            missed, self.uncounted = self.uncounted, 0
            return missed

    def _failed(self, error: Exception, missed: int) -> None:
        with self._lock:
            self.uncounted += missed + 1
            now = time.monotonic()
            self._next_try = now + _PAUSE
            is_first = self.unavailable_since is None
            if is_first:
                self.unavailable_since = now
        if is_first:
            log.warning("rate limits are not counted: Redis is unavailable", extra={"cause": repr(error)})

    def _recovered(self, missed: int) -> None:
        with self._lock:
            since, self.unavailable_since = self.unavailable_since, None
        if since is not None:
            seconds = round(time.monotonic() - since, 1)
            log.warning("rate limits are counted again", extra={"uncounted": missed, "seconds": seconds})

    def _ready(self) -> Script:
        with self._lock:
            if self._script is None:
                client = redis_clients.of_limits(seconds=_TIMEOUT, retry=redis_clients.retry_once())
                self._script = client.register_script(_SCRIPT)
            return self._script


counter = Counter()


def count(*, classes: tuple[str, ...], address: str, actor: Actor | None) -> Verdict:
    """Count a request towards the limits that its operation declares, unless one of them refuses it.

    classes: names of limits in `rules.LIMITS`. address: the client's network address. actor: None for an anonymous request.
    A request whose view is run several times (`marketplace.core.parking`) is counted once. Locks nothing, raises nothing.
    """
    held = parking.place()
    if held is None:
        return _count(classes, address, actor)
    if classes not in held.verdicts:
        held.verdicts[classes] = _count(classes, address, actor)
    verdict: Verdict = held.verdicts[classes]
    return verdict


def _count(classes: tuple[str, ...], address: str, actor: Actor | None) -> Verdict:
    key = actor.key if actor else None
    moment = clock.wall().timestamp()
    rows: list[tuple[Limit, int, int]] = []  # limit, allowed, reset
    keys: list[str] = []
    for name in limit_names(classes, signed_in=actor is not None, with_key=key is not None):
        limit = LIMITS[name]
        window = math.floor(moment / limit.seconds)
        for subject, allowed in _subjects(limit, address, actor):
            rows.append((limit, allowed, (window + 1) * limit.seconds))
            keys.append(f"{_SLOT}:{name}:{subject}:{window}")
    args = [number for limit, allowed, _ in rows for number in (allowed, limit.seconds)]
    counts = counter.count(keys, args)
    if counts is None:
        limit, allowed, reset = min(rows, key=lambda row: row[1])
        return Verdict(allowed, allowed, reset, limit.name, limit.seconds)
    left = [max(0, allowed - n) for (_, allowed, _), n in zip(rows, counts, strict=False)]
    if counts[-1]:
        # The one that resets last: a retry after an earlier reset would be refused again.
        limit, allowed, reset = max((row for row, n in zip(rows, left, strict=True) if n == 0), key=lambda row: row[2])
        return Verdict(allowed, 0, reset, limit.name, limit.seconds, refused=limit.name)
    tightest = min(range(len(rows)), key=left.__getitem__)
    limit, allowed, reset = rows[tightest]
    return Verdict(allowed, left[tightest], reset, limit.name, limit.seconds)


def _subjects(limit: Limit, address: str, actor: Actor | None) -> list[tuple[str, int]]:
    """The subjects that this limit counts the request for (key, account, address), with the number allowed for each."""
    scaled = int(limit.count * settings.RATE_LIMIT_SCALE)
    match limit.by:
        case "key":
            assert actor is not None and actor.key is not None
            tier = actor.key.tier.multiplier if actor.key.tier else 1
            return [(str(actor.key.pk), round(limit.count * float(tier) * settings.RATE_LIMIT_SCALE))]
        case "owner":
            assert actor is not None
            return [(str(actor.id), scaled)]
    found = [(address, scaled)]
    if actor is not None and actor.account is not None:
        found.append((str(actor.account.pk), scaled))
    return found
