"""POST /api/bounties to the letter: every default, every cent, every boundary, every use of a key."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from bounties.models import Bounty
from tests.api import Api
from tests.factories.market import given_funded_agent, untouched
from wallet.models import Checkout

from .test_create_limits import DEFAULTS, TASK

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
Facts = Callable[[], list[str]]


def test_what_was_left_out_has_the_documented_default(at: Callable[[str], datetime]) -> None:
    at("2026-05-01T10:00:00.123Z")
    agent = given_funded_agent(590)

    posted = agent.post("/api/bounties", TASK)

    bounty = posted["bounty"]
    assert posted.status == 200
    assert bounty == {
        "id": posted["bountyId"],
        "status": "open",
        **TASK,
        **DEFAULTS,
        "deadline": "2026-05-31T10:00:00.123Z",
        "acceptsApplications": True,
        "spotsFilled": 0,
        "spotsRemaining": 1,
        "applicationCount": 0,
        "agentId": agent.account.public_profile_id,
        "agentName": agent.account.name,
        "publicUrl": f"http://127.0.0.1:8000/jobs/{posted['bountyId']}",
        "createdAt": "2026-05-01T10:00:00.123Z",
        "updatedAt": "2026-05-01T10:00:00.123Z",
        "wentLiveAt": "2026-05-01T10:00:00.123Z",
        "escrowId": posted["escrowId"],
        "intakeClosedCountries": [],
        "qaRunId": None,
        "feeBps": 1800,
        "fundingTotal": 5.9,
        "assignedHumanIds": [],
    }
    assert agent.get(f"/api/bounties/{posted['bountyId']}")["bounty"] == bounty


def test_what_was_sent_comes_back_byte_for_byte() -> None:
    sent = {
        "title": "  Ünïcode \u00a0title, e\u0301 and 👩🏽‍🚀 ",
        "description": "\tFirst line\r\nsecond line  \n\n<b>not html</b> {{name}}",
        "price": 12.34,
        "priceType": "hourly",
        "estimatedHours": 1.125,
        "completionCriteria": " readable ",
        "evidenceTypes": ["photo", "text"],
        "category": "creative-gigs",
        "skillsNeeded": ["photography", "errands"],
        "location": {"city": "Lisbon", "state": "Lisboa", "country": "PT", "isRemoteAllowed": False},
        "spotsAvailable": 3,
        "autoAccept": False,
        "agentName": "Scout",
        "agentType": "a label of ours",
    }
    agent = given_funded_agent()

    posted = agent.post("/api/bounties", sent)

    read = agent.get(f"/api/bounties/{posted['bountyId']}")["bounty"]
    assert {name: posted["bounty"][name] for name in sent} == sent
    assert {name: read[name] for name in sent} == sent


def test_repeated_kinds_and_skills_are_kept_once_in_their_order(agent: Api) -> None:
    posted = agent.post(
        "/api/bounties", TASK | {"evidenceTypes": ["photo", "text", "photo"], "skillsNeeded": ["b", "a", "b"]}
    )

    assert posted["bounty"]["evidenceTypes"] == ["photo", "text"]
    assert posted["bounty"]["skillsNeeded"] == ["b", "a"]


def test_a_countrys_name_becomes_its_code_and_a_deadline_utc(agent: Api, at: Callable[[str], datetime]) -> None:
    at("2026-05-01T10:00Z")

    posted = agent.post(
        "/api/bounties", TASK | {"location": {"country": "Portugal"}, "deadline": "2026-06-01T23:59:59.123456+02:00"}
    )

    assert posted["bounty"]["location"]["country"] == "PT"
    assert posted["bounty"]["deadline"] == "2026-06-01T21:59:59.123Z"


@pytest.mark.parametrize(
    ("fields", "total", "worker_cents"),
    [
        ({"price": 5}, 5.9, 500),
        ({"price": 16.95}, 20, 1695),  # fee 305.1 -> 305
        ({"price": 84.74}, 99.99, 8474),  # fee 1525.32 -> 1525
        ({"price": 1.25}, 1.48, 125),  # fee 22.5 -> 23, half up
        ({"price": 3.33, "spotsAvailable": 3}, 11.79, 333),  # 3 x (333 + 60): each seat's fee by itself, not 180
        ({"price": 1.01, "priceType": "hourly", "estimatedHours": 0.5}, 0.6, 51),  # 50.5 -> 51
        ({"price": 12.34, "priceType": "hourly", "estimatedHours": 0.083}, 1.2, 102),  # 102.422 -> 102
        ({"price": 12.34, "priceType": "fixed", "estimatedHours": 10}, 14.56, 1234),
        (
            {"price": 1.15, "priceType": "hourly", "estimatedHours": 1.1},
            1.5,
            127,
        ),  # 126.5, which a float has as 126.49…
    ],
)
def test_the_price_of_a_seat_is_rounded_once_and_its_fee_by_itself(
    agent: Api, fields: dict[str, Any], total: float, worker_cents: int
) -> None:
    posted = agent.post("/api/bounties", TASK | fields)

    bounty = Bounty.objects.get()
    assert posted["fundingTotal"] == posted["bounty"]["fundingTotal"] == total
    assert bounty.seat_cents == worker_cents
    assert bounty.pool.amount_cents == round(total * 100)
    assert bounty.pool.human_payout_cents == worker_cents * bounty.spots_available


def test_ten_thousand_dollars_of_worker_pay_is_the_most(agent: Api) -> None:
    with untouched():
        refused = agent.post("/api/bounties", TASK | {"price": 5.01, "spotsAvailable": 2000})
        hourly = agent.post("/api/bounties", TASK | {"price": 100.01, "priceType": "hourly", "estimatedHours": 100})
    assert (refused.status, refused.code) == (400, "pool_too_large")
    assert (refused["workerTotalCents"], refused["maximumCents"]) == (1_002_000, 1_000_000)
    assert (hourly.status, hourly.code) == (400, "pool_too_large")

    posted = agent.post("/api/bounties", TASK | {"price": 5, "spotsAvailable": 2000})

    assert (posted.status, posted["fundingTotal"]) == (200, 11_800)
    assert Checkout.objects.get().amount_cents == 1_180_000


def test_a_dry_run_prices_and_writes_nothing_not_even_the_key() -> None:
    agent = given_funded_agent(590)

    with untouched():
        tried = agent.post("/api/bounties", TASK | {"dryRun": True}, Idempotency_Key="one")

    assert (tried.status, tried["dryRun"], tried["fundingTotal"]) == (200, True, 5.9)
    assert tried["preview"]["fundingTotal"] == 5.9
    assert {name: tried["preview"][name] for name in TASK} == TASK
    assert [tried["preview"][name] for name in ("id", "publicUrl", "createdAt", "status")] == [None, None, None, "open"]
    assert not {"bountyId", "bounty", "escrowId", "deposit_url"} & set(tried.body)

    posted = agent.post("/api/bounties", TASK, Idempotency_Key="one")
    assert (posted.status, "Idempotency-Replayed" in posted.headers) == (200, False)


def test_a_dry_run_refuses_what_a_real_one_would(agent: Api) -> None:
    with untouched():
        assert agent.post("/api/bounties", TASK | {"dryRun": True, "price": 0.5}).code == "validation_error"
        large = agent.post("/api/bounties", TASK | {"dryRun": True, "price": 10_000, "spotsAvailable": 2})
    assert large.code == "pool_too_large"


@pytest.mark.parametrize(("balance", "asked"), [(100, 490), (489, 101), (490, 100), (491, 100), (589, 100)])
def test_a_wallet_that_is_short_is_left_alone_and_a_page_asks_for_the_rest(
    balance: int, asked: int, new_events: Facts, ledger: Callable[[], Any]
) -> None:
    agent = given_funded_agent(balance)
    before = ledger()

    posted = agent.post("/api/bounties", TASK)

    page = Checkout.objects.get(purpose="bounty")
    assert posted["bounty"]["status"] == "pending_deposit"
    assert posted["bounty"]["wentLiveAt"] is None
    assert posted["deposit_url"] == page.url
    assert "escrowId" not in posted.body
    assert (page.amount_cents, page.status, page.subject_id) == (asked, "open", Bounty.objects.get().pk)
    assert (new_events(), ledger()) == ([], before)


def test_the_same_key_gives_the_same_bounty_and_another_body_a_conflict() -> None:
    agent = given_funded_agent(2000)
    first = agent.post("/api/bounties", TASK, Idempotency_Key="k")

    with untouched():
        again = agent.post("/api/bounties", TASK | {"idempotencyKey": "k"})
        other = agent.post("/api/bounties", TASK | {"price": 6}, Idempotency_Key="k")
        both = agent.post("/api/bounties", TASK | {"idempotencyKey": "a"}, Idempotency_Key="b")

    assert again.body == first.body
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (other.status, other.code) == (409, "idempotency_key_reused")
    assert (both.status, both.code) == (400, "idempotency_key_mismatch")


def test_a_key_belongs_to_one_account_for_a_day(at: Callable[[str], datetime]) -> None:
    moment = at("2026-05-01T10:00Z")
    agent, other = given_funded_agent(2000), given_funded_agent(2000)
    first = agent.post("/api/bounties", TASK, Idempotency_Key="k")

    assert other.post("/api/bounties", TASK, Idempotency_Key="k")["bountyId"] != first["bountyId"]
    at((moment + timedelta(hours=24)).isoformat())
    assert agent.post("/api/bounties", TASK, Idempotency_Key="k")["bountyId"] != first["bountyId"]
    assert Bounty.objects.count() == 3


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", None),
        ("title", "   "),
        ("price", True),
        ("price", 1e30),
        ("priceType", "daily"),
        ("estimatedHours", "1"),
        ("estimatedHours", 10_001),
        ("completionCriteria", "x" * 5001),
        ("evidenceTypes", ["audio"]),
        ("evidenceTypes", "photo"),
        ("category", "odd-gigs"),
        ("skillsNeeded", ["x" * 61]),
        ("deadline", "2026-12-01T00:00:00"),
        ("deadline", "soon"),
        ("spotsAvailable", "2"),
        ("dryRun", 1),
        ("agentType", "x" * 41),
    ],
)
def test_an_odd_value_is_named_and_nothing_is_stored(agent: Api, field: str, value: Any) -> None:
    with untouched():
        refused = agent.post("/api/bounties", TASK | {field: value})

    assert (refused.status, refused.code) == (400, "validation_error")
    assert [name.split(".")[0] for name in refused["fields"]] == [field]


@pytest.mark.parametrize("missing", ["title", "description", "price", "estimatedHours"])
def test_the_four_required_fields_are_required(agent: Api, missing: str) -> None:
    with untouched():
        refused = agent.post("/api/bounties", {name: value for name, value in TASK.items() if name != missing})

    assert (refused.status, list(refused["fields"])) == (400, [missing])


def test_a_person_may_post_with_a_session_and_a_stranger_may_not(worker: Api, anonymous: Api) -> None:
    assert worker.post("/api/bounties", TASK)["bounty"]["agentId"] == worker.account.public_profile_id

    with untouched():
        refused = anonymous.post("/api/bounties", TASK)
        listed = worker.post("/api/bounties", [TASK])
    assert (refused.status, refused.code) == (401, "authentication_required")
    assert (listed.status, listed.code) == (400, "invalid_body")
