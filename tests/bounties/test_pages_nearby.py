"""Jobs near a reader: around the city that they type, their profile's, or where their browser says that they are."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Bounty
from humans.models import Profile
from marketplace.models import Account
from tests.factories.accounts import given_worker
from tests.factories.market import given_bounty, given_funded_agent
from tests.visitor import Seen, Visitor

pytestmark = pytest.mark.django_db


def on_site(city: str, country: str, **fields: object) -> Bounty:
    return given_bounty(given_funded_agent(), city=city, country=country, is_remote_allowed=False, **fields)


def href(bounty: Bounty) -> str:
    return f"/jobs/{bounty.public_id}"


def found(seen: Seen, *jobs: Bounty) -> list[bool]:
    assert seen.status == 200
    return [href(job) in seen.links for job in jobs]


def living_in(city: str, country: str) -> Account:
    worker = given_worker()
    Profile.objects.filter(pk=worker.account.pk).update(city=city, country=country)
    return worker.account


def test_jobs_around_a_city_are_found_by_the_towns_around_it() -> None:
    lisbon, setubal, porto = on_site("Lisboa", "PT"), on_site("SETÚBAL", "PT"), on_site("Porto", "PT")
    plain = on_site("setubal", "PT")
    anywhere, abroad = given_bounty(given_funded_agent()), on_site("Lisbon", "US")
    jobs = (lisbon, setubal, porto, anywhere, abroad)
    around = Visitor().open("/jobs?city=Lisbon&country=PT&within=50")
    assert found(around, *jobs, plain) == [True, True, False, False, False, True]
    assert found(Visitor().open("/jobs?city=Lisbon&country=PT&within=10"), *jobs) == [True, False, False, False, False]
    assert found(Visitor().open("/jobs?city=Lisbon&country=PT"), *jobs) == [False] * 5  # by its name alone


def test_where_several_towns_share_a_name_the_state_decides() -> None:
    here = on_site("Springfield", "US", state="Illinois")
    short = on_site("Springfield", "US", state="il")
    other, unsaid = on_site("Springfield", "US", state="MA"), on_site("Springfield", "US")
    seen = Visitor().open("/jobs?near=39.8,-89.6&within=25")
    assert found(seen, here, short, other, unsaid) == [True, True, False, False]


def test_the_browsers_place_is_a_middle_too_and_is_kept_roughly() -> None:
    near, far = on_site("Badajoz", "ES"), on_site("Lisbon", "PT")
    seen = Visitor().open("/jobs?near=38.87654,-7.16543")  # Elvas, on the other side of the border
    assert found(seen, near, far) == [True, False]
    assert "about 15 km away" in seen.text or "about 20 km away" in seen.text
    typed = Visitor().open("/jobs?near=38.9,-7.2&city=Lisbon&country=PT&within=10")
    assert found(typed, near, far) == [False, True]  # what somebody typed counts


def test_distances_count_from_the_profiles_town_and_from_no_guess() -> None:
    on_site("Porto", "PT")
    given_bounty(given_funded_agent(), city="Porto", country="PT", is_remote_allowed=True, title="From home")
    seen = Visitor(living_in("Lisbon", "PT")).open("/jobs")
    assert seen.text.count("about 270 km away") == 1  # not of what is done from anywhere
    guest = Visitor()
    guest.client.cookies["tz"] = "Europe/Lisbon"
    assert "away" not in guest.open("/jobs").text
    assert "in your town or close by" in Visitor(living_in("PORTO", "PT")).open("/jobs").text


def test_americans_read_miles() -> None:
    on_site("Milwaukee", "US", state="WI")
    reader = Visitor(living_in("Chicago", "US"))
    reader.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en-US"
    seen = reader.open("/jobs")
    assert "30 mi around it" in seen.text
    assert "about 85 mi away" in seen.text


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?city=Nowhere+at+all&country=PT&within=50", "know where that is"),
        ("?within=50", "Say around which city."),
        ("?within=51&city=Lisbon&country=PT", "Choose one of the distances."),
        ("?within=x&near=1,1", "Choose one of the distances."),
        ("?near=91,0", "This is no place."),
        ("?near=nan,nan", "This is no place."),
        ("?near=here", "This is no place."),
    ],
)
def test_a_circle_that_is_none_is_named(query: str, said: str) -> None:
    on_site("Lisbon", "PT")
    seen = Visitor().open(f"/jobs{query}")
    assert (seen.status, said in seen.text, 'role="alert"' in seen.html) == (200, True, True)


def test_without_a_country_the_readers_own_counts() -> None:
    job = on_site("Porto", "PT")
    assert found(Visitor(living_in("Lisbon", "PT")).open("/jobs?city=Porto&within=10"), job) == [True]


def test_pages_of_a_circle_follow_each_other() -> None:
    agent = given_funded_agent()
    made = {href(given_bounty(agent, city="Lisbon", country="PT", is_remote_allowed=False)) for _ in range(22)}
    visitor = Visitor()
    first = visitor.open("/jobs?city=Lisbon&country=PT&within=25")
    (more,) = [link for link in first.links if "cursor=" in link]
    second = visitor.open(more)
    assert {link for seen in (first, second) for link in seen.links if link in made} == made


def test_a_circle_costs_no_statement_more() -> None:
    on_site("Lisbon", "PT")
    visitor, counts = Visitor(), []
    for query in ("", "?city=Lisbon&country=PT&within=100"):
        visitor.open(f"/jobs{query}")
        with CaptureQueriesContext(connection) as seen:
            visitor.open(f"/jobs{query}")
        counts.append(len(seen))
    assert counts[0] == counts[1]


def test_a_job_shows_its_town_on_a_rough_map_and_how_far_it_is() -> None:
    job = on_site("Porto", "PT")
    seen = Visitor(living_in("Lisbon", "PT")).open(href(job))
    assert 'aria-label="Rough map: Porto, Portugal, among the towns around it"' in seen.html
    assert "about 270 km away" in seen.text and "GeoNames" in seen.text
    for unknown in (on_site("Nowhere at all", "PT"), on_site("", "PT"), given_bounty(given_funded_agent())):
        assert 'class="map"' not in Visitor().open(href(unknown)).html


def test_why_a_job_fits_is_told_in_the_readers_language_and_its_place_once() -> None:
    on_site("Nowhere at all", "PT")
    reader = Visitor(living_in("Nowhere at all", "PT"))  # no distance is known
    assert "In your town, Nowhere at all" in reader.open("/jobs").text
    reader.client.cookies["lang"] = "es"
    assert "En tu localidad, Nowhere at all" in reader.open("/jobs").text
    on_site("Porto", "PT")
    seen = Visitor(living_in("Porto", "PT")).open("/jobs?city=Porto&country=PT&within=10")
    assert "in your town or close by" in seen.text and "In your town, Porto." not in seen.text
