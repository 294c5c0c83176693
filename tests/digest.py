"""Proof that a refusal changed nothing: a digest of every table before and after, by which any row that is new, gone or
different is noticed.

Reading a table of a test database is slow, since it is full of what earlier tests rolled back. So within one transaction
only those tables are read again that were written to since: PostgreSQL counts that by itself, and a TRUNCATE gives a table a
new file. It does not count the end of a savepoint, so what was read within one is not known any more after it.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.db import connection, models

# Written by the middleware, whatever the outcome of the request.
_AT_THE_DOOR = {
    "marketplace_account": "{last_active_at,last_login}",
    "marketplace_apikey": "{last_used_at,last_used_from,last_used_by}",
    "humans_profile": "{last_active_at}",
}
# The timeline says what was refused, too, and reads of private data are written down: their own tests count these lines. The head
# of the staff log follows its entries.
_FIXED = {
    *("django_migrations", "django_content_type", "auth_permission"),
    *("marketplace_call", "marketplace_privateread", "marketplace_staffloghead"),
}
# Rows that are no change: a browser of the staff that is signed in meanwhile, a list that it looks at.
_ROWS = {
    "marketplace_staffentry": "(select * from marketplace_staffentry where act not in ('signed_in', 'listed'))",
}
# Where a new caller has rows, with the columns that say which row it is and whose. These are told apart one by one.
_CALLERS = {
    "marketplace_account": ("id", "id"),
    "marketplace_apikey": ("id", "account_id"),
    "account_emailaddress": ("id", "user_id"),
    "django_session": ("session_key", "null"),
}
_FILES = "marketplace_stray"  # what a refused request leaves to the sweep of orphaned files
_WRITTEN = """
select relname, relfilenode, pg_stat_get_xact_tuples_inserted(oid), pg_stat_get_xact_tuples_updated(oid),
       pg_stat_get_xact_tuples_deleted(oid)
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
"""

_known: dict[str, tuple[Any, list[Any], Any]] = {}  # table -> what was counted then, within what, and its digest


def rows() -> dict[str, Any]:
    """The digest of each table: equal as long as its rows are."""
    counted, within = _counted()
    stale = [
        name
        for name in _tables()
        if not within or name not in _known or not _holds(*_known[name][:2], counted[name], within)
    ]
    _known.update((name, (counted[name], within, digest)) for name, digest in _read(stale).items())
    return {name: _known[name][2] for name in _tables()}


@contextmanager
def unchanged() -> Iterator[None]:
    """No row of any table is new, gone or different: no cent moved, no event was written, nobody was signed up."""
    before = rows()
    yield
    after = rows()
    _check([name for name in before if after[name] != before[name]])


@contextmanager
def untouched(*, besides: type[models.Model] | Collection[type[models.Model]] = ()) -> Iterator[None]:
    """The same, though `besides` may change and callers may be made meanwhile: a new account with its keys, a session."""
    before = rows()
    yield
    after = rows()
    accounts = {owner for owner, _, _ in before["marketplace_account"]}
    for name in _CALLERS:
        after[name] -= {row for row in after[name] - before[name] if row[0] not in accounts}
    ours = {_FILES} | {model._meta.db_table for model in (besides if isinstance(besides, Collection) else [besides])}
    _check([name for name in before if after[name] != before[name] and name not in ours])


def _check(changed: list[str]) -> None:
    assert not changed, f"changed: {', '.join(changed)}"


def _counted() -> tuple[dict[str, Any], list[Any]]:
    """How often each table was written to in this transaction; and which one that is, with its open savepoints: nothing
    where rows are committed, for then others write too, and nothing where it is not counted."""
    with connection.cursor() as cursor:
        cursor.execute(_WRITTEN)
        counted = {name: tuple(numbers) for name, *numbers in cursor.fetchall()}
        if not connection.in_atomic_block:
            return counted, []
        cursor.execute("select current_setting('track_counts')::bool, pg_current_xact_id()::text")
        is_counting, number = cursor.fetchone()
    return counted, [id(connection.connection), number, *connection.savepoint_ids] if is_counting else []


def _holds(counted: Any, within: list[Any], now: Any, here: list[Any]) -> bool:
    """Is what was read then what is there now? Of what was read among committed rows nobody knows: others may write."""
    return bool(within and counted == now and within == here[: len(within)])


@cache
def _tables() -> tuple[str, ...]:
    return tuple(sorted(set(connection.introspection.table_names()) - _FIXED))


def _read(tables: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    summed = [
        # A sum of hashes needs no order.
        f"select '{table}', count(*), sum({_hash(table)}) from {_ROWS.get(table, table)} t"
        for table in tables
        if table not in _CALLERS
    ]
    with connection.cursor() as cursor:
        if summed:
            cursor.execute(" union all ".join(summed))
            found |= {name: (count, digest) for name, count, digest in cursor.fetchall()}
        for table in _CALLERS.keys() & set(tables):
            key, owner = _CALLERS[table]
            cursor.execute(f"select {owner}, {key}, {_hash(table)} from {table} t")
            found[table] = frozenset(cursor.fetchall())
    return found


def _hash(table: str) -> str:
    shown = f"to_jsonb(t) - '{_AT_THE_DOOR[table]}'::text[]" if table in _AT_THE_DOOR else "t"
    return f"hashtextextended(({shown})::text, 0)"
