"""Counters and durations for Prometheus, added up over all processes that share DATA_DIR. Only with METRICS_TOKEN; without it
nothing is counted and the library is not even imported.

Each process writes into files of its own in DATA_DIR/metrics, mapped into memory; whoever answers `/metrics` adds them up. So one
node of those that share a DATA_DIR is scraped. What is measured when asked is in `escrow/selectors/gauges.py`.
"""

import os
import socket
import threading
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.conf import settings

from marketplace.core import clock

if TYPE_CHECKING:
    from marketplace.core.watching import Work

FOLDER: Final = "metrics"
_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_TASK_SECONDS: Final = (0.01, 0.1, 0.5, 1.0, 5.0, 15.0, 60.0, 300.0)
POOL_STATES: Final = ("used", "idle", "waiting")
_OLD: Final = 7 * 24 * 3600  # seconds since a file of another machine was written
_POOL_EVERY: Final = 1.0  # seconds between two looks at the pool
_pool_seen = 0.0
_lock = threading.Lock()


class Kinds(NamedTuple):
    """Every metric that processes write."""

    requests: Any
    request_seconds: Any
    request_statements: Any
    request_database_seconds: Any
    request_redis_seconds: Any
    tasks: Any
    task_seconds: Any
    deliveries: Any
    limits_refused: Any
    messages_lost: Any
    pool: Any


def is_on() -> bool:
    """Does this instance count?"""
    return bool(settings.METRICS_TOKEN)


def folder() -> Path:
    """Where the processes of this instance write."""
    return Path(settings.DATA_DIR) / FOLDER


@cache
def kinds() -> Kinds:
    """The metrics of this process, made at first use (Celery's children each have their own files)."""
    with _lock:
        folder().mkdir(parents=True, exist_ok=True, mode=0o700)
        remove_old(folder())
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder())
        import prometheus_client as prometheus
        from prometheus_client import values

        chosen: Any = values  # a constant, by its type
        chosen.ValueClass = values.MultiProcessValue(process)
        counter, histogram = prometheus.Counter, prometheus.Histogram
        nowhere: dict[str, Any] = {"registry": None}  # each scrape makes a registry of its own
        route = ["route"]
        return Kinds(
            counter("ahm_requests", "Requests answered.", ["route", "method", "status"], **nowhere),
            histogram("ahm_request_seconds", "Time to answer.", route, buckets=_SECONDS, **nowhere),
            counter("ahm_request_statements", "SQL statements of requests.", route, **nowhere),
            counter("ahm_request_database_seconds", "Time of requests in the database.", route, **nowhere),
            counter("ahm_request_redis_seconds", "Time of requests in Redis.", route, **nowhere),
            counter("ahm_tasks", "Tasks that ended.", ["task", "state"], **nowhere),
            histogram("ahm_task_seconds", "Time of tasks.", ["task"], buckets=_TASK_SECONDS, **nowhere),
            counter("ahm_deliveries", "Attempts to deliver a webhook.", ["result"], **nowhere),
            counter("ahm_limits_refused", "Requests that a rate limit refused.", ["limit"], **nowhere),
            counter("ahm_messages_lost", "Messages that the queue did not take.", **nowhere),
            prometheus.Gauge(
                "ahm_pool_connections",
                "Connections to PostgreSQL of web processes, and requests that wait for one.",
                ["state"],
                multiprocess_mode="livesum",
                **nowhere,
            ),
        )


def process() -> str:
    """Names this process in the files' names: containers that share a folder have the same process ids."""
    return f"{_host()}-{os.getpid()}"


def _host() -> str:
    return socket.gethostname().replace("_", "-").replace(".", "-") or "host"


def remove_old(where: Path) -> None:
    """Remove the gauges of processes of this machine that have ended, and what other machines left long ago. Counters of ended
    processes stay: a counter never falls.
    """
    for file in where.glob("*.db"):
        host, _, pid = file.stem.rpartition("_")[2].rpartition("-")
        try:
            is_old = clock.wall().timestamp() - file.stat().st_mtime > _OLD
            if host == _host() and pid.isdecimal():
                is_over = not Path(f"/proc/{pid}").exists() and Path("/proc/self").exists()
                is_old = is_over and (is_old or file.name.startswith("gauge_live"))
            if is_old:
                file.unlink()
        except FileNotFoundError:  # another process was faster
            continue


def count_request(work: "Work", method: str, status: int) -> None:
    """A request was answered."""
    if not is_on():
        return
    found = kinds()
    found.requests.labels(work.name, method, str(status)).inc()
    found.request_seconds.labels(work.name).observe(work.seconds)
    found.request_statements.labels(work.name).inc(work.statements)
    found.request_database_seconds.labels(work.name).inc(work.database_seconds)
    found.request_redis_seconds.labels(work.name).inc(work.redis_seconds)
    _look_at_pool(found)


def count_task(work: "Work", state: str) -> None:
    """A task ended."""
    if is_on():
        kinds().tasks.labels(work.name, state).inc()
        kinds().task_seconds.labels(work.name).observe(work.seconds)


def count_delivery(result: str) -> None:
    """A webhook was sent: `delivered`, `retrying` or `failed`."""
    if is_on():
        kinds().deliveries.labels(result).inc()


def count_refused(limit: str) -> None:
    """A rate limit refused a request."""
    if is_on():
        kinds().limits_refused.labels(limit).inc()


def count_lost_message() -> None:
    """The queue did not take a message."""
    if is_on():
        kinds().messages_lost.inc()


def _look_at_pool(found: Kinds) -> None:
    """Once a second: the pool of this process."""
    global _pool_seen
    from django.db import connection

    pool = getattr(connection, "pool", None)  # of config/postgres
    if pool is None or time.monotonic() - _pool_seen < _POOL_EVERY:
        return
    _pool_seen = time.monotonic()
    stats = pool.get_stats()
    size, idle = stats.get("pool_size", 0), stats.get("pool_available", 0)
    numbers = (size - idle, idle, stats.get("requests_waiting", 0))
    for state, number in zip(POOL_STATES, numbers, strict=True):
        found.pool.labels(state).set(number)
