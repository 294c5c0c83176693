"""What an edit may make of a bounty: the rules that creating asks, for what is changed, and for nothing else."""

from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Bounty, Category
from marketplace.api.fields import timestamp
from marketplace.core import clock
from marketplace.models import BlockedCountry
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import given_bounty, given_funded_agent, untouched

pytestmark = pytest.mark.django_db
TERMS = {"consentText": "I allow the use of it.", "confirmationMessage": "Thank you for sending."}
VIDEO, PHOTO = {"maxVideos": 1} | TERMS, {"maxImages": 2} | TERMS
FARO = {"city": "Faro", "state": "Algarve", "country": "PT", "is_remote_allowed": False}


def url(bounty: Bounty) -> str:
    return f"/api/bounties/{bounty.public_id}"


def given_on_site(agent: Api, **fields: Any) -> Bounty:
    return given_bounty(agent, **FARO | {"deadline": clock.now() + timedelta(days=9)} | fields)


def refused(agent: Api, bounty: Bounty, changes: dict[str, Any]) -> list[str]:
    """The names of what is wrong."""
    with untouched():
        answer = agent.patch(url(bounty), changes)
    assert (answer.status, answer.code) == (400, "validation_error")
    return list(answer["fields"])


# ------------------------------------------------------------------ upload settings


def test_upload_settings_are_those_of_the_bounty_s_own_mode() -> None:
    agent = given_funded_agent()
    task = {"title": "Clip", "description": "One clip.", "price": 5, "estimatedHours": 1}
    made = agent.post("/api/bounties", task | {"submissionMode": "video_upload", "videoSubmission": VIDEO})
    bounty = Bounty.objects.get()

    assert refused(agent, bounty, {"photoSubmission": PHOTO}) == ["photoSubmission"]
    assert refused(agent, bounty, {"videoSubmission": VIDEO | {"maxVideos": 3}, "photoSubmission": PHOTO}) == [
        "photoSubmission"
    ]

    changed = agent.patch(url(bounty), {"videoSubmission": VIDEO | {"maxVideos": 3}})
    assert (changed.status, changed["bounty"]["videoSubmission"]["maxVideos"]) == (200, 3)
    asked = given_worker().post(f"/api/bounties/{made['bountyId']}/applications", {"consent": True})
    assert (asked.status, list(asked["fields"])) == (400, ["files"])


def test_a_bounty_of_applications_takes_no_upload_settings() -> None:
    agent = given_funded_agent()

    assert refused(agent, given_bounty(agent), {"documentSubmission": {"maxDocuments": 1} | TERMS}) == [
        "documentSubmission"
    ]


# ------------------------------------------------------------------ operators' rules


@pytest.mark.parametrize(
    "changes",
    [{"status": "paused"}, {"status": "closed"}, {"title": "Another"}, {"category": "crew-gigs", "title": "T"}],
)
def test_a_category_that_was_switched_off_stays_valid_where_it_is_used(changes: dict[str, Any]) -> None:
    agent = given_funded_agent()
    bounty, other = given_bounty(agent, category="crew-gigs"), given_bounty(agent)
    Category.objects.filter(slug="crew-gigs").update(is_active=False)

    assert agent.patch(url(bounty), changes).status == 200
    assert refused(agent, other, {"category": "crew-gigs"}) == ["category"]


def test_a_country_that_was_blocked_binds_only_the_edits_that_name_it(operator: Api) -> None:
    agent = given_funded_agent()
    bounty, other = given_on_site(agent, supported_countries=["PT"]), given_bounty(agent)
    BlockedCountry.objects.create(code="PT")

    assert refused(agent, other, {"location": {"country": "PT"}}) == ["location.country"]
    assert refused(agent, other, {"supportedCountries": ["PT", "ES"]}) == ["supportedCountries"]
    assert operator.patch(url(bounty), {"intakeClosedCountries": ["FR"]}).status == 200
    for changes in ({"title": "Another"}, {"status": "paused"}, {"status": "closed"}):
        assert agent.patch(url(bounty), changes).status == 200


# ------------------------------------------------------------------ the place


@pytest.mark.parametrize(
    ("sent", "becomes"),
    [
        ({"city": "Porto"}, {"city": "Porto"}),
        ({"city": "Porto", "country": "PT"}, {"city": "Porto"}),
        ({"country": "Portugal"}, {}),
        ({"state": ""}, {"state": ""}),
        ({"city": "Vigo", "country": "ES"}, {"city": "Vigo", "state": "", "country": "ES"}),
        ({"country": "ES"}, {"city": "", "state": "", "country": "ES"}),
        ({"isRemoteAllowed": True}, {"isRemoteAllowed": True}),
    ],
)
def test_a_part_of_the_place_leaves_the_rest_unless_the_country_is_another(
    sent: dict[str, Any], becomes: dict[str, Any]
) -> None:
    agent = given_funded_agent()
    bounty = given_on_site(agent)

    changed = agent.patch(url(bounty), {"location": sent})

    before = {"city": "Faro", "state": "Algarve", "country": "PT", "isRemoteAllowed": False}
    assert (changed.status, changed["bounty"]["location"]) == (200, before | becomes)


def test_a_place_holds_together_with_what_is_there_already() -> None:
    agent = given_funded_agent()
    on_site, remote = given_on_site(agent), given_bounty(agent)

    assert refused(agent, on_site, {"location": {"country": ""}}) == ["location.country"]
    assert refused(agent, remote, {"location": {"isRemoteAllowed": False}}) == ["location.country"]
    assert refused(agent, remote, {"location": {"city": "Porto"}}) == ["location.country"]
    assert refused(agent, remote, {"location": {"country": "Atlantis"}}) == ["location.country"]


def test_an_on_site_task_takes_people_of_its_own_country_only() -> None:
    agent = given_funded_agent()
    on_site = given_on_site(agent, supported_countries=["PT"])
    remote = given_bounty(
        agent, country="PT", supported_countries=["PT", "ES"], deadline=clock.now() + timedelta(days=9)
    )

    assert refused(agent, on_site, {"supportedCountries": ["PT", "ES"]}) == ["supportedCountries"]
    assert refused(agent, on_site, {"location": {"country": "ES"}}) == ["supportedCountries"]
    assert refused(agent, remote, {"location": {"isRemoteAllowed": False}}) == ["supportedCountries"]
    moved = {"supportedCountries": ["ES"], "location": {"country": "ES"}}
    assert agent.patch(url(on_site), moved).status == 200


# ------------------------------------------------------------------ the schedule


def test_a_start_names_its_zone() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    start = timestamp(clock.now() + timedelta(days=60))

    assert refused(agent, bounty, {"scheduledStartAt": start}) == ["scheduledStartTimeZone"]
    both = {"scheduledStartAt": start, "scheduledStartTimeZone": "Europe/Lisbon"}
    assert agent.patch(url(bounty), both).status == 200
    assert refused(agent, bounty, {"scheduledStartTimeZone": None}) == ["scheduledStartTimeZone"]
    assert agent.patch(url(bounty), {"scheduledStartAt": None, "scheduledStartTimeZone": None}).status == 200


def test_nothing_starts_in_the_past() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    gone = {"scheduledStartAt": timestamp(clock.now() - timedelta(minutes=1)), "scheduledStartTimeZone": "UTC"}
    task = {"title": "Photo", "description": "One photo.", "price": 5, "estimatedHours": 0.5}

    assert refused(agent, bounty, gone) == ["scheduledStartAt"]
    assert refused(agent, bounty, {"scheduleTimes": gone}) == ["scheduledStartAt"]
    with untouched():
        posted = agent.post("/api/bounties", task | gone)
        tried = agent.post("/api/bounties", task | gone | {"dryRun": True})
    for answer in (posted, tried):
        assert (answer.status, list(answer["fields"])) == (400, ["scheduledStartAt"])


def test_a_start_that_has_come_does_not_lock_the_rest(at: Any) -> None:
    start = at("2026-11-21T10:00:00Z")
    agent = given_funded_agent()
    begins = start + timedelta(hours=2)
    bounty = given_bounty(agent, scheduled_start_at=begins, scheduled_start_time_zone="UTC")
    clock.freeze(start + timedelta(hours=3))

    later = timestamp(start + timedelta(days=5))
    same = {"scheduledStartAt": timestamp(begins), "scheduledStartTimeZone": "UTC"}
    assert agent.patch(url(bounty), {"title": "Another"}).status == 200
    assert agent.patch(url(bounty), {"scheduleTimes": same, "title": "A third"})["bounty"]["title"] == "A third"
    assert refused(agent, bounty, {"scheduleTimes": same | {"deadline": later}}) == ["deadline"]
