"""A profile to the letter: what an edit keeps, what it drops, what a refusal leaves as it was, and where search ends."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from humans.models import Profile
from marketplace.models import Account
from marketplace.rules import RESERVED_USERNAMES
from tests.api import Api
from tests.factories.accounts import AccountFactory, ProfileFactory
from tests.factories.market import untouched

pytestmark = pytest.mark.django_db
WEEK = {"monday": [{"start": "09:00", "end": "12:30"}, {"start": "13:00", "end": "18:00"}], "sunday": []}


def names(answer: Any) -> list[str]:
    return [row["name"] for row in answer["humans"]]


def test_a_public_profile_shows_exactly_this(anonymous: Api, at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    account = AccountFactory(name="Ada", username="ada-l")
    ProfileFactory(account=account, availability=WEEK, gender="woman", expertise=["night"])

    shown = anonymous.get("/api/humans/ada-l")["human"]

    assert shown == {
        "id": account.public_profile_id,
        "username": "ada-l",
        "name": "Ada",
        "headline": "Careful errands",
        "bio": "Ten years of courier work.",
        "gender": "woman",
        "skills": ["delivery", "photography"],
        "expertise": ["night"],
        "location": {"city": "Lisbon", "country": "PT", "isRemoteAvailable": True},
        "hourlyRate": 25,
        "currency": "USD",
        "availability": WEEK,
        "timezone": "Europe/Lisbon",
        "totalBookings": 0,
        "rating": 0,
        "reviewCount": 0,
        "isAvailable": True,
        "isVerified": False,
        "isProfileComplete": True,
        "isFeatured": False,
        "photoUrls": [],
        "profileUrl": "http://127.0.0.1:8000/people/ada-l",
        "activityFreshness": "within_7_days",
        "identitySignals": {
            "accountAgeDays": 0,
            "newAccount": True,
            "signupCountryMismatch": False,
            "hasPriorDisputes": False,
            "phoneSharedWithOtherAccounts": False,
        },
        "workPreferences": None,
        "createdAt": "2026-11-21T10:00:00.000Z",
    }
    assert anonymous.get(f"/api/humans/{account.public_profile_id}")["human"] == shown
    assert anonymous.get("/api/humans")["humans"] == [shown]


def test_what_is_sent_changes_and_the_rest_stays(worker: Api) -> None:
    before = worker.get("/api/humans/me")["human"]

    after = worker.patch("/api/humans/me", {"location": {"city": " Porto "}, "bio": " kept  as\nit is "})["human"]

    assert after == before | {
        "location": {"city": "Porto", "country": "PT", "isRemoteAvailable": True},
        "bio": " kept  as\nit is ",
    }
    assert worker.get("/api/humans/me")["human"] == after


def test_skills_are_kept_once_and_availability_as_sent(worker: Api) -> None:
    skills = ["A", "Edição", "b", "a", " b ", "edicao"]
    changed = worker.patch("/api/humans/me", {"skills": skills, "availability": WEEK})["human"]

    assert (changed["skills"], changed["availability"]) == (["A", "Edição", "b"], WEEK)


@pytest.mark.parametrize(
    "emptied", [{"headline": ""}, {"bio": ""}, {"skills": []}, {"hourlyRate": None}, {"location": {"country": ""}}]
)
def test_what_is_emptied_makes_the_profile_incomplete_and_filled_again_complete(
    worker: Api, anonymous: Api, emptied: dict[str, Any]
) -> None:
    full = worker.get("/api/humans/me")["human"]
    assert anonymous.get("/api/humans")["count"] == 1

    assert worker.patch("/api/humans/me", emptied)["human"]["isProfileComplete"] is False
    assert anonymous.get("/api/humans")["count"] == 0
    again = worker.patch("/api/humans/me", {name: full[name] for name in emptied})["human"]
    assert again["isProfileComplete"] is True


def test_nobody_makes_himself_featured_or_verified(worker: Api) -> None:
    answer = worker.patch("/api/humans/me", {"isFeatured": True, "isVerified": True, "isProfileComplete": False})

    assert answer["warnings"] == [
        "unknown field ignored: isFeatured",
        "unknown field ignored: isVerified",
        "unknown field ignored: isProfileComplete",
    ]
    human = answer["human"]
    assert (human["isFeatured"], human["isVerified"], human["isProfileComplete"]) == (False, False, True)


def test_a_refused_edit_leaves_account_and_profile_as_they_were(worker: Api, other_worker: Api) -> None:
    other_worker.patch("/api/humans/me", {"username": "taken"})
    before = Account.objects.values("name", "username", "phone", "billing_email").get(pk=worker.account.pk)

    with untouched():
        taken = worker.patch("/api/humans/me", {"username": "taken", "name": "New", "bio": "New"})
        wrong = worker.patch("/api/humans/me", {"name": "New", "bio": "New", "timezone": "Mars/Olympus"})

    assert (taken.status, taken.code) == (409, "username_taken")
    assert (wrong.status, list(wrong["fields"])) == (400, ["timezone"])
    assert Account.objects.values(*before).get(pk=worker.account.pk) == before


@pytest.mark.parametrize("username", sorted(RESERVED_USERNAMES))
def test_names_of_routes_are_nobodys_username(worker: Api, username: str) -> None:
    with untouched():
        refused = worker.patch("/api/humans/me", {"username": username})

    assert (refused.status, list(refused["fields"])) == (400, ["username"])


def test_a_username_can_be_given_back_and_taken_by_another(worker: Api, other_worker: Api, anonymous: Api) -> None:
    worker.patch("/api/humans/me", {"username": "ada"})
    assert worker.patch("/api/humans/me", {"username": "ada"}).status == 200, "one's own is not taken"

    assert worker.patch("/api/humans/me", {"username": None})["human"]["username"] is None
    assert anonymous.get("/api/humans/ada").status == 404
    assert other_worker.patch("/api/humans/me", {"username": "ada"}).status == 200


def test_an_agent_has_a_profile_of_its_own_made_on_first_need(agent: Api, anonymous: Api) -> None:
    assert not Profile.objects.exists()

    mine = agent.get("/api/humans/me")["human"]

    assert (mine["id"], mine["isProfileComplete"]) == (agent.account.public_profile_id, False)
    assert Profile.objects.count() == 1
    assert agent.patch("/api/humans/me", {"bio": "A robot."})["human"]["bio"] == "A robot."
    assert anonymous.get("/api/humans/me").status == 401


def test_unknown_malformed_and_inactive_people_are_the_same_404(anonymous: Api) -> None:
    gone = ProfileFactory(account__is_active=False, account__username="gone").account
    unknown = "prf_01h455vb4pex5vsknk084sn02q"

    answers = [
        anonymous.get(f"/api/humans/{who}") for who in ("gone", gone.public_profile_id, unknown, "prf_x", "nobody", "Ä")
    ]

    assert {answer.status for answer in answers} == {404}
    assert len({answer["error"] for answer in answers}) == 1


def test_search_reaches_its_edges_exactly(anonymous: Api, at: Callable[[str], datetime]) -> None:
    now = at("2026-11-21T10:00:00Z")
    for name, age in (
        ("Week", timedelta(days=7)),
        ("Older", timedelta(days=7, seconds=1)),
        ("Month", timedelta(days=30)),
        ("Away", timedelta(days=30, seconds=1)),
    ):
        ProfileFactory(account__name=name, account__last_active_at=now - age)

    found = anonymous.get("/api/humans")

    assert [(row["name"], row["activityFreshness"]) for row in found["humans"]] == [
        ("Week", "within_7_days"),
        ("Older", "within_30_days"),
        ("Month", "within_30_days"),
    ]
    assert (found["totalCount"], found["count"], found["offset"], found["limit"]) == (3, 3, 0, 24)


def test_the_hints_country_comes_first_and_within_it_the_most_recent(
    anonymous: Api, at: Callable[[str], datetime]
) -> None:
    now = at("2026-11-21T10:00:00Z")
    for hours, (name, country) in enumerate([("A", "US"), ("B", "PT"), ("C", "US"), ("D", "PT")]):
        ProfileFactory(account__name=name, country=country, account__last_active_at=now - timedelta(hours=hours))

    assert names(anonymous.get("/api/humans")) == ["A", "B", "C", "D"]
    assert names(anonymous.get("/api/humans?countryCode=pt")) == ["B", "D", "A", "C"]
    assert names(anonymous.get("/api/humans?countryCode=PT&country=US")) == ["A", "C"]
    assert names(anonymous.get("/api/humans?countryCode=ZZ")) == ["A", "B", "C", "D"]
    first = anonymous.get("/api/humans?countryCode=PT&limit=3")
    rest = anonymous.get(f"/api/humans?countryCode=PT&limit=3&cursor={first['nextCursor']}")
    assert names(first) + names(rest) == ["B", "D", "A", "C"]


def test_pages_are_24_for_strangers_and_100_for_the_signed_in(anonymous: Api, agent: Api, worker: Api) -> None:
    for _ in range(25):
        ProfileFactory()

    stranger, signed_in = anonymous.get("/api/humans"), agent.get("/api/humans?limit=100")

    assert (stranger["count"], stranger["totalCount"], stranger["hasMore"]) == (24, 26, True)
    assert (signed_in["count"], signed_in["hasMore"], signed_in["nextCursor"]) == (26, False, None)
    assert worker.get("/api/humans?limit=100")["count"] == 26
    refused = anonymous.get("/api/humans?limit=25")
    assert (refused.status, refused.code, refused["maximum"]) == (400, "invalid_limit", 24)
    assert anonymous.get("/api/humans?offset=26")["humans"] == []


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("minRate=cheap", "validation_error"),
        ("maxRate=1.234", "validation_error"),
        ("featured=maybe", "validation_error"),
        ("countryCode=USA", "validation_error"),
        ("fields=fat", "validation_error"),
        ("offset=-1", "invalid_offset"),
        ("offset=2001", "invalid_offset"),
        ("limit=0", "invalid_limit"),
        ("cursor=nonsense", "invalid_cursor"),
    ],
)
def test_a_bad_parameter_is_named(anonymous: Api, query: str, code: str) -> None:
    refused = anonymous.get(f"/api/humans?{query}")

    assert (refused.status, refused.code) == (400, code)


def test_slim_people_are_slim(anonymous: Api) -> None:
    ProfileFactory()

    [human] = anonymous.get("/api/humans?fields=slim")["humans"]

    assert set(human) == {"id", "name", "headline", "skills", "location", "hourlyRate", "profileUrl"}


def test_mails_are_switched_one_by_one_and_only_their_owner_sees_it(worker: Api, agent: Api, anonymous: Api) -> None:
    everything = {"applications": True, "work": True, "messages": True, "invoices": True}
    assert worker.get("/api/humans/me")["human"]["notifications"] == everything

    worker.patch("/api/humans/me", {"notifications": {"work": False}})
    shown = worker.patch("/api/humans/me", {"notifications": {"messages": False}})["human"]["notifications"]

    assert shown == {"applications": True, "work": False, "messages": False, "invoices": True}
    assert agent.patch("/api/humans/me", {"notifications": {}})["human"]["notifications"] == everything
    assert "notifications" not in anonymous.get(f"/api/humans/{worker.account.public_profile_id}")["human"]
    assert worker.patch("/api/humans/me", {"notifications": None}).code == "validation_error"


def test_pushes_are_switched_one_by_one_apart_from_mails(worker: Api, agent: Api, anonymous: Api) -> None:
    everything = {"applications": True, "work": True, "messages": True}
    assert worker.get("/api/humans/me")["human"]["pushNotifications"] == everything

    both = {"pushNotifications": {"work": False}, "notifications": {"messages": False}}
    shown = worker.patch("/api/humans/me", both)["human"]

    assert shown["pushNotifications"] == {"applications": True, "work": False, "messages": True}
    assert shown["notifications"] == {"applications": True, "work": True, "messages": False, "invoices": True}
    assert agent.patch("/api/humans/me", {"pushNotifications": {}})["human"]["pushNotifications"] == everything
    assert "pushNotifications" not in anonymous.get(f"/api/humans/{worker.account.public_profile_id}")["human"]
