"""/owner/runs: an owner sees what test plans cost and found, changes and pauses them, and decides what a run left open."""

import html
from datetime import timedelta

import pytest

from marketplace.core import clock
from qa.models import Escalation, Run, Template
from qa.services import schedule
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import untouched
from tests.factories.qa import bounty_of, given_run, given_template, turn
from tests.factories.taste import given_panel
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
EVIL = "<script>alert(1)</script>"


def test_everything_an_owner_has_is_listed_with_its_cost() -> None:
    owner, run = given_run(name=f"Checkout {EVIL}")
    given_panel(agent=owner, question="Which cover would you pick up?")
    page = Visitor(owner.account).open("/owner/runs")

    assert (
        "$23.60 a run" in page.text and "0 of 2 testers" in page.text and "Which cover would you pick up?" in page.text
    )
    assert f"/owner/runs/{run.public_id}" in page.links
    assert EVIL not in page.html and html.escape(EVIL) in page.html
    assert "No test plans yet" in Visitor(given_agent().account).open("/owner/runs").text


def test_a_plan_is_changed_and_a_wrong_sum_comes_back_as_typed() -> None:
    owner, template = given_template()
    me = Visitor(owner.account)
    page = me.open(f"/owner/runs/templates/{template.public_id}")
    with untouched():
        refused = me.send(page, "edit", payPerTesterCents="20.00", name="Another")
    assert refused.status == 400 and "20.00" in refused.html and "Another" in refused.html

    sums = {"payPerTesterCents": "20.00", "budgetPerRunCents": "47.20", "periodCapCents": "1500"}
    page = me.send(page, "edit", name="Another name", maxRuns="7", **sums)
    template.refresh_from_db()
    assert "Saved." in page.text
    assert (template.name, template.pay_per_tester_cents, template.budget_per_run_cents) == ("Another name", 2000, 4720)
    assert (template.period_cap_cents, template.max_runs) == (150_000, 7)


def test_a_plan_is_paused_set_going_and_ended() -> None:
    owner, run = given_run()
    me, row = Visitor(owner.account), run.template
    page = me.open(f"/owner/runs/templates/{row.public_id}")
    page = me.send(page, "pause")
    assert Template.objects.get().status == "paused" and "Paused: no run starts." in page.text
    assert "Next run" not in page.text and "end" in {form.act for form in page.forms}, (
        "and can be ended while it is paused"
    )
    page = me.send(page, "resume")
    assert Template.objects.get().status == "active"
    page = me.send(page, "end")
    assert Template.objects.get().next_run_at is None and "No further run" in page.text


def test_a_run_starts_now_once_a_day() -> None:
    owner, run = given_run()
    me, row = Visitor(owner.account), run.template
    page = me.open(f"/owner/runs/templates/{row.public_id}")
    with untouched():
        assert me.send(page, "run").status == 409
    yesterday = clock.now() - timedelta(days=1)
    Run.objects.update(date=yesterday.date(), due_at=yesterday, ended_at=yesterday, status="closed")

    page = me.send(page, "run")
    assert "A run starts now." in page.text
    schedule.start_due()
    assert Run.objects.count() == 2


def test_what_a_run_left_open_is_decided_there() -> None:
    owner, run = given_run(autoMode=False)
    worker = given_worker(name="Tess Tester")
    assert worker.post(f"/api/bounties/{bounty_of(run)}/applications", {"coverLetter": "I test."}).status == 200
    turn()
    me = Visitor(owner.account)
    page = me.open(f"/owner/runs/{run.public_id}")
    assert "Tess Tester" in page.text and "Waits for you" in me.open("/owner/runs").text

    page = me.send(page, "decide", action="accept", response="Welcome")
    assert "Decided." in page.text
    turn()
    assert Escalation.objects.get().status == "accepted"
    assert "1 of 2 testers" in me.open("/owner/runs").text


def test_a_run_takes_no_more_testers() -> None:
    owner, run = given_run()
    me = Visitor(owner.account)
    page = me.send(me.open(f"/owner/runs/{run.public_id}"), "stop")
    assert "It takes no more testers." in page.text
    assert [form.act for form in page.forms if form.act == "stop"] == []


def test_nobody_else_sees_a_plan_or_a_run() -> None:
    _, run = given_run()
    for path in (f"templates/{run.template.public_id}", run.public_id):
        assert Visitor(given_agent().account).open(f"/owner/runs/{path}").status == 404
        assert Visitor().open(f"/owner/runs/{path}").path.startswith("/account/login")
