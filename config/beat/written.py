"""A commit that writes what a timer takes tells beat. A hint, which may get lost: beat looks each minute without one."""

import logging
import re
from collections.abc import Collection
from functools import lru_cache
from typing import Any, Final

from marketplace.core import queue

log = logging.getLogger(__name__)

CHANNEL: Final = "ahm:due"  # its messages: names of timers, separated by blanks
_WRITE = re.compile(r'\b(insert into|update)\s+"?(\w+)"?', re.IGNORECASE)
_WHERE = re.compile(r"\bwhere\b", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_ENOUGH = 200  # characters of an INSERT: its table; the rest is as long as its rows are many


def timers_of(sql: Any) -> frozenset[str]:
    """The timers that this statement may make due sooner: it inserts into one of their tables, or sets a column that they ask
    for. Deletes bring nothing nearer."""
    if not isinstance(sql, str) or sql.startswith(("SELECT", "select")):
        return frozenset()
    return _timers_of(sql[:_ENOUGH] if sql.startswith("INSERT") else sql)


@lru_cache(maxsize=2048)  # a process has some hundred statements that write
def _timers_of(sql: str) -> frozenset[str]:
    written = _WRITE.findall(sql)
    if not written:
        return frozenset()
    from config.beat import looks  # reads models, which are not there yet when the backend is loaded

    try:
        asked = looks.columns()
    except Exception:  # whoever writes must not fail because of a hint
        log.exception("nobody knows what timers ask for; beat looks each minute")
        return frozenset()
    *_, last = (0, *(match.start() for match in _WHERE.finditer(sql)))
    named = set(_WORD.findall(sql[:last] if last else sql))
    return frozenset(
        task
        for verb, table in written
        for column, tasks in asked.get(table, {}).items()
        if column in named or verb.lower() != "update"
        for task in tasks
    )


def tell(names: Collection[str]) -> None:
    """Wake beat because of these timers. Never raises."""
    queue.publish(CHANNEL, " ".join(sorted(names)))
