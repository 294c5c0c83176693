"""Django's PostgreSQL backend without four costs per request: a round trip to check the connection, a regular expression per
timestamp, planning of statements that every caller runs, and one INSERT per outbox row. And it works behind a pooler that gives
each transaction another connection of the server: nothing is then kept in a session.
"""

import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, ClassVar, Self

import psycopg
from django.db.backends.postgresql import base, psycopg_any
from django.db.backends.postgresql.operations import DatabaseOperations
from django.db.backends.utils import CursorWrapper
from django.db.models import Model
from psycopg.adapt import AdaptersMap
from psycopg_pool import ConnectionPool

from config.beat import written
from config.postgres.later import Waiting
from marketplace.core import processes, watching


class UtcLoader(psycopg_any.BaseTzLoader):
    """Our connections use UTC and ISO format, which Python parses itself; other values (infinity) are left to psycopg."""

    timezone = UTC

    def load(self, data: Any) -> datetime:
        try:
            moment = datetime.fromisoformat(bytes(data).decode())
        except ValueError:
            return super().load(data)
        return moment if moment.tzinfo is UTC else super().load(data)


class PreparedCursor(psycopg.Cursor[Any]):
    """Prepares its statements once per connection, with server-side parameters. Behind a pooler by transaction nothing is prepared
    (`prepare_threshold`)."""

    def execute(self, query: Any, params: Any = None, **_: Any) -> Self:
        return super().execute(query, params, prepare=True)


class Operations(DatabaseOperations):
    def last_executed_query(self, cursor: Any, sql: str, params: Any) -> str:
        """A prepared statement is executed by name; log its text."""
        return super().last_executed_query(cursor, sql, params) or sql


class DatabaseWrapper(base.DatabaseWrapper):
    """Adds prepared statements, gathered inserts and LIMITS_OF_TRANSACTIONS to Django's wrapper."""

    ops_class = Operations
    roles_with_limits: ClassVar[set[str]] = set()  # aliases whose role has limits of its own (`ALTER ROLE`)
    _connection_pools: ClassVar[dict[str, ConnectionPool]]  # Django's, of this process

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.execute_wrappers.append(watching.run_statement)
        self.execute_wrappers.append(self._note_written)
        self._gathering = False
        self._due_sooner: set[str] = set()  # timers for which this transaction wrote something
        self._write: Callable[[list[Any]], None] | None = None
        self._gathered: list[Any] = []
        self._waiting = Waiting()

    def get_connection_params(self) -> dict[str, Any]:
        params: dict[str, Any] = super().get_connection_params()
        params["context"] = AdaptersMap(params["context"])
        params["context"].register_loader("timestamptz", UtcLoader)
        params.setdefault("application_name", processes.kind())
        if not self._limits and (seconds := processes.statement_seconds()):
            params["options"] = f"{params.get('options', '')} -c statement_timeout={seconds}s".strip()
        params["prepare_threshold"] = None if self._limits else sys.maxsize  # only on request, never automatically
        return params

    @property
    def _limits(self) -> dict[str, str]:
        """Settings for each transaction, behind a pooler by transaction; elsewhere none."""
        found: dict[str, str] = self.settings_dict.get("LIMITS_OF_TRANSACTIONS", {})
        seconds = processes.statement_seconds()
        return found | {"statement_timeout": f"{seconds}s"} if found and seconds else found

    def _set_autocommit(self, autocommit: bool) -> None:
        super()._set_autocommit(autocommit)  # type: ignore[misc]
        if not autocommit and self._limits and self.alias not in self.roles_with_limits:
            try:
                with self.wrap_database_errors:
                    self._limit_transaction()
            except BaseException:
                self.close()  # it is in a transaction that nobody would end
                raise

    def _limit_transaction(self) -> None:
        """One round trip for a transaction, until a role is found that needs none."""
        assert self.connection is not None
        limits = ", ".join(f"set_config('{name}', '{value}', true)" for name, value in self._limits.items())
        # Whoever sets one for the role sets all: docs/operations.md gives the statements.
        found = self.connection.execute(f"select {limits} where current_setting('lock_timeout') = '0'").fetchone()
        if found is None:
            self.roles_with_limits.add(self.alias)

    @property
    def pool(self) -> ConnectionPool | None:
        """As Django's, but a connection is checked without a round trip before it is lent."""
        options = self.settings_dict["OPTIONS"].get("pool")
        if options and self.alias not in self._connection_pools:
            made = ConnectionPool(
                kwargs=self.get_connection_params() | {"autocommit": True},
                open=False,
                configure=self._configure_connection,  # type: ignore[attr-defined]
                check=_check,
                **options,
            )
            self._connection_pools.setdefault(self.alias, made)  # another thread may have been first
        return self._connection_pools.get(self.alias)

    def prepared(self) -> CursorWrapper:
        """A cursor like `cursor()`, for the few statements that are repeated verbatim."""
        self.close_if_health_check_failed()
        self.ensure_connection()
        with self.wrap_database_errors:
            found: CursorWrapper = self._prepare_cursor(PreparedCursor(self.connection))  # type: ignore[attr-defined]
            return found

    def _note_written(self, run: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        """Around each statement: what may be due sooner after it is told to beat once it is committed."""
        found = run(sql, params, many, context)
        if names := written.timers_of(sql):
            self._due_sooner |= names
            if self.autocommit:
                self._wake_beat()
        return found

    def _wake_beat(self) -> None:
        names, self._due_sooner = self._due_sooner, set()
        if names:
            written.tell(names)

    def is_usable(self) -> bool:
        """A closed connection makes the socket readable; only then does Django's own check query the server."""
        if self.connection is None or self.connection.closed:
            return False
        return _is_quiet(self.connection) or super().is_usable()

    # Gathered inserts: rows that one transaction adds in several places are written by one statement. They belong to
    # the savepoint in which they were added: written before a savepoint is created or released, discarded when it is rolled
    # back.

    @contextmanager
    def gathering(self) -> Iterator[None]:
        """Within this block `gather` buffers rows. Code that reads their table in the same transaction must call
        `write_gathered` first.
        """
        outer, self._gathering = self._gathering, True
        try:
            yield
        finally:
            self._gathering = outer

    def gather(self, write: Callable[[list[Any]], None], row: Any) -> None:
        """Buffer `row`, to be written by `write` together with others before the transaction ends; outside of `gathering` it is
        written at once.
        """
        if self._gathered and self._write is not write:
            self.write_gathered()
        self._write = write
        self._gathered.append(row)
        if not self._gathering:
            self.write_gathered()

    def insert_later(self, row: Model) -> None:
        """Buffer a new row of any model, to be written by one statement with the others and with what is gathered; outside of
        `gathering` it is written at once.
        """
        self._waiting.add(row)
        row._state.adding, row._state.db = False, self.alias
        if not self._gathering:
            self.write_gathered()

    def with_waiting_rows(self, sql: str, parameters: list[Any]) -> tuple[str, list[Any]]:
        """`sql`, an INSERT or UPDATE that is about to run, so that it also writes the rows of `insert_later`; its parameters."""
        return self._waiting.before(sql, parameters)

    def write_gathered(self) -> None:
        """Write the buffered rows now."""
        rows, self._gathered = self._gathered, []
        if rows:
            assert self._write is not None
            self._write(rows)
        if self._waiting:
            with self.prepared() as cursor:
                cursor.execute(*self._waiting.alone())

    def _forget_gathered(self) -> None:
        self._gathered = []
        self._waiting.forget()

    def _savepoint(self, sid: str) -> None:
        self.write_gathered()
        super()._savepoint(sid)  # type: ignore[misc]

    def _savepoint_commit(self, sid: str) -> None:
        self.write_gathered()
        super()._savepoint_commit(sid)  # type: ignore[misc]

    def _savepoint_rollback(self, sid: str) -> None:
        self._forget_gathered()
        super()._savepoint_rollback(sid)  # type: ignore[misc]

    def _commit(self) -> None:
        self.write_gathered()
        with watching.in_database():
            super()._commit()  # type: ignore[misc]
        self._wake_beat()

    def _rollback(self) -> None:
        self._forget_gathered()
        self._due_sooner = set()
        super()._rollback()  # type: ignore[misc]

    def _close(self) -> None:
        self._forget_gathered()
        self._due_sooner = set()
        super()._close()  # type: ignore[misc]


def _check(connection: psycopg.Connection[Any]) -> None:
    """For the pool. Raises OperationalError when the server is gone: the pool then makes another connection."""
    if not _is_quiet(connection):
        ConnectionPool.check_connection(connection)


def _is_quiet(connection: psycopg.Connection[Any]) -> bool:
    """A server that went away has closed the socket, which then has something to read."""
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return not poll.poll(0)
