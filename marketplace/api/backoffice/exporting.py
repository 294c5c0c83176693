"""Any list of the back office as a CSV file: as it is filtered and searched, with the columns that it shows."""

import csv
import io
from datetime import datetime
from typing import Any, Final

from django.contrib.admin.utils import label_for_field
from django.core.exceptions import FieldDoesNotExist
from django.db import connection, models, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.html import strip_tags

from marketplace.core import ids
from marketplace.core.texts import for_spreadsheet

MOST: Final = 10_000  # rows of a file
_PATIENCE: Final = "20s"


def download(page: Any, request: HttpRequest) -> HttpResponse:
    """The file: the first 10,000 rows of this list. Amounts are dollars, times ISO 8601; what people wrote is no formula."""
    listed = page.get_changelist_instance(request)
    columns = list(page.list_display)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([str(label_for_field(name, page.model, page)) for name in columns])
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("select set_config('statement_timeout', %s, true)", [_PATIENCE])
        for row in listed.queryset[:MOST]:
            writer.writerow([_text(page, row, name) for name in columns])
        cursor.execute("set local statement_timeout to default")
    name = f"{page.model._meta.verbose_name_plural}.csv".replace(" ", "-")
    answer = HttpResponse("\ufeff" + out.getvalue(), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _text(page: Any, row: models.Model, name: str) -> str:
    value = _value(page, row, name)
    if isinstance(value, datetime):
        return value.isoformat()
    return for_spreadsheet(strip_tags(str("" if value is None else value)))


def _value(page: Any, row: models.Model, name: str) -> Any:
    try:
        field: Any = row._meta.get_field(name)
    except FieldDoesNotExist:
        shown = getattr(page, name, None)
        value = shown(row) if callable(shown) else getattr(row, name)
        return value() if callable(value) else value
    value = getattr(row, field.name)
    if isinstance(value, models.Model):
        return getattr(value, "public_id", value)
    if name.endswith("cents") and isinstance(value, int):
        return f"{'-' if value < 0 else ''}{abs(value) // 100}.{abs(value) % 100:02d}"
    if field.primary_key and hasattr(row, "PREFIX"):
        return ids.encode(row.PREFIX, value)
    return value
