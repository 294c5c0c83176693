"""How changes of settings are shown: what a column was and becomes, in words that staff read on its page."""

import json
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.apps import apps
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse
from django.utils.safestring import SafeString

from marketplace.api.backoffice.cells import NOTHING, link, moment, money, row_link, table
from marketplace.core import ids
from marketplace.core.money import format_percent, format_usd
from marketplace.models import SettingChange
from marketplace.selectors import accounts

_EMPTY: Final = "empty"
SHOWN = 30  # changes on a row's page; the list has all


def differences(label: str, old: dict[str, Any], new: dict[str, Any]) -> SafeString:
    """A line per column that differs: what it was, what it becomes. `label`: of the model, such as escrow.ladderband."""
    fields = _fields(label)
    names = [name for name in fields if name in old or name in new] + [
        name for name in {**old, **new} if name not in fields
    ]
    return table(
        ("Column", "Was", "Becomes"),
        (
            (_title(fields.get(name), name), shown(fields.get(name), name, old), shown(fields.get(name), name, new))
            for name in names
        ),
        none="Nothing differs.",
    )


def in_one_line(label: str, old: dict[str, Any], new: dict[str, Any]) -> str:
    """`approval above: 250.00 USD → 1.00 USD`; of a row that came or went what it has, without what is empty."""
    fields = _fields(label)
    if not old or not new:
        whole = {name: _plain(fields.get(name), name, new or old) for name in new or old}
        return "; ".join(
            f"{_title(fields.get(name), name)}: {text}"
            for name, text in whole.items()
            if text != _EMPTY and name != "why" and not _is_number(fields.get(name))
        )
    return "; ".join(
        f"{_title(fields.get(name), name)}: {_plain(fields.get(name), name, old)} → {_plain(fields.get(name), name, new)}"
        for name in dict.fromkeys([*old, *new])
    )


def kind_of(label: str) -> str:
    """`escrow.ladderband` -> `ladder band`; a setting of an earlier version by its label."""
    try:
        return str(apps.get_model(label)._meta.verbose_name)
    except (LookupError, ValueError):
        return label


def name_of(change: SettingChange) -> str:
    """What the row is called. Who writes past the pages names none: then by what was written, where that is the whole row."""
    if change.name and change.name != change.row:
        return change.name
    values, fields = change.new or change.old, _fields(change.model)
    if not fields or set(fields) - set(values):
        return change.name or change.row
    try:
        return str(apps.get_model(change.model)(**{name: fields[name].to_python(values[name]) for name in fields}))
    except (ValidationError, TypeError):  # columns of an earlier version
        return change.name or change.row


def of_row(row: models.Model) -> SafeString:
    """The latest changes of a settings row, the newest first. One query, and one for people whose ids stand in them."""
    rows = SettingChange.objects.filter(model=row._meta.label_lower, row=str(row.pk))
    changes = rows.select_related("who", "approved_by").order_by("-pk")[:SHOWN]
    told = [(change, in_one_line(change.model, change.old, change.new)) for change in changes]
    names = accounts.names_in(words for _, words in told)
    return table(
        ("At", "Who", "What", "Was and becomes", "Why"),
        (
            (
                *(moment(change.created_at), people(change), change.kind),
                *(accounts.with_names(words, names), change.why or NOTHING),
            )
            for change, words in told
        ),
        none="Not changed since its history is kept.",
    )


def people(change: SettingChange) -> str:
    """Who changed it, and who approved."""
    if change.who is None:
        return "the database: a migration, the demo, or its console"
    name = str(change.who.display_name)
    return f"{name}, approved by {change.approved_by.display_name}" if change.approved_by else name


def row_page(label: str, key: str) -> str | None:
    """The address of a row's admin page; None for a model without one. No query: the row may be gone, which its page says."""
    try:
        model = apps.get_model(label)
    except (LookupError, ValueError):
        return None
    if model not in admin.site._registry:
        return None
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[key])


def shown(field: Any, name: str, values: dict[str, Any]) -> Any:
    """A column's value as staff read it: amounts in dollars, times in UTC, rows of others by name and public id, linked.
    A query for each of these."""
    value, prefix = values.get(name), _prefix(field)
    if value is None or value == "":
        return _EMPTY
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    if name == "bps" and isinstance(value, int):
        return format_percent(value)
    if name.endswith("cents") and isinstance(value, int):
        return money(value)
    if prefix and (key := _uuid(value)) is not None:
        row = field.related_model._default_manager.filter(pk=key).first()
        return row_link(prefix, key) if row is None else link(row, full=True)
    return moment(datetime.fromisoformat(value)) if _is_moment(field, value) else str(value)


def _plain(field: Any, name: str, values: dict[str, Any]) -> str:
    value, prefix = values.get(name), _prefix(field)
    if name.endswith("cents") and isinstance(value, int):
        return format_usd(value)
    if prefix and (key := _uuid(value)) is not None:
        return ids.encode(prefix, key)
    if value is None or value in ("", [], {}):
        return _EMPTY
    if name == "bps" and isinstance(value, int):
        return format_percent(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    return f"{datetime.fromisoformat(value):%Y-%m-%d %H:%M}" if _is_moment(field, value) else str(value)


def _is_number(field: Any) -> bool:
    """A key that only counts rows says nothing to a person."""
    return isinstance(field, models.AutoField)


def _prefix(field: Any) -> str:
    return getattr(getattr(field, "related_model", None), "PREFIX", "")


def _uuid(value: Any) -> UUID | None:
    try:
        return UUID(str(value))
    except ValueError:
        return None


def _is_moment(field: Any, value: Any) -> bool:
    """A proposal may say in words when something begins."""
    if not isinstance(field, models.DateTimeField):
        return False
    try:
        datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return False
    return True


def _fields(label: str) -> dict[str, Any]:
    try:
        return {field.attname: field for field in apps.get_model(label)._meta.concrete_fields}
    except (LookupError, ValueError):  # a setting of an earlier version
        return {}


def _title(field: Any, name: str) -> str:
    title = str(field.verbose_name if field is not None else name).removesuffix(" cents")
    return "rate" if title == "bps" else title
