"""REDIS_URL and LIMITS_REDIS_URL: where the queue is, and where the limits are counted.

Their forms: `marketplace.core.redis_clients`, which makes the clients. Celery's transport has words of its own for them.
"""

from typing import Any
from urllib.parse import quote

from config.settings import reading
from marketplace.core.redis_clients import SENTINEL, Watched

EXAMPLE = "redis://redis.example.org:6379/0"
_WATCHED_EXAMPLE = "sentinel://one.example.org,two.example.org,three.example.org/0?master=ahm"
_ONE = ["redis", "rediss", "unix"]
_CLUSTERS = ["redis+cluster", "rediss+cluster"]


def of_queue(name: str) -> str:
    """The address in this variable; empty when it is not set. Raises BadSetting."""
    url = reading.text(name)
    if url.startswith(tuple(f"{scheme}:" for scheme in _CLUSTERS)):
        raise reading.BadSetting(
            f"{name}={reading.shown(url)} cannot be used: the queue can't live in a cluster; name one server or its sentinels "
            "here, and the cluster in LIMITS_REDIS_URL"
        )
    return _address(name, _ONE)


def of_limits(name: str) -> str:
    """As `of_queue`; may be a cluster."""
    return _address(name, [*_ONE, *_CLUSTERS])


def of_broker(url: str) -> tuple[str, dict[str, Any]]:
    """The queue's address and the options that come with it, as kombu reads them: a unix socket is
    `redis+socket:///path?virtual_host=N` there (redis-py: `unix:///path?db=N`), and each sentinel a URL of its own.
    """
    if url.startswith(SENTINEL):
        return _watched(Watched.read(url))
    if url.startswith("unix://"):
        path, _, query = url.removeprefix("unix://").partition("?")
        db = dict(pair.split("=", 1) for pair in query.split("&") if pair).get("db", "0")
        url = f"redis+socket://{path}?virtual_host={db}"
    return url, {}


def _watched(server: Watched) -> tuple[str, dict[str, Any]]:
    credentials = f"{quote(server.username or '', safe='')}:{quote(server.password or '', safe='')}@"
    if credentials == ":@":
        credentials = ""
    urls = [f"{SENTINEL}{credentials}{host}:{port}/{server.db}" for host, port in server.sentinels]
    return ";".join(urls), {"master_name": server.master}


def _address(name: str, schemes: list[str]) -> str:
    url = reading.text(name)
    if not url.startswith(SENTINEL):
        return reading.server_address(name, schemes=schemes, example=EXAMPLE)
    try:
        Watched.read(url)
    except ValueError as error:
        raise reading.BadSetting(
            f"{name}={reading.shown(url)} cannot be used: {error}; give an address like {_WATCHED_EXAMPLE}"
        ) from None
    return url
