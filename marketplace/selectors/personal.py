"""The tables of personal columns of all apps, and the rows that tell of one person."""

from collections.abc import Iterator
from typing import Any, Final

from django.apps import apps
from django.db.models import Model, QuerySet

from marketplace.core import crypto, ids, personal
from marketplace.core.personal import Person, Tables
from marketplace.core.personal_tables import TABLES
from marketplace.models import Account, Mail, PrivateRead
from marketplace.models.sealed import SealedField
from marketplace.ports import account_data

MOST: Final = 20_000  # rows of one kind in a copy, the newest


def tables() -> Tables:
    """Of all apps, the uppermost first: the order in which rows are locked."""
    found: dict[str, personal.Table] = {}
    for name in sorted(account_data.names(), key=_step, reverse=True):
        found |= account_data.get(name).tables
    return found | dict(TABLES)


def rows_of(label: str, person: Person, account: Account, addresses: list[str]) -> QuerySet[Any]:
    """The rows of a model that tell of a person as `person` says."""
    rows: QuerySet[Any] = apps.get_model(label)._default_manager.all()
    kind, _, column = person.whose.partition(":")
    return rows.filter(**{f"{column}__in": addresses} if kind == "email" else {person.whose: account.pk})


def people_of(row: Model) -> Iterator[Any]:
    """The keys of the accounts about which a row says something personal."""
    table = tables().get(row._meta.label)
    for person in table.people if table is not None else ():
        if not person.whose.startswith("email:"):
            yield from type(row)._default_manager.filter(pk=row.pk).values_list(person.whose, flat=True)


def addresses_of(account: Account) -> list[str]:
    """The mail address by which an account is told of: the one that it signs in with. Nobody has shown that the billing address is
    theirs, so what was written to it may be somebody else's."""
    return [account.email] if account.email else []


def records(account: Account) -> Iterator[tuple[str, Iterator[dict[str, Any]]]]:
    """For the copy of a person's data: each kind of record that tells of them, with every column that the tables do not hide."""
    for label, person in personal.people(tables()):
        if told := person.told():
            name = f"{label}.{person.whose.replace(':', '-')}"
            yield name, _told(rows_of(label, person, account, addresses_of(account)), told)


def letters(account: Account) -> QuerySet[Mail]:
    """The mails that were written to the address a person signs in with, as far back as mails are kept; the newest first."""
    return Mail.objects.filter(to__in=addresses_of(account)).order_by("-pk")


def reads_of(account: Account) -> QuerySet[PrivateRead]:
    """When our staff looked at this person's data, the newest first."""
    return PrivateRead.objects.filter(about=account).order_by("-pk")


def _told(rows: QuerySet[Any], columns: list[str]) -> Iterator[dict[str, Any]]:
    sealed = {
        name: field.purpose for name in columns if isinstance(field := rows.model._meta.get_field(name), SealedField)
    }
    dated = [
        name for name in ("created_at", "at") if name in {field.name for field in rows.model._meta.concrete_fields}
    ][:1]
    prefix = getattr(rows.model, "PREFIX", "")
    for row in rows.order_by("-pk").values("pk", *dict.fromkeys([*dated, *columns]))[:MOST].iterator(chunk_size=500):
        key = row.pop("pk")
        yield {
            "id": ids.encode(prefix, key) if prefix else str(key),
            **{name: _unsealed(value, sealed.get(name)) for name, value in row.items()},
        }


def _unsealed(value: Any, purpose: str | None) -> Any:
    return crypto.unseal(value, purpose) if purpose and value else value


def _step(name: str) -> int:
    """How high up the staircase an app is."""
    return [config.label for config in apps.get_app_configs()].index(name)
