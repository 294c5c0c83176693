"""Listings: whose they are, who finds them, and which hours of a person are taken."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from humans.models import Service
from humans.models.profiles import Profile
from humans.services import subscriptions
from marketplace.core.transactions import unit
from marketplace.models import Switch
from tests.api import Answer, Api
from tests.factories.accounts import given_worker
from tests.factories.market import acting, untouched
from tests.factories.services import (
    FIELDS,
    OFFER,
    Booked,
    given_approved,
    given_service,
    given_subscription,
)

pytestmark = pytest.mark.django_db
At = Callable[[str], datetime]
BROWSE, SLOTS = "/api/services/browse", "/api/services/bookings"


def titles(answer: Answer) -> list[str]:
    assert answer.status == 200, answer.body
    return [row["title"] for row in answer["services"]]


def test_a_service_is_offered_edited_and_removed(worker: Api, anonymous: Api) -> None:
    made = worker.post("/api/services", OFFER)

    service = made["service"]
    assert {name: service[name] for name in OFFER} == OFFER
    assert (service["priceCents"], service["isActive"], service["rating"], service["reviewCount"]) == (2000, True, 0, 0)
    assert (service["humanId"], service["humanName"]) == (
        worker.account.public_profile_id,
        worker.account.display_name,
    )
    path = f"/api/services/{service['id']}"
    assert worker.patch(path, {"price": 22.5})["service"]["priceCents"] == 2250
    assert titles(anonymous.get(BROWSE)) == [OFFER["title"]]
    assert worker.patch(path, {"isActive": False})["service"]["title"] == OFFER["title"]
    assert titles(anonymous.get(BROWSE)) == []
    assert titles(worker.get("/api/services")) == [OFFER["title"]]
    assert worker.delete(path)["removed"] is True
    assert titles(worker.get("/api/services")) == []
    assert worker.delete(path).status == worker.patch(path, {"price": 5}).status == 404


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", " "),
        ("category", "Dog Walking"),
        ("price", 0.99),
        ("price", 10_000.01),
        ("price", "20"),
        ("durationMinutes", 14),
        ("durationMinutes", 481),
        ("isActive", "yes"),
    ],
)
def test_bad_terms_are_400_and_store_nothing(worker: Api, field: str, value: Any) -> None:
    service = given_service(worker)

    with untouched():
        for refused in (
            worker.post("/api/services", OFFER | {field: value}),
            worker.patch(f"/api/services/{service.public_id}", {field: value}),
        ):
            assert (refused.status, list(refused["fields"])) == (400, [field])


def test_somebody_elses_service_is_404_and_a_key_offers_none(worker: Api, other_worker: Api, agent: Api) -> None:
    path = f"/api/services/{given_service(worker).public_id}"

    with untouched():
        assert other_worker.patch(path, {"price": 5}).status == other_worker.delete(path).status == 404
        refused = agent.post("/api/services", OFFER)

    assert (refused.status, refused.code) == (403, "session_required")


def test_who_has_no_complete_profile_offers_nothing(worker: Api) -> None:
    Profile.objects.update(is_complete=False)

    with untouched():
        refused = worker.post("/api/services", OFFER)

    assert (refused.status, refused.code) == (403, "profile_incomplete")


def test_a_person_has_at_most_fifty(worker: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("humans.services.listings.SERVICES_MAX", 1)
    first = worker.post("/api/services", OFFER)["service"]["id"]

    with untouched():
        refused = worker.post("/api/services", OFFER)
    worker.delete(f"/api/services/{first}")

    assert (refused.status, refused.code) == (409, "service_limit_reached")
    assert worker.post("/api/services", OFFER).status == 200


def test_switched_off_takes_no_new_services(worker: Api) -> None:
    Switch.objects.filter(pk="services").update(is_on=False, message="Back in May.")

    with untouched():
        refused = worker.post("/api/services", OFFER)

    assert (refused.status, refused.code, refused["error"]) == (503, "product_unavailable", "Back in May.")


def test_browse_filters_sorts_and_counts(anonymous: Api) -> None:
    checked = given_worker()
    Profile.objects.filter(pk=checked.account.pk).update(is_verified=True)
    for title, category, cents, who in (
        ("Walk the dog", "pets", 1500, None),
        ("Café tour of Évora", "tours", 4000, checked),
        ("Feed the dog and cat", "pets", 900, None),
    ):
        given_service(who, title=title, category=category, price_cents=cents)

    def found(query: str = "") -> list[str]:
        return [title.split()[0] for title in titles(anonymous.get(f"{BROWSE}?{query}"))]

    assert found() == ["Feed", "Café", "Walk"]
    assert found("sort=price-low") == ["Feed", "Walk", "Café"]
    assert found("sort=price-high") == ["Café", "Walk", "Feed"]
    assert found("category=pets") == ["Feed", "Walk"]
    assert found("search=DOG") == ["Feed", "Walk"]
    assert found("search=dog+cat") == ["Feed"]
    assert found("search=evora") == ["Café"]
    assert found("search=at") == []  # two letters are found at the beginning of a word only
    assert found("verifiedOnly=true") == ["Café"]
    page = anonymous.get(f"{BROWSE}?limit=2")
    assert [page[name] for name in ("count", "totalCount", "page", "limit", "hasMore")] == [2, 3, 1, 2, True]
    last = anonymous.get(f"{BROWSE}?limit=2&page=2")
    assert [last[name] for name in ("count", "totalCount", "page", "limit", "hasMore")] == [1, 3, 2, 2, False]
    assert anonymous.get(f"{BROWSE}?page=9")["services"] == []


@pytest.mark.parametrize(
    "query", ["limit=49", "limit=0", "page=0", "page=-1", "page=x", "sort=best", "verifiedOnly=maybe", "search=%00"]
)
def test_bad_parameters_of_browse_are_400(anonymous: Api, query: str) -> None:
    assert anonymous.get(f"{BROWSE}?{query}").status == 400


def test_nobody_finds_the_service_of_who_can_not_be_found(anonymous: Api) -> None:
    Profile.objects.filter(pk=given_service().human_id).update(is_findable=False)

    assert titles(anonymous.get(BROWSE)) == []


def test_our_staff_take_a_listing_off_the_list_and_put_it_back(anonymous: Api, operator: Api) -> None:
    service = given_service()
    office = Client()
    office.force_login(operator.account, "django.contrib.auth.backends.ModelBackend")

    def decide(verb: str, reason: str) -> int:
        page = reverse("admin:humans_service_decide", args=(service.pk, verb))
        return office.post(page, {f"{verb}-reason": reason, "confirmed": "1"}).status_code

    assert decide("hide", "Sells something else.") == 302
    assert titles(anonymous.get(BROWSE)) == []
    service.refresh_from_db()
    assert service.hidden_at is not None and service.hidden_reason == "Sells something else."
    assert decide("show", "It was a mistake.") == 302
    assert titles(anonymous.get(BROWSE)) == [FIELDS["title"]]
    assert LogEntry.objects.filter(object_id=str(service.pk)).count() == 2


# ------------------------------------------------------------------ hours


def slots(anonymous: Api, booked: Booked, day: Any) -> list[tuple[str, str]]:
    answer = anonymous.get(f"{SLOTS}?humanId={booked.worker.account.public_profile_id}&date={day}")
    assert (answer["humanId"], answer["date"]) == (booked.worker.account.public_profile_id, str(day))
    return [(slot["start"], slot["end"]) for slot in answer["slots"]]


def test_slots_are_taken_by_cycles_and_by_what_subscriptions_will_bring(anonymous: Api, at: At) -> None:
    at("2026-01-05T12:00+00:00")
    booked = given_subscription(interval="biweekly")
    first, week = booked.row.first_date, timedelta(weeks=1)
    nine = [("09:30", "10:30")]

    assert slots(anonymous, booked, first) == nine  # paid, not answered yet
    unit(lambda: subscriptions.approve(acting(booked.worker), booked.row.public_id))

    assert [slots(anonymous, booked, first + n * week) for n in range(-2, 5)] == [[], [], nine, [], nine, [], nine]
    assert slots(anonymous, booked, first + timedelta(days=1)) == []
    assert slots(anonymous, booked, first + 26 * week) == nine  # the clocks have changed meanwhile

    booked.agent.delete(booked.path)
    assert [slots(anonymous, booked, first + n * week) for n in (0, 2)] == [nine, []]


def test_slots_are_in_the_time_zone_where_the_provider_is_now(anonymous: Api, at: At) -> None:
    at("2026-01-05T12:00+00:00")
    booked = given_approved()
    Profile.objects.filter(pk=booked.worker.account.pk).update(timezone="Asia/Tokyo")

    assert slots(anonymous, booked, booked.row.first_date) == [("18:30", "19:30")]


def test_given_back_hours_are_free(anonymous: Api) -> None:
    booked = given_subscription()
    booked.worker.post(f"{booked.path}/decline")

    assert slots(anonymous, booked, booked.row.first_date) == []


@pytest.mark.parametrize(
    "date", ["", "2026-13-01", "2026-1-5", "20260105", "2026-W01-1", "tomorrow", "1999-01-01", "2200-01-01"]
)
def test_a_bad_date_is_400(anonymous: Api, worker: Api, date: str) -> None:
    answer = anonymous.get(f"{SLOTS}?humanId={worker.account.public_profile_id}&date={date}")

    assert (answer.status, list(answer["fields"])) == (400, ["date"])


def test_hours_of_an_unknown_person_are_404_and_without_a_person_400(anonymous: Api) -> None:
    assert anonymous.get(f"{SLOTS}?humanId=prf_nobody&date=2026-01-05").status == 404
    assert list(anonymous.get(f"{SLOTS}?date=2026-01-05")["fields"]) == ["humanId"]


def test_an_edited_listing_changes_no_running_subscription(worker: Api, sound_books: None) -> None:
    service = given_service(worker)
    booked = given_approved(worker=worker, service=service)
    before = booked.row

    worker.patch(f"/api/services/{service.public_id}", {"price": 99, "title": "Other", "durationMinutes": 15})
    worker.delete(f"/api/services/{service.public_id}")

    row = booked.row
    assert (row.price_cents, row.title, row.duration_minutes) == (before.price_cents, before.title, 60)
    assert row.status == "active" and Service.objects.get().deleted_at is not None


def test_hours_that_are_taken_name_all_that_is_missing_at_once() -> None:
    refused = Api().get("/api/services/bookings")
    assert (refused.status, sorted(refused["fields"])) == (400, ["date", "humanId"])
