"""Who owns the product's databases is no superuser: a new database is migrated so, and an older instance is handed over."""

import os
import subprocess
import sys

import psycopg
import pytest

from config.devstack import gates, locations
from config.devstack.embedded import EmbeddedServers, throwaway_servers
from config.devstack.guard import Guard

RIGHTS = "select rolsuper, rolcreaterole, rolbypassrls, rolreplication from pg_roles where rolname = current_user"
# As an instance of before had it: everything of the superuser, with a function that only a superuser may create.
BEFORE = """
create table kept (id bigint generated always as identity primary key, said text);
create table numbered (id serial primary key);
create view shown as select said from kept;
create statistics related on id, said from kept;
create function ledger_post_before() returns text language sql set ledger.posting = 'on' as 'select said from kept limit 1';
insert into kept (said) values ('something');
"""


@pytest.fixture
def _nothing_named(monkeypatch):
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("_nothing_named")
def test_an_instance_of_before_is_handed_over_to_the_owner_once(folder):
    # given an instance whose database belongs to the superuser
    guard = Guard()
    servers = EmbeddedServers(folder, guard)
    servers.start()
    try:
        postgres = servers.running[0]
        with psycopg.connect(locations.superuser_url(folder), autocommit=True) as server:
            server.execute("drop database ahm")
            server.execute("create database ahm")
        with psycopg.connect(locations.superuser_url(folder, "ahm"), autocommit=True) as inside:
            inside.execute(BEFORE)

        # when it is started again, and again
        postgres.create_database()
        postgres.create_database()

        # then the owner may do all that migrations do, and what was there is there
        with psycopg.connect(servers.environment()["DATABASE_URL"], autocommit=True) as owner:
            assert owner.execute(RIGHTS).fetchone() == (False, False, False, False)
            owner.execute(
                "create or replace function ledger_post_before() returns text language sql as 'select 1::text'"
            )
            owner.execute("alter table kept add column more text")
            owner.execute("insert into kept (said) values ('else')")
            owner.execute("drop statistics related")
            owner.execute("insert into numbered default values")
            owner.execute("create table new (id bigint)")
            assert owner.execute("select said from shown").fetchall() == [("something",), ("else",)]
            with pytest.raises(psycopg.errors.InsufficientPrivilege):  # only test servers allow that
                owner.execute("set session_replication_role = replica")
    finally:
        servers.stop()
        guard.close()


@pytest.mark.usefixtures("_nothing_named")
def test_a_new_database_is_migrated_and_its_books_are_proven_by_a_plain_owner():
    # given what a managed PostgreSQL gives: a database, and a role that owns it and has no other right
    with throwaway_servers() as servers:
        with psycopg.connect(locations.superuser_url(servers.data_dir), autocommit=True) as server:
            server.execute("create role tenant login nosuperuser nocreatedb nocreaterole")
            server.execute("create database tenant owner tenant")
        url = servers.environment()["DATABASE_URL"].replace("//ahm@/ahm", "//tenant@/tenant")
        environment = gates.without_configuration(os.environ, gates.configuration_names())
        environment |= servers.environment() | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings.dev"}
        manage = [sys.executable, locations.ROOT / "manage.py"]

        # when
        made = subprocess.run([*manage, "migrate", "-v", "0"], env=environment, capture_output=True, text=True)
        assert made.returncode == 0, made.stderr[-2000:]
        proven = subprocess.run([*manage, "check_ledger"], env=environment, capture_output=True, text=True)

        # then
        assert "0 violations" in proven.stdout, proven.stderr[-2000:]
        with psycopg.connect(url) as tenant:
            assert tenant.execute(RIGHTS).fetchone() == (False, False, False, False)
            posted = tenant.execute(
                "select ledger_post(gen_random_uuid(), 'a:1', 'test', now(), array['world.card'], array['fees'], "
                "array[5]::bigint[]) ->> 'outcome'"
            ).fetchone()
            assert posted == ("posted",)
            with pytest.raises(psycopg.errors.RestrictViolation):
                tenant.execute("update ledger_account set balance = 1")
