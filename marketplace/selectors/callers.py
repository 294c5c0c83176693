"""Loads the account of a credential. Runs on every authenticated request, so the statements are prepared once per connection,
and their rows become model instances.
"""

from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import connection, models

from marketplace.core import clock
from marketplace.models import Account, ApiKey, Membership, RateTier


class ActsFor(NamedTuple):
    """An account that somebody may act for, and their role in it."""

    account: Account
    role: str


def by_key(digest: bytes) -> ApiKey | None:
    """The key with this digest, with its account and tier; None when it is revoked or the account is closed."""
    row = _fetch_one(_of_key(), digest)
    if row is None:
        return None
    own, owner = _width(ApiKey), _width(ApiKey) + _width(Account)
    key: ApiKey = _instance(ApiKey, row[:own])
    _set_related(key, "account", _instance(Account, row[own:owner]))
    _set_related(key, "tier", _instance(RateTier, row[owner:]))
    return key


def by_session(token: str) -> tuple[str, Account | None] | None:
    """The signed data of this session, and the open account that allauth has recorded for it. The account is a hint: only the
    signed data prove whose session it is. None when there is no such session, or it has expired by the wall clock.
    """
    row = _fetch_one(_of_session(), token, clock.wall()) if "\x00" not in token else None
    if row is None:
        return None
    return row[0], _instance(Account, row[1:])


def by_id(pk: UUID) -> Account | None:
    """The account, unless it is closed."""
    row = _fetch_one(_of_account(), pk)
    return _instance(Account, row) if row is not None else None


def acts_for(person: UUID, account: UUID) -> ActsFor | None:
    """This open account with the person's role in it, as they are at this moment; None for somebody who is no member."""
    row = _fetch_one(f"{_of_member()} and m.account_id = %s", person, account)
    return ActsFor(_instance(Account, row[1:]), row[0]) if row is not None else None


def all_for(person: UUID) -> list[ActsFor]:
    """Every open account of others that the person may act for, the first that they joined first."""
    with connection.prepared() as cursor:  # type: ignore[attr-defined]
        cursor.execute(f"{_of_member()} order by m.id", (person,))
        return [ActsFor(_instance(Account, row[1:]), row[0]) for row in cursor.fetchall()]


@cache
def _of_member() -> str:
    """Staff are no members, and have none: nobody comes to rights of staff, or to another's money, on a second way."""
    accounts = Account._meta.db_table
    return (
        f"select m.role, {_columns(Account, 'a')} from {Membership._meta.db_table} m"  # noqa: S608
        f" join {accounts} a on a.id = m.account_id and a.is_active and not a.is_staff and not a.is_superuser"
        f" join {accounts} p on p.id = m.person_id and not p.is_staff and not p.is_superuser"
        " where m.ended_at is null and m.person_id = %s"
    )


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


def _fetch_one(statement: str, *values: Any) -> tuple[Any, ...] | None:
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


def _set_related(key: ApiKey, name: str, row: models.Model | None) -> None:
    """Cache a related row, as `select_related` does."""
    ApiKey._meta.get_field(name).set_cached_value(key, row)  # type: ignore[union-attr]


def _instance(model: Any, values: tuple[Any, ...]) -> Any:
    """An instance of `model`; None when an outer join found no row."""
    names = _names(model)
    return None if values[names.index(model._meta.pk.attname)] is None else model.from_db("default", names, values)
