"""A call that is proposed once more has what was sent: as it stands it does what was meant, or nothing."""

from typing import Any

import pytest

from tests.factories.approvals import TASK, given_asking_agent, owner_of
from tests.factories.market import given_bounty, given_delivered, given_funded_agent, untouched, violations
from tests.factories.tools import use
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("house_accounts")]


def of(answer: Any, operation: str) -> dict[str, Any]:
    [found] = [action for action in answer["nextActions"] if action["operation"] == operation]
    return dict(found)


def test_an_edit_that_takes_money_is_made_by_the_body_that_its_refusal_names() -> None:
    agent = given_funded_agent(2000)
    path = f"/api/bounties/{given_bounty(agent).public_id}"
    with untouched():
        asked = agent.patch(path, {"price": 10, "title": "Count them twice"})

    again = of(asked, "editBounty")
    assert again["body"] == {
        "price": 10,
        "title": "Count them twice",
        "walletImpactAcknowledged": True,
        "walletImpactCents": 590,
    }
    done = agent.call(again["method"], again["path"], again["body"])
    assert (done.status, done["bounty"]["price"], done["walletImpactCents"]) == (200, 10, 590)
    assert agent.call(again["method"], again["path"], again["body"]).status == 200, "sent twice, done once"
    assert violations() == []


@pytest.mark.parametrize("more", [{}, {"idempotencyKey": "of-nothing"}, {"dryRun": True}])
def test_agreeing_to_an_edit_that_is_not_there_is_refused(more: dict[str, Any]) -> None:
    agent = given_funded_agent(2000)
    path = f"/api/bounties/{given_bounty(agent).public_id}"

    with untouched():
        refused = agent.patch(path, {"walletImpactAcknowledged": True, "walletImpactCents": 590, **more})

    assert (refused.status, refused.code) == (400, "validation_error")
    assert "send the edit with it" in refused["fields"]["walletImpactAcknowledged"][0]


def test_a_dry_run_is_proposed_again_as_one() -> None:
    agent = given_funded_agent(2000)
    path = f"/api/bounties/{given_bounty(agent).public_id}"
    with untouched():
        in_body, in_query = (
            agent.patch(path, {"price": -3, "dryRun": True}),
            agent.patch(f"{path}?dryRun=true", {"price": -3}),
        )

    assert of(in_body, "editBounty")["body"]["dryRun"] is of(in_query, "editBounty")["body"]["dryRun"] is True


def test_what_waits_for_the_owner_is_repeated_as_it_was_sent_by_rest_and_by_a_tool() -> None:
    agent = given_asking_agent()
    asked = agent.post("/api/bounties", TASK | {"description": "x" * 2000}, Idempotency_Key="by-rest-1")

    again = of(asked, "createBounty")
    short = {name: value for name, value in TASK.items() if name != "description"}
    assert (again["body"], again["needs"]) == (short | {"idempotencyKey": "by-rest-1"}, ["description"])

    sent = {"title": "Count the benches", "description": "Count all benches in the park.", "price": 20}
    sent |= {"estimatedHours": 1, "completionCriteria": "All are counted.", "evidenceTypes": ["photo"]}
    sent |= {"completionWindowHours": 24, "idempotencyKey": "by-tool-1"}
    by_tool = use(agent, "create_bounty", **sent)["structuredContent"]
    [repeated] = [action for action in by_tool["nextActions"] if action["tool"].startswith("create_bounty")]
    assert (repeated["arguments"], repeated["needs"]) == (sent, [])
    approved = owner_of(agent).post(f"/api/approvals/{by_tool['approvalId']}", {"decision": "approve"})
    assert approved.status == 200
    made = use(agent, repeated["tool"], **repeated["arguments"])
    assert (made["isError"], made["structuredContent"]["status"]) == (False, "open")
    assert violations() == []


def test_what_the_service_refuses_is_kept_in_a_write_and_left_out_of_a_read() -> None:
    agent = given_funded_agent(2000)
    task = TASK | {"deadline": "tomorrow", "price": 5.123}
    with untouched():
        refused = agent.post("/api/bounties", task)
        no_event = agent.get("/api/events?types=nothing.happened&limit=5")
        no_tool_event = use(agent, "wait_for_events", after="now", types="nothing.happened")["structuredContent"]

    again = of(refused, "createBounty")
    assert again["body"] == task, "as it stands it is refused again"
    assert {*again["needs"]} == {"deadline", "price"} and "deadline: " in again["why"]
    read = of(no_event, "listEvents")
    assert (read["path"], read["arguments"], read["needs"]) == ("/api/events?limit=5", {"limit": 5}, ["types"])
    assert no_tool_event["nextActions"][0]["needs"] == ["types"]
    assert agent.get(read["path"]).status == 200


def test_a_rejection_without_its_reason_is_proposed_with_the_reason_to_be_given() -> None:
    seat = given_delivered()
    submission = use(seat.agent, "get_bounty_submissions", bountyId=seat.bounty.public_id)["structuredContent"]
    which = {"bountyId": seat.bounty.public_id, "submissionId": submission["submissions"][0]["id"], "action": "reject"}
    before = Event.objects.count()

    refused = use(seat.agent, "review_submission", **which)["structuredContent"]

    [again] = refused["nextActions"]
    assert (again["tool"], again["arguments"], again["needs"]) == ("review_submission", which, ["response"])
    assert Event.objects.count() == before
