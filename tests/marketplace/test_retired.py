"""Routes of former versions: refused with what to use instead, without a look at the database."""

import pytest
from pytest_django import DjangoAssertNumQueries

from marketplace.views.retired import RETIRED, Retired
from tests.api import Api
from tests.contract import document as documents
from tests.factories.market import untouched

EACH = pytest.mark.parametrize("route", RETIRED, ids=[route.address for route in RETIRED])


@EACH
@pytest.mark.django_db
def test_a_retired_route_says_what_to_use_instead_and_asks_no_database(
    anonymous: Api, django_assert_num_queries: DjangoAssertNumQueries, route: Retired
) -> None:
    path = f"/{route.address}" + ("?code=RENT-ABC123" if route.method == "get" else "")

    with django_assert_num_queries(0):
        answer = anonymous.call(route.method.upper(), path, {"code": 5} if route.method == "post" else None)
        broken = anonymous.call(route.method.upper(), path, raw=b"{" if route.method == "post" else b"")

    for refused in (answer, broken):
        assert (refused.status, refused.code) == (route.refusal.status, route.refusal.code)
    instead = {"route_retired": ("POST /api/agents/signup", "POST /api/keys")}.get(answer.code, ("POST /api/bounties",))
    assert all(route in answer["error"] for route in instead)
    assert answer.headers["X-RateLimit-Limit"]


@pytest.mark.django_db
def test_a_paused_booking_reads_and_charges_nothing(agent: Api) -> None:
    with untouched():
        for body in ({}, {"humanId": "x"}, {"humanId": agent.account.public_profile_id, "date": 5}):
            refused = agent.post("/api/services/book", body)
            assert (refused.status, refused.code) == (403, "service_bookings_unavailable")
            assert "POST /api/bounties" in refused["error"]


@pytest.mark.django_db
def test_bad_credentials_are_401_here_as_everywhere(anonymous: Api) -> None:
    for path in ("/api/agents/register", "/api/services/book"):
        assert anonymous.post(path, **{"X-API-Key": "nonsense"}).status == 401


@EACH
def test_the_document_has_it_as_deprecated(route: Retired) -> None:
    document = documents.document()
    described = document["paths"][f"/{route.address}"][route.method]

    assert described["deprecated"] is True
    assert "200" not in described["responses"]
    assert f"`{route.refusal.code}`" in described["responses"][str(route.refusal.status)]["description"]
