"""GET /api/pending: what waits for whoever hires, due first, and for nobody else."""

import json
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from marketplace.core import tools
from tests.api import Api
from tests.factories.approvals import given_asking_agent, posting
from tests.factories.market import given_application, given_bounty, given_completed, given_delivered, given_funded_agent
from tests.factories.qa import RUNS, bounty_of, detail
from tests.factories.tools import check_answer, say, use
from tests.qa.test_escalations import given_unclear, given_waiting

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def kinds(who: Api) -> list[tuple[str, str]]:
    answer = who.get("/api/pending")
    assert answer.status == 200, answer.body
    assert answer["count"] == len(answer["pending"])
    for row in answer["pending"]:
        method, path = row["see"].split(" ")
        assert who.call(method, path).status == 200, row
    return [(row["kind"], row["about"]) for row in answer["pending"]]


def test_nothing_waits_for_a_new_account(agent: Api) -> None:
    assert kinds(agent) == []


def test_each_matter_is_named_with_the_call_that_shows_it(agent: Api) -> None:
    delivered = given_delivered()
    paid = given_completed(agent=delivered.agent)
    bounty = given_bounty(delivered.agent)
    _, application = given_application(bounty)

    found = dict(kinds(delivered.agent))

    assert found == {
        "review": delivered.bounty.public_id,
        "pay": paid.bounty.public_id,
        "applications": bounty.public_id,
    }
    rows = delivered.agent.get("/api/pending")["pending"]
    assert application.public_id in {row["applicationId"] for row in rows}
    due = [row["dueAt"] for row in rows if row["dueAt"]]
    assert due == sorted(due)
    assert kinds(agent) == [], "of others"
    assert kinds(delivered.worker) == []


def test_a_tool_says_the_same_and_each_matter_by_the_tool_that_shows_it() -> None:
    delivered = given_delivered()
    given_application(given_bounty(delivered.agent))
    owner, *_ = given_waiting()
    asking = given_asking_agent()
    posting(asking)

    for who in (delivered.agent, owner, asking):
        result = use(who, "list_pending")["structuredContent"]
        check_answer(tools.catalog()["list_pending"], result)
        rest = who.get("/api/pending")["pending"]
        assert [(row["kind"], row["about"]) for row in result["pending"]] == [
            (row["kind"], row["about"]) for row in rest
        ]
        for row in result["pending"]:
            assert "see" not in row
            assert use(who, row["tool"], **row["arguments"])["isError"] is False, row
        text = say(who, "resources/read", {"uri": "ahm://pending"})["result"]["contents"][0]["text"]
        assert json.loads(text)["pending"] == rest, "the resource has them, too"
        assert {row["tool"] for row in rest} <= tools.catalog().keys()


def test_decisions_of_runs_and_spends_that_the_owner_is_asked_about_are_named() -> None:
    owner, *_ = given_waiting()
    asking = given_asking_agent()
    approval = posting(asking)["approvalId"]

    assert "escalation" in dict(kinds(owner))
    assert kinds(asking) == [("approval", approval)]


def test_decisions_of_runs_say_until_when_and_follow_an_event_that_names_the_run() -> None:
    owner, run, _, application = given_waiting()
    unclear, unclear_run, _, sent = given_unclear()

    [applicant] = [row for row in owner.get("/api/pending")["pending"] if row["kind"] == "escalation"]
    [report] = [row for row in unclear.get("/api/pending")["pending"] if row["kind"] == "escalation"]

    assert applicant["dueAt"] == detail(owner, run)["intakeEndsAt"] == detail(owner, run)["escalations"][0]["dueAt"]
    seat = unclear.get(f"/api/escrow/{sent.escrow.public_id}")["escrow"]
    delivered = datetime.fromisoformat(seat["deliveredAt"])
    assert datetime.fromisoformat(report["dueAt"]) - delivered == timedelta(hours=72)
    assert report["dueAt"] == detail(unclear, unclear_run)["escalations"][0]["dueAt"]
    for who, where, type_ in ((owner, run, "application.submitted"), (unclear, unclear_run, "proof.uploaded")):
        [event] = who.get(f"/api/events?types={type_}")["events"]
        assert (event["data"]["runId"], event["data"]["bountyId"]) == (where.public_id, bounty_of(where))
    decided = owner.patch(f"{RUNS}/{run.public_id}/escalations/{application.public_id}", {"action": "accept"})
    assert decided.status == 200 and detail(owner, run)["escalations"][0]["dueAt"] is None


def test_more_rows_take_no_more_queries() -> None:
    agent = given_funded_agent(1_000_000)

    def cost() -> int:
        agent.get("/api/pending")
        with CaptureQueriesContext(connection) as seen:
            agent.get("/api/pending")
        return len(seen)

    for _ in range(2):
        given_application(given_bounty(agent))
    few = cost()
    for _ in range(4):
        given_application(given_bounty(agent))
    assert cost() == few
