"""An operator's pay minimum refuses, wherever a price or a place is set: on posting, editing and moving."""

import re
from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Bounty, NoticeRule, PayMinimum
from marketplace.core import clock
from tests.api import Answer, Api
from tests.factories.market import given_bounty, given_funded_agent, given_hired, untouched

pytestmark = pytest.mark.django_db
TASK = {"title": "Hand out leaflets", "description": "Two hours at the door.", "estimatedHours": 2}
NEW_YORK = {"city": "New York", "state": "NY", "country": "US", "isRemoteAllowed": False}


def given_minimums() -> None:
    PayMinimum.objects.create(country="US", hourly_cents=725)
    PayMinimum.objects.create(country="US", state="New York", hourly_cents=1500)
    PayMinimum.objects.create(country="US", state="NY", city="New York", hourly_cents=1650)


def post(agent: Api, price: float, **more: Any) -> Answer:
    far = (clock.now() + timedelta(days=9)).isoformat()
    return agent.post("/api/bounties", TASK | {"price": price, "location": NEW_YORK, "deadline": far} | more)


def refused(answer: Answer, hourly: int, least: int, area: str) -> bool:
    assert (answer.status, answer.code) == (400, "pay_below_minimum"), answer.body
    assert f"{least / 100:.2f} USD" in answer["error"]
    named = {name: answer[name] for name in ("minimumHourlyCents", "minimumPriceCents", "area")}
    assert named == {"minimumHourlyCents": hourly, "minimumPriceCents": least, "area": area}
    assert list(answer["fields"]) == ["price"]
    return True


@pytest.mark.parametrize("dry", [False, True])
def test_less_than_the_minimum_is_refused_on_posting_and_the_minimum_itself_is_taken(dry: bool) -> None:
    given_minimums()
    agent = given_funded_agent()

    with untouched():
        assert refused(post(agent, 32.99, dryRun=dry), 1650, 3300, "New York, NY, US")
        hourly = post(agent, 16.49, priceType="hourly", dryRun=dry)
        assert refused(hourly, 1650, 1650, "New York, NY, US")
    assert post(agent, 33, dryRun=dry).status == 200
    assert post(agent, 16.50, priceType="hourly", dryRun=dry).status == 200


def test_what_is_done_from_anywhere_and_what_is_elsewhere_has_no_minimum() -> None:
    given_minimums()
    agent = given_funded_agent()

    assert post(agent, 1, location=NEW_YORK | {"isRemoteAllowed": True}).status == 200
    assert post(agent, 1, location={"city": "Porto", "country": "PT", "isRemoteAllowed": False}).status == 200


@pytest.mark.parametrize(
    ("place", "hourly"),
    [
        ({"city": "new york", "state": ""}, 1650),  # the state is optional
        ({"city": "NYC"}, 1650),
        ({"city": "New York City", "state": "new york"}, 1650),
        ({"city": "New York, NY", "state": ""}, 1650),
        ({"city": " N.Y.C. ", "state": ""}, 1650),
        ({"city": "Albany", "state": "ny"}, 1500),
        ({"city": "Albany", "state": "New York State"}, 1500),
        ({"city": "New York", "state": "TX"}, 725),  # another town of this name
        ({"city": "Boston", "state": "MA"}, 725),
    ],
)
def test_a_place_is_found_however_it_is_written(anonymous: Api, place: dict[str, Any], hourly: int) -> None:
    given_minimums()
    agent = given_funded_agent()

    with untouched():
        answer = post(agent, 1, location=NEW_YORK | place)

    assert (answer.code, answer["minimumHourlyCents"]) == ("pay_below_minimum", hourly)
    shown = anonymous.get(
        f"/api/bounties/location-minimum?country=US&city={place['city']}&state={place.get('state', 'NY')}"
    )
    assert shown["minimum"]["hourlyCents"] == hourly


def test_a_notice_rule_finds_its_place_in_the_same_way() -> None:
    NoticeRule.objects.create(city="São Paulo", country="BR", hours=5)
    agent, soon = given_funded_agent(), (clock.now() + timedelta(hours=25)).isoformat()

    for place in ({"city": "NYC"}, {"city": "Sao Paulo", "state": "", "country": "BR"}):
        assert post(agent, 5, location=NEW_YORK | place, deadline=soon).status == 200, place
    with untouched():
        missed = post(agent, 5, location=NEW_YORK | {"city": "Boston"}, deadline=soon)
    [words] = missed["fields"]["deadline"]
    [earliest] = re.findall(r"\d{4}-\S+Z", words)
    with untouched():
        again = post(agent, 5, location=NEW_YORK | {"city": "Boston"}, deadline=earliest, dryRun=True)
    assert (missed.status, again.status) == (400, 200), "the time that it names is taken"
    assert "completionWindowHours" in words
    tomorrow = {"completionWindowHours": 24}
    assert post(agent, 5, location=NEW_YORK | {"city": "Boston"}, **tomorrow).status == 200, "and so is the other way"


def test_an_edit_may_neither_lower_the_pay_below_the_minimum_nor_move_the_task_to_where_it_is() -> None:
    given_minimums()
    agent = given_funded_agent()
    there = Bounty.objects.get(pk=_posted(post(agent, 33)))
    lisbon = {"city": "Lisbon", "country": "PT", "isRemoteAllowed": False}
    elsewhere = Bounty.objects.get(pk=_posted(post(agent, 5, location=lisbon)))

    with untouched():
        assert refused(_edit(agent, there, {"price": 32.99}), 1650, 3300, "New York, NY, US")
        assert refused(_edit(agent, elsewhere, {"location": NEW_YORK}), 1650, 3300, "New York, NY, US")
        confirmed = {"walletImpactAcknowledged": True, "walletImpactCents": 3186}
        assert refused(
            _edit(agent, elsewhere, {"location": NEW_YORK, "price": 32} | confirmed), 1650, 3300, "New York, NY, US"
        )
    confirmed = {"walletImpactAcknowledged": True, "walletImpactCents": 3304}
    both = _edit(agent, elsewhere, {"location": NEW_YORK, "price": 33} | confirmed)
    assert (both.status, both["bounty"]["location"]["city"]) == (200, "New York")
    assert _edit(agent, there, {"location": lisbon, "price": 5}).status == 200


def test_a_minimum_that_came_later_does_not_lock_the_rest_of_a_bounty() -> None:
    agent = given_funded_agent()
    there = Bounty.objects.get(pk=_posted(post(agent, 5)))
    given_minimums()

    assert _edit(agent, there, {"description": "Three hours.", "spotsAvailable": 1}).status == 200
    with untouched():
        assert refused(_edit(agent, there, {"price": 4.5}), 1650, 3300, "New York, NY, US")


def test_a_hired_person_s_place_moves_under_the_same_rule() -> None:
    given_minimums()
    seat = given_hired(price_cents=500)

    with untouched():
        moved = _edit(seat.agent, seat.bounty, {"location": NEW_YORK})

    assert refused(moved, 1650, 825, "New York, NY, US")


def _posted(answer: Answer) -> Any:
    assert answer.status == 200, answer.body
    return Bounty.objects.latest("created_at").pk


def _edit(agent: Api, bounty: Bounty, changes: dict[str, Any]) -> Answer:
    return agent.patch(f"/api/bounties/{bounty.public_id}", changes)


def test_the_minimum_concerns_ordinary_tasks_and_not_what_we_sell_at_a_price_of_ours() -> None:
    PayMinimum.objects.create(country="US", city="San Francisco", state="CA", hourly_cents=50_000)
    agent = given_funded_agent()

    place = {"city": "San Francisco", "state": "CA", "country": "US", "is_remote_allowed": False}
    assert given_bounty(agent, kind="picture", **place).pk
