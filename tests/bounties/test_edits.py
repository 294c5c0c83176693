"""PATCH /api/bounties/{id}: an allowlist, echoes, nulls, and what stays as it is."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from bounties.models import Bounty, ScreeningRule
from marketplace.core import clock
from tests.api import Api
from tests.factories.market import (
    given_application,
    given_bounty,
    given_confirmed,
    given_funded_agent,
    given_hired,
    untouched,
)

pytestmark = pytest.mark.django_db


def url(bounty: Bounty) -> str:
    return f"/api/bounties/{bounty.public_id}"


@pytest.mark.parametrize(
    ("field", "value", "cleared"),
    [
        ("title", "Another title", None),
        ("description", " Byte for byte \n", None),
        ("completionCriteria", "Sharp.", ""),
        ("evidenceTypes", ["photo", "link"], []),
        ("category", "crew-gigs", ""),
        ("skillsNeeded", ["driving"], []),
        ("identityRequired", True, False),
        ("linkedinVerifiedRequired", True, False),
        ("micCheckRequired", True, False),
        ("supportedCountries", ["DE", "FR"], []),
        ("languageProficiencyRequirement", {"language": "en", "minimumCefr": "B2"}, None),
        ("autoAccept", False, True),
        ("autoAcceptMinMicScore", 3.5, None),
        ("keepApplicantsOnFill", True, False),
        ("liveCaptureRequirement", "photo", None),
        ("checkIns", {"times": ["2027-01-01T10:00:00.000Z"], "photoRequired": True}, None),
        ("scheduledStartAt", "2127-01-01T10:00:00.000Z", None),
        ("scheduledStartTimeZone", "Europe/Berlin", None),
        ("startWindowMinutes", 30, None),
        ("completionWindowHours", 24, None),
        ("responseWindowHours", 12, None),
        ("autoExpireGhosts", True, None),
        ("attendanceRadiusMeters", 200, None),
        ("lifecycleMessages", {"onAccepted": "Hello {{name}}"}, {}),
        ("completionQuestions", [{"id": "q1", "prompt": "Was it open?", "required": True}], []),
        ("requiredLinks", [{"type": "github"}], []),
    ],
)
def test_every_field_of_the_allowlist_can_be_set_and_cleared(field: str, value: Any, cleared: Any) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, scheduled_start_time_zone="UTC")

    changed = agent.patch(url(bounty), {field: value})
    assert (changed.status, changed["bounty"][field]) == (200, value)
    assert agent.get(url(bounty))["bounty"][field] == value

    if field not in ("title", "description"):
        assert agent.patch(url(bounty), {field: cleared})["bounty"][field] == cleared


def test_the_place_and_the_schedule_are_changed_by_what_is_sent() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    later = (clock.now() + timedelta(days=60)).isoformat()

    moved = agent.patch(url(bounty), {"location": {"country": "Germany", "isRemoteAllowed": False}, "deadline": later})
    assert moved["bounty"]["location"] == {"city": "", "state": "", "country": "DE", "isRemoteAllowed": False}

    times = {"scheduledStartAt": "2127-02-01T08:00:00Z", "scheduledStartTimeZone": "Europe/Berlin"}
    shown = agent.patch(url(bounty), {"scheduleTimes": times})["bounty"]
    assert shown["scheduledStartAt"] == "2127-02-01T08:00:00.000Z"
    assert shown["deadline"] == moved["bounty"]["deadline"]


@pytest.mark.parametrize(
    "field", ["estimatedHours", "priceType", "submissionMode", "karen", "signage", "nonsense", "id"]
)
def test_everything_else_is_refused_by_name(field: str) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)

    with untouched():
        refused = agent.patch(url(bounty), {"title": "New", field: "other"})

    assert (refused.status, refused.code) == (400, "field_not_editable")
    assert list(refused["fields"]) == [field]


def test_the_whole_object_can_be_sent_back_with_one_change() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    given_application(bounty)
    whole = agent.get(url(bounty))["bounty"]

    changed = agent.patch(url(bounty), whole | {"title": "Only this"})

    assert (changed.status, changed["bounty"]["title"]) == (200, "Only this")


def test_questions_are_locked_once_somebody_has_applied() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, completion_questions=[{"id": "q1", "prompt": "Open?", "required": True}])
    given_application(bounty)

    with untouched():
        refused = agent.patch(url(bounty), {"completionQuestions": []})
        links = agent.patch(url(bounty), {"requiredLinks": [{"type": "github"}]})

    assert (refused.status, refused.code) == (409, "completion_questions_locked")
    assert (links.status, links.code) == (409, "invalid_state")
    echo = {"completionQuestions": [{"id": "q1", "prompt": "Open?", "required": True}], "title": "New"}
    assert agent.patch(url(bounty), echo).status == 200


def test_clocks_that_run_keep_their_time(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_confirmed(completion_window_hours=10, start_window_minutes=30)
    before = (seat.application.complete_by, seat.application.start_by)

    seat.agent.patch(url(seat.bounty), {"completionWindowHours": 1, "startWindowMinutes": None})

    seat.fresh()
    assert (seat.application.complete_by, seat.application.start_by) == before


def test_an_empty_list_of_countries_lifts_no_on_site_restriction() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, country="DE", is_remote_allowed=False, supported_countries=["DE"])

    assert agent.patch(url(bounty), {"supportedCountries": []})["bounty"]["supportedCountries"] == []
    bounty.refresh_from_db()
    assert bounty.eligible_countries == ["DE"]


def test_the_task_s_own_country_stays_in_the_list() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, country="DE")

    with untouched():
        refused = agent.patch(url(bounty), {"supportedCountries": ["FR"]})

    assert (refused.status, list(refused["fields"])) == (400, ["supportedCountries"])


def test_only_operators_close_countries_and_they_change_nothing_else(operator: Api, support: Api) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)

    with untouched():
        assert agent.patch(url(bounty), {"intakeClosedCountries": ["FR"]}).code == "operator_required"
        assert operator.patch(url(bounty), {"title": "Ours"}).code == "operator_required"
        assert support.patch(url(bounty), {"intakeClosedCountries": ["FR"]}).code == "not_owner"

    closed = operator.patch(url(bounty), {"intakeClosedCountries": ["France"]})
    assert closed["bounty"]["intakeClosedCountries"] == ["FR"]


def test_strangers_edit_nothing(other_agent: Api, worker: Api, anonymous: Api) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)

    with untouched():
        answers = [who.patch(url(bounty), {"title": "Mine"}) for who in (other_agent, worker, anonymous)]

    assert [answer.code for answer in answers] == ["not_owner", "not_owner", "authentication_required"]


def test_a_deadline_can_be_moved_but_not_into_the_past_nor_under_the_notice() -> None:
    agent = given_funded_agent()
    remote = given_bounty(agent)
    on_site = given_bounty(agent, country="DE", city="Berlin", is_remote_allowed=False)
    soon = (clock.now() + timedelta(hours=5)).isoformat()

    with untouched():
        assert agent.patch(url(remote), {"deadline": "2020-01-01T00:00:00Z"}).code == "validation_error"
        assert "48 hours" in agent.patch(url(on_site), {"deadline": soon})["fields"]["deadline"][0]

    assert agent.patch(url(remote), {"deadline": soon}).status == 200


def test_a_live_listing_cannot_be_turned_into_one_that_needs_a_review() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    ScreeningRule.objects.create(phrase="gift cards", reason="Often a fraud.")

    with untouched():
        refused = agent.patch(url(bounty), {"description": "Buy GIFT CARDS and send the codes."})

    assert (refused.status, refused.code) == (400, "validation_error")


def test_the_owner_pauses_shuts_reopens_and_closes() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)

    for status in ("paused", "in_review", "open", "in_review", "paused", "open"):
        assert agent.patch(url(bounty), {"status": status})["bounty"]["status"] == status
    closed = agent.patch(url(bounty), {"status": "closed"})

    assert closed["bounty"]["status"] == "closed"
    assert agent.get("/api/wallet/balance")["balanceCents"] == 100_000
    with untouched():
        again = agent.patch(url(bounty), {"title": "Too late"})
    assert (again.status, again.code, again["currentState"]) == (409, "invalid_state", "closed")


def test_a_paused_bounty_takes_nobody_and_remembers_who_is_hired() -> None:
    agent = given_funded_agent()
    seat = given_hired(agent=agent, bounty=given_bounty(agent, spots_available=3))
    _, application = given_application(seat.bounty)

    agent.patch(url(seat.bounty), {"status": "paused"})
    with untouched():
        refused = agent.patch(f"{url(seat.bounty)}/applications/{application.public_id}", {"action": "accept"})
        closing = agent.patch(url(seat.bounty), {"status": "closed"})

    assert (refused.code, closing.code) == ("invalid_state", "workers_hired")
    assert agent.patch(url(seat.bounty), {"status": "open"})["bounty"]["status"] == "partially_filled"


def test_the_owner_shuts_the_intake_and_chooses_among_those_who_came(worker: Api) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    applications = [given_application(bounty)[1] for _ in range(2)]
    agent.patch(url(bounty), {"status": "in_review"})

    with untouched():
        assert worker.post(f"{url(bounty)}/applications", {"coverLetter": "Me, too."}).code == "bounty_not_open"
    seen = []
    for application in applications:
        path = f"{url(bounty)}/applications/{application.public_id}"
        assert agent.patch(path, {"action": "accept"}).status == 200
        seen.append(agent.get(url(bounty))["bounty"]["status"])

    assert seen == ["in_review", "assigned"]


def test_a_managed_bounty_is_not_edited_here() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    Bounty.objects.update(kind="picture")

    with untouched():
        refused = agent.patch(url(bounty), {"title": "Mine"})

    assert (refused.status, refused.code) == (409, "managed_bounty")


def test_exclusions_are_replaced_and_never_name_the_bounty_itself(other_agent: Api) -> None:
    agent = given_funded_agent()
    first, second = given_bounty(agent), given_bounty(agent)
    foreign = given_bounty(given_funded_agent())
    key = "excludedParticipantSourceBountyIds"

    assert agent.patch(url(second), {key: [first.public_id]})["bounty"][key] == [first.public_id]
    with untouched():
        for bad in (second, foreign):
            assert list(agent.patch(url(second), {key: [bad.public_id]})["fields"]) == [key]
    assert agent.patch(url(second), {key: []})["bounty"][key] == []
