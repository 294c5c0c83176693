"""A sender's place: at most WEBHOOK_SENDERS runs send at a time, on however many machines.

A place is a row that says until when it is held, by the database's time, since the clocks of machines differ. Its holder renews
it; that of a holder who was killed is free within PLACE_SECONDS. Nothing is kept in a session of the database, so a pooler
may give each transaction another one. No delivery depends on it: two runs at one place would share the deliveries by their
leases (claims.py), as two places do.
"""

import logging
import time
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.db import Error, connection

log = logging.getLogger(__name__)

PLACE_SECONDS = 10.0
RENEW_SECONDS = 3.0
_TAKE = """
    update webhooks_sender set holder = %(holder)s, held_until = clock_timestamp() + make_interval(secs => %(seconds)s)
    where number = (
        select number from webhooks_sender where number < %(places)s and held_until <= clock_timestamp()
        order by number limit 1 for update skip locked
    )
    returning number
"""
_ADD = """
    insert into webhooks_sender (number, held_until)
    select number, clock_timestamp() from generate_series(0, %(places)s - 1) number
    where not exists (select from webhooks_sender known where known.number = number.number)
    on conflict (number) do nothing
"""
_RENEW = """
    update webhooks_sender set held_until = clock_timestamp() + make_interval(secs => %(seconds)s)
    where number = %(number)s and holder = %(holder)s
"""
_RELEASE = """
    update webhooks_sender set holder = null, held_until = clock_timestamp()
    where number = %(number)s and holder = %(holder)s
"""


@dataclass(slots=True)
class Place:
    """One of the installation's places, held by this run."""

    number: int
    holder: UUID
    held: bool = True
    _renewed: float = field(default_factory=time.monotonic)

    @classmethod
    def acquire(cls) -> "Place | None":
        """A free place, or None. One statement, and another two until the rows of WEBHOOK_SENDERS were made."""
        holder = uuid4()
        asked: dict[str, Any] = {"holder": holder, "seconds": PLACE_SECONDS, "places": settings.WEBHOOK_SENDERS}
        with connection.cursor() as cursor:
            cursor.execute(_TAKE, asked)
            found = cursor.fetchone()
            if found is None:
                cursor.execute(_ADD, asked)
                if cursor.rowcount:
                    cursor.execute(_TAKE, asked)
                    found = cursor.fetchone()
        return cls(found[0], holder) if found else None

    def keep(self) -> bool:
        """Renew the place when it is time. False when it is not ours any more: this process stood still for too long, and
        another one has taken it."""
        if self.held and time.monotonic() >= self._renewed + RENEW_SECONDS:
            began = time.monotonic()
            with connection.cursor() as cursor:
                asked: dict[str, Any] = {"number": self.number, "holder": self.holder, "seconds": PLACE_SECONDS}
                cursor.execute(_RENEW, asked)
                self.held = cursor.rowcount == 1
            self._renewed = began
            if not self.held:
                log.warning("the sender's place was taken over", extra={"place": self.number})
        return self.held

    def release(self) -> None:
        """Free for the next run at once. Without a connection it is free when its time is over."""
        if not self.held:
            return
        self.held = False
        try:
            with connection.cursor() as cursor:
                cursor.execute(_RELEASE, {"number": self.number, "holder": self.holder})
        except Error:
            log.warning("the database connection was lost; the sender's place is free in a few seconds")
