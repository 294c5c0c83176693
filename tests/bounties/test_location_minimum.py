"""GET /api/bounties/location-minimum: the closest area that operators have set."""

import pytest

from bounties.models import PayMinimum
from tests.api import Api

pytestmark = pytest.mark.django_db
PATH = "/api/bounties/location-minimum"


def test_the_closest_area_says_what_an_hour_must_pay(anonymous: Api) -> None:
    PayMinimum.objects.create(country="US", hourly_cents=725)
    PayMinimum.objects.create(country="US", state="NY", hourly_cents=1500)
    PayMinimum.objects.create(country="US", state="NY", city="New York", hourly_cents=1650)

    for query, cents, area in (
        ("country=US", 725, "US"),
        ("country=usa&city=Boston", 725, "US"),
        ("country=US&state=ny&city=Albany", 1500, "NY, US"),
        ("country=United States&state=NY&city=new york", 1650, "New York, NY, US"),
    ):
        answer = anonymous.get(f"{PATH}?{query}")
        assert answer["minimum"] == {"hourly": cents / 100, "hourlyCents": cents, "currency": "USD", "area": area}, (
            query
        )


def test_the_place_is_told_as_it_was_understood(anonymous: Api) -> None:
    answer = anonymous.get(f"{PATH}?city=Porto&country=portugal&currency=usd")

    assert answer.body == {
        "success": True,
        "minimum": None,
        "location": {"city": "Porto", "state": "", "country": "PT", "currency": "USD"},
    }


def test_no_area_no_country_and_another_currency_have_no_minimum(anonymous: Api) -> None:
    PayMinimum.objects.create(country="US", hourly_cents=725)

    for query in ("", "?country=DE", "?city=Boston", "?country=US&currency=EUR"):
        answer = anonymous.get(PATH + query)
        assert (answer.status, answer["minimum"]) == (200, None), query


@pytest.mark.parametrize("query", ["country=Atlantis", "currency=dollars", "currency=US", "city=" + "x" * 101])
def test_a_place_that_there_is_not_is_refused(anonymous: Api, query: str) -> None:
    refused = anonymous.get(f"{PATH}?{query}")

    assert (refused.status, refused.code) == (400, "validation_error")
