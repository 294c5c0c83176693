"""Each mail once, whatever the number of workers that look and callers that repeat themselves."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Application, Bounty
from bounties.services import endings, owner_mails, timers
from escrow.models import Escrow
from escrow.services import releases
from marketplace.core import clock
from tests.factories.mailbox import subjects
from tests.factories.market import (
    given_application,
    given_bounty,
    given_completed,
    given_delivered,
    given_funded_agent,
    given_hired,
)

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]
TITLE = "Photograph a shop front"
PAST = timedelta(seconds=1)


def test_the_owner_s_news_are_mailed_once_by_three_workers(at_once: AtOnce) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, deadline=clock.now() + timedelta(hours=1))
    given_application(bounty)
    Bounty.objects.update(owner_mails_due_at=clock.now() - PAST, deadline=clock.now() - PAST)

    at_once(*[owner_mails.send_queued] * 3, *[owner_mails.mail_unfilled] * 3)

    assert sorted(subjects(agent)) == [
        f"1 application to decide: {TITLE}",
        f"1 place still free at the deadline: {TITLE}",
    ]


def test_a_warning_is_noted_once_by_three_workers(at_once: AtOnce) -> None:
    seat = given_delivered()
    owner_mails.send_queued()
    Application.objects.update(review_warning_at=clock.now() - PAST)
    Escrow.objects.filter(kind="seat").update(review_due_at=clock.now() + timedelta(hours=20))

    at_once(*[owner_mails.warn_of_reviews] * 3)
    Bounty.objects.update(owner_mails_due_at=clock.now() - PAST)
    at_once(*[owner_mails.send_queued] * 3)

    assert [subject.split(" ")[0] for subject in subjects(seat.agent)] == ["Review"]


def test_a_lost_seat_is_mailed_once_by_three_workers(at_once: AtOnce) -> None:
    seat = given_hired()
    Application.objects.update(confirm_by=clock.now() - PAST)

    at_once(*[timers.release_unconfirmed] * 3)

    assert subjects(seat.worker)[1:] == [f"You are no longer hired: {TITLE}"]


def test_a_payment_is_mailed_once_by_a_clock_and_a_poster_at_once(at_once: AtOnce) -> None:
    seat = given_completed()
    Escrow.objects.filter(kind="seat").update(auto_release_at=clock.now() - PAST)
    url = f"/api/escrow/{seat.escrow.public_id}/release"

    at_once(
        *[releases.release_due] * 2,
        *[lambda: seat.agent.post(url, {"acknowledgeRelease": True}, **{"Idempotency-Key": "once"})] * 2,
    )

    assert [subject for subject in subjects(seat.worker) if subject.startswith("You are paid")] == [
        f"You are paid $5.00: {TITLE}"
    ]


def test_a_hire_that_is_sent_twice_at_once_is_mailed_once(at_once: AtOnce) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    worker, application = given_application(bounty)
    url = f"/api/bounties/{bounty.public_id}/applications/{application.public_id}"

    at_once(*[lambda: agent.patch(url, {"action": "accept"}, **{"Idempotency-Key": "once"})] * 3)

    assert len(subjects(worker)) == 1


def test_every_rejected_applicant_is_mailed_once_by_three_workers(at_once: AtOnce) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    others = [given_application(bounty)[0] for _ in range(5)]
    hired = given_application(bounty)[1]
    agent.patch(f"/api/bounties/{bounty.public_id}/applications/{hired.public_id}", {"action": "accept"})
    Bounty.objects.update(rejects_rest=True)

    at_once(*[endings.reject_rest] * 3)

    assert [subjects(other) for other in others] == [[f"Not this time: {TITLE}"]] * 5
