"""Six everyday goals of an agent that has read nothing: it sees the default list of tools, and then only what answers name. Each
takes at most 1.3 times the calls that it can't do without. The other side are the sandbox's simulated people; their time is moved
outside of the count.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import httpx
import pytest

from tests.factories.humanizations import MACHINE, SOURCE

from .conftest import Caller, Instance, balance, wait_until

pytestmark = pytest.mark.live
HOUR = 3600
SLACK = 1.3
PHOTO = {
    "title": "Photograph the front of a cafe",
    "description": "One sharp photo of the whole front by daylight.",
    "completionCriteria": "The opening hours can be read.",
    "price": 8,
    "estimatedHours": 0.5,
    "evidenceTypes": ["photo"],
}


@dataclass
class Cold:
    """An agent that calls a tool only once the default list or an answer has named it. `answer`: the last one's structure."""

    me: Caller
    calls: list[str] = field(default_factory=list)
    answer: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._numbers = count(1)
        self._known = {tool["name"] for tool in self._say("tools/list", {})["tools"]}

    def __call__(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        assert name in self._known, f"nothing has named {name}"
        self.calls.append(name)
        result = self._say("tools/call", {"name": name, "arguments": arguments})
        assert not result["isError"], (name, arguments, result["structuredContent"])
        self.answer = result["structuredContent"]
        self._known |= {action["tool"] for action in self.actions if action["tool"]}
        self._known |= {tool["name"] for tool in self.answer.get("tools", ())}
        return self.answer

    @property
    def actions(self) -> list[dict[str, Any]]:
        return list(self.answer.get("nextActions", ()))

    def next(self, name: str, /, *, of: dict[str, Any] | None = None, **chosen: Any) -> dict[str, Any]:
        """The action of the last answer that calls this tool; of several the one with these arguments (`of`). Its arguments stand
        as they are; what it needs beside them is chosen."""
        fitting = [
            action
            for action in self.actions
            if action["tool"] == name and (of or {}).items() <= action["arguments"].items()
        ]
        assert len(fitting) == 1, (name, of, [(row["tool"], row["arguments"]) for row in self.actions])
        assert set(fitting[0]["needs"]) <= set(chosen), "all that it needs, it says"
        return self(name, **fitting[0]["arguments"], **chosen)

    def takes(self, least: int) -> None:
        assert len(self.calls) <= SLACK * least, self.calls

    def _say(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        message = {"jsonrpc": "2.0", "id": next(self._numbers), "method": method, "params": params}
        answer = httpx.post(f"{self.me.base_url}/api/mcp", json=message, headers=self.me.headers, timeout=70)
        found: dict[str, Any] = answer.json()
        assert "result" in found, found
        return dict(found["result"])


def play(agent: Caller, bounty: str, person: str, **script: Any) -> None:
    agent("POST", f"/api/sandbox/people/{person}/play", {"bountyId": bounty} | script)


def the_event(cold: Cold, wanted: str) -> dict[str, Any]:
    """What the last answer tells of it: its ids are all that leads on."""
    [found] = [event for event in cold.answer["events"] if event["type"] == wanted]
    return dict(found["data"])


def hired_and_delivered(instance: Instance, cold: Cold, person: str) -> dict[str, Any]:
    """Posts, hires whoever applies, and reads what they sent: five calls. The submission."""
    bounty = cold("create_bounty", **PHOTO, idempotencyKey=f"cafe-{person}")["bountyId"]
    play(cold.me, bounty, person)
    instance.advance(HOUR)
    cold.next("wait_for_events")
    applied = the_event(cold, "application.submitted")
    cold("accept_application", bountyId=bounty, applicationId=applied["applicationId"])
    instance.advance(2 * HOUR)
    cold.next("wait_for_events")
    sent = the_event(cold, "proof.uploaded")
    found = cold("get_submission", bountyId=bounty, submissionId=sent["submissionId"])
    return dict(found["submission"])


def test_a_photo_is_checked_paid_and_reviewed(instance: Instance) -> None:
    cold = Cold(instance.agent(20))

    sent = hired_and_delivered(instance, cold, "rosa")
    assert sent["checks"]["recommendation"] == "looks_complete"
    cold.next("release_payment")
    assert cold.answer["acknowledgement"] and balance(cold.me) == 2000 - 944
    paid = cold.next("release_payment")
    assert paid["escrow"]["status"] == "released"
    cold.next("post_review", rating=5, comment="Sharp and quick.")

    cold.takes(8)
    assert balance(cold.me) == 2000 - 944
    instance.check_ledger()


def test_three_testers_work_for_a_week_under_a_hundred_dollars(instance: Instance) -> None:
    cold = Cold(instance.agent(100))
    week = {
        "name": "Shop, three testers daily for a week",
        "targetUrl": "https://example.com",
        "instructions": "Walk through the shop as a new customer and report whatever hinders you.",
        "cadence": "daily",
        "maxRuns": 7,
        "testerCount": 3,
        "payPerTesterCents": 400,
        "budgetPerRunCents": 1416,
        "periodCapCents": 9912,
        "submissionMode": "photo",
        "idempotencyKey": "week-of-testing-1",
    }

    found = cold("find_tools", query="three testers test my web app daily for one week, under 100 USD")
    assert found["tools"][0]["name"] == "create_qa_run_template"
    named = str(cold("create_qa_run_template", **week, dryRun=True))
    assert "14.16" in named and "99.12" in named, "a run, and all of them"
    assert balance(cold.me) == 10_000
    cold("create_qa_run_template", **week)
    instance.advance(1)
    runs = cold.next("list_qa_runs")["runs"]

    assert [(run["status"], run["reservedCents"]) for run in runs] == [("open", 1416)]
    cold.takes(4)
    assert balance(cold.me) == 10_000 - 1416
    instance.check_ledger()


def test_the_money_for_rubbish_comes_back(instance: Instance) -> None:
    cold = Cold(instance.agent(20))

    sent = hired_and_delivered(instance, cold, "lena")
    assert sent["checks"]["recommendation"] != "looks_complete"
    play(cold.me, sent["bountyId"], "staff", workerPercent=0)
    cold.next("open_dispute", category="not_delivered", description="Agreed was a photo. What came is one word.")
    instance.advance(12 * HOUR)
    cold.next("wait_for_events")
    assert the_event(cold, "dispute.decided")["refundCents"] == 944
    assert cold("get_wallet_balance")["balanceCents"] == 2000

    cold.takes(8)
    instance.check_ledger()


def test_a_private_text_is_rewritten_read_and_judged(instance: Instance) -> None:
    cold = Cold(instance.agent(40))

    found = cold("find_tools", query="have a person rewrite a private text")
    assert found["tools"][0]["name"] == "create_humanization"
    order = cold(
        "create_humanization",
        format="text",
        sourceText=SOURCE,
        transformation="clarity",
        subject="A letter to partners",
        turnaroundMinutes=120,
        priceCents=2000,
        idempotencyKey="partner-letter-1",
        applicantScreening={"aiGeneratedSourceText": MACHINE},
    )["humanization"]
    play(cold.me, order["bountyId"], "mina")
    wait_until(lambda: moved_on(instance, cold.me, order["id"]), 60)
    cold.next("wait_for_events")
    text = cold("get_humanization", humanizationId=order["id"])["humanization"]
    assert SOURCE.split()[0] in text["final"]["text"]
    cold.next("review_submission", of={"action": "approve"})
    cold.next("release_payment")
    assert cold.next("release_payment")["escrow"]["status"] == "released"

    cold.takes(7)
    instance.check_ledger()


def moved_on(instance: Instance, owner: Caller, order: str) -> bool:
    """Ten minutes more; until a text was handed in, which a detector reads beside the clock."""
    instance.advance(300)
    return bool(owner("GET", f"/api/v1/humanizations/{order}")["humanization"]["final"])


def test_somebody_who_was_paid_gets_a_tip(instance: Instance) -> None:
    agent = instance.agent(20)
    before = Cold(agent)
    hired_and_delivered(instance, before, "rosa")
    before.next("release_payment")
    before.next("release_payment")
    cold = Cold(agent)

    [row] = cold("list_bounties", mine=True, q="front of a cafe")["bounties"]
    [human] = cold("get_bounty", bountyId=row["id"])["bounty"]["assignedHumanIds"]
    tip = cold("send_money", amount=2, bountyId=row["id"], recipientId=human, description="Thank you.")

    assert tip["transfer"]["status"] == "completed"
    cold.takes(3)
    assert balance(agent) == 2000 - 944 - 200
    instance.check_ledger()


def test_an_agent_waits_for_its_owners_decision_and_goes_on(instance: Instance) -> None:
    owner = instance.new_worker()
    agent = instance.caller(**{"X-API-Key": owner("POST", "/api/keys", {"name": "My agent"})["apiKey"]})
    instance.pay(agent("POST", "/api/wallet/deposit", {"amount": 20})["checkoutUrl"])
    owner("PATCH", "/api/wallet/controls", {"askAboveCents": 500})
    cold = Cold(agent)

    asked = cold("create_bounty", **PHOTO, idempotencyKey="cafe-asked")
    assert (asked["status"], asked["cents"], balance(agent)) == ("pending", 944, 2000)
    waited = while_waiting(
        cold, lambda: owner("POST", f"/api/approvals/{asked['approvalId']}", {"decision": "approve"})
    )
    assert waited["status"] == "approved"
    cold("create_bounty", **PHOTO, idempotencyKey="cafe-asked")

    cold.takes(3)
    assert balance(agent) == 2000 - 944
    instance.check_ledger()


def while_waiting(cold: Cold, decide: Callable[[], object]) -> dict[str, Any]:
    """The call is held open until the owner decides, beside it."""
    with ThreadPoolExecutor(1) as beside:
        held = beside.submit(cold.next, "wait_for_events")
        decide()
        held.result(timeout=70)
    return the_event(cold, "approval.decided")
