"""`schema.sql` into a database that has nothing yet."""

import psycopg
from django.db import DatabaseError, connection, transaction

from config import schema

_HAS_NOTHING = """
    select current_schema() = 'public' and not exists (
        select 1 from pg_class c where c.relnamespace = 'public'::regnamespace
           and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e'))
"""
# Two that migrate a new database at one time: the second waits, and then finds that there are tables.
_ONE_AT_A_TIME = "select pg_advisory_xact_lock(hashtext('schema.sql'))"


def load() -> str:
    """Make all tables with their first rows, and note every migration as applied, if the database is empty and the script is of the
    migrations that are installed. In one transaction: all of it or nothing.

    Returns what to say of it: "" where the database has tables already. It never raises for what the migrations could still do
    one by one, as on a server whose extensions lie in another schema.
    """
    if not _is_empty():
        return ""
    if schema.made_from() != schema.fingerprint():
        return "config/schema/schema.sql is of other migrations: each is applied by itself, which takes a minute."
    try:
        with transaction.atomic():
            connection.cursor().execute(_ONE_AT_A_TIME)
            if not _is_empty():
                return ""
            run(schema.SCRIPT.read_text(encoding="utf-8"))
    except (DatabaseError, psycopg.Error) as error:
        return f"The tables could not be made at one go ({error}): each migration is applied by itself, which takes a minute."
    return "All tables were made at one go."


def run(script: str) -> None:
    """Many statements in one message, which can't be prepared as those of our cursors are. All of it or nothing."""
    with transaction.atomic():
        psycopg.ClientCursor(connection.connection).execute(script.encode())
        connection.cursor().execute("set local search_path to default")


def _is_empty() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(_HAS_NOTHING)
        [found] = cursor.fetchone()
    return bool(found)
