"""Who changes settings, and why: said to the database for the changes that follow, whose triggers write the history."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, models

from marketplace.core import clock
from marketplace.core.open_mappings import JsonObject, JsonValue
from marketplace.models import Account


@contextmanager
def told(*, who: Account, why: str, name: str = "", approved_by: Account | None = None) -> Iterator[None]:
    """Changes of settings within this block are written down with these words. In the caller's transaction, which has to be open.

    who: who changes it. why: their reason, never empty. name: what the row is called. approved_by: who approved, where two
    people are needed. Locks nothing.
    """
    if not why.strip():
        raise ValueError("a setting is not changed without a reason")
    _say(
        who=str(who.pk),
        why=why[:300],
        name=name[:200],
        approved_by=str(approved_by.pk) if approved_by is not None else "",
        at=clock.now().isoformat(),
    )
    yield  # an error rolls the transaction, and with it these words, back
    _say(who="", why="", name="", approved_by="", at="")


def values_of(row: models.Model | None) -> dict[str, JsonValue]:
    """All columns of a row as JSON, to compare it later and to show what differs."""
    if row is None:
        return {}
    found = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    plain: dict[str, JsonValue] = json.loads(json.dumps(found, default=_plain))
    return plain


def differences(one: JsonObject, other: JsonObject) -> dict[str, JsonValue]:
    """What `one` says and `other` does not."""
    return {name: value for name, value in one.items() if name not in other or other[name] != value}


def _say(**words: str) -> None:
    with connection.cursor() as cursor:
        for name, value in words.items():
            cursor.execute("select set_config(%s, %s, true)", [f"setting.{name}", value])


def _plain(value: Any) -> str:
    return str(value.isoformat()) if hasattr(value, "isoformat") else str(value)
