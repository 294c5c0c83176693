"""Whose credential it is. Every request of a signed-in caller asks, so these statements are sent as they are, prepared
once for a connection, and what they find becomes the same rows that the models would have loaded.
"""

from functools import cache
from typing import Any
from uuid import UUID

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import connection, models

from marketplace.core import clock
from marketplace.models import Account, ApiKey, RateTier


def by_key(digest: bytes) -> ApiKey | None:
    """The key with this digest, its account and its tier; None when it was revoked, or its account is closed."""
    row = _one(_of_key(), digest)
    if row is None:
        return None
    own, owner = _width(ApiKey), _width(ApiKey) + _width(Account)
    key: ApiKey = _made(ApiKey, row[:own])
    _keep(key, "account", _made(Account, row[own:owner]))
    _keep(key, "tier", _made(RateTier, row[owner:]))
    return key


def by_session(token: str) -> tuple[str, Account | None] | None:
    """What is kept, signed, of this session, and the open account that allauth has noted for it: a hint, since only what is
    signed says whose session it is. None when there is no such session, or its time is over, which the wall clock says.
    """
    row = _one(_of_session(), token, clock.wall()) if "\x00" not in token else None
    if row is None:
        return None
    return row[0], _made(Account, row[1:])


def by_id(pk: UUID) -> Account | None:
    """The account, unless it is closed."""
    row = _one(_of_account(), pk)
    return _made(Account, row) if row is not None else None


@cache
def _of_key() -> str:
    return (
        f"select {_columns(ApiKey, 'k')}, {_columns(Account, 'a')}, {_columns(RateTier, 't')}"  # noqa: S608
        f" from {ApiKey._meta.db_table} k join {Account._meta.db_table} a on a.id = k.account_id"
        f" left join {RateTier._meta.db_table} t on t.name = k.tier_id"
        " where k.digest = %s and k.revoked_at is null and a.is_active"
    )


@cache
def _of_account() -> str:
    return f"select {_columns(Account, 'a')} from {Account._meta.db_table} a where a.id = %s and a.is_active"  # noqa: S608


@cache
def _of_session() -> str:
    return (
        f"select s.session_data, {_columns(Account, 'a')} from {Session._meta.db_table} s"  # noqa: S608
        f" left join {UserSession._meta.db_table} n on n.session_key = s.session_key"
        f" left join {Account._meta.db_table} a on a.id = n.user_id and a.is_active"
        " where s.session_key = %s and s.expire_date > %s"
    )


def _one(statement: str, *values: Any) -> tuple[Any, ...] | None:
    with connection.prepared() as cursor:  # type: ignore[attr-defined]  # of config/postgres
        cursor.execute(statement, values)
        row: tuple[Any, ...] | None = cursor.fetchone()
    return row


def _columns(model: type[models.Model], alias: str) -> str:
    return ", ".join(f'{alias}."{field.column}"' for field in model._meta.concrete_fields)


@cache
def _names(model: type[models.Model]) -> tuple[str, ...]:
    return tuple(field.attname for field in model._meta.concrete_fields)


def _width(model: type[models.Model]) -> int:
    return len(_names(model))


def _keep(key: ApiKey, name: str, row: models.Model | None) -> None:
    """As `select_related` does it."""
    ApiKey._meta.get_field(name).set_cached_value(key, row)  # type: ignore[union-attr]


def _made(model: Any, values: tuple[Any, ...]) -> Any:
    """None for what an outer join did not find."""
    names = _names(model)
    return None if values[names.index(model._meta.pk.attname)] is None else model.from_db("default", names, values)
