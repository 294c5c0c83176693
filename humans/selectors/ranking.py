"""A page of people, the most recently active first, however many match: by a scan in that order, or collected and sorted.

Which of the two is quicker is decided by the planner's estimate (docs/decisions/search-columns.md).
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core.exceptions import EmptyResultSet
from django.db import connection, transaction
from django.db.models import BooleanField, Func, Q, QuerySet

from humans.models import Profile

ORDER = ("-last_active_at", "-pk")
# The window counts as full without counting when the planner estimates at least CERTAIN times its size. A scan may read
# HALF_AS_FREQUENT times as many rows as the estimate suggests: even if matches are half as frequent, the page is filled.
CERTAIN = 2
HALF_AS_FREQUENT = 2


class _Unindexed(Func):
    """The same condition in a form that no index can answer, so that the planner checks it row by row during the scan
    instead of first collecting all matches, which may be half a million."""

    template = "(%(expressions)s) IS TRUE"
    output_field = BooleanField()


def most_recent(rows: QuerySet[Profile], *, limit: int, rare: bool) -> list[Profile]:
    """The `limit` most recently active of these people, with their accounts, without a table scan. `rare`: the filters may
    match nobody."""
    count, keys = count_and_page(rows, size=limit, offset=0, limit=limit, rare=rare)
    return by_keys(keys) if count < limit else in_order(rows, 0, limit)


def window(
    ranked: QuerySet[Profile], filters: Q, *, size: int, offset: int, limit: int, after_last: Q
) -> tuple[int, list[Profile]]:
    """The number of matches (at most `size`), and a page of them in ranking order: from `offset`, or after the last person of
    the page before. `ranked` has an index in ranking order; `filters` may match few of it."""
    end = max(offset, min(size, offset + limit))
    if not filters:  # counting is a scan of the index in ranking order
        count, _ = count_and_page(ranked, size=size, offset=0, limit=0, rare=False)
        end = min(end, count)
        return count, in_order(ranked.filter(after_last), 0, end - offset) if after_last else in_order(
            ranked, offset, end
        )
    rows = ranked.filter(filters)
    expected = estimated(rows)
    first, last = (0, end - offset) if after_last else (offset, end)
    scanned = last * estimated(ranked) // max(1, expected)
    if expected >= CERTAIN * size and scanned <= expected:
        found = _scan(ranked.filter(after_last), filters, first, last, within=HALF_AS_FREQUENT * scanned)
        if len(found) == end - offset:
            return size, found
    most = max(CERTAIN * size, 2 * expected)
    count, keys = count_and_page(rows, size=most, offset=offset, limit=end - offset, rare=True)
    return min(count, size), by_keys(keys) if count < most else in_order(rows, offset, end)


def _scan(ranked: QuerySet[Profile], filters: Q, offset: int, end: int, *, within: int) -> list[Profile]:
    """A page of matches among the `within` most recently active of `ranked`. The bound stops the scan when the estimate was
    wrong; the page is incomplete then."""
    floor = ranked.order_by(*ORDER).values_list("last_active_at", flat=True)[within : within + 1]
    rows = ranked.filter(_Unindexed(filters))
    return in_order(rows.filter(last_active_at__gte=floor[0]) if floor else rows, offset, end)


def in_order(rows: QuerySet[Profile], offset: int, end: int) -> list[Profile]:
    """A page in ranking order; whole rows are read for the page only."""
    return by_keys(rows.order_by(*ORDER).values("pk")[offset:end]) if offset < end else []


def by_keys(keys: Any) -> list[Profile]:
    return list(Profile.objects.select_related("account").filter(pk__in=keys).order_by(*ORDER))


def estimated(rows: QuerySet[Profile]) -> int:
    """The planner's estimate of the number of rows, from its statistics; no rows are read."""
    try:
        query, parameters = rows.values_list("pk").query.sql_with_params()
    except EmptyResultSet:
        return 0
    with connection.cursor() as cursor:
        cursor.execute(f"explain (format json) {query}", parameters)
        return int(cursor.fetchone()[0][0]["Plan"]["Plan Rows"])


def count_and_page(
    rows: QuerySet[Profile], *, size: int, offset: int, limit: int, rare: bool
) -> tuple[int, list[UUID]]:
    """Count up to `size` rows, and return the keys of a page of them, which is correct only if the count is below `size`.

    With a LIMIT the planner may choose a sequential scan, or an index scan in the hope of meeting enough matches soon; when
    its estimate is wrong, that reads the whole table. So sequential scans are switched off; and for filters that may match
    nobody (`rare`) index scans too, which leaves bitmap scans of the filters' own indexes.
    """
    try:
        inner, parameters = rows.values_list("pk", "last_active_at")[:size].query.sql_with_params()
    except EmptyResultSet:  # the ORM knows without a query that nothing matches
        return 0, []
    query = (
        f"with w (pk, at) as materialized ({inner}) "  # noqa: S608  (the ORM's own text)
        "select (select count(*) from w), array(select pk from w order by at desc, pk desc offset %s limit %s)"
    )
    avoided = ("seqscan", "indexscan", "indexonlyscan") if rare else ("seqscan",)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("; ".join(f"set local enable_{name} = off" for name in avoided))
        cursor.execute(query, [*parameters, offset, limit])
        count, keys = cursor.fetchone()
        # `set local` lasts until the end of the outermost transaction, which may not be this one.
        cursor.execute("; ".join(f"set local enable_{name} = on" for name in avoided))
    return count, keys


def counts(parts: Mapping[str, QuerySet[Profile]], *, most: int, rare: bool) -> dict[str, int]:
    """How many of each of these people there are, counted up to `most`: one statement for all, without a table scan. `rare`:
    the filters may match nobody."""
    found, queries = dict.fromkeys(parts, 0), {}
    parameters: list[Any] = []
    for name, rows in parts.items():
        try:
            inner, values = rows.values_list("pk")[:most].query.sql_with_params()
        except EmptyResultSet:
            continue
        queries[name] = f"(select count(*) from ({inner}) part)"  # noqa: S608  (the ORM's own text)
        parameters += values
    if not queries:
        return found
    avoided = ("seqscan", "indexscan", "indexonlyscan") if rare else ("seqscan",)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("; ".join(f"set local enable_{name} = off" for name in avoided))
        cursor.execute(f"select {', '.join(queries.values())}", parameters)
        found |= dict(zip(queries, cursor.fetchone(), strict=True))
        cursor.execute("; ".join(f"set local enable_{name} = on" for name in avoided))
    return found
