"""What tests leave behind goes away, so that the last of thousands runs on as small a database as the first.

After tests with real commits what migrations made comes back, in a few milliseconds.
Django would TRUNCATE every table, announce a migration, and so write all content types and permissions anew: a third of a
second for each such test, and the rows of migrations (tiers, categories, the ledger's house accounts) would be gone for
all tests after it. Here one function of the test database deletes the rows and brings the seeds back. It needs to switch
triggers off, which the owner of our own test servers may (config/devstack/ownership.py); a server whose user may not is emptied in
Django's way.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import psycopg
import pytest
from django.db import ProgrammingError, connection
from django.test import TransactionTestCase
from psycopg import sql

KEPT = {"django_content_type", "auth_permission"}  # no test changes them

_PREPARE = """
do $outer$
declare
    name text;
    names text[] := {names};
    columns text;
    body text := '';
    filled boolean;
begin
    set local session_replication_role = replica;
    create schema seeds;
    foreach name in array names loop
        body := body || format('delete from public.%I;', name);
    end loop;
    foreach name in array names loop
        execute format('select exists (select 1 from public.%I)', name) into filled;
        if filled then
            execute format('create table seeds.%I as table public.%I', name, name);
            select string_agg(format('%I', attname), ', ') into columns from pg_attribute
             where attrelid = format('public.%I', name)::regclass and attnum > 0 and not attisdropped and attgenerated = '';
            body := body || format('insert into public.%I (%s) overriding system value select %s from seeds.%I;',
                                   name, columns, columns, name);
        end if;
    end loop;
    execute format('create function seeds.restore() returns void language plpgsql '
                   'set session_replication_role = replica as $body$ begin %s end $body$', body);
end $outer$
"""


@contextmanager
def quick_emptying() -> Iterator[None]:
    """Meanwhile tests with real commits are cleaned up after by `seeds.restore()` of the test database, if they can be."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("drop schema if exists seeds cascade")
            cursor.execute(sql.SQL(_PREPARE).format(names=_tables()))
    except ProgrammingError:  # the user may not switch triggers off
        yield
        return

    def restore(case: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("select seeds.restore()")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", restore)
        yield


ROLLED_BACK_TESTS = 60  # leave as many dead rows as slow the next ones by a tenth; a VACUUM takes 0.1 s
_ended = count(1)


def vacuum_now_and_then() -> None:
    """To be called after each test that was rolled back: takes away the dead rows, since the test servers have no autovacuum."""
    if next(_ended) % ROLLED_BACK_TESTS == 0:
        params = connection.get_connection_params()
        named = {name: params[name] for name in ("dbname", "user", "password", "host", "port") if name in params}
        with psycopg.connect(**named, autocommit=True) as beside:
            beside.execute("vacuum")


def _tables() -> list[str]:
    found = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return sorted(set(found) - KEPT)
