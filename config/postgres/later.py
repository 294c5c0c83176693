"""New rows that wait for the next statement of their transaction which writes others: one round trip for rows of several tables."""

from functools import lru_cache
from typing import Any

import orjson
from django.db import connection
from django.db.models import Model


class Waiting:
    """The rows of one connection."""

    def __init__(self) -> None:
        self._rows: dict[type[Model], list[dict[str, Any]]] = {}

    def __bool__(self) -> bool:
        return bool(self._rows)

    def add(self, row: Model) -> None:
        """Keep a new row, with its values of now."""
        model = type(row)
        values = {field.column: field.get_prep_value(field.pre_save(row, True)) for field in _fields(model)}
        self._rows.setdefault(model, []).append(values)

    def forget(self) -> None:
        """After a rollback."""
        self._rows = {}

    def before(self, sql: str, parameters: list[Any]) -> tuple[str, list[Any]]:
        """The INSERTs of the rows, as common table expressions of `sql`, and all parameters. No row waits any longer.

        The statement's text depends on the tables only, however many rows there are, so that it can be prepared.
        """
        rows, self._rows = self._rows, {}
        if not rows:
            return sql, parameters
        inserts = ", ".join(f"new_{model._meta.db_table} as ({_insert(model)})" for model in rows)
        return f"with {inserts} {sql}", [*(_json(each) for each in rows.values()), *parameters]

    def alone(self) -> tuple[str, list[Any]]:
        """The same without a statement that they could go with."""
        model, rows = self._rows.popitem()
        return self.before(_insert(model), [_json(rows)])


def _fields(model: type[Model]) -> list[Any]:
    return [field for field in model._meta.concrete_fields if not field.generated]


@lru_cache(maxsize=64)
def _insert(model: type[Model]) -> str:
    names = ", ".join(f'"{field.column}"' for field in _fields(model))
    typed = ", ".join(f'"{field.column}" {field.db_parameters(connection)["type"]}' for field in _fields(model))
    new = f"select {names} from jsonb_to_recordset(%s::jsonb) as new ({typed})"  # noqa: S608
    return f'insert into "{model._meta.db_table}" ({names}) {new}'


def _json(rows: list[dict[str, Any]]) -> str:
    return orjson.dumps(rows, default=_text).decode()


def _text(value: Any) -> str:
    return "\\x" + bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)
