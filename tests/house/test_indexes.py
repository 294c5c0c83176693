"""No index stands on the tables that another one makes needless."""

from typing import NamedTuple

import pytest
from django.apps import apps
from django.db import connection

from .test_sizes import APPS

# "table.index" -> why it is worth its place all the same.
WORTH_IT: dict[str, str] = {}
_INDEXES = """
    select t.relname, c.relname, i.indisunique, coalesce(pg_get_expr(i.indpred, i.indrelid), ''), am.amname,
           array(select pg_get_indexdef(i.indexrelid, n, false) || ' ' || i.indclass[n - 1] || ' ' || i.indcollation[n - 1]
                 from generate_series(1, i.indnkeyatts) as n),
           array(select i.indoption[n - 1] from generate_series(1, i.indnkeyatts) as n)
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_class t on t.oid = i.indrelid
    join pg_am am on am.oid = c.relam
    where t.relnamespace = 'public'::regnamespace and i.indisvalid
    order by 1, 2
"""


class Index(NamedTuple):
    table: str
    name: str
    is_unique: bool
    condition: str
    method: str
    columns: list[str]
    directions: list[int]

    def begins(self, other: "Index") -> bool:
        """Whether the other one finds, in the same order or its reverse, whatever this one does."""
        length = len(self.columns)
        # Who looks for a value does not look for NULL.
        without_null = f"({self.columns[0].split()[0]} IS NOT NULL)"
        same_rows = self.condition == other.condition or (not self.condition and other.condition == without_null)
        alike = (self.table, self.method) == (other.table, other.method) and same_rows
        ways = other.directions[:length]
        is_ordered = ways == self.directions or ways == [way ^ 3 for way in self.directions] or length == 1
        return alike and other.columns[:length] == self.columns and is_ordered


def needless(found: list[Index]) -> dict[str, str]:
    """Indexes that are the beginning of another one, and of which; of two equal ones the later name."""
    return {
        f"{one.table}.{one.name}": other.name
        for one in found
        if not one.is_unique and one.method == "btree"
        for other in found
        if one.name != other.name
        and one.begins(other)
        and (len(one.columns) < len(other.columns) or other.is_unique or one.name > other.name)
    }


def given(name: str, columns: str, *, condition: str = "", is_unique: bool = False, down: bool = False) -> Index:
    names = columns.split()
    return Index("t", name, is_unique, condition, "btree", names, [3 if down else 0] * len(names))


def test_which_index_is_the_beginning_of_another() -> None:
    whole = given("whole", "a b")

    assert needless([given("short", "a"), whole]) == {"t.short": "whole"}
    assert needless([given("second", "b"), whole]) == {}
    assert needless([given("part", "a", condition="x"), whole]) == {}
    assert needless([given("all", "a"), given("some", "a b", condition="(a IS NOT NULL)")]) == {"t.all": "some"}
    assert needless([given("rule", "a", is_unique=True), whole]) == {}
    assert needless([given("down", "a b", down=True), given("longer", "a b c")]) == {"t.down": "longer"}
    assert needless([given("one", "a"), given("two", "a")]) == {"t.two": "one"}
    assert needless([given("one", "a"), given("same", "a", is_unique=True)]) == {"t.one": "same"}


@pytest.mark.django_db
def test_no_index_is_the_beginning_of_another_one() -> None:
    with connection.cursor() as cursor:
        cursor.execute(_INDEXES)
        found = [Index(*row) for row in cursor.fetchall()]

    tables = {
        model._meta.db_table for app in APPS for model in apps.get_app_config(app).get_models(include_auto_created=True)
    }
    ours = [index for index in found if index.table in tables]  # those of libraries are theirs
    assert {name: by for name, by in needless(ours).items() if name not in WORTH_IT} == {}
    assert WORTH_IT.keys() <= needless(ours).keys(), "no longer there"
