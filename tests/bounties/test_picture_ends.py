"""How a picture request ends: paid without a photo, without somebody who went silent; and who waited hears of it."""

from typing import Any

import pytest

from bounties import tasks
from bounties.models import Application, Bounty
from escrow.models import Escrow
from tests.bounties.test_pictures import ask, given_local, given_taker, run_timers, send_photo
from tests.factories.market import given_funded_agent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def test_a_picture_that_was_paid_without_a_photo_does_not_say_that_its_money_is_back() -> None:
    agent = given_funded_agent(2000)
    path = ask(agent).headers["Content-Location"]
    given_taker(agent)
    escrow = Escrow.objects.get(kind="seat").public_id
    assert agent.post(f"/api/escrow/{escrow}/release", {"acknowledgeRelease": True}).status == 200

    answer = agent.get(path)

    assert (answer.status, answer.code) == (410, "picture_unfulfilled")
    assert "20.00 USD was paid" in answer["error"] and "0.00 USD is back" in answer["error"]


def test_who_waited_for_a_picture_that_was_taken_hears_so() -> None:
    agent = given_funded_agent(2000)
    ask(agent)
    bounty = Bounty.objects.get()
    people = [given_local() for _ in range(2)]
    for person in people:
        assert person.post(f"/api/bounties/{bounty.public_id}/applications", {"coverLetter": "Me."}).status == 200
    run_timers()
    assert send_photo(people[0], bounty).status == 200
    run_timers()
    assert Application.objects.get(human=people[1].account).status == "rejected"


def test_a_photographer_who_was_sent_back_and_stays_silent_does_not_hold_the_picture(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    agent = given_funded_agent(2000)
    path = ask(agent).headers["Content-Location"]
    taker, bounty = given_taker(agent)
    sent = send_photo(taker, bounty, live=False)["submission"]["id"]
    redo = {"action": "request_redo", "response": "Take it there."}
    assert agent.patch(f"/api/bounties/{bounty.public_id}/submissions/{sent}", redo).status == 200
    for day in ("02", "04"):
        at(f"2026-03-{day}T10:00:01Z")
        tasks.release_overdue_seats()

    answer = agent.get(path)

    assert (answer.status, answer.code) == (410, "picture_unfulfilled")
    assert "money is back" in answer["error"]


def test_an_approved_photo_is_the_answer_at_once() -> None:
    agent = given_funded_agent(2000)
    path = ask(agent).headers["Content-Location"]
    taker, bounty = given_taker(agent)
    sent = send_photo(taker, bounty, live=False)["submission"]["id"]
    assert agent.patch(f"/api/bounties/{bounty.public_id}/submissions/{sent}", {"action": "approve"}).status == 200

    answer = agent.get(path)

    assert (answer.status, answer.headers["Content-Type"]) == (200, "image/jpeg")
