"""How changes of settings are shown: what a column was and becomes, in words that staff read on its page."""

from datetime import datetime
from typing import Any

from django.apps import apps
from django.db import models
from django.utils.safestring import SafeString

from marketplace.api.backoffice.cells import NOTHING, moment, money, page_of, table
from marketplace.models import Account, SettingChange

SHOWN = 30  # changes on a row's page; the list has all


def differences(label: str, old: dict[str, Any], new: dict[str, Any]) -> SafeString:
    """A line per column that differs: what it was, what it becomes. `label`: of the model, such as escrow.ladderband."""
    fields = _fields(label)
    names = [name for name in fields if name in old or name in new] + [
        name for name in {**old, **new} if name not in fields
    ]
    return table(
        ("Column", "Was", "Becomes"),
        ((_title(fields.get(name), name), shown(name, old.get(name)), shown(name, new.get(name))) for name in names),
        none="Nothing differs.",
    )


def in_one_line(label: str, old: dict[str, Any], new: dict[str, Any]) -> str:
    """`approval above: 250.00 USD -> 1.00 USD`."""
    fields = _fields(label)
    return "; ".join(
        f"{_title(fields.get(name), name)}: {_plain(name, old.get(name))} → {_plain(name, new.get(name))}"
        for name in dict.fromkeys([*old, *new])
    )


def of_row(row: models.Model) -> SafeString:
    """The latest changes of a settings row, the newest first. One query."""
    rows = SettingChange.objects.filter(model=row._meta.label_lower, row=str(row.pk))
    changes = rows.select_related("who", "approved_by").order_by("-pk")[:SHOWN]
    return table(
        ("At", "Who", "What", "Was and becomes", "Why"),
        (
            (moment(change.created_at), people(change), change.kind, _diff(change), change.why or NOTHING)
            for change in changes
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
    """The address of a row's admin page; None when the row is gone, or has none."""
    try:
        model = apps.get_model(label)
        row = model._default_manager.filter(pk=key).first()
    except (LookupError, ValueError):
        return None
    return page_of(row) if row is not None else None


def shown(name: str, value: Any) -> Any:
    if value is None or value == "":
        return "empty"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name.endswith("cents") and isinstance(value, int):
        return money(value)
    if name.endswith("_at") or name in ("holds_from", "until"):
        try:
            return moment(datetime.fromisoformat(value))
        except (TypeError, ValueError):
            return str(value)
    return _person(value) if name.endswith(("person_id", "account_id")) else str(value)


def _plain(name: str, value: Any) -> str:
    if name.endswith("cents") and isinstance(value, int):
        return f"{value / 100:.2f} USD"
    return "empty" if value in (None, "") else str(value)


def _person(value: Any) -> str:
    found = Account.objects.filter(pk=value).first()
    return found.display_name if found else str(value)


def _diff(change: SettingChange) -> str:
    return in_one_line(change.model, change.old, change.new)


def _fields(label: str) -> dict[str, Any]:
    try:
        return {field.attname: field for field in apps.get_model(label)._meta.concrete_fields}
    except LookupError:  # a setting of an earlier version
        return {}


def _title(field: Any, name: str) -> str:
    return str(field.verbose_name if field is not None else name).removesuffix(" cents")
