"""What follows a call by itself is in its dry run: the money that a timer moves soon after, by the very code of the timer."""

from typing import Any

import pytest

from qa.models import Run
from tests.api import Answer, Api
from tests.contract.rehearsed import Books
from tests.factories.market import given_funded_agent, untouched
from tests.factories.qa import COST, RUNS, TEMPLATE, TEMPLATES, given_run, given_template, given_tester, send, turn
from tests.qa.test_run_now import given_yesterday

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("house_accounts")]
Moves = list[tuple[str, str, int]]


def foretold(owner: Api, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[Answer, Moves]:
    """The dry run's answer, and its later moves as `happens` names them."""
    with untouched():
        dry = owner.call(method, path, (body or {}) | {"dryRun": True})
    assert dry.status == 200, dry.body
    assert dry["wouldChange"]["money"] == []
    later = dry["wouldChange"].get("later", [])
    assert {move["when"] for move in later} <= {"within a minute"}
    return dry, [(kind(move["from"]), kind(move["to"]), move["cents"]) for move in later]


def happens(owner: Api, method: str, path: str, body: dict[str, Any] | None = None) -> Moves:
    """What the call moves until its timers find nothing to do."""
    books = Books()
    assert owner.call(method, path, body or {}).status == 200
    assert books.moved() == []
    turn()
    return [(kind(source), kind(goal), cents) for source, goal, cents in books.moved()]


def kind(name: str) -> str:
    return name.partition(":")[0]


def test_a_new_template_foretells_its_first_run() -> None:
    owner = given_funded_agent()

    _, later = foretold(owner, "POST", TEMPLATES, TEMPLATE)

    assert later == [("wallet", "pool", COST)] == happens(owner, "POST", TEMPLATES, TEMPLATE)


def test_a_run_that_is_asked_for_foretells_its_money_and_says_so() -> None:
    owner, path = given_yesterday()

    dry, later = foretold(owner, "POST", path)

    assert "a run opens, and reserves 23.60 USD" in dry["warnings"][0] + dry["warnings"][1]
    assert dry["preview"]["reservesPerRunCents"] == COST
    assert later == [("wallet", "pool", COST)] == happens(owner, "POST", path)


def test_a_run_that_the_wallet_can_t_pay_is_not_foretold() -> None:
    owner = given_funded_agent(COST - 1)

    dry, later = foretold(owner, "POST", TEMPLATES, TEMPLATE)

    assert later == [] and "later" not in dry["wouldChange"]
    assert happens(owner, "POST", TEMPLATES, TEMPLATE) == []
    assert Run.objects.get().status == "funding"


def test_a_stopped_run_foretells_what_comes_back() -> None:
    owner, run = given_run()
    path = f"{RUNS}/{run.public_id}/stop"

    dry, later = foretold(owner, "POST", path)

    assert dry["wouldChange"]["status"] == "draining"
    assert later == [("pool", "wallet", COST)] == happens(owner, "POST", path)


def test_a_stopped_run_keeps_the_money_of_who_is_hired() -> None:
    owner, run = given_run()
    given_tester(run)
    path = f"{RUNS}/{run.public_id}/stop"

    _, later = foretold(owner, "POST", path)

    assert sum(cents for _, goal, cents in later if goal == "wallet") == COST // 2
    assert later == happens(owner, "POST", path)


def test_a_dispute_that_is_decided_for_the_tester_foretells_the_pay_that_follows() -> None:
    owner, run = given_run()
    worker, application = given_tester(run)
    assert send(worker, run).status == 200
    assert application.escrow is not None
    objection = {"category": "poor_quality", "description": "Nothing was tried."}
    assert owner.post(f"/api/escrow/{application.escrow.public_id}/dispute", objection).status == 200
    turn()
    path = f"{RUNS}/{run.public_id}/escalations/{application.public_id}"

    _, later = foretold(owner, "PATCH", path, {"action": "accept"})

    assert later == [("hold", "earnings", 1000), ("hold", "fees", 180)]
    assert later == happens(owner, "PATCH", path, {"action": "accept"})


def test_a_pause_foretells_that_nothing_is_reserved_and_says_how_many_runs_are_left() -> None:
    owner, template = given_template(maxRuns=3)
    turn()
    path = f"{TEMPLATES}/{template.public_id}"

    dry, later = foretold(owner, "PATCH", path, {"status": "paused"})

    shown = dry["preview"]
    assert (shown["runsAtMost"], shown["runsStarted"], shown["runsToCome"], shown["toComeCents"]) == (3, 1, 0, 0)
    assert shown["nextRunAt"] is None and later == []
    assert dry["warnings"] == [
        "Paused: no run starts, and none reserves money. A run under way goes on, and can be stopped by itself."
    ]
    paused = owner.patch(path, {"status": "paused"})["data"]
    assert (paused["status"], paused["nextRunAt"]) == ("paused", None), "and the answer names no run that won't start"
    going, _ = foretold(owner, "PATCH", path, {"status": "active"})
    assert (going["preview"]["runsToCome"], going["preview"]["toComeCents"]) == (2, 2 * COST)
    assert "All 2 runs that can still start reserve at most 47.20 USD." in going["warnings"]
    assert owner.patch(path, {"status": "active"})["data"]["nextRunAt"] is not None
