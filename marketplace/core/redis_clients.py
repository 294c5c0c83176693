"""The Redis clients of the product: of the queue, and of the limits, which may have a server, or a cluster, of their own.

An address is one server (`redis://`, `rediss://`, `unix://`), a server that Sentinel watches over
(`sentinel://…?master=NAME`: whichever is the master now), or, for the limits alone, a cluster (`redis+cluster://`,
`rediss+cluster://`). The queue can't live in a cluster: its transport takes a message and notes it as taken in keys of different
slots.
"""

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, unquote

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.cluster import RedisCluster
from redis.retry import Retry
from redis.sentinel import Sentinel

# What a client raises that gets no answer; the cluster's own error is none of redis.RedisError.
FAILURES = (redis.RedisError, redis.exceptions.RedisClusterException)
SENTINEL = "sentinel://"
_CLUSTER = {"redis+cluster://": "redis://", "rediss+cluster://": "rediss://"}
_SENTINEL_PORT = 26379


@dataclass(frozen=True, slots=True)
class Watched:
    """A server that Sentinel watches over, read from `sentinel://[:password@]host[:port][,host[:port]…][/db]?master=NAME`.
    `sentinels` are hosts and ports; `password` is the server's, `db` the number of its database.
    """

    sentinels: tuple[tuple[str, int], ...]
    master: str
    db: int
    username: str | None
    password: str | None

    @classmethod
    def read(cls, url: str) -> "Watched":
        """Raises ValueError with the reason."""
        rest, _, query = url.removeprefix(SENTINEL).partition("?")
        options = parse_qs(query)
        if set(options) != {"master"}:
            raise ValueError("it names no master behind the ? (and nothing else may stand there)")
        places, _, db = rest.partition("/")
        credentials, _, hosts = places.rpartition("@")
        username, _, password = credentials.partition(":")
        if not (db or "0").isdecimal():
            raise ValueError("the database behind the / is no number")
        return cls(
            tuple(_host(one) for one in hosts.split(",")),
            options["master"][0],
            int(db or 0),
            unquote(username) or None,
            unquote(password) or None,
        )

    def client(self, **options: Any) -> redis.Redis:
        watchers = Sentinel(
            list(self.sentinels),
            sentinel_kwargs={name: options[name] for name in options if name.startswith("socket_")},
        )
        found: redis.Redis = watchers.master_for(
            self.master, db=self.db, username=self.username, password=self.password, **options
        )
        return found


def _host(text: str) -> tuple[str, int]:
    host, separator, port = text.rpartition(":")
    if not separator:
        host, port = text, str(_SENTINEL_PORT)
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise ValueError("each sentinel is a host, or host:port, and a comma stands between two")
    return host, int(port)


def of_queue(*, seconds: float, **options: Any) -> redis.Redis:
    """A client of REDIS_URL, with connections of its own. `seconds`: that it waits for an answer, and for a connection."""
    return _client(settings.REDIS_URL, seconds, options)


def of_limits(*, seconds: float, **options: Any) -> "redis.Redis | RedisCluster":
    """As `of_queue`, of LIMITS_REDIS_URL. A cluster is asked for its nodes at once: raises one of FAILURES if none answers."""
    url = settings.LIMITS_REDIS_URL or settings.REDIS_URL
    for scheme, of_node in _CLUSTER.items():
        if url.startswith(scheme):
            return RedisCluster.from_url(
                url.replace(scheme, of_node, 1),
                **{"retry": retry_once(), "socket_timeout": seconds, "socket_connect_timeout": seconds} | options,
            )
    return _client(url, seconds, options)


def retry_once() -> Retry:
    """One retry for a connection that a restarted Redis has closed; none after a timeout."""
    return Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,))


def _client(url: str, seconds: float, options: dict[str, Any]) -> redis.Redis:
    options = options | {"socket_timeout": seconds, "socket_connect_timeout": seconds}
    if url.startswith(SENTINEL):
        return Watched.read(url).client(**options)
    return redis.Redis.from_url(url, **options)
