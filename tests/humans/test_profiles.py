"""Profiles and search: who is found, in which order, and what is never shown."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from humans.models import Profile
from marketplace.core import clock
from marketplace.models import Account
from tests.api import Api
from tests.factories.accounts import AccountFactory, ProfileFactory, given_worker

pytestmark = pytest.mark.django_db
WHOLE = {
    "name": "Ada",
    "headline": "Errands",
    "bio": "Ten years.",
    "skills": ["delivery"],
    "location": {"city": "Lisbon", "country": "Portugal", "isRemoteAvailable": False},
    "hourlyRate": 25.5,
    "timezone": "Europe/Lisbon",
}


def found(who: Api, query: str = "") -> list[str]:
    return [row["name"] for row in who.get(f"/api/humans?{query}")["humans"]]


def test_a_profile_is_found_once_it_is_whole(anonymous: Api) -> None:
    worker = Api(*_session(AccountFactory(name="")))

    for name, value in WHOLE.items():
        assert found(anonymous) == []
        shown = worker.patch("/api/humans/me", {name: value})["human"]

    assert (shown["isProfileComplete"], shown["location"]["country"], shown["hourlyRate"]) == (True, "PT", 25.5)
    assert found(anonymous) == ["Ada"]


def test_a_new_profile_has_the_country_of_the_sign_up() -> None:
    worker = Api(*_session(AccountFactory(signup_country="PT")))
    plain = Api(*_session(AccountFactory()))

    assert worker.get("/api/humans/me")["human"]["location"]["country"] == "PT"
    assert plain.get("/api/humans/me")["human"]["location"]["country"] == ""


def _session(account: Account) -> tuple[Account, dict[str, str]]:
    from tests.factories.accounts import session_token

    return account, {"X-Session-Token": session_token(account)}


@pytest.mark.parametrize(
    "hidden",
    [
        {"is_complete": False},
        {"is_available": False},
        {"account__is_active": False},
        {"account__email_verified_at": None},
        {"account__last_active_at": clock.wall() - timedelta(days=31)},
    ],
)
def test_who_should_not_be_found_is_not(anonymous: Api, hidden: dict[str, Any]) -> None:
    ProfileFactory(**hidden)
    ProfileFactory(account__name="Found")

    assert found(anonymous) == ["Found"]


def test_a_stranger_never_sees_mail_phone_or_account(anonymous: Api) -> None:
    account = AccountFactory(username="ada", phone="+351 1234", billing_email="bill@example.com")
    ProfileFactory(account=account)

    for answer in (
        anonymous.get("/api/humans/ada"),
        anonymous.get(f"/api/humans/{account.public_profile_id}"),
        anonymous.get("/api/humans"),
    ):
        text = str(answer.body)
        assert answer.status == 200
        assert not any(secret in text for secret in (account.email, "1234", "bill@", account.public_id, "password"))


def test_oneself_sees_phone_and_mail(worker: Api) -> None:
    own = worker.patch("/api/humans/me", {"phone": "+351 (912) 345-678"})["human"]

    assert (own["phone"], own["email"]) == ("+351912345678", worker.account.email)
    for empty in ("", None):
        assert worker.patch("/api/humans/me", {"phone": empty})["human"]["phone"] is None


@pytest.mark.parametrize("phone", ["abc", "12345", "+351 912 345 678 901 234", "0800 CALL NOW", "٠٩١٢٣٤٥٦٧", " "])
def test_what_is_no_phone_number_is_refused(worker: Api, phone: str) -> None:
    refused = worker.patch("/api/humans/me", {"phone": phone})

    assert (refused.status, list(refused["fields"])) == (400, ["phone"])
    assert worker.get("/api/humans/me")["human"]["phone"] is None


def test_filters_and_hints(anonymous: Api) -> None:
    base = clock.now()
    ProfileFactory(
        account__name="Ana",
        country="PT",
        city="Porto",
        skills=["photo"],
        hourly_rate_cents=1000,
        account__last_active_at=base,
    )
    ProfileFactory(
        account__name="Ben",
        country="US",
        city="Boston",
        skills=["tests"],
        hourly_rate_cents=5000,
        is_featured=True,
        account__last_active_at=base - timedelta(days=1),
    )

    assert found(anonymous) == ["Ana", "Ben"], "the most recently active first"
    assert found(anonymous, "countryCode=US") == ["Ben", "Ana"], "a hint ranks, it does not filter"
    assert (
        found(anonymous, "country=Portugal")
        == found(anonymous, "city=porto")
        == found(anonymous, "skill=photo")
        == ["Ana"]
    )
    assert found(anonymous, "skill=photo,tests") == ["Ana", "Ben"]
    assert found(anonymous, "maxRate=10") == ["Ana"]
    assert (
        found(anonymous, "minRate=10.01") == found(anonymous, "featured=true") == found(anonymous, "name=be") == ["Ben"]
    )
    assert anonymous.get("/api/humans?country=Atlantis").code == "validation_error"


def test_pages_count_the_window_and_meet_no_one_twice(anonymous: Api, agent: Api) -> None:
    for number in range(5):
        ProfileFactory(account__name=f"P{number}")

    first = anonymous.get("/api/humans?limit=2&fields=slim")
    second = anonymous.get(f"/api/humans?limit=2&fields=slim&cursor={first['nextCursor']}")
    rest = anonymous.get("/api/humans?limit=2&fields=slim&offset=4")

    names = [row["name"] for page in (first, second, rest) for row in page["humans"]]
    assert sorted(names) == [f"P{n}" for n in range(5)]
    assert (first["totalCount"], first["count"], first["hasMore"], rest["hasMore"], rest["nextCursor"]) == (
        5,
        2,
        True,
        False,
        None,
    )
    assert "bio" not in first["humans"][0]
    assert anonymous.get("/api/humans?limit=25").code == "invalid_limit"
    assert agent.get("/api/humans?limit=100").status == 200
    assert agent.get("/api/humans?limit=101").code == "invalid_limit"
    assert anonymous.get(f"/api/humans?city=Porto&cursor={first['nextCursor']}").code == "invalid_cursor"


@pytest.mark.parametrize(("days", "freshness"), [(0, "within_7_days"), (8, "within_30_days"), (31, None)])
def test_freshness_says_how_recent_and_no_more(anonymous: Api, days: int, freshness: str | None) -> None:
    profile = ProfileFactory(account__last_active_at=clock.now() - timedelta(days=days))

    assert anonymous.get(f"/api/humans/{profile.account.public_profile_id}")["human"]["activityFreshness"] == freshness


@pytest.mark.parametrize("username", ["me", "blocks", "Ada", "1ada", "ab", "a" * 31, "ada_x", "ádá"])
def test_a_username_has_its_form(worker: Api, username: str) -> None:
    refused = worker.patch("/api/humans/me", {"username": username})

    assert refused.status == 400
    assert Account.objects.get(pk=worker.account.pk).username is None


def test_a_username_is_somebody_s_once(worker: Api, other_worker: Api) -> None:
    assert worker.patch("/api/humans/me", {"username": "ada-l"}).status == 200

    taken = other_worker.patch("/api/humans/me", {"username": "ada-l", "bio": "Changed"})

    assert (taken.status, taken.code) == (409, "username_taken")
    assert Profile.objects.get(pk=other_worker.account.pk).bio != "Changed"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("timezone", "Mars/Olympus"),
        ("hourlyRate", -1),
        ("skills", "photo"),
        ("skills", ["x"] * 51),
        ("gender", "unknown"),
        ("availability", {"monday": [{"start": "18:00", "end": "9:00"}]}),
        ("availability", {"someday": []}),
        ("isAvailable", "yes"),
        ("billingEmail", "nobody"),
    ],
)
def test_a_bad_field_is_named(worker: Api, field: str, value: Any) -> None:
    refused = worker.patch("/api/humans/me", {field: value})

    assert (refused.status, refused.code) == (400, "validation_error")
    assert next(iter(refused["fields"])).startswith(field)


def test_search_asks_the_same_number_of_queries_for_one_and_for_many(
    anonymous: Api, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    for _ in range(5):
        given_worker(phone="+351 1")

    with django_assert_max_num_queries(8):  # the window in a transaction (5), the page, its disputes, its phones
        assert anonymous.get("/api/humans")["count"] == 5
