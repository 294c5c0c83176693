"""`enqueue()` queues a task, and `announce()` tells who listens, once the current transaction has committed.

Services name tasks as text, so that they never import them. When the message broker can't be reached, the request still succeeds
with a warning in the log: the work has a due time in the database, where beat's sweep tasks find it.
"""

import logging
import threading
import time
from dataclasses import dataclass
from functools import cache
from typing import Any

import redis
from celery import current_app
from django.db import transaction

from marketplace.core import clock, context, metrics, redis_clients, tracing, watching

log = logging.getLogger(__name__)

PAUSE = 5.0  # seconds without an attempt after the broker did not answer
_ANNOUNCING_SECONDS = 0.25  # that one announcement waits for a Redis that hangs
_lost = 0
_lock = threading.Lock()
_paused_until = 0.0
_is_suspect = False  # the last message was lost


def enqueue(task: str, **kwargs: Any) -> None:
    """Queue `task` with `kwargs` when the current transaction commits; without one, at once.

    The same task with the same arguments is queued once per transaction. Never raises for a broker that can't be reached.
    """
    connection = transaction.get_connection()
    message, here = _Message(task, kwargs, _headers()), set(connection.savepoint_ids)
    # A message of an inner savepoint may still be rolled back, so it doesn't stand in for this one.
    if not any(queued == message and sids <= here for sids, queued, _ in connection.run_on_commit):
        transaction.on_commit(message)


def announce(channel: str, text: str) -> None:
    """Publish `text` on a channel of Redis when the current transaction commits; without one, at once. A hint to look sooner: who
    listens must find the same without it, since nothing is kept and nothing is tried again.

    The same text is published once per transaction. Never raises; while the broker does not answer, nothing is sent.
    """
    connection = transaction.get_connection()
    said, here = _Announcement(channel, text), set(connection.savepoint_ids)
    if not any(queued == said and sids <= here for sids, queued, _ in connection.run_on_commit):
        transaction.on_commit(said)


def _headers() -> dict[str, str]:
    """Who wakes the task: the request, its trace if the caller brought one, and the route or task."""
    work = watching.current()
    return {
        "request_id": context.request_id(),
        "trace_id": context.offered_trace(),
        "woken_by": work.name if work else "",
    } | ({"traceparent": tracing.traceparent()} if tracing.is_on() else {})


def lost_messages() -> int:
    """Messages that this process could not send since it started."""
    return _lost


@dataclass(frozen=True, slots=True)
class _Message:
    task: str
    kwargs: dict[str, Any]
    headers: dict[str, str]

    def __call__(self) -> None:
        _send(self.task, self.kwargs, self.headers | {"queued_at": f"{clock.wall().timestamp():.3f}"})


@dataclass(frozen=True, slots=True)
class _Announcement:
    channel: str
    text: str

    def __call__(self) -> None:
        publish(self.channel, self.text)


def publish(channel: str, text: str) -> None:
    """As `announce`, but at once: for what is known to be committed."""
    if not _may_send():
        return
    try:
        _client().publish(channel, text)
        _resume()
    except redis.RedisError as error:
        _pause()
        log.warning("nobody could be told at once", extra={"channel": channel, "cause": repr(error)})


@cache
def _client() -> redis.Redis:
    """One pool of connections for each process, made on first use (after the fork)."""
    return redis_clients.of_queue(seconds=_ANNOUNCING_SECONDS, retry=redis_clients.retry_once())


def _send(task: str, kwargs: dict[str, Any], headers: dict[str, str]) -> None:
    """A broker that hangs costs one timeout, not one per message: after a failure nothing is sent for `PAUSE` seconds, and then
    by one thread at a time until a message succeeds.
    """
    global _lost
    cause = "paused after a failure"
    if _may_send():
        try:
            with watching.in_redis():
                current_app.send_task(task, kwargs=kwargs, headers=headers, retry=False, ignore_result=True)
            _resume()
            return
        except Exception as error:
            cause = repr(error)
            _pause()
    with _lock:
        _lost += 1
    metrics.count_lost_message()
    log.warning("the queue cannot be reached; the sweep will do it", extra={"task": task, "cause": cause})


def _may_send() -> bool:
    global _paused_until
    with _lock:
        if time.monotonic() < _paused_until:
            return False
        if _is_suspect:  # other threads stay paused while this one tries
            _paused_until = time.monotonic() + PAUSE
        return True


def _pause() -> None:
    global _paused_until, _is_suspect
    with _lock:
        _paused_until, _is_suspect = time.monotonic() + PAUSE, True


def _resume() -> None:
    global _paused_until, _is_suspect
    if _is_suspect:
        with _lock:
            _paused_until, _is_suspect = 0.0, False
