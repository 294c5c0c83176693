"""Who takes which task: what may wait for a service outside never stands before a timer, a mail or a webhook."""

import pytest

from config.celery import BEAT, QUEUES, app
from config.devstack.programs import Reviews, Speech, Worker

LISTENING = {kind: kind(None, {}, print).command() for kind in (Worker, Speech, Reviews)}  # type: ignore[arg-type]


def queue_of(task: str) -> str:
    route = app.amqp.router.route({}, task)
    return str(route["queue"].name)


@pytest.mark.parametrize("task", ["bounties.score_rewrites", "bounties.review_applications", "marketplace.send_pushes"])
def test_the_detector_the_reviewer_and_push_services_are_asked_in_a_worker_of_their_own(task: str) -> None:
    assert queue_of(task) == "reviews"


def test_every_queue_has_one_worker_of_its_own() -> None:
    used = {queue_of(task) for task in BEAT}
    assert used == {"celery", *QUEUES}
    for queue in used:
        assert [c[c.index("--queues") + 1] for c in LISTENING.values()].count(queue) == 1


def test_only_tasks_that_there_are_have_a_queue_of_their_own() -> None:
    assert {task for tasks in QUEUES.values() for task in tasks} <= set(BEAT)
