"""A daily QA template through three runs: a fault appears, stays and is fixed; one tester is never heard of again, and one
report is left to its owner."""

import io
import json
from typing import Any

import pytest
from PIL import Image

from .conftest import Caller, Hook, Instance, balance, earned, wait_until

pytestmark = pytest.mark.live
DAY, HOUR = 86_400, 3600
COST = 2 * 590
TEMPLATE = {
    "name": "Checkout of the mug shop",
    "targetUrl": "https://1.1.1.1/shop",
    "instructions": "Buy the cheapest mug as a new customer and report everything that is in your way.",
    "testerStartMessage": "Welcome, {{name}}! Use the card 4242.",
    "cadence": "daily",
    "payPerTesterCents": 500,
    "testerCount": 2,
    "budgetPerRunCents": COST,
    "periodCapCents": 31 * COST,
    "submissionMode": "photo",
    "requiredCredentials": ["password"],
}
GREY = {
    "title": "Pay button stays grey",
    "steps": "Put a mug into the cart, open the checkout and fill in the card.",
    "expected": "The button can be pressed.",
    "actual": "The pay button stays grey whatever is filled in.",
    "severity": "high",
    "fileIds": ["file:0"],
}
TYPO = GREY | {
    "title": "Typo in the footer",
    "steps": "Scroll down to the imprint.",
    "actual": "The word address has one d only.",
    "severity": "low",
}


def picture(number: int) -> bytes:
    image, out = Image.new("RGB", (24, 24), "white"), io.BytesIO()
    if number:
        for place in range(24):
            image.putpixel((place, number % 24), (number * 40 % 256, place * 10, 60))
    image.save(out, "PNG")
    return out.getvalue()


def hired(worker: Caller, run: dict[str, Any], instance: Instance) -> str:
    """Applies, is hired by the rules, confirms. Gives the path of the application."""
    path = f"/api/bounties/{run['bountyId']}/applications"
    application = worker("POST", path, {"coverLetter": "I test for a living."})["application"]["id"]
    instance.advance(1)
    assert worker("GET", f"{path}/{application}")["application"]["status"] == "accepted"
    worker("POST", f"{path}/{application}/confirm")
    return application


def report(worker: Caller, run: dict[str, Any], number: int, *findings: dict[str, Any]) -> None:
    fields = {"textEvidence": "I bought a mug and paid for it.", "findings": json.dumps(list(findings))}
    files = [("files", ("shot.png", picture(number), "image/png"))]
    worker.upload(f"/api/bounties/{run['bountyId']}/submissions", fields, files)


def test_a_daily_template_through_three_runs(instance: Instance, hook: Hook) -> None:
    # given a daily template, its login, and three people
    agent = instance.agent(60)
    agent("POST", "/api/webhooks/endpoints", {"url": hook.url, "events": ["*"]})
    template = agent("POST", "/api/v1/qa/templates", TEMPLATE)["data"]["id"]
    login = {"credentials": {"password": "see-it-work"}}
    agent("POST", f"/api/v1/qa/templates/{template}/credentials", login)
    instance.advance(1)
    ada, ben, cleo = (instance.new_worker(name) for name in ("Ada", "Ben", "Cleo"))

    def run_now() -> dict[str, Any]:
        found: dict[str, Any] = agent("GET", f"/api/v1/qa/runs?templateId={template}&limit=1")["runs"][0]
        return found

    def detail(run: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = agent("GET", f"/api/v1/qa/runs/{run['id']}")["data"]
        return found

    # when the first run finds a grey button, by two people in their own words
    first = run_now()
    assert (first["status"], first["reservedCents"], balance(agent)) == ("open", COST, 6000 - COST)
    hired(ada, first, instance)
    hired(ben, first, instance)
    assert ada("GET", f"/api/v1/qa/runs/{first['id']}/credentials")["credentials"] == {"password": "see-it-work"}
    talk = ada("GET", "/api/conversations")["conversations"][0]["id"]
    words = [said["content"] for said in ada("GET", f"/api/conversations/{talk}")["messages"]]
    assert any(text.startswith("Welcome, Ada! Use the card 4242.") for text in words)
    report(ada, first, 1, GREY)
    report(ben, first, 2, GREY | {"title": "Grey button, can't pay", "severity": "critical"}, TYPO)
    instance.advance(1)

    # then both are paid, and the report says it once
    shown = detail(first)
    assert (shown["status"], shown["spentCents"], shown["refundedCents"]) == ("closed", COST, 0)
    assert [(f["id"], f["severity"], f["reportedBy"]) for f in shown["report"]["findings"]] == [
        ("F1", "critical", 2),
        ("F2", "low", 1),
    ]
    assert [earned(worker) for worker in (ada, ben, cleo)] == [500, 500, 0]
    ada("GET", f"/api/v1/qa/runs/{first['id']}/credentials", expect=403)

    # when on the second day one is never heard of again, and the report of the other is unclear
    instance.advance(DAY)
    second = run_now()
    assert (second["status"], second["id"] != first["id"]) == ("open", True)
    hired(ben, second, instance)  # the ghost
    unclear = hired(cleo, second, instance)
    report(cleo, second, 0, GREY)
    instance.advance(5 * HOUR)
    shown = detail(second)
    assert [(row["kind"], row["reason"], row["applicationId"]) for row in shown["escalations"]] == [
        ("submission", "blank_image", unclear)
    ]
    assert (shown["acceptedTesterCount"], shown["submissionEscalationCount"]) == (1, 1)
    path = f"/api/v1/qa/runs/{second['id']}/escalations/{unclear}"
    assert agent("PATCH", path, {"action": "accept"})["data"]["state"] == "accepted"
    instance.advance(8 * HOUR)

    # then the fault is still open, the ghost has nothing, and their money is back
    shown = detail(second)
    assert (shown["status"], shown["spentCents"], shown["refundedCents"]) == ("closed", 590, 590)
    assert shown["report"]["diff"] == {
        "newFindingIds": [],
        "resolvedFindingIds": ["F2"],
        "stillOpenFindingIds": ["F1"],
    }
    assert shown["report"]["degraded"] is True
    assert [earned(worker) for worker in (ada, ben, cleo)] == [500, 500, 500]

    # when on the third day it is fixed
    instance.advance(12 * HOUR)
    third = run_now()
    for number, worker in enumerate((ada, cleo)):
        hired(worker, third, instance)
        report(worker, third, 5 + number)
    instance.advance(1)

    # then the report says so, and every cent of the three runs is where it belongs
    shown = detail(third)
    assert (shown["report"]["diff"]["resolvedFindingIds"], shown["report"]["findings"]) == (["F1"], [])
    runs = agent("GET", f"/api/v1/qa/runs?templateId={template}")["runs"]
    assert [(run["status"], run["hasReport"]) for run in runs] == [("closed", True)] * 3
    assert all(run["reservedCents"] == run["spentCents"] + run["refundedCents"] for run in runs)
    assert balance(agent) == 6000 - 2 * COST - 590
    assert [earned(worker) for worker in (ada, ben, cleo)] == [1000, 500, 1000]
    ready = [f"run.report_ready:{run['id']}" for run in reversed(runs)]
    wait_until(lambda: {got["body"]["id"] for got in hook.received} >= set(ready), 30)
    agent("PATCH", f"/api/v1/qa/templates/{template}", {"status": "paused"})
