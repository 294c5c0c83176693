"""On the page of a seat: hires by name, disputes, clocks that have passed, and places that ended."""

from collections.abc import Callable
from datetime import datetime

import pytest

from bounties import tasks
from bounties.models import Application
from tests.bounties.test_pages_work import acts, look
from tests.escrow.test_decisions import given_dispute
from tests.factories.accounts import given_worker
from tests.factories.hiring import given_hired_by_name
from tests.factories.market import given_application, given_bounty, given_confirmed, given_funded_agent, given_hired
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
At = Callable[[str], datetime]


def test_who_is_hired_by_name_confirms_or_says_no() -> None:
    worker = given_worker()
    given_hired_by_name(given_funded_agent(), worker)
    seat = Application.objects.get(human=worker.account)
    me = Visitor(worker.account)

    page = me.open(f"/work/{seat.public_id}")
    assert {"confirm", "withdraw"} <= acts(page)
    assert "Your place is confirmed." in me.send(page, "confirm").text


def test_a_disputed_seat_says_that_its_clocks_stand_still_and_leads_to_the_dispute() -> None:
    given_dispute()
    seat = Application.objects.get(escrow__status="disputed")

    page = Visitor(seat.human).open(f"/work/{seat.public_id}")

    assert (
        "You both agree how the dispute ends, or our staff decide it" in page.text
        and "all clocks stand still" in page.text
    )
    assert [link for link in page.links if link.startswith("/disputes/dsp_")]
    assert acts(page) == set() and "data-until" not in page.html


def test_a_clock_that_passed_takes_the_form_away_and_says_so(at: At) -> None:
    at("2026-12-01T09:00Z")
    seat = given_confirmed(evidence_types=["text"], completion_window_hours=2)
    unconfirmed = given_hired()
    at("2026-12-01T12:00Z")

    page = look(seat)[1]
    assert "The time for it is over" in page.text and "evidence" not in acts(page)
    page = look(unconfirmed)[1]
    assert "The time for it is over" in page.text and "confirm" not in acts(page)


def test_a_place_that_ended_says_why(at: At) -> None:
    at("2026-12-01T09:00Z")
    seat = given_hired()
    at("2026-12-01T12:00Z")
    tasks.release_unconfirmed_seats()

    page = look(seat)[1]

    assert "It was not confirmed in time." in page.text and "Nothing was paid" in page.text and acts(page) == set()
    assert "Find another job" in page.text
    assert "It was not confirmed" not in Visitor(seat.worker.account).open("/today").text
    assert seat.bounty.title in Visitor(seat.worker.account).open("/today?show=ended").text


def test_whom_the_owner_lets_apply_again_is_led_to_the_form(at: At) -> None:
    at("2026-12-01T09:00Z")
    seat = given_hired()
    at("2026-12-01T12:00Z")
    tasks.release_unconfirmed_seats()
    path = f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}"
    assert seat.agent.patch(path, {"action": "unreject"}).status == 200
    me, page = look(seat)
    form = f"/jobs/{seat.bounty.public_id}/apply"
    assert form in page.links and form in me.open("/today?show=ended").links

    answer = me.send(me.open(form), "apply", coverLetter="This time I am awake.")

    assert answer.path == f"/work/{seat.application.public_id}"
    assert "They decide about your application" in answer.text and "This time I am awake." in answer.text


def test_whoever_is_not_chosen_reads_the_answer_and_is_led_on() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    worker, made = given_application(bounty)
    path = f"/api/bounties/{bounty.public_id}/applications/{made.public_id}"
    assert agent.patch(path, {"action": "reject", "response": "We need a car."}).status == 200

    page = Visitor(worker.account).open(f"/work/{made.public_id}")

    assert "Somebody else was chosen" in page.text and "We need a car." in page.text and "/jobs" in page.links
    assert acts(page) == set()
