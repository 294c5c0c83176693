"""What was answered is what the next read shows: no view of a product waits for a timer."""

from typing import Any

import pytest

from bounties.models import Bounty
from tests.factories.accounts import given_worker
from tests.factories.market import given_funded_agent
from tests.factories.qa import BUG, RUNS, bounty_of, detail, given_run, given_tester, send
from tests.factories.taste import given_panel
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def test_a_run_shows_what_its_tester_and_its_owner_did_at_once(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run(testerCount=1, budgetPerRunCents=1180)
    tester, _ = given_tester(run)
    send(tester, run, BUG)

    shown = detail(owner, run)

    assert (shown["status"], shown["spentCents"], shown["hasReport"]) == ("closed", 1180, True)
    assert books.balance(books.earnings(tester.account.pk)) == 1000


def test_the_list_shows_it_too_and_a_stopped_run_has_its_money_back(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run()
    assert owner.post(f"{RUNS}/{run.public_id}/stop").status == 200

    [listed] = owner.get(RUNS)["runs"]

    assert (listed["status"], listed["refundedCents"], listed["stop"]["state"]) == ("expired", 2360, "done")


def test_another_accounts_read_changes_nothing(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    _, run = given_run()
    path = f"/api/bounties/{bounty_of(run)}/applications"
    given_worker().post(path, {"coverLetter": "Me."})
    dirty = Bounty.objects.get().dirty_since
    assert dirty is not None
    assert given_funded_agent().get(f"{RUNS}/{run.public_id}").status == 404
    assert Bounty.objects.get().dirty_since == dirty


def test_a_panel_shows_its_last_vote_and_its_report_at_once() -> None:
    panel = given_panel(respondentCount=1)
    voter = panel.respondent()
    ballot = voter.get(panel.path + "/ballot")["ballot"]
    body = {"vote": ballot["artifacts"][0]["label"], "reason": "It has calm colours and a clear title to read."}
    assert voter.post(f"/api/bounties/{panel.row.bounty.public_id}/submissions", body).status == 200

    shown = panel.agent.get(panel.path)["run"]

    assert (shown["status"], shown["report"]["respondents"], shown["report"]["degradedReason"]) == ("closed", 1, None)
