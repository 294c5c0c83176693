"""Any list of the back office as a CSV file: as it is filtered and searched, with its columns, sent block by block."""

import csv
import html
import io
import json
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final, cast
from uuid import UUID

from django.contrib.admin.utils import label_for_field
from django.core.exceptions import FieldDoesNotExist
from django.db import OperationalError, connection, models, transaction
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils.html import strip_tags
from psycopg.errors import QueryCanceled

from marketplace.api.backoffice import reading
from marketplace.core import ids
from marketplace.core.masking import masked
from marketplace.core.texts import for_spreadsheet

MOST: Final = 50_000  # rows of a file
BLOCK: Final = 500  # rows that are in memory at once
PATIENCE: Final = "20s"


class TooSlow(Exception):
    """The list was not found in time; its words say what to do."""

    def __init__(self) -> None:
        super().__init__(
            f"This list was not found within {PATIENCE}. Narrow it by a filter or an id, then fetch the file again."
        )


def download(page: Any, request: HttpRequest) -> HttpResponse:
    """The file: the first 50,000 rows of this list, in its order. Ids are public, amounts dollars, times ISO 8601; what people
    wrote is no formula; a column that is masked in the list is masked here.

    The keys are read before the answer begins, and the rows behind them block by block while it is sent, so that neither a long
    list nor a slow reader keeps a transaction open or the rows in memory. Locks nothing. Raises TooSlow.
    """
    listed, keys = reading.read(request, partial(_found, page, request))
    columns = [str(name) for name in page.list_display]
    heads = [str(label_for_field(page._in_list.get(name, name), page.model, page)) for name in columns]
    rows = listed.apply_select_related(listed.root_queryset)

    def block(some: Sequence[Any]) -> str:
        return reading.read(request, partial(_block, page, rows, some, columns))

    answer = StreamingHttpResponse(_lines(block, keys, heads), content_type="text/csv; charset=utf-8")
    name = f"{page.model._meta.verbose_name_plural}.csv".replace(" ", "-")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "private, no-store"
    return cast(HttpResponse, answer)


def _found(page: Any, request: HttpRequest) -> tuple[Any, list[Any]]:
    listed = page.get_changelist_instance(request)
    return listed, _keys(listed.queryset)


def _keys(rows: models.QuerySet[Any]) -> list[Any]:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("select set_config('statement_timeout', %s, true)", [PATIENCE])
            found = list(rows.values_list("pk", flat=True)[:MOST])
            cursor.execute("set local statement_timeout to default")
    except OperationalError as error:
        if not isinstance(error.__cause__, QueryCanceled):
            raise
        raise TooSlow()
    return found


def _lines(block: Callable[[Sequence[Any]], str], keys: Sequence[Any], heads: Sequence[str]) -> Iterator[str]:
    yield "\ufeff" + _csv([[for_spreadsheet(head) for head in heads]])
    for first in range(0, len(keys), BLOCK):
        yield block(keys[first : first + BLOCK])


def _block(page: Any, rows: models.QuerySet[Any], keys: Sequence[Any], columns: Sequence[str]) -> str:
    found = {row.pk: row for row in rows.filter(pk__in=keys)}
    # One that was deleted meanwhile is left out.
    return _csv([[_text(page, found[key], name) for name in columns] for key in keys if key in found])


def _csv(lines: list[list[str]]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows(lines)
    return out.getvalue()


def _text(page: Any, row: models.Model, name: str) -> str:
    """One cell. Only what we write ourselves (ids, sums, moments) is not guarded."""
    try:
        field: Any = row._meta.get_field(name)
    except FieldDoesNotExist:
        return for_spreadsheet(html.unescape(strip_tags(str(_shown(page, row, name)))))
    value = getattr(row, field.name)
    if value is None or value == "":
        return ""
    if name in page.masked:
        return for_spreadsheet(masked(str(value), page.masked[name]))
    if isinstance(value, models.Model):
        return for_spreadsheet(str(getattr(value, "public_id", value)))
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return _dollars(value) if isinstance(value, int) and name.endswith("cents") else str(value)
    if isinstance(value, UUID):
        prefix = page._prefix(page.model, field)
        return ids.encode(prefix, value) if prefix else str(value)
    if isinstance(value, list | dict):
        return for_spreadsheet(json.dumps(value, ensure_ascii=False, default=str))
    return for_spreadsheet(str(value))


def _shown(page: Any, row: models.Model, name: str) -> Any:
    """A column that the page computes, or a property of the row."""
    if name == "__str__":
        return str(row)
    column = getattr(page, name, None)
    value = column(row) if callable(column) else getattr(row, name)
    value = value() if callable(value) else value
    return "" if value is None else value


def _dollars(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"
