"""Messages to the queue: sent once after the commit, and never the reason why a request fails or waits."""

import socket
import time
from typing import Any

import pytest
from celery import current_app

from config.celery import PUBLISH_SECONDS, Queue
from config.settings.base import CELERY_BROKER_TRANSPORT_OPTIONS
from marketplace.core import queue, transactions


@pytest.fixture
def rested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "_paused_until", 0.0)
    monkeypatch.setattr(queue, "_is_suspect", False)


def test_a_queue_that_hangs_is_asked_once_and_then_left_alone(rested: None, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def hang(task: str, **_: Any) -> None:
        asked.append(task)
        raise TimeoutError("no answer in time")

    monkeypatch.setattr(current_app, "send_task", hang)
    lost = queue.lost_messages()

    for _ in range(3):
        queue._send("some.task", {}, {})

    assert asked == ["some.task"]
    assert queue.lost_messages() == lost + 3


def test_the_queue_is_asked_again_after_its_rest(rested: None, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr(queue, "_paused_until", time.monotonic() - 0.001)
    monkeypatch.setattr(current_app, "send_task", lambda task, **_: sent.append(task))

    queue._send("some.task", {}, {})

    assert sent == ["some.task"]


def test_after_its_rest_one_message_asks_and_the_others_do_not_wait_with_it(
    rested: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "_is_suspect", True)
    asked: list[str] = []

    def ask(task: str, **_: Any) -> None:
        asked.append(task)
        if task == "first":
            queue._send("meanwhile", {}, {})

    monkeypatch.setattr(current_app, "send_task", ask)

    for task in ("first", "then"):
        queue._send(task, {}, {})

    assert asked == ["first", "then"], "its answer ended the rest for all"


def test_a_queue_that_takes_connections_and_never_answers_costs_one_short_wait(
    rested: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a Redis that is there, and says nothing
    with socket.create_server(("127.0.0.1", 0), backlog=16) as silent:
        app = Queue("silent", broker=f"redis://127.0.0.1:{silent.getsockname()[1]}/0", set_as_current=False)
        app.conf.broker_transport_options = CELERY_BROKER_TRANSPORT_OPTIONS
        monkeypatch.setattr(queue, "current_app", app)
        lost = queue.lost_messages()

        # when five messages are to be handed over
        for _ in range(5):
            queue._send("some.task", {}, {})

        # then all are left to the sweeps, one connection was tried, and for a fraction of a worker's time-out
        assert queue.lost_messages() == lost + 5
        silent.setblocking(False)
        silent.accept()[0].close()
        with pytest.raises(BlockingIOError):
            silent.accept()
        assert app.connection_for_write().transport_options["socket_timeout"] == PUBLISH_SECONDS
        assert app.connection_for_read().transport_options["socket_timeout"] == 5


@pytest.mark.django_db(transaction=True)
def test_one_message_is_queued_for_one_commit_however_often_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(queue, "_send", lambda task, kwargs, headers: sent.append((task, kwargs)))

    def lost() -> None:
        queue.enqueue("webhooks.sweep")
        raise RuntimeError("this part failed")

    def work() -> None:
        with pytest.raises(RuntimeError):
            transactions.unit(lost)
        for _ in range(2):
            queue.enqueue("webhooks.deliver")
            queue.enqueue("wallet.top_up", account_id="one")
        transactions.unit(lambda: queue.enqueue("webhooks.deliver"))
        queue.enqueue("wallet.top_up", account_id="other")

    transactions.unit(work)
    transactions.unit(lambda: queue.enqueue("webhooks.deliver"))

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
    monkeypatch.setattr(queue, "_send", lambda task, kwargs, headers: sent.append(task))

    def lost() -> None:
        queue.enqueue("webhooks.deliver")
        raise RuntimeError("this part failed")

    def work() -> None:
        with pytest.raises(RuntimeError):
            transactions.unit(lost)
        queue.enqueue("webhooks.deliver")

    with django_capture_on_commit_callbacks(execute=True):
        transactions.unit(work)

    assert sent == ["webhooks.deliver"]
