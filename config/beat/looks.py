"""What beat asks the database: when the first row of each timer is due. One statement for all timers, a look at an index each."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from functools import cache
from math import inf
from typing import Any, Final

from django.db import connection
from django.db.models import QuerySet

from config.beat.plan import Timer
from config.celery import BEAT
from marketplace.core import clock
from marketplace.models import TimerTurn
from marketplace.ports import Due, due_rows

# What was due so shortly before a run may have been committed after it had looked.
GRACE: Final = timedelta(seconds=2)
SLACK: Final = 1.0  # seconds that are not waited for, so that one look asks for all
KEPT_FROM: Final = 300  # seconds between two turns from which on a row remembers the next one
_TABLE = re.compile(r'(?:FROM|JOIN) "(\w+)"(?: ([A-Z]\d+))?')
_COLUMN = re.compile(r'"?(\w+)"?\."(\w+)"')


def timers() -> list[Timer]:
    """The beat table."""
    return [
        Timer(name, row["every"], is_steady="turns" in row and row["every"] < KEPT_FROM) for name, row in BEAT.items()
    ]


def turns() -> dict[str, float]:
    """Of timers that run by the hour or by the day: seconds between two runs."""
    return {name: row["every"] for name, row in BEAT.items() if "turns" in row and row["every"] >= KEPT_FROM}


def dues() -> list[Due]:
    """What all timers take."""
    kept = [Due(task, TimerTurn.objects.filter(task=task), "next_at", by_wall=True) for task in turns()]
    return [*kept, *(due for plug in due_rows.all() for due in plug())]


def ask(asked: Iterable[Timer], now: float) -> dict[str, float]:
    """When the first row of each is due (monotonic seconds; `now` is now); timers without one are missing. One statement; none
    when nothing is to be asked. Raises DatabaseError."""
    wanted = {timer.name: timer for timer in asked}
    parts = [due for due in dues() if due.task in wanted]
    for timer in wanted.values():
        timer.has_skipped = False
    for due in parts:
        if due.stays:
            wanted[due.task].has_skipped = now + SLACK < wanted[due.task].stays_look
    parts = [due for due in parts if not (due.stays and wanted[due.task].has_skipped)]
    if not parts:
        return {}
    compiled = [statement(due, _since(due, wanted[due.task], now)) for due in parts]
    with connection.cursor() as cursor:
        cursor.execute(
            "select " + ", ".join(f"({sql})" for sql, _ in compiled),
            [value for _, values in compiled for value in values],
        )
        row = cursor.fetchone()
    clocks = {False: clock.now(), True: clock.wall()}
    found: dict[str, float] = {}
    for due, first in zip(parts, row, strict=True):
        if due.stays:
            wanted[due.task].stays_look = now + wanted[due.task].every
        if first is not None:
            seconds = (first + due.after - clocks[due.by_wall]).total_seconds()
            found[due.task] = min(found.get(due.task, inf), now + seconds)
    return found


def _since(due: Due, timer: Timer, now: float) -> datetime | None:
    ran = timer.sent_wall if due.by_wall else timer.sent_at
    return ran - GRACE - due.after if ran is not None and not due.stays and timer.looks_beyond(now) else None


def statement(due: Due, since: datetime | None) -> tuple[str, tuple[Any, ...]]:
    """The SQL of the first moment in `by` (after `since`), and its values."""
    rows: QuerySet[Any] = due.rows.filter(**({f"{due.by}__gt": since} if since else {f"{due.by}__isnull": False}))
    sql, values = rows.order_by(due.by).values_list(due.by)[:1].query.sql_with_params()
    return sql, tuple(values)


@cache
def columns() -> Mapping[str, Mapping[str, frozenset[str]]]:
    """Table -> column -> the timers that must be asked about again when it is written."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for due in dues():
        sql, _ = statement(due, None)
        tables = {alias or table: table for table, alias in _TABLE.findall(sql)}
        for name, column in _COLUMN.findall(sql):
            if name in tables:
                found[tables[name]][column].add(due.task)
        for table, column in (name.split(".") for name in due.also):
            found[table][column].add(due.task)
    return {table: {name: frozenset(tasks) for name, tasks in row.items()} for table, row in found.items()}
