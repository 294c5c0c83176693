"""Posting a bounty: what it costs, what it needs, and what a refusal leaves behind: nothing."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Bounty
from escrow.models import Escrow
from marketplace.api.fields import timestamp
from marketplace.core import clock
from marketplace.models import IdempotencyRecord
from tests.api import Api
from tests.factories.market import (
    given_application,
    given_bounty,
    given_confirmed,
    given_funded_agent,
    given_money,
    untouched,
)
from wallet import ledger as books
from wallet.models import Checkout

pytestmark = pytest.mark.django_db
TASK: dict[str, Any] = {
    "title": "Photograph a shop front",
    "description": "One sharp photo.",
    "price": 5,
    "estimatedHours": 0.5,
}


def wallet(agent: Api) -> int:
    return books.balance(books.wallet(agent.account.pk))


def test_a_covered_bounty_is_live_at_once_with_its_pool_funded(new_events: Callable[[], list[str]]) -> None:
    agent = given_funded_agent(1000)

    posted = agent.post("/api/bounties", TASK)

    assert (posted.status, posted["bounty"]["status"], posted["fundingTotal"]) == (200, "open", 5.9)
    assert "deposit_url" not in posted.body
    assert wallet(agent) == 410
    pool = Escrow.objects.get()
    assert posted["escrowId"] == posted["bounty"]["escrowId"] == pool.public_id
    assert (pool.kind, pool.status, pool.amount_cents, pool.funding_source) == ("pool", "funded", 590, "wallet")
    assert books.balance(books.pool(pool.pk)) == 590
    assert new_events() == ["escrow.funded"]


@pytest.mark.parametrize(("has", "asked"), [(0, 590), (100, 490), (540, 100), (589, 100)])
def test_a_short_wallet_gets_a_page_for_the_shortfall_of_at_least_a_dollar(agent: Api, has: int, asked: int) -> None:
    if has:
        given_money(agent, has)

    posted = agent.post("/api/bounties", TASK)

    assert posted["bounty"]["status"] == "pending_deposit"
    assert "escrowId" not in posted.body
    checkout = Checkout.objects.get(purpose="bounty")
    assert (checkout.amount_cents, posted["deposit_url"]) == (asked, checkout.url)
    assert wallet(agent) == has, "nothing is reserved while a page is open"
    quote = agent.get(f"/api/bounties/{posted['bountyId']}/funding-quote")["quote"]
    assert (quote["fundingTotalCents"], quote["shortfallCents"], quote["depositCents"]) == (590, 590 - has, asked)


@pytest.mark.parametrize(
    ("fields", "worker", "total"),
    [
        ({"price": 5, "spotsAvailable": 3}, 1500, 17.7),
        ({"price": 3.33, "spotsAvailable": 3}, 999, 11.79),  # the fee is rounded per seat: 3 x (3.33 + 0.60)
        ({"price": 10, "priceType": "hourly", "estimatedHours": 0.333}, 333, 3.93),
        ({"price": 10.01, "priceType": "hourly", "estimatedHours": 1.5}, 1502, 17.72),  # 15.015 -> 15.02, half up
        ({"price": 10_000}, 1_000_000, 11_800),
    ],
)
def test_the_sum_is_exact_to_the_cent(agent: Api, fields: dict[str, Any], worker: int, total: float) -> None:
    priced = agent.post("/api/bounties", TASK | fields | {"dryRun": True})

    assert priced["fundingTotal"] == priced["preview"]["fundingTotal"] == total
    posted = agent.post("/api/bounties", TASK | fields)
    quote = agent.get(f"/api/bounties/{posted['bountyId']}/funding-quote")["quote"]
    assert (quote["workerTotalCents"], quote["fundingTotalCents"]) == (worker, round(total * 100))


def test_a_dry_run_writes_nothing_and_spends_no_key(
    ledger: Callable[[], Any], new_events: Callable[[], list[str]]
) -> None:
    agent = given_funded_agent(1000)
    before = ledger()

    dry = agent.post("/api/bounties", TASK | {"dryRun": True}, Idempotency_Key="the-key")
    real = agent.post("/api/bounties", TASK, Idempotency_Key="the-key")

    assert dry["dryRun"] is True
    assert dry["preview"]["id"] is None
    assert real.status == 200
    assert "Idempotency-Replayed" not in real.headers
    assert Bounty.objects.count() == 1
    assert IdempotencyRecord.objects.count() == 1
    assert before != ledger()


@pytest.mark.parametrize(
    ("has", "caps", "told", "status"),
    [
        (590, {}, [], "open"),
        (1000, {"spendingCapPerBountyCents": 590, "spendingCapRolling24hCents": 590}, [], "open"),
        (1000, {"spendingCapPerBountyCents": 589}, ["spending_cap_exceeded"], None),
        (1000, {"spendingCapRolling24hCents": 589}, ["spending_cap_exceeded"], None),
        (589, {}, ["insufficient_funds"], "pending_deposit"),
        (589, {"spendingCapPerBountyCents": 490}, ["insufficient_funds"], "pending_deposit"),  # the page's 1.00 has no cap
        (589, {"spendingCapPerBountyCents": 489}, ["spending_cap_exceeded"], None),
    ],
)  # fmt: skip
def test_a_dry_run_warns_of_what_the_real_call_meets_in_the_wallet(
    agent: Api, has: int, caps: dict[str, int], told: list[str], status: str | None
) -> None:
    given_money(agent, has)
    assert agent.patch("/api/wallet/controls", caps).status == 200

    with untouched():
        dry = agent.post("/api/bounties", TASK | {"dryRun": True})

    assert [warning.partition(":")[0] for warning in dry.body.get("warnings", [])] == told
    real = agent.post("/api/bounties", TASK)
    if status:
        assert real["bounty"]["status"] == status
    else:
        assert [real.code] == told
        assert dry["warnings"][0] == f"{real.code}: {real['error']}"


def test_every_field_comes_back_as_it_was_sent(agent: Api) -> None:
    deadline = timestamp(clock.now() + timedelta(days=3))
    sent = TASK | {
        "title": "  Spaces stay — “quotes” too 🙂",
        "completionCriteria": "Line one\n\n  line two ",
        "evidenceTypes": ["photo", "link"],
        "category": "creative-gigs",
        "skillsNeeded": ["photography", "errands"],
        "location": {"city": "Lisbon", "state": "", "country": "PT", "isRemoteAllowed": False},
        "deadline": deadline,
        "spotsAvailable": 2,
        "autoAccept": False,
        "agentType": "other",
    }

    shown = agent.post("/api/bounties", sent)["bounty"]

    assert {name: shown[name] for name in sent} == sent


def test_an_unknown_field_is_refused_and_the_nearest_named(agent: Api) -> None:
    with untouched():
        colour = agent.post("/api/bounties", TASK | {"colour": "red"})
        dry = agent.post("/api/bounties", TASK | {"dry_run": True})

    assert (colour.status, list(colour["fields"])) == (400, ["colour"])
    assert dry["fields"] == {"dry_run": ["This field is not taken here. Did you mean dryRun?"]}
    assert agent.post("/api/bounties", TASK | {"agentId": "agent_0123456789abcdef"}).status == 200, (
        "who calls, it is not"
    )


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"title": ""}, "title"),
        ({"title": "x" * 201}, "title"),
        ({"title": 5}, "title"),
        ({"description": None}, "description"),
        ({"description": "x" * 5001}, "description"),
        ({"price": 0.99}, "price"),
        ({"price": -5}, "price"),
        ({"price": 5.001}, "price"),
        ({"price": "5"}, "price"),
        ({"price": 10_000.01}, "price"),
        ({"estimatedHours": 0}, "estimatedHours"),
        ({"estimatedHours": 0.0001}, "estimatedHours"),
        ({"priceType": "barter"}, "priceType"),
        ({"evidenceTypes": ["smell"]}, "evidenceTypes.0"),
        ({"category": "no-gigs"}, "category"),
        ({"spotsAvailable": 0}, "spotsAvailable"),
        ({"spotsAvailable": 2001}, "spotsAvailable"),
        ({"spotsAvailable": 1.5}, "spotsAvailable"),
        ({"deadline": "tomorrow"}, "deadline"),
        ({"deadline": "2020-01-01T00:00:00Z"}, "deadline"),
        ({"deadline": "2999-01-01T00:00:00Z"}, "deadline"),
        ({"location": {"country": "Atlantis"}}, "location.country"),
        ({"location": {"city": "Lisbon"}}, "location.country"),
        ({"location": {"isRemoteAllowed": False}}, "location.country"),
        ({"autoAccept": "yes"}, "autoAccept"),
    ],
)
def test_a_bad_field_is_named_and_nothing_happens(
    agent: Api, ledger: Callable[[], Any], new_events: Callable[[], list[str]], fields: dict[str, Any], path: str
) -> None:
    before = ledger()

    refused = agent.post("/api/bounties", TASK | fields)

    assert (refused.status, refused.code) == (400, "validation_error")
    assert list(refused["fields"]) == [path]
    assert (Bounty.objects.count(), Escrow.objects.count(), new_events(), ledger()) == (0, 0, [], before)


def test_a_pool_above_ten_thousand_dollars_of_pay_is_refused(agent: Api) -> None:
    refused = agent.post("/api/bounties", TASK | {"price": 5000.01, "spotsAvailable": 2})

    assert (refused.status, refused.code) == (400, "pool_too_large")
    assert not Bounty.objects.exists()


def test_hidden_bounties_are_for_their_owner_and_staff(
    agent: Api, other_agent: Api, worker: Api, anonymous: Api, support: Api
) -> None:
    bounty = agent.post("/api/bounties", TASK)["bountyId"]

    for stranger in (other_agent, worker, anonymous):
        assert stranger.get(f"/api/bounties/{bounty}").status == 404
        assert stranger.get("/api/bounties")["bounties"] == []
    assert other_agent.get("/api/bounties?status=pending_deposit")["bounties"] == [], "it means one's own"
    assert anonymous.get("/api/bounties?status=pending_deposit").code == "validation_error"
    for insider in (agent, support):
        assert insider.get(f"/api/bounties/{bounty}")["bounty"]["status"] == "pending_deposit"
    assert [row["id"] for row in agent.get("/api/bounties?mine=true")["bounties"]] == [bounty]
    assert anonymous.get("/api/bounties?mine=true").status == 401


def test_the_public_does_not_see_what_is_the_owner_s(anonymous: Api) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent).public_id

    public, own = anonymous.get(f"/api/bounties/{bounty}")["bounty"], agent.get(f"/api/bounties/{bounty}")["bounty"]

    assert set(own) - set(public) == {
        *("escrowId", "fundingTotal", "assignedHumanIds", "excludedParticipantSourceBountyIds", "lifecycleMessages"),
        "feeBps",
        *("autoAccept", "autoAcceptMinMicScore", "autoExpireGhosts", "karen", "qaRunId"),
    }
    assert agent.account.email not in str(public)
    assert agent.account.public_id not in str(public)


def test_filters_narrow_the_list(anonymous: Api) -> None:
    agent = given_funded_agent()
    cheap = given_bounty(agent, title="Cheap errand", price_cents=200, category="labor-gigs").public_id
    dear = given_bounty(
        agent, title="Dear photo", price_cents=9000, skills_needed=["photography"], country="PT", city="Porto"
    ).public_id

    def found(query: str) -> list[str]:
        return [row["id"] for row in anonymous.get(f"/api/bounties?{query}")["bounties"]]

    assert found("") == [dear, cheap]
    assert found("sort=value") == [dear, cheap]
    assert found("maxPrice=2.50") == [cheap]
    assert found("minPrice=90") == [dear]
    assert found("category=labor-gigs") == [cheap]
    assert (
        found("skill=photography")
        == found("country=Portugal")
        == found("city=porto")
        == found("q=dear+photo")
        == [dear]
    )
    assert found("q=nothing") == []


def test_cancelling_returns_the_pool_and_turns_applicants_down(new_events: Any) -> None:
    agent = given_funded_agent(1000)
    bounty = given_bounty(agent)
    _, application = given_application(bounty)
    new_events.clear()

    ended = agent.delete(f"/api/bounties/{bounty.public_id}?reason=applicants_not_fit")

    assert (ended.status, ended["bounty"]["status"]) == (200, "cancelled")
    assert wallet(agent) == 1000
    application.refresh_from_db()
    assert application.status == "rejected"
    assert new_events() == ["application.rejected", "escrow.refunded"]
    assert agent.delete(f"/api/bounties/{bounty.public_id}", {"reason": "applicants_not_fit"}).status == 200


@pytest.mark.parametrize("body", [{"reason": "bored"}, {"reason": "other"}, {"reason": "other", "details": " "}])
def test_a_cancel_needs_its_reason(body: dict[str, str], ledger: Callable[[], Any]) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    before = ledger()

    refused = agent.delete(f"/api/bounties/{bounty.public_id}", body)

    assert (refused.status, refused.code) == (400, "validation_error")
    assert ledger() == before


def test_a_bounty_with_somebody_hired_is_not_cancelled(ledger: Callable[[], Any]) -> None:
    seat = given_confirmed()
    before = ledger()

    refused = seat.agent.delete(f"/api/bounties/{seat.bounty.public_id}", {"reason": "task_no_longer_needed"})

    assert (refused.status, refused.code) == (409, "workers_hired")
    assert ledger() == before


@pytest.mark.parametrize(
    ("terms", "hours"),
    [
        ({}, 7 * 24),
        ({"completionWindowHours": 24}, 24),
        ({"scheduledStartAt": "2026-03-05T10:00:00Z", "scheduledStartTimeZone": "Europe/Lisbon"}, 11 * 24),
    ],
)
def test_a_dry_run_says_when_the_work_would_be_due(at: Any, terms: dict[str, Any], hours: int) -> None:
    now = at("2026-03-01T10:00:00Z")
    agent = given_funded_agent()

    with untouched():
        dry = agent.post("/api/bounties", TASK | terms | {"dryRun": True})
    assert dry["dueIfConfirmedNow"] == timestamp(now + timedelta(hours=hours))

    made = agent.post("/api/bounties", TASK | terms)
    assert "dueIfConfirmedNow" not in made.body
    seat = given_confirmed(agent=agent, bounty=Bounty.objects.get(owner=agent.account))
    assert timestamp(seat.fresh().application.complete_by) == dry["dueIfConfirmedNow"], "as it then is"


def test_a_deadline_that_has_passed_is_refused_with_the_time_that_it_is_here(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    agent = given_funded_agent()

    with untouched():
        late = agent.post("/api/bounties", TASK | {"deadline": "2026-03-01T09:59:00Z"})
    assert late["fields"] == {"deadline": ["The deadline must be in the future; it is 2026-03-01T10:00Z here."]}
