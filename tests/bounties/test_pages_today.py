"""/today: what waits for a person, due first, each with its one button."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Application, Bounty, Invitation
from humans.models import Profile
from marketplace.core import clock
from tests.api import Api
from tests.bounties.test_contests import given_sent_back
from tests.factories.accounts import given_worker
from tests.factories.market import (
    given_application,
    given_bounty,
    given_completed,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_released,
    untouched,
)
from tests.factories.services import given_approved, given_subscription
from tests.factories.terms import edit
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db


def test_who_has_nothing_to_do_is_led_to_jobs(worker: Api) -> None:
    page = Visitor(worker.account).open("/today")

    assert "Nothing to do yet" in page.text and "/jobs" in page.links
    assert Visitor().open("/today").path.startswith("/account/login")


def test_who_left_the_profile_half_done_is_led_back_to_it(worker: Api) -> None:
    whole = Visitor(worker.account).open("/today")
    Profile.objects.filter(pk=worker.account.pk).update(headline="", is_complete=False)

    half = Visitor(worker.account).open("/today")

    assert "/join/profile" in half.links and "Your profile is not complete yet." in half.text
    assert "/join/profile" not in whole.links


def test_what_is_due_first_comes_first_each_with_its_button() -> None:
    agent, worker = given_funded_agent(), given_worker()
    titles = {}
    for name, given, fields in (
        ("later", given_confirmed, {"completion_window_hours": 30, "evidence_types": ["photo"]}),
        ("soon", given_hired, {}),
        ("begin", given_confirmed, {"start_window_minutes": 30}),
    ):
        titles[name] = given(agent=agent, worker=worker, title=f"Job {name}", **fields)

    page = Visitor(worker.account).open("/today")

    places = [page.text.index(f"Job {name}") for name in ("begin", "soon", "later")]
    assert places == sorted(places)
    assert page.html.count("data-until") == 5, "three that come first, and two that run beside them"
    assert [form.act for form in page.forms if form.act] == ["start", "confirm"]
    assert f"/work/{titles['later'].application.public_id}#evidence" in page.links


def test_a_place_is_confirmed_and_begun_with_one_tap_each() -> None:
    seat = given_hired(start_window_minutes=30)
    me = Visitor(seat.worker.account)
    page = me.open("/today")

    answer = me.send(page, "confirm")
    me.send(page, "confirm")

    assert answer.path == f"/work/{seat.application.public_id}" and "Your place is confirmed." in answer.text
    assert seat.fresh().application.confirmed_at is not None
    assert "Noted: you have begun." in me.send(me.open("/today"), "start").text
    assert seat.fresh().application.started_at is not None


def test_a_place_that_is_confirmed_too_late_is_said(worker: Api) -> None:
    seat, me = given_hired(worker=worker), Visitor(worker.account)
    page = me.open("/today")
    Application.objects.filter(pk=seat.application.pk).update(confirm_by=clock.now() - timedelta(minutes=1))

    with untouched():
        answer = me.send(page, "confirm")

    assert answer.status == 409 and "The two hours for confirming this place are over" in answer.text


def test_nobody_confirms_for_somebody_else(other_worker: Api) -> None:
    mine, theirs = given_hired(), given_hired()
    me = Visitor(mine.worker.account)
    page = me.open("/today")

    with untouched():
        assert me.send(page, "confirm", applicationId=theirs.application.public_id).status == 404
        assert me.send(page, "confirm", applicationId="nothing").status == 404


def test_evidence_that_came_back_and_a_changed_job_wait_with_their_words() -> None:
    back, changed = given_sent_back("request_redo"), given_confirmed()
    assert edit(changed, {"description": "Another side of the house."}).status == 200

    page = Visitor(back.worker.account).open("/today")
    assert "Please send it again" in page.text and "Send it again" in page.text and "Not the shelf." in page.text
    page = Visitor(changed.worker.account).open("/today")
    assert f"/work/{changed.application.public_id}#changed" in page.links and "Answer the changed job" in page.text


def test_what_waits_for_others_is_below_and_what_is_over_has_its_list() -> None:
    agent, worker = given_funded_agent(), given_worker()
    given_delivered(agent=agent, worker=worker, title="Job looked at")
    given_completed(agent=agent, worker=worker, title="Job approved")
    given_released(agent=agent, worker=worker, title="Job paid")
    given_application(given_bounty(agent, title="Job asked for"), worker)
    me = Visitor(worker.account)

    page = me.open("/today")

    assert "Nothing waits for you" in page.text and "Job paid" not in page.text
    assert page.text.index("Running") < page.text.index("Job looked at") < page.text.index("Job asked for")
    over = me.open("/today?show=ended")
    assert "Job paid" in over.text and "$5.00" in over.text and "Job approved" not in over.text
    assert me.open("/today?show=ended&cursor=odd").status == 400


def test_a_check_in_waits_until_it_is_done_or_missed(at: Callable[[str], datetime]) -> None:
    at("2026-12-01T09:00Z")
    times = {"times": ["2026-12-01T12:00:00.000Z"], "photoRequired": False}
    seat = given_confirmed(check_ins=times, completion_window_hours=20)
    me, link = Visitor(seat.worker.account), f"/work/{seat.application.public_id}#check-ins"
    assert link in me.open("/today").links

    at("2026-12-01T12:10Z")
    assert link in me.open("/today").links
    me.send(me.open(f"/work/{seat.application.public_id}"), "check_in")
    assert link not in me.open("/today").links


def test_a_booking_waits_for_its_provider() -> None:
    booked = given_subscription()

    page = Visitor(booked.worker.account).open("/today")

    assert (
        "An hour of Portuguese" in page.text
        and "$20.00" in page.text
        and f"/profile/services#{booked.row.public_id}" in page.links
    )
    assert "An hour of Portuguese" not in Visitor(booked.agent.account).open("/today").text


def test_an_appointment_is_announced_and_waits_for_its_provider_once_it_has_begun() -> None:
    booked = given_approved()
    me, first = Visitor(booked.worker.account), booked.first
    clock.freeze(first.starts_at - timedelta(hours=2))
    link = f"/profile/services#{first.public_id}"

    coming = me.open("/today")
    assert "Your appointments" in coming.text and link in coming.links and "It took place" not in coming.text
    clock.freeze(first.starts_at + timedelta(minutes=5))
    begun = me.open("/today")
    assert "It took place" in begun.text and link in begun.links and begun.html.count("data-until") == 1
    me.send(me.open("/profile/services"), "confirm")

    assert link not in me.open("/today").links


def test_invitations_are_listed_until_they_are_answered_or_the_job_is_gone() -> None:
    agent, worker = given_funded_agent(), given_worker()
    jobs = [given_bounty(agent, title=f"Invited {number}") for number in range(8)]
    Invitation.objects.bulk_create(Invitation(bounty=job, human=worker.account, wave=1) for job in jobs)
    given_application(jobs[7], worker)
    Bounty.objects.filter(pk=jobs[6].pk).update(deadline=clock.now() - timedelta(minutes=1))
    me = Visitor(worker.account)

    page = me.open("/today")

    assert "You are invited" in page.text and f"/jobs/{jobs[0].public_id}" in page.links
    assert f"/jobs/{jobs[6].public_id}" not in page.links and "/today?show=invited" not in page.links
    more = [given_bounty(agent, title=f"Invited later {number}") for number in range(3)]
    Invitation.objects.bulk_create(Invitation(bounty=job, human=worker.account, wave=1) for job in more)
    assert "/today?show=invited" in me.open("/today").links
    every = me.open("/today?show=invited")
    assert all(f"/jobs/{job.public_id}" in every.links for job in [*jobs[:6], *more])
    assert "Invited" not in Visitor(given_worker().account).open("/today").text


def test_many_applications_without_an_answer_go_on_in_a_list() -> None:
    agent, worker = given_funded_agent(), given_worker()
    for number in range(21):
        given_application(given_bounty(agent, title=f"Job {number:02}"), worker)
    me = Visitor(worker.account)

    page = me.open("/today")

    assert "Job 20" in page.text and "Job 00" not in page.text and "/today?show=waiting" in page.links
    first = me.open("/today?show=waiting")
    [following] = [link for link in first.links if "cursor=" in link]
    assert "Job 20" in first.text and "Job 00" in me.open(following).text


def test_an_answer_of_the_agent_does_not_undo_a_check_in(at: Callable[[str], datetime]) -> None:
    at("2026-12-01T09:00Z")
    times = {"times": ["2026-12-01T12:00:00.000Z"], "photoRequired": False}
    seat = given_confirmed(check_ins=times, completion_window_hours=20)
    me, link = Visitor(seat.worker.account), f"/work/{seat.application.public_id}#check-ins"
    at("2026-12-01T12:05Z")
    me.send(me.open(f"/work/{seat.application.public_id}"), "check_in")

    conversation = seat.fresh().application.conversation
    said = {"content": "Thanks, go on."}
    assert seat.agent.post(f"/api/conversations/{conversation.public_id}/messages", said).status == 200

    assert link not in me.open("/today").links


def test_hostile_titles_stay_words() -> None:
    evil = "<script>alert(1)</script>"
    seat = given_hired(title=evil)

    page = Visitor(seat.worker.account).open("/today")

    assert evil not in page.html and "&lt;script&gt;" in page.html


def test_the_number_of_queries_does_not_grow() -> None:
    counts = []
    for many in (1, 5):
        agent, worker = given_funded_agent(), given_worker()
        for given in (given_hired, given_confirmed, given_delivered, given_released):
            for _ in range(many):
                given(agent=agent, worker=worker)
        times = {"times": [(clock.now() + timedelta(hours=3)).isoformat()], "photoRequired": False}
        for number in range(many):
            given_application(given_bounty(agent), worker)
            given_confirmed(agent=agent, worker=worker, check_ins=times)
            given_subscription(agent, worker, weekday=number)
            Invitation.objects.create(bounty=given_bounty(agent), human=worker.account, wave=1)
        me = Visitor(worker.account)
        me.open("/today")
        with CaptureQueriesContext(connection) as seen:
            page = me.open("/today")
        assert page.html.count("/work/") >= 4 * many
        counts.append(len(seen))
    assert counts[0] == counts[1] <= 15, [query["sql"][:150] for query in seen]
