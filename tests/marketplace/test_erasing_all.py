"""Erasure over every table: each personal column of a person is filled with a value of its own, the account is erased, and none of
the values is left in the database or the storage, but where the table says that it stays, and why."""

import io
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.postgres.fields import ArrayField
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection, models

from marketplace.api.backoffice import Deciding, Settings
from marketplace.core import clock, crypto, ids
from marketplace.core.personal import WHYS, Person, people
from marketplace.models import Account, Erasure, File, Mail
from marketplace.models.sealed import SealedField
from marketplace.selectors import personal
from marketplace.services import closing, erasing, exports, orphaned_files, staff_log
from tests.factories.accounts import given_worker
from tests.factories.market import acting
from tests.marketplace.erased import everywhere, without_matters

pytestmark = pytest.mark.django_db


class Planted(NamedTuple):
    label: str
    pk: Any
    column: str
    value: Any
    person: Person


class Garden:
    """Makes a row of any model with any columns. Guards and checks of the database are off meanwhile: they are about what may be
    written, and here everything is."""

    def __init__(self, person: Account) -> None:
        self.person, self.number = person, 0
        self.other = given_worker(name="Somebody else").account

    def __enter__(self) -> "Garden":
        self._guards("disable")
        with connection.cursor() as cursor:
            cursor.execute(
                "select conrelid::regclass::text, quote_ident(conname) from pg_constraint c join pg_namespace n on "
                "n.oid = c.connamespace where contype = 'c' and n.nspname = 'public' and conislocal"
            )
            for table, name in cursor.fetchall():
                cursor.execute(f"alter table {table} drop constraint {name}")
        return self

    def __exit__(self, error: object, *_: object) -> None:
        if error is None:
            self._guards("enable")

    def _guards(self, verb: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "set constraints all immediate"
            )  # what waits for the commit stands in the way of changes of tables
            cursor.execute("select distinct tgrelid::regclass::text from pg_trigger where not tgisinternal")
            for (table,) in cursor.fetchall():
                cursor.execute(f"alter table {table} {verb} trigger user")
            cursor.execute("set constraints all deferred")

    def plant(self, label: str, person: Person) -> Iterator[Planted]:
        """A row in which each column of this person has a value of its own."""
        model = apps.get_model(label)
        values = {name: self.value(model._meta.get_field(name)) for name in person.columns()}
        if person.whose == "pk":
            model._default_manager.filter(pk=self.person.pk).update(**values)
            pk: Any = self.person.pk
            self.person.refresh_from_db()  # its address, by which mails are found
        else:
            pk = self.row(model, person.whose, dict(values)).pk
        stored = model._default_manager.filter(pk=pk).values(*values).get()  # a digest follows from what it is of
        for name, value in stored.items():
            yield Planted(label, pk, name, value, person)

    def row(self, model: type[models.Model], whose: str, values: dict[str, Any]) -> models.Model:
        """A row that leads to the person by the lookup `whose`."""
        kind, _, column = whose.partition(":")
        if kind == "email":
            values[column] = self.person.email
            whose = ""
        first, _, rest = whose.partition("__")
        for field in model._meta.concrete_fields:
            if field.name in values or isinstance(field, models.GeneratedField):
                continue
            if field.related_model is None:
                if not field.null and not field.has_default() and not isinstance(field, models.AutoField):
                    values[field.name] = self.value(field, plain=True)
            elif field.name == first:
                values[field.name] = self.row(field.related_model, rest, {}) if rest else self.person
            elif not field.null:
                values[field.name] = (
                    self.other if field.related_model is Account else self.row(field.related_model, "", {})
                )
        if model is File and not rest_of(whose):
            self.bytes(values)
        made: models.Model = model._default_manager.model(**values)
        if (old := self.there(model, values)) is not None:
            model._default_manager.filter(pk=old.pk).update(**{k: v for k, v in values.items() if k != "id"})
            return old
        made.save(force_insert=True)
        return made

    def there(self, model: type[models.Model], values: dict[str, Any]) -> models.Model | None:
        """The row of a model that has one row for each account."""
        if isinstance(model._meta.pk, models.OneToOneField) and model._meta.pk.name in values:
            return model._default_manager.filter(pk=values[model._meta.pk.name].pk).first()
        return None

    def bytes(self, values: dict[str, Any]) -> None:
        key = f"2026/01/01/{ids.new().hex}"
        values["storage_key"] = key
        default_storage.save(key, ContentFile(b"bytes of the person", name="x"))

    def value(self, field: Any, *, plain: bool = False) -> Any:
        self.number += 1
        mark = ("pl" if plain else "zq") + f"{self.number:05d}"
        match field:
            case SealedField():
                return crypto.seal(mark, field.purpose)
            case models.UUIDField():
                return ids.new()
            case models.GenericIPAddressField():
                return f"10.77.{self.number // 250}.{self.number % 250}"
            case models.EmailField():
                return f"{mark}@example.org"
            case models.CharField() | models.TextField():
                return mark[-field.max_length :] if field.max_length else mark
            case models.BooleanField():
                return True
            case models.JSONField():
                return [mark] if isinstance(field.get_default(), list) else {"said": mark}
            case models.DateTimeField():
                return datetime(2031, 1, 1, tzinfo=UTC) + timedelta(minutes=self.number)
            case models.DateField():
                return datetime(2031, 1, 1, tzinfo=UTC).date()
            case models.TimeField():
                return datetime(2031, 1, 1, tzinfo=UTC).time()
            case models.BinaryField():
                return mark.encode()
            case models.DecimalField():
                return Decimal(self.number % 7 + 1)
            case models.IntegerField() | models.FloatField():
                return self.number
        if field.related_model is not None:
            return None if field.null else self.other
        return [self.value(field.base_field)] if isinstance(field, ArrayField) else field.get_default()


def rest_of(whose: str) -> str:
    return whose.partition("__")[2]


def given_planted(person: Account) -> list[Planted]:
    with Garden(person) as garden:
        found = [one for label, who in people(personal.tables()) for one in garden.plant(label, who)]
    person.refresh_from_db()
    return found


def left(one: Planted) -> bool:
    """Is this very value still in its row?"""
    row = apps.get_model(one.label)._default_manager.filter(pk=one.pk).values(one.column).first()
    return row is not None and row[one.column] == one.value and one.value is not None


def test_the_copy_has_all_of_a_person_and_nothing_is_left_but_what_the_table_says(at: Any) -> None:
    at("2026-11-27T12:00:00Z")
    who = given_worker(name="Ada", email="ada.zq@example.org", password=None)
    planted = given_planted(who.account)
    lost = [f"{one.label}.{one.column}" for one in planted if one.value is not None and not left(one)]
    assert len(planted) > 250 and lost == []
    no_log_would_name_anybody(planted)
    every_word_is_in_the_copy(who.account, planted)
    addresses = [str(who.account.email), str(who.account.billing_email)]
    stored = list(File.objects.filter(owner=who.account).values_list("storage_key", flat=True))
    assert stored and all(default_storage.exists(key) for key in stored)

    with without_matters():
        closing.close_own(acting(who))
        Mail.objects.filter(to__in=addresses).update(next_attempt_at=None, sent_at=clock.now())
        at("2026-11-27T12:11:00Z")
        assert erasing.run_due() == 1
    orphaned_files.delete_due()

    only_what_stays_is_left(planted, addresses)
    assert not any(default_storage.exists(key) for key in stored)
    assert Erasure.objects.get(account=who.account).done_at is not None


def no_log_would_name_anybody(planted: list[Planted]) -> None:
    """What staff's logs, which are never deleted, call a row on whose page something was done: no personal column is in it."""
    for one in planted:
        model = apps.get_model(one.label)
        if mark_of(one) and isinstance(admin.site._registry.get(model), Deciding | Settings):
            assert mark_of(one) not in staff_log.name_of(model._default_manager.get(pk=one.pk)), one.label


def every_word_is_in_the_copy(account: Account, planted: list[Planted]) -> None:
    """What the tables do not hide; and nothing of what they hide."""
    target = io.BytesIO()
    exports._write(account, target)
    with zipfile.ZipFile(target) as archive:
        told = "\n".join(archive.read(name).decode() for name in archive.namelist() if not name.startswith("files/"))
        files = [name for name in archive.namelist() if name.startswith("files/")]
        letters = [name for name in archive.namelist() if name.startswith("letters/")]
    words = {mark_of(one): one for one in planted if mark_of(one)}
    hidden = {word for word, one in words.items() if one.column in one.person.hidden.split()}
    assert [words[word][:3] for word in set(words) - hidden if word not in told] == []
    assert [words[word][:3] for word in hidden if word in told] == []
    assert files and letters


def only_what_stays_is_left(planted: list[Planted], addresses: list[str]) -> None:
    stays = {
        (one.label, one.column): why
        for one in planted
        for why, names in one.person.stays.items()
        if one.column in names.split()
    }
    assert set(stays.values()) <= set(WHYS)
    still = [(one.label, one.column) for one in planted if left(one)]
    assert [place for place in still if place not in stays] == []
    kept = [(one.label, one.column) for one in planted if one.value is not None and (one.label, one.column) in stays]
    assert [place for place in kept if place not in still] == [], "the table says that it stays"
    words = {mark_of(one): one.column for one in planted if mark_of(one)}
    tables = {model._meta.db_table: model._meta.label for model in apps.get_models() if not model._meta.proxy}
    found = {(tables.get(table, table), words.get(word, word)) for table, word in everywhere([*words, *addresses])}
    assert found - set(stays) == set()


def mark_of(one: Planted) -> str:
    """The word that was planted in a text, also within JSON or sealed."""
    value = one.value
    if isinstance(apps.get_model(one.label)._meta.get_field(one.column), SealedField):
        return ""
    if isinstance(value, dict | list):
        value = next(iter(value.values() if isinstance(value, dict) else value), "")
    return value if isinstance(value, str) and len(value) > 6 and "zq" in value else ""
