"""GET /api/bounties: what is listed, to whom, in which order, page by page."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from bounties.models import Bounty
from tests.api import Api
from tests.factories.market import given_application, given_bounty, given_funded_agent, given_hired, given_released

pytestmark = pytest.mark.django_db


def found(who: Api, query: str = "") -> list[str]:
    return [row["id"] for row in who.get(f"/api/bounties?{query}")["bounties"]]


def test_open_lists_partially_filled_ones_unless_told_not_to(anonymous: Api) -> None:
    agent = given_funded_agent()
    open_one = given_bounty(agent).public_id
    partly = given_hired(agent=agent, spots_available=2).bounty.public_id
    taken = given_hired(agent=agent).bounty.public_id
    paid = given_released(agent=agent).bounty.public_id

    assert found(anonymous) == found(anonymous, "status=open") == [partly, open_one]
    assert found(anonymous, "includePartiallyFilled=true") == [partly, open_one]
    assert found(anonymous, "status=open&includePartiallyFilled=false") == [open_one]
    assert found(anonymous, "includePartiallyFilled=0") == [open_one]
    assert found(anonymous, "status=partially_filled") == [partly]
    assert found(anonymous, "status=assigned") == [taken]
    assert found(anonymous, "status=paid") == [paid]
    assert found(agent, "mine=true") == [paid, taken, partly, open_one]
    assert found(agent, "mine=true&status=open") == [partly, open_one]


def test_what_never_went_live_is_in_its_owners_list_only(other_agent: Api, support: Api) -> None:
    agent = given_funded_agent(100)
    waiting = given_bounty(agent, price_cents=5000)
    given_up = given_bounty(agent, price_cents=6000)
    agent.delete(f"/api/bounties/{given_up.public_id}", {"reason": "task_no_longer_needed"})

    for status, bounty in (("cancelled", given_up), ("pending_deposit", waiting)):
        assert found(agent, f"mine=1&status={status}") == [bounty.public_id]
        assert other_agent.get(f"/api/bounties/{bounty.public_id}").status == 404
        assert support.get(f"/api/bounties/{bounty.public_id}").status == 200
    assert found(agent, "status=cancelled") == found(other_agent, "status=cancelled") == []


def test_internal_statuses_are_for_the_owners_own_list(agent: Api, anonymous: Api) -> None:
    for status in ("pending_deposit", "pending_review", "paused", "in_review", "pending_funding"):
        assert anonymous.get(f"/api/bounties?status={status}").code == "validation_error"
        for asked in ("", "mine=1&"):
            assert agent.get(f"/api/bounties?{asked}status={status}").status == 200


def test_a_cancelled_bounty_that_was_live_can_still_be_read(anonymous: Api) -> None:
    agent = given_funded_agent()
    gone = given_bounty(agent)
    agent.delete(f"/api/bounties/{gone.public_id}", {"reason": "applicants_not_fit"})

    assert found(anonymous, "status=cancelled") == [gone.public_id]
    assert found(anonymous, "") == []
    assert anonymous.get(f"/api/bounties/{gone.public_id}")["bounty"]["status"] == "cancelled"


def test_a_private_bounty_is_seen_by_owner_staff_and_who_takes_part(
    worker: Api, other_worker: Api, support: Api, anonymous: Api
) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    given_application(bounty, worker)
    Bounty.objects.update(is_private=True)

    path = f"/api/bounties/{bounty.public_id}"
    assert [who.get(path).status for who in (agent, support, worker, other_worker, anonymous)] == [
        200,
        200,
        200,
        404,
        404,
    ]
    assert other_worker.post(f"{path}/applications", {}).status == 404
    assert found(anonymous) == found(worker) == []
    assert found(agent, "mine=true") == [bounty.public_id]


def test_words_are_found_in_every_text_and_all_of_them_count(anonymous: Api) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(
        agent,
        title="Shop front",
        description="One SHARP photo",
        category="creative-gigs",
        city="Lisbon",
        country="PT",
        skills_needed=["tripod"],
    ).public_id
    given_bounty(agent, title="Something else", description="Other words.")

    for words in ("shop", "sharp", "creative", "lisbon", "tripod", "shop+sharp+tripod", "FRONT"):
        assert found(anonymous, f"q={words}") == [bounty], words
    assert found(anonymous, "q=shop+else") == []
    assert found(anonymous, "q=100%25") == found(anonymous, "q=_hop") == [], "% and _ are characters, not wildcards"


def test_remote_only_and_prices_are_exact(anonymous: Api) -> None:
    agent = given_funded_agent()
    here = given_bounty(agent, price_cents=500, is_remote_allowed=False, country="PT").public_id
    there = given_bounty(agent, price_cents=501).public_id

    assert found(anonymous, "isRemoteOnly=true") == [there]
    assert found(anonymous, "isRemoteOnly=false") == [there, here]
    assert found(anonymous, "minPrice=5.01") == [there]
    assert found(anonymous, "maxPrice=5") == [here]
    assert found(anonymous, "minPrice=5&maxPrice=5.01") == [there, here]


def test_value_is_what_a_seat_pays_and_top_is_who_has_most_applicants(anonymous: Api) -> None:
    agent = given_funded_agent()
    wanted = given_bounty(agent, price_cents=300)
    hourly = given_bounty(agent, price_cents=200, price_type="hourly", estimated_hours=Decimal(10))
    given_application(wanted)
    given_application(wanted)
    given_application(hourly)
    newest = given_bounty(agent, price_cents=400)
    ids = [newest.public_id, hourly.public_id, wanted.public_id]

    assert found(anonymous, "sort=new") == found(anonymous) == ids
    assert found(anonymous, "sort=value") == [hourly.public_id, newest.public_id, wanted.public_id]
    assert found(anonymous, "sort=top") == [wanted.public_id, hourly.public_id, newest.public_id]


@pytest.mark.parametrize("sort", ["new", "value", "top"])
def test_pages_meet_every_bounty_once_also_with_equal_values(anonymous: Api, sort: str) -> None:
    agent = given_funded_agent()
    for price in (300, 300, 300, 200, 200):
        given_bounty(agent, price_cents=price)

    seen: list[str] = []
    cursor = ""
    while cursor is not None:
        page = anonymous.get(f"/api/bounties?sort={sort}&limit=2&cursor={cursor}")
        seen += [row["id"] for row in page["bounties"]]
        assert page["count"] == len(page["bounties"])
        assert page["hasMore"] is (page["nextCursor"] is not None)
        cursor = page["nextCursor"]

    assert seen == found(anonymous, f"sort={sort}")
    assert len(set(seen)) == 5


def test_a_page_goes_on_where_it_was_though_new_ones_came(anonymous: Api) -> None:
    agent = given_funded_agent()
    ids = [given_bounty(agent).public_id for _ in range(3)]
    first = anonymous.get("/api/bounties?limit=2")
    given_bounty(agent)

    second = anonymous.get(f"/api/bounties?limit=2&cursor={first['nextCursor']}")

    assert [row["id"] for row in first["bounties"] + second["bounties"]] == ids[::-1]


def test_a_cursor_fits_its_list_its_filters_and_its_owner(anonymous: Api) -> None:
    agent, other = given_funded_agent(), given_funded_agent()
    for who in (agent, agent, other, other):
        given_bounty(who)
    cursor = anonymous.get("/api/bounties?limit=1")["nextCursor"]
    mine = agent.get("/api/bounties?mine=true&limit=1")["nextCursor"]

    for who, query in (
        (anonymous, f"sort=value&cursor={cursor}"),
        (anonymous, f"minPrice=1&cursor={cursor}"),
        (anonymous, f"cursor={cursor}x"),
        (anonymous, "cursor=nonsense"),
        (other, f"mine=true&cursor={mine}"),
        (agent, f"mine=true&cursor={cursor}"),
    ):
        refused = who.get(f"/api/bounties?{query}")
        assert (refused.status, refused.code) == (400, "invalid_cursor"), query
    assert anonymous.get(f"/api/bounties?limit=3&cursor={cursor}")["count"] == 3


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("status=live", "validation_error"),
        ("sort=old", "validation_error"),
        ("category=odd", "validation_error"),
        ("mine=yes", "validation_error"),
        ("includePartiallyFilled=2", "validation_error"),
        ("minPrice=5.001", "validation_error"),
        ("maxPrice=cheap", "validation_error"),
        ("limit=0", "invalid_limit"),
        ("limit=101", "invalid_limit"),
        ("limit=ten", "invalid_limit"),
    ],
)
def test_a_bad_parameter_is_refused_and_an_unknown_one_ignored(agent: Api, query: str, code: str) -> None:
    refused = agent.get(f"/api/bounties?{query}")

    assert (refused.status, refused.code) == (400, code)
    assert agent.get("/api/bounties?colour=red&limit=100").status == 200


def test_five_bounties_cost_as_many_queries_as_one(
    anonymous: Api, django_assert_num_queries: Callable[[int], Any]
) -> None:
    agent = given_funded_agent()
    given_bounty(agent)
    anonymous.get("/api/bounties")
    with django_assert_num_queries(1):
        anonymous.get("/api/bounties")
    for _ in range(4):
        given_bounty(given_funded_agent())

    with django_assert_num_queries(1):
        assert anonymous.get("/api/bounties")["count"] == 5
