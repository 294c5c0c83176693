"""Whatever a timer's service takes, beat sees: each condition of the row that it waits for is one of the service's own."""

import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet
from django.db.models.lookups import Exact, In
from django.db.models.sql.where import AND, WhereNode

from config.beat import looks
from config.celery import app
from marketplace.core import clock, transactions
from marketplace.ports import QUEUED, Due
from marketplace.services.followups import Followup

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("house_accounts")]

# Timers whose services neither go from row to row (`for_each_due`) nor follow up, so that they can't be read here -> why beat sees
# what they take all the same.
OWN = {
    "wallet.poll_paid_outflows": "takes `due.may_return()`",
    "wallet.look_at_bank_accounts": "takes `bank_accounts.not_looked_at()`",
    "wallet.mail_approvals": "takes `due.untold()`",
    "marketplace.delete_expired_exports": "files, in one statement of the same two conditions",
    "marketplace.delete_orphaned_files": "files, by the due time alone",
    "webhooks.sweep": "the table of due endpoints is kept by triggers (tests/webhooks)",
    "webhooks.end_old_secrets": "the due time alone",
    "webhooks.resume_readable": "whatever is unreadable",
    "bounties.play_people": "a sandbox's people: running plays, by the due time",
}


class Taken(NamedTuple):
    task: str
    rows: QuerySet[Any]
    by: str


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[Taken]]:
    """What the service of a timer asks for, when it is run and finds nothing."""
    found: list[Taken] = []
    name = ""

    def each(rows: QuerySet[Any], work: object, *, by: str, batch: int = 100) -> int:
        found.append(Taken(name, rows, by))
        return 0

    def open_rows(kind: Followup[Any, Any]) -> QuerySet[Any]:
        found.append(Taken(name, kind.rows.filter(**{f"{kind.due}__lte": clock.now()}), kind.due))
        return kind.rows.none()

    real = transactions.for_each_due
    for module in [module for module in sys.modules.values() if getattr(module, "for_each_due", None) is real]:
        monkeypatch.setattr(module, "for_each_due", each)
    monkeypatch.setattr(Followup, "_due", open_rows)
    app.loader.import_default_modules()

    def run(task: str) -> list[Taken]:
        nonlocal name
        name = task
        found.clear()
        app.tasks[task].run()
        return list(found)

    return run


class Condition(NamedTuple):
    """One that all of some rows fulfil: as SQL with its values; of a column that is one of several, these."""

    sql: str
    one_of: frozenset[Any] = frozenset()

    def follows_from(self, others: "set[Condition]") -> bool:
        return self in others or any(
            self.sql == other.sql and other.one_of and other.one_of <= self.one_of for other in others
        )


def conditions(rows: QuerySet[Any]) -> set[Condition]:
    compiler = rows.order_by().query.get_compiler(connection=connection)
    compiler.pre_sql_setup()

    def parts(node: Any) -> Iterator[Any]:
        for child in node.children:
            is_all = isinstance(child, WhereNode) and child.connector == AND and not child.negated
            yield from parts(child) if is_all else [child]

    def condition(part: Any) -> Condition:
        sql = str(compiler.compile(part))
        if isinstance(part, In | Exact) and part.rhs_is_direct_value():
            values = part.rhs if isinstance(part, In) else [part.rhs]
            return Condition(str(compiler.compile(part.lhs)), frozenset(values))
        return Condition(sql)

    return {condition(part) for part in parts(compiler.query.where)}


def takes_nothing(one: Taken) -> bool:
    """It has looked for somebody who could, and found nobody."""
    try:
        conditions(one.rows)
    except EmptyResultSet:
        return True
    return False


def sees(due: Due, one: Taken) -> bool:
    """Does beat wait for all of these rows? A service may take them later than beat says, not sooner, but for what was queued."""
    if due.task != one.task or due.rows.model is not one.rows.model or not (due.stays or due.by == one.by):
        return False
    asked = conditions(one.rows)
    if not due.stays:
        until = f'."{one.rows.model._meta.get_field(one.by).column}" <= %s'
        moment = clock.now() - (due.after if due.after != QUEUED else timedelta(0))
        if any(until in condition.sql and repr(moment) not in condition.sql for condition in asked):
            return False
    return all(condition.follows_from(asked) for condition in conditions(due.rows))


def test_beat_sees_each_row_that_a_service_takes(taken: Callable[[str], list[Taken]]) -> None:
    clock.freeze(clock.now())
    tasks = sorted({due.task for due in looks.dues()} - looks.turns().keys())
    asked = {task: taken(task) for task in tasks}
    dues = looks.dues()

    unseen = [
        f"{one.task}: {one.rows.model.__name__} by {one.by}"
        for found in asked.values()
        for one in found
        if not takes_nothing(one) and not any(sees(due, one) for due in dues)
    ]

    print(unseen, {task for task, found in asked.items() if not found})
    assert unseen == []
    assert {task for task, found in asked.items() if not found} == set(OWN)


def test_a_row_that_beat_would_not_see_is_noticed(taken: Callable[[str], list[Taken]]) -> None:
    clock.freeze(clock.now())
    [one] = taken("escrow.release_due")
    [due] = [due for due in looks.dues() if due.task == "escrow.release_due"]

    assert sees(due, one)
    assert not sees(due._replace(rows=due.rows.filter(kind="seat")), one), "a condition that the service does not have"
    assert not sees(due._replace(after=QUEUED * 2), one), "later than the service"
    assert not sees(due._replace(by="review_due_at"), one), "another column"
