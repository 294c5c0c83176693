"""A bounty that waits for money says what is missing, where a person pays it, and that the wallet can."""

from datetime import timedelta
from typing import Any

import pytest

from marketplace.core import clock
from tests.api import Api
from tests.factories.approvals import TASK
from tests.factories.market import given_bounty, given_funded_agent, given_money
from tests.factories.tools import use

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def test_what_is_missing_stands_in_the_answer_and_in_every_look_at_it() -> None:
    agent = given_funded_agent(200)

    made = agent.post("/api/bounties", TASK)

    path = f"/api/bounties/{made['bountyId']}"
    asked = made["unpaid"]
    assert (asked["requiredCents"], asked["balanceCents"], asked["shortfallCents"]) == (590, 200, 390)
    assert (asked["depositUrl"], asked["depositCents"]) == (made["deposit_url"], 390)
    assert "A person pays 3.90 USD at depositUrl" in asked["howToPay"]
    assert f"POST {path}/enterprise-payment (pay_enterprise_bounty)" in asked["howToPay"]
    assert agent.get(path)["unpaid"] == agent.post("/api/bounties/deposit", {"bountyId": made["bountyId"]})["unpaid"]
    assert agent.get(path)["unpaid"] == asked
    by_tool = use(agent, "get_bounty", bountyId=made["bountyId"])["structuredContent"]
    assert by_tool["unpaid"] == asked


def test_the_wallet_pays_as_it_says_and_then_nothing_is_missing() -> None:
    agent = given_funded_agent(200)
    made = agent.post("/api/bounties", TASK)
    path = f"/api/bounties/{made['bountyId']}"
    given_money(agent, 390)
    before = agent.get(path)
    assert (before["bounty"]["status"], before["unpaid"]["shortfallCents"]) == ("pending_deposit", 0)

    assert agent.post(f"{path}/enterprise-payment")["status"] == "funded"

    assert "unpaid" not in agent.get(path).body


def test_a_page_that_is_over_is_not_named(at: Any) -> None:
    now = clock.now()
    at(str(now))
    agent = given_funded_agent(200)
    made = agent.post("/api/bounties", TASK)
    at(str(now + timedelta(days=2)))

    asked = agent.get(f"/api/bounties/{made['bountyId']}")["unpaid"]

    assert (asked["depositUrl"], asked["depositCents"], asked["shortfallCents"]) == (None, None, 390)
    assert asked["howToPay"].startswith("Its page is over. Once the wallet holds 5.90 USD")


def test_a_raise_that_waits_names_what_it_adds() -> None:
    agent = given_funded_agent(590 + 36)
    path = f"/api/bounties/{given_bounty(agent).public_id}"
    edit = {"spotsAvailable": 2, "walletImpactAcknowledged": True, "walletImpactCents": 590}
    assert agent.patch(path, edit)["bounty"]["status"] == "pending_funding"

    asked = agent.get(path)["unpaid"]

    assert (asked["requiredCents"], asked["balanceCents"], asked["shortfallCents"]) == (590, 36, 554)
    assert "send the same edit again" in asked["howToPay"] and asked["depositUrl"]


def test_it_is_told_to_its_owner_only(other_agent: Api, operator: Api) -> None:
    agent = given_funded_agent(200)
    path = f"/api/bounties/{agent.post('/api/bounties', TASK)['bountyId']}"

    assert "unpaid" not in other_agent.get(path).body
    seen = operator.get(path)
    assert (seen.status, "unpaid" in seen.body) == (200, False)
