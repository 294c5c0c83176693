"""The agent's side of an approval by tools alone: the answer says what to do, and the same tool call goes on."""

import pytest

from tests.api import Api
from tests.factories.approvals import asks_above, given_asking_agent, owner_of
from tests.factories.market import given_money
from tests.factories.tools import given_connector, use
from wallet import ledger as books
from wallet.models import Approval

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
JOB = {
    "title": "Photograph a shop front",
    "description": "One sharp photo of the shop front.",
    "completionCriteria": "It is sharp.",
    "evidenceTypes": ["photo"],
    "price": 5,
    "estimatedHours": 0.5,
    "agentType": "other",
    "idempotencyKey": "shop-front-1",
}


def connector() -> Api:
    agent = given_connector()
    given_money(agent, 5000)
    asks_above(agent, 500)
    return agent


@pytest.mark.parametrize("given", [given_asking_agent, connector], ids=["key", "connector"])
def test_an_agent_asks_waits_and_goes_on_by_tools(given: object) -> None:
    agent = given()  # type: ignore[operator]

    asked = use(agent, "create_bounty", "default,money", **JOB)
    found = asked["structuredContent"]
    assert (asked["isError"], found["status"]) == (False, "pending")
    assert "Nothing was spent yet" in found["preview"] and found["approvalId"] in found["preview"]
    assert Approval.objects.get().asked_via == ("oauth" if given is connector else "key")

    listed = use(agent, "list_approvals", "money", status="pending")["structuredContent"]
    assert [row["id"] for row in listed["approvals"]] == [found["approvalId"]]
    owner_of(agent).post(f"/api/approvals/{found['approvalId']}", {"decision": "approve"})
    one = use(agent, "get_approval", "money", approvalId=found["approvalId"])["structuredContent"]
    assert one["approval"]["status"] == "approved"

    made = use(agent, "create_bounty", "default,money", **JOB)["structuredContent"]
    again = use(agent, "create_bounty", "default,money", **JOB)["structuredContent"]
    assert made["bountyId"] == again["bountyId"]
    assert books.balance(books.wallet(agent.account.pk)) == 5000 - 590


def test_a_declined_tool_call_says_what_the_owner_said() -> None:
    agent = given_asking_agent()
    asked = use(agent, "create_bounty", **JOB)["structuredContent"]
    owner_of(agent).post(f"/api/approvals/{asked['approvalId']}", {"decision": "decline", "note": "Too dear."})

    refused = use(agent, "create_bounty", **JOB)

    assert refused["isError"] is True
    assert (refused["structuredContent"]["code"], refused["structuredContent"]["note"]) == (
        "approval_declined",
        "Too dear.",
    )
