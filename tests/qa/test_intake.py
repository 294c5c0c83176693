"""How long testers can apply, how a run hears many of them, and what of it its owner reads."""

from collections import Counter
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Application, ScreeningRule
from bounties.services import bounties, endings
from marketplace.core.transactions import unit
from qa import tasks
from qa.models import Escalation
from qa.selectors import runs as reads
from qa.services import escalations
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import acting
from tests.factories.qa import BUG, COST, RUNS, bounty_of, detail, given_run, send, turn
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def given_applicants(bounty: str, number: int) -> None:
    for _ in range(number):
        sent = given_worker().post(f"/api/bounties/{bounty}/applications", {"coverLetter": "Me."})
        assert sent.status == 200, sent.body


def standings() -> Counter[str]:
    return Counter(Application.objects.values_list("status", flat=True))


def test_the_time_to_apply_begins_when_an_operator_lets_the_listing_go(at: Any, operator: Api) -> None:
    at("2026-03-01T10:00:00Z")
    ScreeningRule.objects.create(phrase="cheapest thing", reason="Sounds like a shop.")
    owner, run = given_run()
    at("2026-03-01T16:00:00Z")
    bounty_of(run)
    unit(lambda: bounties.approve(acting(operator), run.bounty_id))
    turn()

    shown = detail(owner, run)
    assert (shown["openedAt"], shown["intakeEndsAt"]) == ("2026-03-01T16:00:00.000Z", "2026-03-02T04:00:00.000Z")
    assert owner.get(f"/api/bounties/{bounty_of(run)}")["bounty"]["deadline"] == "2026-03-02T04:00:00.000Z"
    at("2026-03-02T03:59:00Z")
    turn()
    assert detail(owner, run)["status"] == "open"
    given_applicants(bounty_of(run), 1)
    at("2026-03-02T04:00:00Z")
    turn()
    assert detail(owner, run)["refundedCents"] == COST


def test_a_run_that_was_stopped_before_it_was_let_go_stays_shut(at: Any, operator: Api) -> None:
    at("2026-03-01T10:00:00Z")
    ScreeningRule.objects.create(phrase="cheapest thing", reason="Sounds like a shop.")
    owner, run = given_run()
    bounty_of(run)
    at("2026-03-01T16:00:00Z")
    assert owner.post(f"{RUNS}/{run.public_id}/stop").status == 200
    unit(lambda: bounties.approve(acting(operator), run.bounty_id))
    turn()
    assert detail(owner, run)["intakeEndsAt"] == "2026-03-01T22:00:00.000Z"
    assert books.balance(books.wallet(owner.account.pk)) == 100_000


def test_a_stop_answers_at_once_and_who_waits_hears_no_by_the_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endings, "BATCH", 2)
    owner, run = given_run(autoMode=False)
    given_applicants(bounty_of(run), 5)
    turn()

    stopped = owner.post(f"{RUNS}/{run.public_id}/stop")["data"]

    assert (stopped["stop"]["state"], standings()) == ("draining", {"pending": 5})
    late = given_worker().post(f"/api/bounties/{bounty_of(run)}/applications", {"coverLetter": "Me."})
    assert (late.status, late.code) == (409, "bounty_not_open")
    for left in (3, 1):
        tasks.reconcile_runs()
        assert standings()["pending"] == left
    turn()
    assert standings() == {"rejected": 5}
    shown = detail(owner, run)
    assert (shown["stop"]["state"], shown["refundedCents"], shown["escalationCount"]) == ("done", COST, 0)


def test_a_full_run_ends_only_when_all_who_waited_have_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endings, "BATCH", 1)
    owner, run = given_run(testerCount=1, budgetPerRunCents=1180)
    tester, path = given_worker(), f"/api/bounties/{bounty_of(run)}/applications"
    assert tester.post(path, {"coverLetter": "Me."}).status == 200
    given_applicants(bounty_of(run), 3)
    turn()
    assert tester.post(f"{path}/{Application.objects.get(status='accepted').public_id}/confirm").status == 200
    assert send(tester, run, BUG).status == 200
    turn()
    assert standings() == {"accepted": 1, "rejected": 3}
    assert detail(owner, run)["status"] == "closed"


def test_looking_at_many_who_wait_for_the_owner_costs_what_one_does() -> None:
    _, run = given_run(autoMode=False)
    bounty_of(run)
    counts = []
    for _ in range(2):
        given_applicants(bounty_of(run), 2)
        turn()
        with CaptureQueriesContext(connection) as captured:
            escalations.refresh(run, run.bounty, [])
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_the_owner_reads_what_waits_for_him_first_and_how_many_there_ever_were(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reads, "ESCALATIONS_MAX", 2)
    owner, run = given_run(autoMode=False)
    given_applicants(bounty_of(run), 3)
    turn()
    first, second, third = [row.application.public_id for row in Escalation.objects.order_by("id")]
    assert owner.patch(f"{RUNS}/{run.public_id}/escalations/{third}", {"action": "revise"}).status == 200

    shown = detail(owner, run)

    assert [row["applicationId"] for row in shown["escalations"]] == [second, first]
    assert (shown["escalationTotal"], shown["escalationCount"]) == (3, 2)
