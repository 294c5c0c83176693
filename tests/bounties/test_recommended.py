"""sort=recommended: open bounties by how well they fit the caller's own profile, and why."""

from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Bounty
from bounties.rules import recommended as rules
from bounties.selectors import recommended
from humans.models import Profile
from marketplace.core import clock
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import acting, given_bounty, given_funded_agent, given_released

pytestmark = pytest.mark.django_db
PATH = "/api/bounties?sort=recommended"
LISBON = {"city": "Lisbon", "country": "PT", "is_remote_allowed": False}
POOR = {"price_cents": 100, "estimated_hours": Decimal(1), "supported_countries": ["DE"]}  # fits in nothing


def listed(caller: Api, query: str = "") -> list[dict[str, Any]]:
    answer = caller.get(PATH + query)
    assert answer.status == 200, answer.body
    return answer["bounties"]


def titles(caller: Api, query: str = "") -> list[str]:
    return [row["title"] for row in listed(caller, query)]


def reasons(row: dict[str, Any]) -> list[str]:
    return [one["reason"] for one in row["recommendedBecause"]]


@pytest.fixture
def ada() -> Api:
    """Delivery and photography, in Lisbon, for 25 dollars an hour (the factory's profile)."""
    return given_worker()


def given(agent: Api, title: str, *, days: float = 0, **fields: Any) -> Bounty:
    far = clock.now() + timedelta(days=20)
    bounty = given_bounty(agent, title=title, **POOR | {"deadline": far} | fields)
    if days:
        Bounty.objects.filter(pk=bounty.pk).update(went_live_at=clock.now() - timedelta(days=days))
    return bounty


def test_what_fits_comes_first_and_says_why(ada: Api) -> None:
    agent = given_funded_agent()
    given(agent, "skills", skills_needed=["Photography", "delivery", "cooking"])
    given(agent, "town", supported_countries=[], **LISBON)
    given(agent, "pay", price_cents=2500)
    given(agent, "nearly", price_cents=2000)
    given(agent, "anywhere", supported_countries=[])
    given(agent, "nothing")
    given(agent, "far", supported_countries=[], city="Berlin", country="DE", is_remote_allowed=False)

    rows = listed(ada)

    said = {row["title"]: reasons(row) for row in rows}
    assert [row["title"] for row in rows][:3] == ["town", "anywhere", "skills"]
    assert said == {
        "town": ["place", "fresh"],
        "anywhere": ["place", "fresh"],
        "skills": ["skills", "fresh"],
        "pay": ["pay", "fresh"],
        "nearly": ["pay", "fresh"],
        "nothing": ["fresh"],
        "far": ["fresh"],
    }
    assert [row["title"] for row in rows][3:] == ["pay", "nearly", "far", "nothing"]
    (skills,) = [row for row in rows if row["title"] == "skills"]
    assert skills["recommendedBecause"][0] == {"reason": "skills", "text": "Asks for Photography, delivery."}


def test_a_day_of_age_counts_as_a_day_and_the_owner_who_paid_before_counts(ada: Api) -> None:
    agent, payer = given_funded_agent(), given_released().agent
    given(agent, "new")
    given(agent, "old and fitting", days=10, price_cents=2500)
    given(agent, "older", days=13, price_cents=2500)
    given(payer, "of a payer", days=5)

    assert titles(ada) == ["old and fitting", "of a payer", "new", "older"]
    assert reasons(next(row for row in listed(ada) if row["title"] == "of a payer")) == ["owner"]


def test_callers_without_a_profile_get_the_newest_first_without_reasons(anonymous: Api, agent: Api) -> None:
    owner = given_funded_agent()
    for title in ("first", "second"):
        given(owner, title, skills_needed=["photography"] if title == "first" else [])
    empty = given_worker()
    Profile.objects.filter(account=empty.account).update(skills=[], country="", city="", hourly_rate_cents=None)

    for caller in (anonymous, agent, empty):
        assert titles(caller) == ["second", "first"]
        assert [row["recommendedBecause"] for row in listed(caller)] == [[], []]
    assert "recommendedBecause" not in anonymous.get("/api/bounties")["bounties"][0]


def test_filters_hold_and_ones_own_are_not_recommended(ada: Api) -> None:
    agent = given_funded_agent()
    given(agent, "photo", skills_needed=["photography"], category="creative-gigs")
    given(agent, "errand")
    own = given(agent, "own")
    Bounty.objects.filter(pk=own.pk).update(owner=ada.account)

    assert titles(ada) == ["photo", "errand"]
    assert titles(ada, "&category=creative-gigs") == ["photo"]
    assert titles(ada, "&q=errand") == ["errand"]
    assert titles(ada, "&mine=true") == ["own"]
    assert titles(ada, "&status=paid") == []


def test_pages_go_on_where_they_were_though_time_passes_and_new_ones_come(
    ada: Api, at: Callable[[str], datetime]
) -> None:
    at("2026-11-21T10:00:00Z")
    agent = given_funded_agent()
    for number in range(9):
        fields = (
            {"skills_needed": ["delivery"]} if number % 3 == 0 else {"price_cents": 2500} if number % 3 == 1 else {}
        )
        given(agent, str(number), days=number % 4, **fields)
    whole = titles(ada)
    seen: list[str] = []
    cursor = ""
    for turn in range(5):
        answer = ada.get(f"{PATH}&limit=2&cursor={cursor}")
        seen += [row["title"] for row in answer["bounties"]]
        cursor = answer["nextCursor"]
        clock.freeze(clock.now() + timedelta(hours=7))
        given(agent, f"new {turn}", skills_needed=["delivery"], price_cents=2500)
    assert cursor is None or not set(seen) & {f"new {turn}" for turn in range(5)}
    assert seen == whole


def test_a_cursor_belongs_to_the_profile_as_it_was(ada: Api) -> None:
    agent = given_funded_agent()
    for number in range(3):
        given(agent, str(number))
    cursor = ada.get(f"{PATH}&limit=1")["nextCursor"]

    assert ada.patch("/api/humans/me", {"skills": ["juggling"]}).status == 200

    assert ada.get(f"{PATH}&limit=1&cursor={cursor}").code == "invalid_cursor"


def test_the_number_of_queries_does_not_grow_with_the_rows(ada: Api) -> None:
    agent = given_funded_agent()
    counts = []
    for _ in range(2):
        given(agent, "one", skills_needed=["delivery"])
        given(given_funded_agent(), "two", supported_countries=[])
        listed(ada)
        with CaptureQueriesContext(connection) as seen:
            listed(ada)
        counts.append(len(seen))
    assert counts[0] == counts[1]


def test_an_older_bounty_that_names_a_skill_is_found_beyond_the_newest(
    ada: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "NEWEST", 2)
    agent = given_funded_agent()
    given(agent, "old skill", skills_needed=["delivery"], days=3)
    given(agent, "old town", supported_countries=[], days=3, **LISBON)
    for number in range(4):
        given(agent, f"plain {number}")

    assert sorted(titles(ada)) == ["old skill", "old town", "plain 2", "plain 3"]


def test_an_agent_with_a_profile_is_recommended_work_as_well() -> None:
    owner, both = given_funded_agent(), given_agent()
    both.patch("/api/humans/me", {"skills": ["delivery"], "country": "PT", "city": "Lisbon"})
    given(owner, "delivery", skills_needed=["delivery"])
    given(owner, "plain")

    assert titles(both) == ["delivery", "plain"]


def test_who_has_paid_is_looked_up_a_row_and_never_by_reading_all_that_was_paid(ada: Api) -> None:
    profile = recommended.profile_of(acting(ada))
    assert profile is not None
    with connection.cursor() as cursor:
        cursor.execute("analyze escrow_escrow")  # of so few rows a hash is the cheapest plan, where one may be made

    plan = recommended.ranked(Bounty.objects.all(), profile).order_by(*recommended.ORDER).explain()

    assert "SubPlan" in plan and "hashed SubPlan" not in plan
