"""Places that processes hold: so many at a time, on however many machines. Senders of webhooks have some, and beat has one.

A place is a row that says until when it is held, by the database's time, since the clocks of machines differ. Its holder renews
it; that of a holder who was killed is free within PLACE_SECONDS. Nothing is kept in a session of the database, so a pooler may
give each transaction another one. Whoever holds a place must do no harm when another process does the same work: one that stood
still for too long notices only afterwards.
"""

import logging
import time
from dataclasses import dataclass, field
from typing import Any, LiteralString
from uuid import UUID, uuid4

from django.db import Error, connection
from psycopg import sql

log = logging.getLogger(__name__)

PLACE_SECONDS = 10.0
RENEW_SECONDS = 3.0
_TAKE = """
    update {table} set holder = %(holder)s, held_until = clock_timestamp() + make_interval(secs => %(seconds)s)
    where number = (
        select number from {table} where number < %(places)s and held_until <= clock_timestamp()
        order by number limit 1 for update skip locked
    )
    returning number
"""
_ADD = """
    insert into {table} (number, held_until)
    select number, clock_timestamp() from generate_series(0, %(places)s - 1) number
    where not exists (select from {table} known where known.number = number.number)
    on conflict (number) do nothing
"""
_RENEW = """
    update {table} set held_until = clock_timestamp() + make_interval(secs => %(seconds)s)
    where number = %(number)s and holder = %(holder)s
"""
_RELEASE = """
    update {table} set holder = null, held_until = clock_timestamp()
    where number = %(number)s and holder = %(holder)s
"""


@dataclass(slots=True)
class Place:
    """One of the installation's places in `table`, held by this process."""

    table: str
    number: int
    holder: UUID
    held: bool = True
    _renewed: float = field(default_factory=time.monotonic)

    @classmethod
    def acquire(cls, table: str, *, places: int) -> "Place | None":
        """A free place of `places`, or None. `table`: of a model of `HeldPlace`. One statement, and another two until the rows
        were made."""
        holder = uuid4()
        asked: dict[str, Any] = {"holder": holder, "seconds": PLACE_SECONDS, "places": places}
        with connection.cursor() as cursor:
            cursor.execute(_of(table, _TAKE), asked)
            found = cursor.fetchone()
            if found is None:
                cursor.execute(_of(table, _ADD), asked)
                if cursor.rowcount:
                    cursor.execute(_of(table, _TAKE), asked)
                    found = cursor.fetchone()
        return cls(table, found[0], holder) if found else None

    def keep(self) -> bool:
        """Renew the place when it is time. False when it is not ours any more: this process stood still for too long, and
        another one has taken it."""
        if self.held and time.monotonic() >= self.renew_at:
            began = time.monotonic()
            with connection.cursor() as cursor:
                asked: dict[str, Any] = {"number": self.number, "holder": self.holder, "seconds": PLACE_SECONDS}
                cursor.execute(_of(self.table, _RENEW), asked)
                self.held = cursor.rowcount == 1
            self._renewed = began
            if not self.held:
                log.warning("a place was taken over", extra={"table": self.table, "place": self.number})
        return self.held

    @property
    def renew_at(self) -> float:
        """When `keep` asks the database again (monotonic seconds)."""
        return self._renewed + RENEW_SECONDS

    def release(self) -> None:
        """Free for the next process at once. Without a connection it is free when its time is over."""
        if not self.held:
            return
        self.held = False
        try:
            with connection.cursor() as cursor:
                cursor.execute(_of(self.table, _RELEASE), {"number": self.number, "holder": self.holder})
        except Error:
            log.warning(
                "the database connection was lost; the place is free in a few seconds", extra={"table": self.table}
            )


def _of(table: str, statement: LiteralString) -> sql.Composed:
    return sql.SQL(statement).format(table=sql.Identifier(table))
