"""Killed at any line: contesting a verdict, and the clock that ends a silent seat."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from bounties import tasks
from bounties.models import Application
from marketplace.core import clock
from tests.factories.market import Seat, given_delivered
from tests.kills import Verb, check_killed_anywhere
from tests.races.test_kills import KEY

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]


def given_sent_back() -> Seat:
    seat = given_delivered()
    sent = seat.application.submissions.get()
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{sent.public_id}"
    assert seat.agent.patch(path, {"action": "reject", "response": "Not the shelf."}).status == 200
    return seat


def contest() -> Verb:
    seat = given_sent_back()
    path = f"/api/work/{seat.application.public_id}/contest"
    return lambda: seat.worker.post(path, {"reason": "It is the shelf."}, Idempotency_Key=KEY)


def warn_the_silent() -> Verb:
    seat = given_sent_back()
    Application.objects.filter(pk=seat.application.pk).update(complete_by=clock.now())
    return lambda: tasks.release_overdue_seats()


def end_the_silent() -> Verb:
    seat = given_sent_back()
    Application.objects.filter(pk=seat.application.pk).update(
        complete_by=clock.now(), silent_since=clock.now() - timedelta(hours=48)
    )
    return lambda: tasks.release_overdue_seats()


@pytest.mark.parametrize("given", [contest, warn_the_silent, end_the_silent], ids=lambda verb: verb.__name__)
def test_a_verb_killed_at_any_step_ends_like_an_undisturbed_one(given: Callable[[], Verb]) -> None:
    assert check_killed_anywhere(given) >= 2, "it was killed at its beginning and at its commit"
