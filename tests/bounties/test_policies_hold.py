"""Policies mean what they say: links, deadlines, gates, who may apply again, who reads their own evidence."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.urls import resolve

from bounties.models import Application, Bounty
from bounties.rules.seats import DEADLINES
from bounties.services import last_calls, timers
from humans.models import Profile
from marketplace.api.fields import timestamp
from marketplace.core import clock
from tests.api import Answer, Api
from tests.factories.accounts import given_agent
from tests.factories.mailbox import subjects
from tests.factories.market import (
    Seat,
    given_application,
    given_bounty,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    untouched,
)

pytestmark = pytest.mark.django_db
TASK = {"title": "Queue", "description": "Stand in line for me.", "price": 5, "estimatedHours": 1}


def path(bounty: Bounty, application: Application | None = None, verb: str = "") -> str:
    return f"/api/bounties/{bounty.public_id}" + (
        f"/applications/{application.public_id}{verb}" if application is not None else verb
    )


# ------------------------------------------------------------------ links


@pytest.mark.parametrize(
    ("kind", "wrong", "right"),
    [
        ("linkedin", "https://linkedin.com.example.org/in/ada", "https://www.linkedin.com/in/ada"),
        ("github", "https://gist.example.com/github.com/ada", "https://github.com/ada"),
        ("instagram", "https://example.com/instagram.com", "https://instagram.com/ada"),
        ("twitter", "https://twitterx.com/ada", "https://x.com/ada"),
        ("twitter", "https://github.com/ada", "https://mobile.twitter.com/ada"),
    ],
)
def test_a_required_link_of_a_kind_is_on_that_kinds_host(worker: Api, kind: str, wrong: str, right: str) -> None:
    bounty = given_bounty(given_funded_agent(), required_links=[{"type": kind}])

    with untouched():
        refused = worker.post(path(bounty, verb="/applications"), {"links": [{"type": kind, "url": wrong}]})
    assert (refused.status, refused.code, list(refused["fields"])) == (400, "validation_error", ["links"])

    assert worker.post(path(bounty, verb="/applications"), {"links": [{"type": kind, "url": right}]}).status == 200


def test_links_of_no_one_host_may_be_anywhere(worker: Api) -> None:
    wishes = [{"type": "portfolio"}, {"type": "resume"}, {"type": "custom", "label": "A shop"}]
    bounty = given_bounty(given_funded_agent(), required_links=wishes)

    links = [{"type": wish["type"], "url": "https://ada.example.org/x"} for wish in wishes]
    assert worker.post(path(bounty, verb="/applications"), {"links": links}).status == 200


# ------------------------------------------------------------------ times


def test_a_deadline_after_the_start_is_refused() -> None:
    agent, start = given_funded_agent(), clock.now() + timedelta(days=5)
    shift = TASK | {"scheduledStartAt": timestamp(start), "scheduledStartTimeZone": "UTC"}

    for late in (timedelta(minutes=1), timedelta(days=5)):
        with untouched():
            refused = agent.post("/api/bounties", shift | {"deadline": timestamp(start + late)})
        assert (refused.status, list(refused["fields"])) == (400, ["deadline"])
    made = agent.post("/api/bounties", shift | {"deadline": timestamp(start)})
    assert made.status == 200
    for changes in (
        {"deadline": timestamp(start + timedelta(minutes=1))},
        {"scheduledStartAt": timestamp(start - timedelta(minutes=1))},
        {"scheduleTimes": {"scheduledStartAt": timestamp(start), "deadline": timestamp(start + timedelta(hours=1))}},
    ):
        with untouched():
            answer = agent.patch(f"/api/bounties/{made['bountyId']}", changes)
        assert (answer.status, list(answer["fields"])) == (400, ["deadline"]), changes
    later = timestamp(start + timedelta(days=1))
    both = {"scheduleTimes": {"scheduledStartAt": later, "deadline": later}}
    assert agent.patch(f"/api/bounties/{made['bountyId']}", both).status == 200


def test_without_a_deadline_a_shift_takes_applications_until_it_begins() -> None:
    agent, start = given_funded_agent(), clock.now() + timedelta(days=5)

    made = agent.post("/api/bounties", TASK | {"scheduledStartAt": timestamp(start), "scheduledStartTimeZone": "UTC"})

    assert made["bounty"]["deadline"] == timestamp(start)


def test_after_its_deadline_a_bounty_says_that_it_takes_no_applications(
    anonymous: Api, at: Callable[[str], datetime]
) -> None:
    at("2026-11-21T10:00:00Z")
    agent = given_funded_agent()
    bounty = given_bounty(agent, deadline=datetime.fromisoformat("2026-11-23T10:00:00+00:00"))
    unpaid = given_bounty(given_agent())

    def told(api: Api, which: Bounty) -> bool:
        return api.get(path(which))["bounty"]["acceptsApplications"]

    assert (told(anonymous, bounty), told(agent, bounty)) == (True, True)
    assert [row["acceptsApplications"] for row in anonymous.get("/api/bounties")["bounties"]] == [True]
    agent.patch(path(bounty), {"status": "paused"})
    assert told(anonymous, bounty) is False
    agent.patch(path(bounty), {"status": "open"})
    at("2026-11-23T10:00:00Z")
    assert (told(anonymous, bounty), told(agent, bounty)) == (False, False)
    assert Bounty.objects.get(pk=bounty.pk).status == "open", "the status alone does not say it"
    assert Bounty.objects.get(pk=unpaid.pk).accepts_applications is False


# ------------------------------------------------------------------ gates


def test_every_gate_names_the_page_where_it_is_met(worker: Api) -> None:
    bounty = given_bounty(
        given_funded_agent(),
        identity_required=True,
        linkedin_verified_required=True,
        supported_countries=["PT"],
        mic_check_required=True,
        language_requirement={"language": "en", "minimumCefr": "B2"},
    )
    rows = type(worker.account).objects.filter(pk=worker.account.pk)
    Profile.objects.filter(account=worker.account).update(is_complete=False)

    def gate(code: str) -> str:
        with untouched():
            answer = worker.post(path(bounty, verb="/applications"), {})
        assert answer.code == code
        assert answer["metAt"].startswith("http://")
        assert answer["metAt"] in answer["error"]
        page = str(answer["metAt"].partition("//")[2].partition("/")[2])
        assert resolve(f"/{page}")
        return page

    assert gate("profile_incomplete") == "profile"
    Profile.objects.filter(account=worker.account).update(is_complete=True)
    assert gate("identity_required") == "support"
    rows.update(identity_verified_at=clock.now(), identity_country="PT")
    assert gate("linkedin_required") == "support"
    rows.update(linkedin_verified_at=clock.now())
    assert gate("mic_check_required") == f"jobs/{bounty.public_id}/recordings"
    Bounty.objects.filter(pk=bounty.pk).update(mic_check_required=False)
    assert gate("language_proficiency_required") == f"jobs/{bounty.public_id}/recordings"
    Bounty.objects.filter(pk=bounty.pk).update(language_requirement=None)
    rows.update(identity_verified_at=None)
    Bounty.objects.filter(pk=bounty.pk).update(identity_required=False)
    assert gate("location_required") == f"jobs/{bounty.public_id}/apply"


# ------------------------------------------------------------------ once more


def decide(seat: Seat, verb: str) -> Answer:
    return seat.agent.patch(path(seat.bounty, seat.application), {"action": verb})


def test_whose_seat_expired_may_apply_again_once_the_owner_allows_it(new_events: Any) -> None:
    seat = given_hired(spots_available=2)
    first = seat.escrow
    seat.agent.post(path(seat.bounty, seat.application, "/expire"))
    with untouched():
        refused = seat.worker.post(path(seat.bounty, verb="/applications"), {"coverLetter": "Again."})
    assert (refused.code, refused["currentState"], refused["allowedActions"]) == ("already_applied", "expired", [])

    allowed = decide(seat, "unreject")

    assert (allowed.status, allowed["application"]["status"]) == (200, "expired")
    assert "again" in subjects(seat.worker)[-1]
    with untouched():
        assert decide(seat, "accept").status == 409, "the person decides whether they come again"
    again = seat.worker.post(path(seat.bounty, verb="/applications"), {"coverLetter": "Again."})
    assert (again.status, again["application"]["status"], again["application"].get("currentEscrowId")) == (
        200,
        "pending",
        None,
    )
    assert again["application"]["id"] == seat.application.public_id
    assert Bounty.objects.get(pk=seat.bounty.pk).application_count == 1
    hired = decide(seat, "accept")
    assert (hired.status, hired["application"]["confirmedAt"], hired["application"]["endReason"]) == (200, None, "")
    assert seat.worker.post(path(seat.bounty, seat.application, "/confirm")).status == 200
    seat.fresh()
    assert seat.application.escrow_id != first.pk
    assert new_events().count("application.submitted") == 2
    seat.agent.post(path(seat.bounty, seat.application, "/expire"))
    with untouched():
        assert seat.worker.post(path(seat.bounty, verb="/applications"), {}).code == "already_applied", "once"


def test_who_comes_again_has_none_of_the_clocks_of_the_seat_before(at: Callable[[str], datetime]) -> None:
    at("2026-11-01T10:00:00Z")
    seat = given_confirmed(spots_available=2, deadline=clock.now() + timedelta(days=25))
    clock.freeze(clock.now() + timedelta(days=7))
    last_calls.warn()
    seat.agent.post(path(seat.bounty, seat.application, "/expire"))
    assert decide(seat, "unreject").status == 200
    assert seat.worker.post(path(seat.bounty, verb="/applications"), {"coverLetter": "Again."}).status == 200
    assert {name for name in DEADLINES if getattr(seat.fresh().application, name)} == set()

    Bounty.objects.filter(pk=seat.bounty.pk).update(completion_window_hours=240)
    assert decide(seat, "accept").status == 200
    assert seat.worker.post(path(seat.bounty, seat.application, "/confirm")).status == 200
    clock.freeze(clock.now() + timedelta(days=5))
    assert timers.release_overdue() == last_calls.warn() == 0
    assert seat.fresh().application.status == "accepted", "its window is ten days from now"


def test_a_seat_given_back_by_its_worker_is_allowed_again_in_the_same_way() -> None:
    seat = given_hired()
    seat.worker.patch(path(seat.bounty, seat.application), {"action": "withdraw"})

    assert decide(seat, "unreject").status == 200
    assert seat.worker.post(path(seat.bounty, verb="/applications"), {}).status == 200


def test_allowing_it_twice_or_of_an_ended_bounty_is_refused() -> None:
    seat = given_hired()
    seat.agent.post(path(seat.bounty, seat.application, "/expire"))
    assert decide(seat, "unreject").status == 200
    with untouched():
        assert decide(seat, "unreject").status == 409
    other = given_hired()
    other.agent.post(path(other.bounty, other.application, "/expire"))
    other.agent.delete(path(other.bounty), {"reason": "task_no_longer_needed"})
    with untouched():
        refused = decide(other, "unreject")
    assert (refused.status, refused.code) == (409, "invalid_state")


# ------------------------------------------------------------------ one's own evidence


def test_the_author_reads_their_own_submissions_and_no_others(worker: Api) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    seat = given_delivered(agent=agent, bounty=bounty)
    other = given_delivered(agent=agent, bounty=bounty)
    own, foreign = seat.application.submissions.get(), other.application.submissions.get()

    listed = seat.worker.get(path(bounty, verb="/submissions"))
    assert [row["id"] for row in listed["submissions"]] == [own.public_id]
    assert seat.worker.get(path(bounty, verb=f"/submissions/{own.public_id}"))["submission"]["id"] == own.public_id
    assert seat.worker.get(path(bounty, verb=f"/submissions/{foreign.public_id}")).status == 404
    assert len(agent.get(path(bounty, verb="/submissions"))["submissions"]) == 2
    assert worker.get(path(bounty, verb="/submissions")).code == "not_owner"
    elsewhere = given_bounty(agent)
    applicant, _ = given_application(elsewhere)
    assert applicant.get(path(elsewhere, verb="/submissions"))["submissions"] == []
    assert applicant.get(path(bounty, verb="/submissions")).code == "not_owner"
