"""`schema.sql` anew: every migration into a database of its own, and what pg_dump says of that one."""

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from django.core.management import call_command
from django.db import connection

from config import schema
from config.backups import programs
from config.schema import loading

# What `migrate` writes after it by itself, for the models of the day.
_NOT_OURS = ("django_content_type", "auth_permission")
_MOMENT = re.compile(r"'(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00)'")
# Settings of pg_dump's session (those that matter are ours), its words for psql, and what only a superuser says of an extension.
_LEFT_OUT = re.compile(
    rf"^(set |select pg_catalog\.set_config\(|select .*setval\('public\.({'|'.join(_NOT_OURS)})_|\\|comment on extension |--)",
    re.I,
)
# Django notes those that stand for others in no certain order.
_IN_ORDER = """
    create temporary table noted on commit drop as select app, name, applied from django_migrations;
    truncate django_migrations restart identity;
    insert into django_migrations (app, name, applied) select app, name, applied from noted order by app, name;
"""
_BEFORE = """\
select pg_catalog.set_config('search_path', '', true);
set local check_function_bodies = false;
"""


def whole(*, one_by_one: bool = True) -> str:
    """The script for the migrations that are installed. Makes a database beside that of the settings, and drops it.

    one_by_one: False makes it from what the script of today loads, which is the same if the script is right.
    """
    with database_beside():
        begun = _now()
        call_command("migrate", one_by_one=one_by_one, interactive=False, verbosity=0)
        ended = _now()
        loading.run(_IN_ORDER)
        found = _dumped()
    if one_by_one:
        # PostgreSQL writes some conditions in other words once it has read its own: what is dumped then stays the same.
        with database_beside():
            loading.run(_BEFORE + found)
            found = _dumped()

    def moment(match: re.Match[str]) -> str:
        """First rows hold from the moment of the migration: on each database from its own."""
        return "now()" if begun <= datetime.fromisoformat(match[1]) <= ended else match[0]

    return f"{schema.FIRST_LINE}{schema.fingerprint()}\n{_BEFORE}{_MOMENT.sub(moment, found)}"


@contextmanager
def database_beside() -> Iterator[None]:
    """Meanwhile all queries of this thread go to an empty database."""
    name, ours = f"ahm_schema_{os.getpid()}", connection.settings_dict["NAME"]
    with connection.cursor() as cursor:
        cursor.execute(f"create database {name} template template0")
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = ours
        with connection.cursor() as cursor:
            cursor.execute(f"drop database {name} with (force)")


def _dumped() -> str:
    """Rows come before indexes and triggers: nothing is kept in the history of settings twice."""
    options = ["--no-owner", "--no-privileges", "--column-inserts", "--rows-per-insert=1000"]
    options += [f"--exclude-table-data=public.{table}" for table in _NOT_OURS]
    with tempfile.TemporaryDirectory() as folder:
        to = Path(folder) / "dump.sql"
        programs.run(programs.find("pg_dump"), [*options, "--file", to])
        return "".join(f"{line}\n" for line in _lines(to.read_text(encoding="utf-8")))


def _lines(dumped: str) -> Iterator[str]:
    """Without pg_dump's own words, outside of the bodies of functions."""
    body: str | None = None
    for line in dumped.splitlines():
        if body is None and (not line.strip() or _LEFT_OUT.match(line)):
            continue
        yield line
        for mark in re.findall(r"\$\w*\$", line):
            body = mark if body is None else None if mark == body else body


def _now() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute("select clock_timestamp()")
        [moment] = cursor.fetchone()
    assert isinstance(moment, datetime)
    return moment
