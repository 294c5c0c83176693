"""An owner who may begin no new jobs makes no test plan, sets none going and asks for no run; one that goes on ends as agreed."""

from datetime import timedelta

import pytest

from marketplace.core import clock
from qa.models import Run
from tests.api import Api
from tests.factories.market import given_funded_agent, untouched
from tests.factories.office import given_restriction
from tests.factories.qa import RUNS, TEMPLATE, TEMPLATES, given_run, turn
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
REFUSED = (403, "account_restricted")


def stop(operator: Api, agent: Api) -> None:
    given_restriction(agent.account, by=operator.account, stops=["jobs"], reason="Two chargebacks")


def test_no_plan_is_made_set_going_or_run(operator: Api) -> None:
    owner, run = given_run(given_funded_agent(100_000))
    past = clock.now() - timedelta(days=1)
    Run.objects.update(date=past.date(), due_at=past, ended_at=past, status="closed")
    plan = f"{TEMPLATES}/{run.template.public_id}"
    stop(operator, owner)

    with untouched():
        for refused in (owner.post(TEMPLATES, TEMPLATE), owner.post(f"{plan}/run")):
            assert (refused.status, refused.code) == REFUSED
        assert "The reason: Two chargebacks. What has begun" in refused["error"], "as a sentence"
    assert owner.patch(plan, {"status": "paused"}).status == 200
    with untouched():
        again = owner.patch(plan, {"status": "active"})
    assert (again.status, again.code) == REFUSED


def test_the_next_run_of_a_plan_says_in_words_why_it_did_not_start(operator: Api) -> None:
    owner, first = given_run(given_funded_agent(100_000))
    stop(operator, owner)
    assert owner.post(f"{RUNS}/{first.public_id}/stop").status == 200, "what goes on is ended"
    turn()
    past = clock.now() - timedelta(days=1)
    Run.objects.update(date=past.date(), due_at=past)
    first.template.next_run_at = clock.now()
    first.template.save(update_fields=["next_run_at"])
    turn()

    latest = Run.objects.latest("id")

    assert (latest.status, latest.reason, owner.get("/api/wallet/balance")["balanceCents"]) == (
        "failed",
        "account_restricted",
        100_000,
    )
    assert (
        "Our staff have restricted this account" in Visitor(owner.account).open(f"/owner/runs/{latest.public_id}").text
    )
