"""Behind a pooler by transaction (DATABASE_POOLER=transaction) a whole hire works, and nothing of it stays in a session."""

import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import psycopg
import pytest
from django.db import OperationalError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend

from config.postgres.base import DatabaseWrapper
from config.settings.base import database
from marketplace.core.batches import in_batches
from marketplace.models import Account
from tests.bounties.test_statements import hire
from tests.factories.accounts import given_worker
from tests.factories.market import given_funded_agent, violations
from tests.pooler import Pooler, pooler

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.main]


@pytest.fixture
def pooled() -> Iterator[Pooler]:
    params = connections["default"].get_connection_params()
    server = {name: params[name] for name in ("dbname", "user", "password", "host", "port") if name in params}
    with tempfile.TemporaryDirectory(prefix="ahm-pooler-", dir="/tmp") as folder, pooler(Path(folder), server) as made:
        yield made


def wrapper(pooled: Pooler) -> BaseDatabaseWrapper:
    ours = connections["default"].settings_dict
    settings = ours | database(pooled.url(ours["USER"], ours["NAME"]))
    found: BaseDatabaseWrapper = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, "default")
    return found


@pytest.fixture
def through(pooled: Pooler, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pooler]:
    """Meanwhile this thread's queries go through the pooler."""
    monkeypatch.setenv("DATABASE_POOLER", "transaction")
    monkeypatch.setattr(DatabaseWrapper, "roles_with_limits", set())
    ours = connections["default"]
    connections["default"] = theirs = wrapper(pooled)
    try:
        yield pooled
    finally:
        theirs.close()
        connections["default"] = ours


def asked(statement: str) -> list[str]:
    with connections["default"].cursor() as cursor:
        cursor.execute(statement)
        return [str(row[0]) for row in cursor.fetchall()]


def test_without_the_setting_a_pooler_refuses_us(pooled: Pooler) -> None:
    with pytest.raises(OperationalError, match="unsupported startup parameter: options"):
        wrapper(pooled).ensure_connection()


def test_a_whole_hire_works_though_each_transaction_has_another_session(through: Pooler) -> None:
    agent, worker = given_funded_agent(), given_worker()
    before = len(through.served)

    hire(agent, worker)
    hire(agent, worker)

    served = through.served[before:]
    assert len(served) >= 14
    assert all(one != next_one for one, next_one in pairwise(served)), "the sessions were not changed"
    assert violations() == []


def test_a_hire_leaves_nothing_in_any_session(through: Pooler) -> None:
    hire(given_funded_agent(), given_worker())

    for _ in through.backends:
        assert asked("select statement from pg_prepared_statements") == []
        assert asked("select name from pg_cursors where name <> ''") == []
        assert asked("select name from pg_settings where source = 'session' and name not in ('client_encoding')") == []
    pids = ", ".join(str(pid) for pid in through.backends)
    assert asked(f"select objid from pg_locks where locktype = 'advisory' and pid in ({pids})") == []
    assert asked("select tablename from pg_tables where schemaname like 'pg_temp%'") == []


def test_a_lock_is_waited_for_only_so_long(through: Pooler) -> None:
    limits = (
        "select current_setting('lock_timeout') union all select current_setting('idle_in_transaction_session_timeout')"
    )

    assert asked(limits) == ["0", "0"], "nothing is set in a session"
    for _ in through.backends:
        with transaction.atomic():
            assert asked(limits) == ["5s", "1min"]


def test_a_role_with_limits_is_not_asked_again(through: Pooler, monkeypatch: pytest.MonkeyPatch) -> None:
    # given a role that has them, as the manual says
    name = connections["default"].settings_dict["NAME"]
    asked_for: list[str] = []
    with psycopg.connect(**through._params, autocommit=True) as server:
        server.execute(f'alter database "{name}" set lock_timeout = "4s"')  # type: ignore[arg-type]
        try:
            with pooled_again(through) as again:
                connections["default"] = theirs = wrapper(again)
                with transaction.atomic():
                    assert asked("select current_setting('lock_timeout')") == ["4s"]
                # when there is another transaction
                monkeypatch.setattr(DatabaseWrapper, "_limit_transaction", lambda self: asked_for.append("again"))
                with transaction.atomic():
                    assert asked("select current_setting('lock_timeout')") == ["4s"]
                theirs.close()
        finally:
            server.execute(f'alter database "{name}" reset lock_timeout')  # type: ignore[arg-type]

    # then
    assert asked_for == []


def pooled_again(first: Pooler) -> "Pooler":
    folder = first.folder / "again"
    folder.mkdir()
    return pooler(folder, first._params)


def test_whole_tables_are_read_in_pages_without_a_cursor(through: Pooler) -> None:
    made = {given_worker().account.pk for _ in range(5)}

    read = [account.pk for account in in_batches(Account.objects.all(), by="pk", size=2)]

    assert made <= set(read)
    assert len(read) == len(set(read)) == Account.objects.count()
    assert set(read) == {account.pk for account in Account.objects.iterator(chunk_size=2)}


def test_what_fails_at_the_beginning_of_a_transaction_leaves_no_open_one(
    through: Pooler, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: DatabaseWrapper) -> None:
        raise psycopg.OperationalError("the server went away")

    with monkeypatch.context() as patched:
        patched.setattr(DatabaseWrapper, "_limit_transaction", fail)
        with pytest.raises(OperationalError), transaction.atomic():
            raise AssertionError("not reached")

    assert connections["default"].connection is None
    assert asked("select 1") == ["1"]
