"""The owner's boost: the next wave now, twice as large, once a day."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from bounties.models import Bounty, Invitation, Outreach
from marketplace.models import Mail
from tests.api import Api
from tests.factories.market import given_bounty, given_funded_agent, untouched
from tests.factories.outreach import START, Later, boost, by_the_clock, given_people, iso, set_status, status

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


@pytest.fixture
def waves(at: Callable[[str], datetime]) -> Later:
    return by_the_clock(at)


def test_a_boost_sends_the_next_wave_at_once_twice_as_large(waves: Later) -> None:
    given_people(60)
    agent = given_funded_agent()
    bounty = given_bounty(agent)

    answer = boost(agent, bounty)

    assert answer.status == 200, answer.body
    assert answer["outreach"] == status(agent, bounty)
    assert answer["outreach"] == {
        "bountyId": bounty.public_id,
        "status": "running",
        "target": 10 + 10 + 20,
        "contacted": 10,
        "applied": 0,
        "wave": 1,
        "waves": 3,
        "nextWaveAt": iso(hours=6),
        "lastBoostAt": iso(),
        "boostAvailableAt": iso(hours=24),
    }
    waves(hours=6)
    assert status(agent, bounty)["contacted"] == 20


def test_a_second_boost_within_a_day_is_refused_and_changes_nothing(waves: Later) -> None:
    given_people(60)
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    boost(agent, bounty)
    waves(hours=23, minutes=59)

    with untouched():
        answer = boost(agent, bounty)

    assert (answer.status, answer.code) == (409, "boost_not_available")
    assert answer["boostAvailableAt"] == iso(hours=24)
    waves(hours=24)
    assert boost(agent, bounty).status == 200


def test_a_boost_after_the_last_wave_is_one_wave_more(waves: Later) -> None:
    given_people(90)
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    for by in ({"minutes": 5}, {"hours": 7}, {"days": 2}):
        waves(**by)
    assert status(agent, bounty)["contacted"] == 35

    more = boost(agent, bounty)["outreach"]

    assert (more["contacted"], more["target"], more["wave"], more["waves"]) == (75, 75, 4, 4)
    assert (more["status"], more["nextWaveAt"]) == ("finished", None)


def test_a_repeated_boost_with_its_key_is_one_boost(waves: Later) -> None:
    given_people(40)
    agent = given_funded_agent()
    bounty = given_bounty(agent)

    first = boost(agent, bounty, Idempotency_Key="once")
    with untouched():
        again = boost(agent, bounty, Idempotency_Key="once")

    assert again.body == first.body
    assert Invitation.objects.count() == Mail.objects.count() == 10


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("paused", "invalid_state"),
        ("closed", "invalid_state"),
        ("unpaid", "invalid_state"),
        ("late", "deadline_passed"),
    ],
)
def test_who_takes_nobody_can_not_boost(waves: Later, given: str, code: str) -> None:
    given_people(9)
    agent = given_funded_agent(100 if given == "unpaid" else 100_000)
    bounty = given_bounty(agent, deadline=START + timedelta(minutes=3))
    if given in ("paused", "closed"):
        set_status(agent, bounty, given)
    if given == "late":
        waves(minutes=4)

    with untouched():
        answer = boost(agent, bounty)

    assert (answer.status, answer.code) == (409, code)
    assert answer["currentState"] == Bounty.objects.get().status


def test_a_listing_older_than_outreach_is_finished_and_can_be_boosted(waves: Later) -> None:
    given_people(50)
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    Outreach.objects.all().delete()
    assert (status(agent, bounty)["status"], status(agent, bounty)["target"]) == ("finished", 0)

    assert boost(agent, bounty)["outreach"]["contacted"] == 10


def test_only_the_owner_looks_and_boosts(waves: Later, other_agent: Api, operator: Api, worker: Api) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    for stranger in (other_agent, operator, worker):
        with untouched():
            assert stranger.get(f"/api/bounties/{bounty.public_id}/outreach").code == "not_owner"
            assert boost(stranger, bounty).code == "not_owner"
