"""What managed runs say to people and programs: the tester's first message, refusals, mails."""

from typing import Any

import pytest

from humans.models import Message
from tests.factories.files import picture
from tests.factories.market import given_funded_agent, untouched
from tests.factories.qa import BUG, TEMPLATE, TEMPLATES, bounty_of, given_run, given_tester, send, turn
from tests.qa.test_escalations import decide

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def test_the_deadline_in_a_tester_s_first_message_is_his_own() -> None:
    _, run = given_run(testerStartMessage="Hello {{name}}, {{ bountyTitle }}: finish {{ deadline }}.")
    tester, _ = given_tester(run)
    said = Message.objects.filter(content__startswith="Hello").get().content
    assert said == f"Hello {tester.account.name}, Checkout smoke test: finish 4 hours after you confirm."


def test_a_first_message_with_an_unknown_variable_is_refused() -> None:
    owner = given_funded_agent()
    with untouched():
        refused = owner.post(TEMPLATES, TEMPLATE | {"testerStartMessage": "Dear {{person}}"})
    assert (refused.status, list(refused["fields"])) == (400, ["testerStartMessage"])
    assert "bountyTitle" in refused["fields"]["testerStartMessage"][0]


def test_a_decision_carries_the_word_that_the_run_lists() -> None:
    owner, run = given_run()
    tester, application = given_tester(run)
    send(tester, run, BUG, upload=picture())
    turn()
    answer = decide(owner, run, application, "accept")["data"]
    assert (answer["state"], answer["status"]) == ("accepted", "accepted")


def test_the_report_of_a_run_that_found_nobody_is_said_never_to_come(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run()
    path = f"/api/v1/qa/runs/{run.public_id}/report"
    assert "one is made when it closes" in owner.get(path)["error"]
    at("2026-03-01T23:00:00Z")
    turn()
    refused = owner.get(path)
    assert (refused.code, refused["currentState"]) == ("no_report_yet", "expired")
    assert "ended without a report" in refused["error"]


def test_an_empty_submission_is_told_what_runs_take() -> None:
    _, run = given_run()
    tester, _ = given_tester(run)
    with untouched():
        refused = tester.post(f"/api/bounties/{bounty_of(run)}/submissions", {})
    assert refused.status == 400
    assert all(name in str(refused["fields"]) for name in ("`vote`", "`reason`", "`findings`"))
