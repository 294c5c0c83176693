"""Waiting for events. Callers who wait sleep until their account's inbox has grown, of which Redis tells by a hint for each commit.

One thread of each process listens, over one subscription. A hint never has an event: who is woken reads the inbox. So nothing is
lost with a hint: the same thread also looks, by one statement for all, which inboxes have grown; seldom while Redis answers, each
second while it does not.
"""

import logging
import random
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from uuid import UUID

import redis
from django.db import DatabaseError, connection

from marketplace.core import parking, redis_clients
from marketplace.core.parking import Place
from webhooks.errors import TooManyWaiting
from webhooks.rules.readings import Seen
from webhooks.rules.waiting import (
    CHANNEL,
    HEARTBEAT_SECONDS,
    LOOK_SECONDS,
    MOST,
    MOST_OF_ONE,
    MOST_THREADS,
    POLL_SECONDS,
)
from webhooks.selectors import events
from webhooks.services.inbox import InboxPage

log = logging.getLogger(__name__)
_TIMEOUT = 1.0  # seconds for Redis to answer
_PING, _SILENCE = 5.0, 8.0  # seconds after which Redis is asked whether it is there, and taken to be gone

Read = Callable[[Seen | None], InboxPage]


class Waiter:
    """One request that waits. `position`: where it has read its inbox to; None while it reads for the first time."""

    __slots__ = ("_hub", "account_id", "position", "wake")

    def __init__(self, hub: "Hub", account_id: UUID, wake: Callable[[], None]) -> None:
        self._hub, self.account_id, self.wake = hub, account_id, wake
        self.position: int | None = None

    def leave(self) -> None:
        self._hub.leave(self)


class Hub:
    """All who wait in this process, and the thread that wakes them."""

    def __init__(self) -> None:
        self.is_closing = False
        self.hears = False  # is there a subscription that answers?
        self._lock = threading.Lock()
        self._waiters: dict[UUID, set[Waiter]] = defaultdict(set)
        self._count = 0
        self._listener: threading.Thread | None = None
        self._stopping = threading.Event()

    def __len__(self) -> int:
        return self._count

    def join(self, account_id: UUID, wake: Callable[[], None]) -> Waiter:
        """From now on `wake` is called, in another thread, when the account's inbox has grown, and now and then without a reason.
        Whoever joins first and reads then misses nothing. Raises TooManyWaiting (429).
        """
        waiter = Waiter(self, account_id, wake)
        with self._lock:
            if self._count >= MOST:
                raise TooManyWaiting(retry_after=10)
            if len(self._waiters.get(account_id, ())) >= MOST_OF_ONE:
                raise TooManyWaiting(
                    f"{MOST_OF_ONE} calls of this account wait for events already, and that is the most. One of them is enough: it "
                    "gets every event. End the others, or ask without `wait`.",
                    retry_after=10,
                    maximum=MOST_OF_ONE,
                )
            self._waiters[account_id].add(waiter)
            self._count += 1
            if self._listener is None and not self._stopping.is_set():
                self._listener = threading.Thread(target=self._listen, name="events", daemon=True)
                self._listener.start()
        return waiter

    def leave(self, waiter: Waiter) -> None:
        with self._lock:
            mine = self._waiters.get(waiter.account_id)
            if mine is None or waiter not in mine:
                return
            mine.remove(waiter)
            self._count -= 1
            if not mine:
                del self._waiters[waiter.account_id]

    def wake(self, account_id: UUID) -> None:
        """Wake all who wait for this account's events."""
        with self._lock:
            found = list(self._waiters.get(account_id, ()))
        for waiter in found:
            waiter.wake()

    def close(self) -> None:
        """This process ends: everyone is woken, and answers with what there is; the listener stops."""
        self.is_closing = True
        self._stopping.set()
        with self._lock:
            found, listener = [waiter for mine in self._waiters.values() for waiter in mine], self._listener
        for waiter in found:
            waiter.wake()
        if listener is not None:
            listener.join(2 * _TIMEOUT)

    def look(self) -> None:
        """Wake those whose inbox has grown since they read it, whether or not anybody said so."""
        with self._lock:
            known: dict[UUID, int] = {}
            for account_id, mine in self._waiters.items():
                # -1: somebody is still reading, and what they see was perhaps written before.
                known[account_id] = min(-1 if waiter.position is None else waiter.position for waiter in mine)
        for account_id in [one for one, position in known.items() if position < 0]:
            known.pop(account_id)
            self.wake(account_id)
        if not known:
            return
        try:
            grown = events.grown_inboxes(known)
        except DatabaseError as error:
            log.warning("inboxes that are waited for cannot be read", extra={"cause": repr(error)})
            return
        finally:
            connection.close()
        for account_id in grown:
            self.wake(account_id)

    def _listen(self) -> None:
        while not self._stopping.is_set():
            try:
                self._hear()
            except redis_clients.FAILURES as error:
                if self.hears:
                    log.warning("who waits for events polls: Redis is unavailable", extra={"cause": repr(error)})
                self.hears = False
            except Exception:
                log.exception("the listener for events failed")
            self._stopping.wait(POLL_SECONDS * random.uniform(0.8, 1.2))  # noqa: S311
            self.look()

    def _hear(self) -> None:
        """Pass on what Redis says until it fails, or this process ends. Raises one of `redis_clients.FAILURES`."""
        with (
            redis_clients.of_queue(seconds=_TIMEOUT) as client,
            client.pubsub() as subscription,
        ):
            subscription.subscribe(CHANNEL)
            heard_at = asked_at = time.monotonic()
            next_look = 0.0  # at once: for what was said while nobody heard
            while not self._stopping.is_set():
                message = subscription.get_message(timeout=_TIMEOUT)
                now = time.monotonic()
                if message is not None:
                    self.hears, heard_at = True, now
                    if message["type"] == "message":
                        self.wake(UUID(message["data"].decode()))
                elif now - heard_at > _SILENCE:
                    raise redis.TimeoutError("Redis is silent")
                elif now - asked_at > _PING:
                    subscription.ping()
                    asked_at = now
                if self.hears and now >= next_look:
                    self.look()
                    next_look = now + LOOK_SECONDS


hub = Hub()
_threads = threading.BoundedSemaphore(MOST_THREADS)


def read_or_wait(account_id: UUID, *, seconds: float, read: Read) -> tuple[InboxPage, bool]:
    """What `read` finds, after at most `seconds` in which it found nothing; and whether that was waited for. Spec: Events;
    contract, section 8.

    account_id: whose inbox. read: reads it, after a place of its own (None) or after what was seen. Where the process can hold
    requests back (`marketplace.core.parking`), this returns at once and is called again; elsewhere the thread waits, without a
    connection, or, where `MOST_THREADS` wait already, does not.

    Locks nothing while it waits. Raises TooManyWaiting (429), and what `read` raises.
    """
    if (place := parking.place()) is not None:
        found = _read_at(place, account_id, read)
        place.hold = 0.0 if found.events else seconds
        return found, True
    with closing(Pages(account_id, seconds, read)) as pages:
        for found in pages:
            if found.events:
                break
        return found, pages.waits


def follow(account_id: UUID, *, seconds: float, read: Read) -> "Pages":
    """What `read` finds now, and whatever comes later. At a place one page, since the view is run again; elsewhere each page as it
    comes, and an empty one now and then, for at most `seconds`. Raises as `read_or_wait`, before it returns. To be closed.
    """
    if (place := parking.place()) is None:
        return Pages(account_id, seconds, read)
    found = _read_at(place, account_id, read)
    place.hold, place.streams = seconds, True
    return Pages.of(found)


def _read_at(place: Place, account_id: UUID, read: Read) -> InboxPage:
    """Joins first and reads then, so that nothing comes unnoticed in between."""
    if place.waiter is None:
        place.waiter = hub.join(account_id, place.wake)
    found = read(place.reached)
    place.reached, place.waiter.position = found.seen, found.position
    if found.has_more:
        place.wake()
    return found


class Pages:
    """Pages as a thread finds them, the first at once. It sleeps in between, without a connection; where too many threads wait
    (`waits` is False), there is only the first. To be closed.
    """

    def __init__(self, account_id: UUID, seconds: float, read: Read) -> None:
        self.waits = _threads.acquire(blocking=False)
        try:
            self._pages = _pages(account_id, seconds, read) if self.waits else iter([read(None)])
            self._first: InboxPage | None = next(self._pages)
        except BaseException:
            self.close()
            raise

    @classmethod
    def of(cls, page: InboxPage) -> "Pages":
        """One page that was read already."""
        made = cls.__new__(cls)
        made.waits, made._first, made._pages = False, page, iter(())
        return made

    def __iter__(self) -> Iterator[InboxPage]:
        return self

    def __next__(self) -> InboxPage:
        first, self._first = self._first, None
        return first if first is not None else next(self._pages)

    def close(self) -> None:
        if isinstance(pages := getattr(self, "_pages", None), Generator):
            pages.close()
        if self.waits:
            self.waits = False
            _threads.release()


def _pages(account_id: UUID, seconds: float, read: Read) -> Generator[InboxPage, None, None]:
    woken = threading.Event()
    waiter = hub.join(account_id, woken.set)
    try:
        ends, seen = time.monotonic() + seconds, None
        while True:
            woken.clear()
            found = read(seen)
            seen, waiter.position = found.seen, found.position
            yield found
            if (left := ends - time.monotonic()) <= 0 or hub.is_closing:
                return
            if not connection.in_atomic_block:
                connection.close()  # back to the pool
            if not found.has_more:
                woken.wait(min(left, HEARTBEAT_SECONDS))
    finally:
        waiter.leave()
