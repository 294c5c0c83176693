"""GET /api/bounties/reach: whom a job would reach before it is posted, without a way to find a single person by it."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Application, Bounty, PayMinimum
from bounties.rules.reach import bounds
from humans.models import Proficiency, Profile
from marketplace.core import clock
from tests.api import Api
from tests.factories.accounts import AccountFactory, ProfileFactory, given_agent, given_worker, session_token
from tests.factories.market import given_application, given_bounty, given_funded_agent

pytestmark = pytest.mark.django_db
ON_SITE = {"country": "PT", "isRemoteAllowed": "false"}


@pytest.fixture
def agent() -> Api:
    return given_agent()


def people(number: int, *, days_away: float = 0, **fields: Any) -> list[Profile]:
    account = {name[9:]: fields.pop(name) for name in list(fields) if name.startswith("account__")}
    last = clock.now() - timedelta(days=days_away)
    return [ProfileFactory(account=AccountFactory(last_active_at=last, **account), **fields) for _ in range(number)]


def asked(caller: Api, **query: Any) -> dict[str, Any]:
    answer = caller.get(f"/api/bounties/reach?{urlencode(query)}")
    assert answer.status == 200, answer.body
    return answer["reach"] | {"warnings": answer.body.get("warnings", [])}


def told(least: int, below: int | None) -> dict[str, int | None]:
    return {"atLeast": least, "below": below}


FEW = told(0, 5)


@pytest.mark.parametrize(
    ("count", "least", "below"),
    [
        (0, 0, 5),
        (4, 0, 5),
        (5, 5, 10),
        (9, 5, 10),
        (49, 45, 50),
        (50, 50, 60),
        (199, 190, 200),
        (200, 200, 250),
        (999, 950, 1000),
        (1000, 1000, None),
    ],
)
def test_small_sets_are_not_told_apart(count: int, least: int, below: int | None) -> None:
    found = bounds(count)

    assert (found.at_least, found.below) == (least, below)


def test_one_person_more_or_less_changes_nothing_while_they_are_few(agent: Api) -> None:
    nobody = asked(agent, skillsNeeded="falconry")
    people(1, skills=["Falconry"])
    one = asked(agent, skillsNeeded="falconry")
    people(3, skills=["falconry"])

    assert nobody == one == asked(agent, skillsNeeded="falconry") | {"gates": one["gates"]}
    assert one["people"] == one["active"] == FEW


def test_who_fits_by_skill_place_and_activity(agent: Api) -> None:
    people(5, skills=["Photography"], city="LISBON")
    people(5, skills=["delivery"], city="Porto", days_away=40)
    people(5, skills=["photography"], country="FR", city="Paris")

    assert asked(agent, skillsNeeded="photography, delivery")["people"] == told(15, 20)
    here = asked(agent, skillsNeeded="photography,delivery", city="Lisbon", **ON_SITE)
    assert (here["people"], here["active"], here["inCity"]) == (told(10, 15), told(5, 10), told(5, 10))
    assert asked(agent, country="Portugal", isRemoteAllowed="false")["inCity"] is None
    assert asked(agent, supportedCountries="FR,ES")["people"] == told(5, 10)


def test_only_people_who_could_be_hired_count_and_never_oneself(agent: Api) -> None:
    hidden = people(5, skills=["cooking"])
    Profile.objects.filter(pk__in=[row.pk for row in hidden]).update(is_findable=False)
    own = people(5, skills=["baking"])
    people(5, skills=["sewing"], is_remote_available=False, country="PT")

    assert asked(agent, skillsNeeded="cooking")["people"] == FEW
    assert asked(agent, skillsNeeded="baking")["people"] == told(5, 10)
    assert (
        asked(Api(own[0].account, {"X-Session-Token": session_token(own[0].account)}), skillsNeeded="baking")["people"]
        == FEW
    ), "without oneself there are four"
    assert asked(agent, skillsNeeded="sewing")["people"] == FEW, "they don't work from anywhere"
    assert asked(agent, skillsNeeded="sewing", **ON_SITE)["people"] == told(5, 10)


def test_the_gate_that_keeps_most_out_is_named(agent: Api) -> None:
    people(12, skills=["photography"])
    people(
        5, skills=["photography"], account__identity_verified_at=clock.now(), account__linkedin_verified_at=clock.now()
    )
    people(12, skills=["cooking"], account__linkedin_verified_at=clock.now())

    found = asked(agent, skillsNeeded="photography", identityRequired="true")
    assert found["people"] == told(5, 10)
    assert found["gates"] == [
        {"gate": "skillsNeeded", "people": told(5, 10)},
        {"gate": "identityRequired", "people": told(15, 20)},
    ]
    assert found["cutsMost"] == "identityRequired"
    assert found["warnings"] == []

    few = asked(agent, skillsNeeded="cooking", identityRequired="true", linkedinVerifiedRequired="true")
    assert few["people"] == FEW
    assert few["cutsMost"] == "identityRequired"
    assert few["warnings"] == ["few_people: fewer than 5 people fit. What keeps most out: identityRequired."]


def test_a_known_lower_level_keeps_out_and_an_unknown_one_does_not(agent: Api) -> None:
    rows = people(12, skills=["teaching"])
    for row, level in zip(rows[:7], ["A1", "A2", "B1", "B1", "B2", "C1", "C2"], strict=True):
        Proficiency.objects.create(
            account=row.account, language="en", cefr=level, provider="test", evaluated_at=clock.now()
        )

    found = asked(agent, skillsNeeded="teaching", minimumCefr="B2")

    assert found["people"] == told(5, 10)
    assert found["cutsMost"] == "languageProficiencyRequirement"
    assert asked(agent, skillsNeeded="teaching", minimumCefr="A2")["people"] == told(10, 15)


def test_the_price_tells_whose_own_rate_it_pays(agent: Api) -> None:
    people(5, skills=["moving"], hourly_rate_cents=2000)
    people(5, skills=["moving"], hourly_rate_cents=4000)
    people(1, skills=["moving"], hourly_rate_cents=None)

    assert asked(agent, skillsNeeded="moving")["atTheirRate"] is None
    assert asked(agent, skillsNeeded="moving", price="40", estimatedHours="2")["atTheirRate"] == told(5, 10)
    assert asked(agent, skillsNeeded="moving", price="40", priceType="hourly")["atTheirRate"] == told(10, 15)


def test_more_places_than_people_are_a_warning(agent: Api) -> None:
    people(6, skills=["moving"])

    assert asked(agent, skillsNeeded="moving", spotsAvailable=9)["warnings"] == []
    assert asked(agent, skillsNeeded="moving", spotsAvailable=10)["warnings"] == [
        "more_spots_than_people: fewer than 10 people fit, and more are to be hired."
    ]


def test_pay_below_the_minimum_of_the_place_is_a_warning(agent: Api) -> None:
    PayMinimum.objects.create(country="PT", hourly_cents=1200)
    query = {"skillsNeeded": "moving", "estimatedHours": "0.5", **ON_SITE}

    assert (
        "pay_below_minimum: on site there, the price has to be 6.00 USD or more."
        in asked(agent, price="5", **query)["warnings"]
    )
    assert asked(agent, price="6", **query)["warnings"][0].startswith("few_people")


# ------------------------------------------------------------------ what the like pays


def given_jobs(number: int, *, owner: Api | None = None, **fields: Any) -> list[Bounty]:
    owner = owner or given_funded_agent(1_000_000)
    values: dict[str, Any] = {"category": "labor-gigs", "estimated_hours": Decimal(2)}
    return [given_bounty(owner, price_cents=1000 * (n + 1), **values | fields) for n in range(number)]


def test_averages_are_of_five_jobs_or_more(agent: Api) -> None:
    given_jobs(4)
    found = asked(agent, category="labor-gigs")
    assert (found["typicalPay"], found["typicalPayPerHour"], found["notTypicalBecause"]) == (None, None, "too_few")
    assert found["comparableJobs"] == FEW

    given_jobs(1, price_type="fixed")
    found = asked(agent, category="labor-gigs", price="4", estimatedHours="1")

    assert found["typicalPay"] == {"low": 10, "median": 20, "high": 30}
    assert found["typicalPayPerHour"] == {"low": 5, "median": 10, "high": 15}
    assert (found["notTypicalBecause"], found["comparableJobs"]) == (None, told(5, 10))
    assert "pay_below_typical: three quarters of the comparable jobs pay 5.00 USD or more an hour." in found["warnings"]


def test_only_public_jobs_of_the_same_kind_and_place_are_compared_with(agent: Api) -> None:
    jobs = given_jobs(6)
    given_jobs(5, city="Lisbon", country="PT", is_remote_allowed=False, deadline=clock.now() + timedelta(days=9))
    Bounty.objects.filter(pk=jobs[0].pk).update(is_private=True)
    Bounty.objects.filter(pk=jobs[1].pk).update(kind="qa")

    assert asked(agent, category="labor-gigs")["typicalPay"] is None
    assert asked(agent, category="labor-gigs", **ON_SITE)["typicalPay"] is not None
    assert asked(agent, category="labor-gigs", country="FR", isRemoteAllowed="false")["typicalPay"] is None
    assert asked(agent, category="crew-gigs")["notTypicalBecause"] == "too_few"
    assert asked(agent)["notTypicalBecause"] == "no_basis"


def test_without_a_category_jobs_that_share_a_skill_are_compared_with(agent: Api) -> None:
    given_jobs(5, category="", skills_needed=["Photography", "walking"])

    assert asked(agent, skillsNeeded="photography")["comparableJobs"] == told(5, 10)
    assert asked(agent, skillsNeeded="cooking")["comparableJobs"] == FEW


def test_the_hours_until_the_first_application_are_a_median_of_five(agent: Api) -> None:
    jobs, worker = given_jobs(5), given_worker()
    for hours, job in enumerate(jobs, 1):
        given_application(job, worker)
        Application.objects.filter(bounty=job).update(created_at=job.went_live_at + timedelta(hours=hours))
    assert asked(agent, category="labor-gigs")["typicalHoursToFirstApplication"] == 3

    Application.objects.filter(bounty=jobs[0]).delete()
    assert asked(agent, category="labor-gigs")["typicalHoursToFirstApplication"] is None


# ------------------------------------------------------------------ the call


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"category": "nonsense"}, "category"),
        ({"isRemoteAllowed": "false"}, "country"),
        ({"isRemoteAllowed": "perhaps"}, "isRemoteAllowed"),
        ({"country": "Atlantis"}, "country"),
        ({"supportedCountries": "PT,XX"}, "supportedCountries"),
        ({"skillsNeeded": ",".join(map(str, range(31)))}, "skillsNeeded"),
        ({"minimumCefr": "A1"}, "minimumCefr"),
        ({"price": "0"}, "price"),
        ({"price": "-5"}, "price"),
        ({"price": "1e9"}, "price"),
        ({"priceType": "weekly"}, "priceType"),
        ({"estimatedHours": "0"}, "estimatedHours"),
        ({"estimatedHours": "NaN"}, "estimatedHours"),
        ({"spotsAvailable": "0"}, "spotsAvailable"),
        ({"city": "a\0b"}, "city"),
    ],
)
def test_what_cannot_be_read_is_named(agent: Api, query: dict[str, str], field: str) -> None:
    answer = agent.get(f"/api/bounties/reach?{urlencode(query)}")

    assert (answer.status, answer.code) == (400, "validation_error")
    assert field in answer["fields"]


@pytest.mark.parametrize(
    "query",
    [
        {"isRemoteAllowed": "true"},
        {"skillsNeeded": "moving", "price": "9"},
        {"supportedCountries": "PT,FR", "category": "labor-gigs", "price": "9"},
        {"category": "labor-gigs", "city": "Lisbon", "price": "9"} | ON_SITE,
        {"minimumCefr": "B1", "linkedinVerifiedRequired": "true", "category": "labor-gigs"},
        {"category": "labor-gigs", "skillsNeeded": "moving", "city": "Lisbon", "identityRequired": "true", "price": "9"}
        | {"minimumCefr": "B1", "linkedinVerifiedRequired": "true"}
        | ON_SITE,
    ],
    ids=["anywhere", "skill", "countries", "city", "late", "all"],
)
def test_the_number_of_statements_does_not_grow(agent: Api, at: Callable[..., None], query: dict[str, str]) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as seen:
            asked(agent, **query)
        return len(seen)

    statements()
    few = statements()
    for remote in (False, True):
        people(5, skills=["moving"], city="Lisbon", country="PT")
        given_jobs(
            5,
            city="Lisbon",
            country="PT",
            is_remote_allowed=remote,
            skills_needed=["moving"],
            deadline=clock.now() + timedelta(days=9),
        )

    assert statements() == few


def test_a_gate_is_called_by_the_field_that_was_given(agent: Api) -> None:
    people(6, country="PT")
    people(12, country="FR", city="Paris")

    on_site = asked(agent, country="Portugal", isRemoteAllowed="false")
    remote = asked(agent, supportedCountries="PT")

    assert ([row["gate"] for row in on_site["gates"]], on_site["cutsMost"]) == (["country"], "country")
    assert ([row["gate"] for row in remote["gates"]], remote["cutsMost"]) == (
        ["supportedCountries"],
        "supportedCountries",
    )
