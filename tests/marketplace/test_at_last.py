"""What comes at last in a unit comes when everything else is done and written, and once."""

import pytest

from marketplace.core.errors import Conflict
from marketplace.core.transactions import Retry, at_last, unit
from tests.factories.accounts import given_agent
from webhooks import outbox
from webhooks.models import Event

pytestmark = pytest.mark.django_db


def test_it_comes_after_the_work_and_its_events_in_order_with_what_is_added_meanwhile() -> None:
    agent, done = given_agent(), list[str]()

    def first() -> None:
        done.append(f"first, with {Event.objects.count()} event")
        at_last(lambda: done.append("added"))

    def work() -> str:
        at_last(first)
        at_last(lambda: done.append("second"))
        outbox.publish(type="x.y", entity="app_x", account_id=agent.account.pk, data={}, public=False)
        done.append("work")
        return "answer"

    assert unit(work) == "answer"
    assert done == ["work", "first, with 1 event", "second", "added"]


def test_outside_of_a_unit_it_comes_at_once() -> None:
    done = list[str]()

    at_last(lambda: done.append("last"))

    assert done == ["last"]


def test_what_is_refused_at_last_undoes_the_whole() -> None:
    agent = given_agent()

    def refuse() -> None:
        raise Conflict("Too late.")

    def work() -> None:
        outbox.publish(type="x.y", entity="app_x", account_id=agent.account.pk, data={}, public=False)
        at_last(refuse)

    with pytest.raises(Conflict):
        unit(work)
    assert not Event.objects.exists()


def test_work_that_is_repeated_does_at_last_only_what_its_last_attempt_wanted() -> None:
    attempts, done = list[int](), list[int]()

    def work() -> None:
        attempts.append(len(attempts))
        at_last(lambda number=attempts[-1]: done.append(number))
        if len(attempts) == 1:
            raise Retry(Conflict("Too late."))

    unit(work)

    assert (attempts, done) == ([0, 1], [1])


def test_an_inner_unit_has_an_end_of_its_own() -> None:
    done = list[str]()

    def outer() -> None:
        at_last(lambda: done.append("outer"))
        unit(lambda: at_last(lambda: done.append("inner")))
        done.append("between")

    unit(outer)

    assert done == ["inner", "between", "outer"]
