"""The QA runs' part of the tables: who may call what, whole bodies, lists, and the way through all operations."""

from typing import Any

import orjson

from tests.api import Api
from tests.contract.cells import KEY_ONLY, KEYED, PERSON, SIGNED, Route
from tests.factories.accounts import given_worker
from tests.factories.market import given_funded_agent
from tests.factories.qa import BUG, TEMPLATE, given_template, screenshot, turn

RUN = "/api/v1/qa/runs/{qa_run}"
CREDENTIALS = {"credentials": {"password": "see-it-work"}}
# fmt: off
ROUTES = [
    Route("GET", "/api/pending", "listPending", SIGNED),
    Route("GET", "/api/v1/qa/templates", "listQaTemplates", KEY_ONLY),
    Route("POST", "/api/v1/qa/templates", "createQaTemplate", KEY_ONLY, TEMPLATE),
    Route("PATCH", "/api/v1/qa/templates/{qa_template}", "changeQaTemplate", KEYED, {"name": "Another name"}),
    Route("POST", "/api/v1/qa/templates/{qa_template}/credentials", "setQaCredentials", KEYED, CREDENTIALS),
    Route("POST", "/api/v1/qa/templates/{qa_template}/run", "runQaTemplate",
          "401 404 403:api_key_required 403:api_key_required 409:invalid_state 404 404"),
    Route("GET", "/api/v1/qa/runs", "listQaRuns", KEY_ONLY),
    Route("GET", RUN, "getQaRun", KEYED),
    Route("GET", RUN + "/report", "getQaReport", "401 404 404 404 409:no_report_yet 404 404"),
    Route("GET", RUN + "/credentials", "getQaCredentials", PERSON.format("404", "404")),
    Route("POST", RUN + "/stop", "stopQaRun", KEYED),
    Route("PATCH", RUN + "/escalations/{qa_application}", "decideQaEscalation", KEYED, {"action": "accept"}),
]
# fmt: on
BODIES: dict[str, dict[str, Any]] = {
    "createQaTemplate": TEMPLATE
    | {
        "cadence": "custom",
        "cadenceDays": 3,
        "testerStartMessage": "Hello.",
        "allowedCountries": ["PT"],
        "applicantScreening": {"resumeRequired": True},
        "requiredCredentials": ["login"],
        "checklist": ["Did it arrive?"],
        "instructionMedia": ["https://example.com/how.png"],
        "autoMode": False,
        "maxRuns": 5,
    },
    "changeQaTemplate": {
        "name": "Another name",
        "cadence": "weekly",
        "testerCount": 1,
        "status": "paused",
        "maxRuns": 5,
    },
    "decideQaEscalation": {"action": "accept", "response": "Welcome."},
}  # fmt: skip
REQUIRED: dict[str, list[str]] = {
    "createQaTemplate": [
        *("name", "targetUrl", "instructions", "cadence", "budgetPerRunCents", "payPerTesterCents", "testerCount"),
        *("submissionMode", "periodCapCents"),
    ],
    "changeQaTemplate": [],
    "setQaCredentials": ["credentials"],
    "decideQaEscalation": ["action"],
}


def templates_of(rows: int) -> tuple[Api, str, str]:
    owner = given_funded_agent(1_000_000)
    for _ in range(rows):
        given_template(owner)
    return owner, "/api/v1/qa/templates", "templates"


def runs_of(rows: int) -> tuple[Api, str, str]:
    owner = given_funded_agent(1_000_000)
    for _ in range(rows):
        given_template(owner)
    turn()
    return owner, "/api/v1/qa/runs", "runs"


def walk(call: Any) -> None:
    """A template with a login, two testers, one of them left to the owner, a report; and a run that is stopped."""
    agent = given_funded_agent(1_000_000)
    agent = given_funded_agent()
    made = call(agent, "POST", "/api/v1/qa/templates", TEMPLATE | {"requiredCredentials": ["password"]})["data"]
    path = f"/api/v1/qa/templates/{made['id']}"
    call(agent, "POST", f"{path}/credentials", CREDENTIALS)
    call(agent, "PATCH", path, {"testerStartMessage": "Thank you for testing!"})
    call(agent, "GET", "/api/v1/qa/templates")
    call(agent, "POST", f"{path}/run")
    turn()
    call(agent, "GET", "/api/pending")
    listed = agent.get(f"/api/v1/qa/runs?templateId={made['id']}")["runs"][0]
    run, bounty = f"/api/v1/qa/runs/{listed['id']}", f"/api/bounties/{listed['bountyId']}"
    clear, blank = _tester(bounty), _tester(bounty)
    call(clear, "GET", f"{run}/credentials")
    _send(clear, bounty, screenshot())
    _send(blank, bounty, screenshot(), title="Bad")
    turn()
    asked = agent.get(run)["data"]["escalations"][0]["applicationId"]
    call(agent, "PATCH", f"{run}/escalations/{asked}", {"action": "accept"})
    turn()
    call(agent, "GET", run)
    call(agent, "GET", "/api/v1/qa/runs?limit=1")
    call(agent, "GET", f"{run}/report?format=json")
    agent.post("/api/v1/qa/templates", TEMPLATE)
    turn()
    other = agent.get("/api/v1/qa/runs?limit=1")["runs"][0]["id"]
    call(agent, "POST", f"/api/v1/qa/runs/{other}/stop")
    turn()


def _tester(bounty: str) -> Api:
    tester = given_worker()
    applied = tester.post(f"{bounty}/applications", {"coverLetter": "I test for a living."})
    turn()
    assert tester.post(f"{bounty}/applications/{applied['application']['id']}/confirm").status == 200
    return tester


def _send(tester: Api, bounty: str, upload: Any, **changed: Any) -> None:
    findings = orjson.dumps([BUG | changed]).decode()
    sent = tester.upload(
        f"{bounty}/submissions", {"textEvidence": "I bought a mug.", "files": [upload], "findings": findings}
    )
    assert sent.status == 200, sent.body
