"""A history of years from a few whole hires: each table is filled by the database with copies of its rows, whose keys and times are
moved, so that copies belong together as the originals do."""

from typing import Any, Final

# Settings, sessions of the bench, what the clean-up is never to meet; and what has a row a month, a year or a process that sends.
_LEFT_ALONE: Final = (
    *("django_", "auth_", "account_", "oauth2_", "mfa_", "usersessions_", "socialaccount_", "cache_"),
    *("escrow_invoicerun", "escrow_invoiceseries", "webhooks_sender"),
)
_STEP: Final = 10_000  # by which whole numbers are moved from copy to copy
_MINUTES: Final = 7  # by which times are moved back
ACCOUNTS: Final = "marketplace_account"
_SHIFTED: Final = "(left({0}::text, 29) || lpad(to_hex(copy), 7, '0'))::uuid"
_OWN: Final = {
    ("ledger_account", "code"): f"split_part(code, ':', 1) || ':' || {_SHIFTED.format('owner_id')}",
}
_ROWS: Final = {"ledger_account": "owner_id is not null"}
_COLUMNS: Final = r"""
    select a.attname, format_type(a.atttypid, null),
           exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and (a.attnum = any(i.indkey)
                   or pg_get_expr(i.indexprs, i.indrelid) ~ ('\m' || a.attname || '\M'))),
           (select f.confrelid::regclass::text from pg_constraint f
            where f.conrelid = a.attrelid and f.contype = 'f' and f.conkey = array[a.attnum] limit 1),
           exists (select from pg_index i where i.indrelid = a.attrelid and i.indisprimary and i.indnkeyatts = 1
                   and i.indkey[0] = a.attnum),
           a.atttypid = 'varchar'::regtype and a.atttypmod between 0 and 24 -- no room for the number of a copy
    from pg_attribute a
    where a.attrelid = %s::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum
"""
_UNIQUE: Final = r"""
    select array_agg(a.attname::text) from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid
      and (a.attnum = any(i.indkey) or pg_get_expr(i.indexprs, i.indrelid) ~ ('\m' || a.attname || '\M'))
    where i.indrelid = %s::regclass and i.indisunique group by i.indexrelid
"""


def tables() -> dict[str, int]:
    """Tables that hires fill, and how many rows each has now."""
    from django.apps import apps
    from django.db import connection

    names = {
        model._meta.db_table
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and not model._meta.db_table.startswith(_LEFT_ALONE)
    } | {"ledger_account", "ledger_transaction", "ledger_move"}
    found = {}
    with connection.cursor() as cursor:
        for name in sorted(names - {"ledger_line"}):
            cursor.execute(f"select count(*) from {name}")
            found[name] = int(cursor.fetchone()[0])
    return found


def fill(rows: int, wanted: dict[str, int], *, done: dict[str, int]) -> None:
    """Copy the rows of each of these tables until it has `rows`. `wanted`: how many rows each began with; `done`: copies that are
    there already, which is brought up to date."""
    from django.db import connection

    copy(rows, wanted, done=done)
    with connection.cursor() as cursor:
        cursor.execute("vacuum analyze")


def copy(rows: int, wanted: dict[str, int], *, done: dict[str, int], minutes: int = _MINUTES) -> None:
    """The same, also within a transaction: the planner learns nothing of it. `minutes`: from a copy back to the next.

    Accounts have more rows in their first copies than some of their own tables, so there are fewer copies of them: later copies of
    other rows belong to the same accounts again, and what an account has but one of ends with them.
    """
    from django.db import connection

    accounts = max(1, rows // wanted[ACCOUNTS]) if ACCOUNTS in wanted else 0
    with connection.cursor() as cursor:
        cursor.execute("set session_replication_role = replica")  # neither foreign keys nor guards of the ledger
        for table, first in wanted.items():
            statement, is_one_each = _statement(cursor, table, accounts, minutes)
            copies = min(rows // first, accounts) if is_one_each and accounts else rows // first
            if copies > done.get(table, 0):
                cursor.execute(statement, [done.get(table, 0) + 1, copies])
                done[table] = copies
        cursor.execute("set session_replication_role = default")


def _statement(cursor: Any, table: str, accounts: int, minutes: int) -> tuple[str, bool]:
    """What copies this table, and whether its rows are unique by their account."""
    cursor.execute(_COLUMNS, [table])
    columns = cursor.fetchall()
    moved = {
        name for name, kind, _, target, is_key, _ in columns if kind == "uuid" or is_key or target == "ledger_account"
    }
    is_moved = bool(moved)
    values = []
    for name, kind, is_unique, target, is_key, is_narrow in columns:
        alone = is_unique and not is_narrow and not _has_moved_company(cursor, table, name, moved)
        value = _value(table, name, kind, target, minutes, is_key=is_key, is_alone=alone and is_moved)
        if accounts and target == ACCOUNTS and not is_unique:
            value = value.replace("to_hex(copy)", f"to_hex(mod(copy - 1, {accounts}) + 1)")
        values.append(value)
    is_one_each = any(target == ACCOUNTS and is_unique for _, _, is_unique, target, *_ in columns)
    names = ", ".join(f'"{name}"' for name, *_ in columns)
    rows = f"where {_ROWS[table]}" if table in _ROWS else ""
    # The first copies: rows that no statement of this module has made.
    return (
        f'insert into "{table}" ({names}) overriding system value select {", ".join(values)} '
        f'from (select * from "{table}_first" {rows}) first, generate_series(%s, %s) copy'
    ), is_one_each


def _value(table: str, name: str, kind: str, target: str | None, minutes: int, *, is_key: bool, is_alone: bool) -> str:
    column = f'"{name}"'
    if (table, name) in _OWN:
        return _OWN[table, name]
    if kind == "uuid":
        return _SHIFTED.format(column)
    later = f"{column} + copy::bigint * {_STEP}"
    if name in ("source_id", "destination_id"):
        return f"case when {column} < 8 then {column} else {later} end"  # house accounts of the ledger stay
    if kind in ("bigint", "integer") and is_key:
        return later
    if kind.startswith("timestamp"):
        return f"{column} - copy * interval '{minutes} minutes'"
    if is_alone and kind == "bytea":
        return f"sha256({column} || copy::text::bytea)"
    if is_alone and kind.startswith(("character", "text")):
        return f"{column} || '~' || copy"
    if is_alone and kind == "date":
        return f"{column} - copy::integer"
    if is_alone and kind in ("bigint", "integer"):
        return later
    return column


def _has_moved_company(cursor: Any, table: str, name: str, moved: set[str]) -> bool:
    """Whether in each unique index of this column another one differs from copy to copy."""
    cursor.execute(_UNIQUE, [table])
    return all(moved & set(names) for (names,) in cursor.fetchall() if name in names)


def keep_first(wanted: dict[str, int]) -> None:
    """Put the rows of now aside, from which all copies are made."""
    from django.db import connection

    with connection.cursor() as cursor:
        for table in wanted:
            cursor.execute(f'create unlogged table "{table}_first" as table "{table}"')
