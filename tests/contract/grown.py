"""The prepared market as after years: of each table a history, and a planner that takes each for a million rows.

Rows are few, so that a gate can afford it: some of every kind are made by the types of their columns, all are copied, and what
waits for something becomes rare. The statistics are then raised by as much as is missing to a million. So plans are those of a
large table, but nothing that they cost. `bench.growth` fills as many rows in truth.
"""

import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import time, timedelta
from typing import Any

import orjson
from django.apps import apps
from django.db import DataError, IntegrityError, connection, models, transaction

from bench import multiplied
from marketplace.core import clock, ids

LARGE = 1_000_000
MADE = 64
COPIED = 1500
COMES = re.compile("next|due|poll|remind|expire|until")  # names of times until which a row waits
YEAR = 365 * 24 * 60  # minutes that the history goes back
LEFT = 0.02  # of the rows
USUAL = 0.7  # of the rows are in an index of what is usual
WAITING = 3  # rows of each partial index that are left
# Nodes that read all that is below them before they give the first row.
WHOLE_FIRST = ("Aggregate", "Hash", "Sort", "WindowAgg", "Materialize", "HashAggregate", "Hash Join")

_PARTIAL = """
    select pg_get_expr(indpred, indrelid) from pg_index
    where indrelid = %s::regclass and indpred is not null and not indisunique
"""
_PAGES = """
    select c.relname, c.relkind, c.reltuples, greatest(1, pg_relation_size(c.oid) / 8192) from pg_class c
    where c.oid = %(table)s::regclass or c.oid in (select indexrelid from pg_index where indrelid = %(table)s::regclass)
"""
_BELIEVE = """
    select pg_restore_relation_stats(
        'schemaname', 'public', 'relname', %s, 'relpages', %s::integer, 'reltuples', %s::real)
"""


def tables() -> dict[str, type[models.Model]]:
    """Those of our models, and of those that join them."""
    names = multiplied.tables()
    found = apps.get_models(include_auto_created=True)
    return {model._meta.db_table: model for model in found if not model._meta.proxy and model._meta.db_table in names}


def grow() -> set[str]:
    """Within a transaction that is rolled back. The tables that seem large from now on."""
    with connection.cursor() as cursor:
        cursor.execute("set constraints all immediate; set local session_replication_role = replica")
        for table in tables():
            _drop_checks(cursor, table)  # made rows are of all kinds, not all of which may be
        for table, model in tables().items():
            if not table.startswith("ledger_"):  # whose rows only the ledger makes; the market has enough of them
                _make(model)
        first = multiplied.tables()
        for table in [table for table, rows in first.items() if not rows]:
            del first[table]
        multiplied.keep_first(first)
        copied = {table for table, rows in first.items() if _copy(table, rows)}
        cursor.execute("set local session_replication_role = replica")
        for table in copied:
            _make_waiting_rare(cursor, table)
        cursor.execute("set local session_replication_role = origin")
        cursor.execute(f"analyze {', '.join(copied)}")
        for table in copied:
            cursor.execute(_PAGES, {"table": table})
            parts = cursor.fetchall()
            rows = next(tuples for _, kind, tuples, _ in parts if kind == "r")
            for name, _, tuples, pages in parts:
                cursor.execute(_BELIEVE, [name, pages, max(tuples, 0) * LARGE / rows])
    return copied


def _drop_checks(cursor: Any, table: str) -> None:
    cursor.execute("select conname from pg_constraint where conrelid = %s::regclass and contype = 'c'", [table])
    for (name,) in cursor.fetchall():
        cursor.execute(f'alter table "{table}" drop constraint "{name}"')


def _make(model: type[models.Model]) -> None:
    fields = [field for field in model._meta.concrete_fields if not (field.generated or _counts(field))]
    rules = [rule for rule in model._meta.constraints if isinstance(rule, models.UniqueConstraint)]
    needed = {name for rule in rules if rule.nulls_distinct is False for name in rule.fields}
    model._base_manager.bulk_create(
        [
            model(**{field.attname: _value(field, number, may_be_empty=field.name not in needed) for field in fields})
            for number in range(MADE)
        ],
        ignore_conflicts=True,  # settings of which there are only so many
    )


def _counts(field: Any) -> bool:
    return isinstance(field, models.AutoField)


def _value(field: Any, number: int, *, may_be_empty: bool = True) -> Any:
    """Something that this column may hold; in half of the rows nothing, where it may be empty."""
    is_empty = field.null and may_be_empty and _is_chosen(field, number)
    if isinstance(field, models.ForeignKey):
        return None if is_empty else _value(field.target_field, number)
    if field.choices:
        choices = [key for key, _ in field.flatchoices]
        return choices[number % len(choices)]
    if is_empty:
        return None
    if field.has_default() and field.default in ("", 0) and _is_chosen(field, number):
        return field.default
    kind = field.get_internal_type()
    if kind.endswith(("IntegerField", "AutoField")):
        return 1000 + number
    if kind in ("FloatField", "DecimalField"):
        return number % 8
    match kind:
        case "UUIDField":
            return ids.new()
        case "DateTimeField":
            return clock.now() + timedelta(days=400 if COMES.search(field.name) else -number - 1)
        case "DateField":
            return (clock.now() - timedelta(days=number + 1)).date()
        case "BooleanField":
            return _is_chosen(field, number)
        case "JSONField":
            return {}
        case "ArrayField":
            return []
        case "BinaryField":
            return bytes([number]) * 32
        case "DurationField":
            return timedelta(hours=number)
        case "TimeField":
            return time(number % 24)
        case "GenericIPAddressField":
            return "127.0.0.1"
        case _:
            return f"{number}"


def _is_chosen(field: Any, number: int) -> bool:
    """True in half of the rows, another half for each column."""
    return bool(zlib.crc32(f"{field.name}/{number}".encode()) >> 7 & 1)


def _copy(table: str, rows: int) -> bool:
    """False for a table whose rows have no copies: what tells them apart is a name or a day."""
    try:
        with transaction.atomic():
            copies = max(COPIED // rows, 2)
            multiplied.copy(copies * rows, {table: rows}, done={}, minutes=YEAR // copies)
    except (IntegrityError, DataError):
        return False
    return True


def _make_waiting_rare(cursor: Any, table: str) -> None:
    """What a partial index holds is little of a history: first what has not ended, then what is rarest. Left as it is what would
    leave hardly a row, or hardly one that another index does not hold."""
    cursor.execute(_PARTIAL, [table])
    conditions = [condition for (condition,) in cursor.fetchall()]
    cursor.execute(
        f'select {"".join(f"count(*) filter (where {one}), " for one in conditions)} count(*) from "{table}"'
    )
    *counts, rows = cursor.fetchone()
    rare = [one for one, count in zip(conditions, counts, strict=True) if count < rows * USUAL] or conditions[:1]
    ordered = sorted(zip(counts, conditions, strict=True), key=lambda pair: ("IS NULL" not in pair[1], pair))
    for _, condition in ordered:
        others = [f"count(*) filter (where not coalesce({one}, false))" for one in rare]
        cursor.execute(f'select count(*), {", ".join(others)} from "{table}" where not coalesce({condition}, false)')
        if min(cursor.fetchone()) > rows * LEFT:
            cursor.execute(
                f'delete from "{table}" where {condition} and ctid not in '
                f'(select ctid from "{table}" where {condition} limit {WAITING})'
            )


@contextmanager
def listening() -> Iterator[tuple[dict[str, tuple[str, Any]], Callable[[str], None]]]:
    """Meanwhile each new statement is noted with its values, by whom: who is named by the function that is also given."""
    asked: dict[str, tuple[str, Any]] = {}
    who = [""]

    def note(execute: Any, statement: str, values: Any, many: bool, context: Any) -> Any:
        if statement.lstrip("( \n").lower().startswith(("select", "with", "update", "delete")) and not many:
            asked.setdefault(statement, (who[0], values))
        return execute(statement, values, many, context)

    with connection.execute_wrapper(note):
        yield asked, lambda name: who.__setitem__(0, name)


def read_whole(statement: str, values: Any) -> Iterator[tuple[str, str]]:
    """The tables that the plan of this statement reads from end to end, each with what it looks for there."""
    with connection.cursor() as cursor:
        cursor.execute("explain (format json) " + statement, values)
        plan = cursor.fetchone()[0]
        cursor.execute(
            "select relname from pg_class c join pg_index i on i.indexrelid = c.oid where indpred is not null"
        )
        partial = {name for (name,) in cursor.fetchall()}
    root = (orjson.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]
    for node in _whole(root, partial, is_limited=False):
        yield node["Relation Name"], node.get("Filter", "")


def _whole(node: dict[str, Any], partial: set[str], *, is_limited: bool) -> Iterator[dict[str, Any]]:
    """Nodes that read a table, or an index of all its rows, without a condition; but not what ends with the rows of a page, or
    where a merge has found what it looks for."""
    kind = node["Node Type"]
    by_index = kind in ("Index Scan", "Index Only Scan") and "Index Cond" not in node
    if kind == "Seq Scan" or (by_index and node["Index Name"] not in partial and not is_limited):
        yield node
    for child in node.get("Plans", ()):
        limited = kind == "Limit" or (
            is_limited and kind not in WHOLE_FIRST and child["Parent Relationship"] == "Outer"
        )
        yield from _whole(child, partial, is_limited=limited or kind == "Merge Join")
