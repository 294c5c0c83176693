"""Timers and the queue: one bad row or a hanging queue holds up nobody else."""

import socket
import time
from typing import Any
from uuid import UUID

import pytest
from celery import current_app

from config.celery import PUBLISH_SECONDS, Queue
from config.settings.base import CELERY_BROKER_TRANSPORT_OPTIONS
from marketplace.core import later
from marketplace.core.errors import Conflict
from marketplace.models import Account
from tests.factories.accounts import given_agent


@pytest.mark.django_db
def test_a_timer_looks_on_behind_the_rows_that_fail() -> None:
    names = [given_agent(name=name).account.pk for name in ("a-bad", "b-bad", "c-bad", "d-good", "e-bad", "f-good")]
    bad = {names[0], names[1], names[2], names[4]}
    tried: list[UUID] = []

    def work(pk: UUID) -> None:
        tried.append(pk)
        if pk in bad:
            raise RuntimeError("for ever")
        Account.objects.filter(pk=pk).update(username="done")

    rows = Account.objects.filter(pk__in=names)

    assert later.each(rows, lambda pk: None, by="name", batch=2) == 2
    assert later.each(rows, work, by="name", batch=1) == 1
    assert tried == names[:4], "one went through: the batch is full, and nobody was passed over"


@pytest.mark.django_db
def test_rows_that_share_a_due_time_are_all_looked_at() -> None:
    for _ in range(5):
        given_agent(name="same")
    tried: list[UUID] = []

    def work(pk: UUID) -> None:
        tried.append(pk)
        raise RuntimeError("for ever")

    assert later.each(Account.objects.filter(name="same"), work, by="name", batch=2) == 0
    assert len(tried) == len(set(tried)) == 5


@pytest.mark.django_db
def test_a_timer_gives_up_for_now_after_ten_batches_of_failures() -> None:
    for _ in range(12):
        given_agent(name="same")
    tried: list[UUID] = []

    def work(pk: UUID) -> None:
        tried.append(pk)
        raise RuntimeError("for ever")

    later.each(Account.objects.filter(name="same"), work, by="name", batch=1)

    assert len(tried) == 10


@pytest.mark.django_db
def test_what_a_failing_row_wrote_is_rolled_back() -> None:
    account = given_agent(name="before").account

    def work(pk: UUID) -> None:
        Account.objects.filter(pk=pk).update(name="half done")
        raise RuntimeError("then it broke")

    later.each(Account.objects.filter(pk=account.pk), work, by="name")

    account.refresh_from_db()
    assert account.name == "before"


@pytest.fixture
def rested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(later, "_rest_until", 0.0)
    monkeypatch.setattr(later, "_is_doubtful", False)


def test_a_queue_that_hangs_is_asked_once_and_then_left_alone(rested: None, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def hang(task: str, **_: Any) -> None:
        asked.append(task)
        raise TimeoutError("no answer in time")

    monkeypatch.setattr(current_app, "send_task", hang)
    lost = later.lost_messages()

    for _ in range(3):
        later._send("some.task", {}, {})

    assert asked == ["some.task"]
    assert later.lost_messages() == lost + 3


def test_the_queue_is_asked_again_after_its_rest(rested: None, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr(later, "_rest_until", time.monotonic() - 0.001)
    monkeypatch.setattr(current_app, "send_task", lambda task, **_: sent.append(task))

    later._send("some.task", {}, {})

    assert sent == ["some.task"]


def test_after_its_rest_one_message_asks_and_the_others_do_not_wait_with_it(
    rested: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(later, "_is_doubtful", True)
    asked: list[str] = []

    def ask(task: str, **_: Any) -> None:
        asked.append(task)
        if task == "first":
            later._send("meanwhile", {}, {})

    monkeypatch.setattr(current_app, "send_task", ask)

    for task in ("first", "then"):
        later._send(task, {}, {})

    assert asked == ["first", "then"], "its answer ended the rest for all"


def test_a_queue_that_takes_connections_and_never_answers_costs_one_short_wait(
    rested: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a Redis that is there, and says nothing
    with socket.create_server(("127.0.0.1", 0), backlog=16) as silent:
        queue = Queue("silent", broker=f"redis://127.0.0.1:{silent.getsockname()[1]}/0", set_as_current=False)
        queue.conf.broker_transport_options = CELERY_BROKER_TRANSPORT_OPTIONS
        monkeypatch.setattr(later, "current_app", queue)
        lost = later.lost_messages()

        # when five messages are to be handed over
        for _ in range(5):
            later._send("some.task", {}, {})

        # then all are left to the sweeps, one connection was tried, and for a fraction of a worker's time-out
        assert later.lost_messages() == lost + 5
        silent.setblocking(False)
        silent.accept()[0].close()
        with pytest.raises(BlockingIOError):
            silent.accept()
        assert queue.connection_for_write().transport_options["socket_timeout"] == PUBLISH_SECONDS
        assert queue.connection_for_read().transport_options["socket_timeout"] == 5


@pytest.mark.django_db(transaction=True)
def test_one_message_is_queued_for_one_commit_however_often_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(later, "_send", lambda task, kwargs, headers: sent.append((task, kwargs)))

    def lost() -> None:
        later.enqueue("webhooks.sweep")
        raise RuntimeError("this part failed")

    def work() -> None:
        with pytest.raises(RuntimeError):
            later.unit(lost)
        for _ in range(2):
            later.enqueue("webhooks.deliver")
            later.enqueue("wallet.top_up", account_id="one")
        later.unit(lambda: later.enqueue("webhooks.deliver"))
        later.enqueue("wallet.top_up", account_id="other")

    later.unit(work)
    later.unit(lambda: later.enqueue("webhooks.deliver"))

    assert sent == [
        ("webhooks.deliver", {}),
        ("wallet.top_up", {"account_id": "one"}),
        ("wallet.top_up", {"account_id": "other"}),
        ("webhooks.deliver", {}),
    ]


@pytest.mark.django_db
def test_a_message_that_a_rolled_back_part_asked_for_is_queued_when_the_whole_asks_again(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(later, "_send", lambda task, kwargs, headers: sent.append(task))

    def lost() -> None:
        later.enqueue("webhooks.deliver")
        raise RuntimeError("this part failed")

    def work() -> None:
        with pytest.raises(RuntimeError):
            later.unit(lost)
        later.enqueue("webhooks.deliver")

    with django_capture_on_commit_callbacks(execute=True):
        later.unit(work)

    assert sent == ["webhooks.deliver"]


@pytest.mark.django_db
def test_work_that_asks_to_begin_again_leaves_nothing_of_its_first_try_and_ends_with_its_problem() -> None:
    tries: list[UUID] = []

    def once_more() -> str:
        tries.append(given_agent().account.pk)
        if len(tries) == 1:
            raise later.Again(Conflict("lost"))
        return "done"

    assert later.unit(once_more) == "done"
    assert list(Account.objects.filter(pk__in=tries).values_list("pk", flat=True)) == tries[1:]

    def never() -> None:
        raise later.Again(Conflict("lost"))

    with pytest.raises(Conflict, match="lost"):
        later.unit(never)
