"""The safety net: what no message announced is found again, and one bad row holds up nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from celery import current_app
from django.db import connection, transaction

from bench import year
from marketplace.core import clock
from marketplace.models import Mail
from tests.api import Api
from webhooks import outbox, tasks
from webhooks.models import Delivery, Event
from webhooks.services import attempts, fan_out

from .conftest import Receiver, given_endpoint

pytestmark = pytest.mark.django_db
HOOK = "http://127.0.0.1:9/hook"


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the tasks that the sweep queues."""
    names: list[str] = []
    monkeypatch.setattr(attempts, "enqueue", lambda task, **ids: names.append(task))
    return names


def publish(agent: Api, **data: Any) -> Event:
    return outbox.publish(type="proof.uploaded", entity="sub_x", account_id=agent.account.pk, data=data)


def test_the_sweep_finds_facts_that_no_message_announced(agent: Api) -> None:
    given_endpoint(agent, HOOK)
    publish(agent)
    publish(agent)

    assert [attempts.sweep(), attempts.sweep()] == [2, 0]
    assert Delivery.objects.count() == 2


def test_the_sweep_wakes_a_worker_for_what_is_due_and_calls_nobody_itself(
    agent: Api, receiver: Callable[[], Receiver], queued: list[str], at: Callable[[str], Any]
) -> None:
    # given a delivery whose retry is due in 30 seconds
    at("2026-11-21T10:00:00Z")
    hook = receiver()
    hook.statuses = [500]
    endpoint_id, _ = given_endpoint(agent, hook.url)
    agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")
    assert attempts.deliver_due() == 1
    queued.clear()

    # when the clock moves, then the sweep says 0 (a sandbox clock asks until it hears that) and wakes a worker in time
    assert (attempts.sweep(), queued) == (0, [])
    at("2026-11-21T10:00:30Z")
    assert (attempts.sweep(), queued) == (0, ["webhooks.deliver"])
    assert len(hook.received) == 1


def test_one_fact_that_can_not_be_sent_holds_up_neither_the_others_nor_the_retries(
    agent: Api, queued: list[str]
) -> None:
    given_endpoint(agent, HOOK)
    bad = publish(agent, fileCount=2**70)  # the database keeps it, but no JSON writer of ours does
    good = publish(agent, fileCount=1)

    assert [attempts.sweep(), attempts.sweep()] == [1, 0]

    assert Delivery.objects.get().event_id == good.pk
    assert queued[-1] == "webhooks.deliver"
    assert Event.objects.get(fanned_out_at=None).pk == bad.pk


def test_a_fact_without_a_recipient_or_endpoint_is_done_at_once(agent: Api) -> None:
    publish(agent)
    outbox.publish(type="proof.uploaded", entity="sub_x", account_id=None, data={})

    assert [attempts.sweep(), attempts.sweep()] == [2, 0]
    assert not Delivery.objects.exists()


def test_an_endpoint_hears_nothing_of_what_was_before_it(agent: Api, at: Callable[[str], Any]) -> None:
    at("2026-11-21T10:00:00Z")
    earlier = publish(agent)
    at("2026-11-21T10:00:01Z")
    given_endpoint(agent, HOOK)

    assert fan_out.fan_out(earlier.pk) == 1
    assert not Delivery.objects.exists()


def test_publishing_queues_the_fan_out_after_the_commit(
    agent: Api, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, **how: sent.append((name, how["kwargs"])))

    with django_capture_on_commit_callbacks() as callbacks, transaction.atomic():
        publish(agent)
        outbox.publish(type="escrow.moved", entity="esc_x", account_id=None, data={}, public=False)
    assert sent == []
    for callback in callbacks:
        callback()

    assert sent == [("webhooks.deliver", {})]


def test_the_tasks_are_thin_and_safe_to_run_twice(agent: Api) -> None:
    given_endpoint(agent, HOOK)
    publish(agent)

    assert [tasks.deliver(), tasks.deliver()] == [1, 0]
    assert [tasks.sweep(), tasks.sweep()] == [0, 0]
    names = ("webhooks.deliver", "webhooks.sweep")
    assert all(current_app.tasks[name].acks_late for name in names)


def test_the_simulated_year_moves_its_clock_past_nothing_that_is_on_its_way(agent: Api) -> None:
    """Two webhooks of such a year were a day late: they were fanned out between its looks at deliveries and at events."""
    Mail.objects.all().delete()
    given_endpoint(agent, HOOK)
    publish(agent)
    asked: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        asked.append(sql)
        if len(asked) == 2:  # a worker is quicker
            fan_out.catch_up(set())
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        assert year.waiting(clock.now()) > 0

    assert Delivery.objects.count() == 1
