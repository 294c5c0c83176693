"""Every column of every model is classified: personal or not, whose, and what becomes of it (marketplace/core/personal.py)."""

from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.db import models

from marketplace.core.personal import REMOVED, Person, people
from marketplace.models import Account
from marketplace.ports import account_data
from marketplace.selectors import personal
from marketplace.services import erasing

MODELS = {model._meta.label: model for model in apps.get_models() if model._meta.managed and not model._meta.proxy}


def test_each_model_is_classified_by_its_own_app() -> None:
    assert set(MODELS) - set(personal.tables()) == set()
    assert set(personal.tables()) - set(MODELS) - {"wallet.LedgerLine", "wallet.PaymentLink"} == set()
    for name in account_data.names():
        assert {label.split(".")[0] for label in account_data.get(name).tables} == {name}


@pytest.mark.parametrize("label", sorted(MODELS))
def test_each_column_is_classified_once(label: str) -> None:
    """A new column fails here: write it into `plain`, or say whose it is and what becomes of it."""
    table = personal.tables()[label]
    named, there = table.columns(), [field.name for field in MODELS[label]._meta.concrete_fields]

    assert sorted(set(there) - set(named)) == [], "not classified"
    assert sorted(set(named) - set(there)) == [], "no such column"
    assert len(named) == len(set(named)), "classified twice"
    for field in MODELS[label]._meta.concrete_fields:
        is_key = field.related_model is Account and not field.primary_key
        assert not is_key or field.name in [*table.links.split(), *table.personal(), *table.plain.split()]
        assert not (is_key and field.name in table.plain.split()), f"{field.name} leads to an account"


@pytest.mark.parametrize(
    ("label", "person"), list(people(personal.tables())), ids=lambda one: getattr(one, "whose", one)
)
def test_each_person_is_reached_and_each_fate_can_be_carried_out(label: str, person: Person) -> None:
    model = MODELS[label]
    rows = personal.rows_of(label, person, Account(), ["x@example.org"])
    for lookup in person.seats.split():
        rows = rows.exclude(**{f"{lookup}__in": []})
    assert str(rows.query)
    assert set(person.hidden.split()) <= set(person.columns())
    assert not (person.gone and person.cleared), "a row that goes needs no emptied columns"
    assert not (person.goes and person.held)
    emptied = set(f"{person.cleared} {person.held}".split())
    for constraint in model._meta.constraints:
        if isinstance(constraint, models.UniqueConstraint):
            assert not emptied & set(constraint.fields), f"{constraint.name}: two rows would be the same"
    for name in emptied:
        field: Any = model._meta.get_field(name)
        value = erasing.empty(field)
        assert value is not None or field.null
        assert not isinstance(value, str) or not field.max_length or len(value) <= field.max_length
        assert not field.unique or value is None, name


# Of the database's checks on columns that an erasure empties: why an emptied row fulfils each.
FULFILLED = {
    "bounty_raise_waits_while_pending": "a bounty that waits for money is open, and keeps its owner's account open",
    "controls_reason_of_a_freeze": "a freeze needs no reason, only a reason a freeze",
    "review_answer_has_its_moment": "an answer that was there is replaced",
    "review_hidden_comment_is_there": "why it was hidden goes, too",
    "taste_run_closed_with_its_report": "a report that was there is replaced",
}


def test_no_check_of_the_database_refuses_what_an_erasure_empties() -> None:
    """One of them did: whoever had answered a review could not be erased. The test over all tables has no checks in force."""
    found = set()
    for label, person in people(personal.tables()):
        emptied = set(f"{person.cleared} {person.held}".split())
        checks = [one for one in MODELS[label]._meta.constraints if isinstance(one, models.CheckConstraint)]
        found |= {one.name for one in checks if emptied & {name.split("__")[0] for name, *_ in names_of(one.condition)}}
        assert set(person.replaced.split()) <= emptied

    assert found == set(FULFILLED), "does a row that was emptied fulfil it?"


def names_of(condition: Any) -> list[tuple[str, Any]]:
    if isinstance(condition, models.Q):
        return [pair for child in condition.children for pair in names_of(child)]
    return [condition] if isinstance(condition, tuple) else [(one, None) for one in named(condition)]


def named(expression: Any) -> list[str]:
    """The columns in an expression."""
    own = [expression.name] if isinstance(expression, models.F) else []
    parts = expression.get_source_expressions() if hasattr(expression, "get_source_expressions") else []
    return own + [name for part in parts if part is not None for name in named(part)]


def test_a_new_column_would_be_noticed() -> None:
    label = "humans.Review"
    table = personal.tables()[label]
    names = {field.name for field in MODELS[label]._meta.concrete_fields}

    assert names == set(table.columns()) and names | {"nickname"} != set(table.columns())
    with pytest.raises(FieldDoesNotExist):
        erasing.emptied(MODELS[label], "nickname")
    assert REMOVED
