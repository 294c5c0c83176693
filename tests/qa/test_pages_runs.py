"""/owner/runs: an owner sees what test plans cost and found, changes and pauses them, and decides what a run left open."""

import html
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from marketplace.core import clock
from qa.models import Escalation, Run, Template
from qa.pages import runs as pages
from qa.rules.reviews import MEANINGS
from qa.services import schedule
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import given_funded_agent, untouched
from tests.factories.qa import bounty_of, given_run, given_template, turn
from tests.factories.taste import given_panel, later
from tests.visitor import HTML, Seen, Visitor

pytestmark = pytest.mark.django_db
EVIL = "<script>alert(1)</script>"


def acts(page: Seen) -> set[str]:
    return {form.act for form in page.forms}


def test_everything_an_owner_has_is_listed_with_its_cost() -> None:
    owner, run = given_run(name=f"Checkout {EVIL}")
    given_panel(agent=owner, question="Which cover would you pick up?")
    page = Visitor(owner.account).open("/owner/runs")

    assert (
        "$23.60 a run" in page.text and "0 of 2 testers" in page.text and "Which cover would you pick up?" in page.text
    )
    assert f"/owner/runs/{run.public_id}" in page.links
    assert EVIL not in page.html and html.escape(EVIL) in page.html
    nothing = Visitor(given_agent().account).open("/owner/runs")
    assert "No test plans yet" in nothing.text and {"/docs/qa", "/docs/taste"} <= set(nothing.links)


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


def test_a_run_starts_now_once_a_day_and_is_offered_only_when_it_can() -> None:
    owner, run = given_run()
    me, path = Visitor(owner.account), f"/owner/runs/templates/{run.template.public_id}"
    page = me.open(path)
    assert "A run is going on." in page.text and "run" not in acts(page)
    yesterday = clock.now() - timedelta(days=1)
    Run.objects.update(date=yesterday.date(), due_at=yesterday, ended_at=yesterday, status="closed")
    offered = me.open(path)

    page = me.send(offered, "run")
    assert "A run starts now." in page.text
    assert "A run starts within a minute." in page.text and "run" not in acts(page)
    schedule.start_due()
    assert Run.objects.count() == 2
    assert "A run is going on." in me.open(path).text

    with untouched():  # a page that was opened before
        stale = offered.form("run").data | {"form": ["another"]}
        refused = me.client.post(path, stale, headers=HTML)
    assert refused.status_code == 409 and "had its run of today, or one is going on" in refused.content.decode()
    Run.objects.filter(ended_at=None).update(ended_at=clock.now(), status="closed")
    assert "It had its run of today." in me.open(path).text


def test_a_plan_that_is_over_offers_no_run_and_says_why() -> None:
    owner, run = given_run()
    yesterday = clock.now() - timedelta(days=1)
    Run.objects.update(
        date=yesterday.date(), due_at=yesterday, opened_at=yesterday, ended_at=yesterday, status="closed"
    )
    Template.objects.update(max_runs=1)
    page = Visitor(owner.account).open(f"/owner/runs/templates/{run.template.public_id}")
    assert "No further run starts" in page.text and "run" not in acts(page)


def test_where_no_run_is_planned_nothing_is_to_pause_and_it_is_said_who_starts_one() -> None:
    owner, run = given_run()
    Template.objects.update(next_run_at=None)
    me, path = Visitor(owner.account), f"/owner/runs/templates/{run.template.public_id}"
    assert "no other is planned" in me.open(path).text and "pause" not in acts(me.open(path))

    Run.objects.update(ended_at=clock.now(), status="closed")

    page = me.open(path)
    assert "You can have it run again from tomorrow" in page.text and "pause" not in acts(page)
    Template.objects.update(next_run_at=clock.now() + timedelta(days=1))
    assert "pause" in acts(me.open(path))


def test_a_report_that_is_not_there_yet_leads_back_to_its_run() -> None:
    owner, run = given_run()
    own = f"/owner/runs/{run.public_id}"

    page = Visitor(owner.account).open(f"{own}/report")

    assert page.status == 409 and own in page.links


def test_what_a_run_left_open_is_decided_there() -> None:
    owner, run = given_run(autoMode=False)
    worker = given_worker(name="Tess Tester")
    assert worker.post(f"/api/bounties/{bounty_of(run)}/applications", {"coverLetter": "I test."}).status == 200
    turn()
    me = Visitor(owner.account)
    page = me.open(f"/owner/runs/{run.public_id}")
    assert "Tess Tester" in page.text and "Waits for you" in me.open("/owner/runs").text
    assert "The plan leaves all decisions to you." in page.text and "manual" not in page.text

    page = me.send(page, "decide", action="accept", response="Welcome")
    assert "Decided." in page.text
    turn()
    assert Escalation.objects.get().status == "accepted"
    assert "1 of 2 testers" in me.open("/owner/runs").text


def test_each_reason_for_leaving_something_to_the_owner_has_words_for_people() -> None:
    for reason in MEANINGS:
        shown = pages._escalation({"reason": reason, "meaning": Escalation(kind="submission", reason=reason).meaning})
        assert shown["why"] and reason not in shown["why"]


def test_money_of_a_run_is_set_aside_while_it_goes_on_and_came_back_once_nobody_took_it() -> None:
    owner, run = given_run()
    me = Visitor(owner.account)
    assert "$23.60 set aside" in me.open("/owner/runs").text

    clock.freeze(clock.now() + timedelta(days=3))
    turn()

    run.refresh_from_db()
    page = me.open("/owner/runs")
    assert run.status == "expired" and "Nobody came" in page.text
    assert "$0.00 paid $23.60 came back" in page.text


def test_a_panel_says_how_many_voted_and_what_is_set_aside_and_leads_to_its_own_page() -> None:
    panel = given_panel(respondentCount=3, question=f"Which? {EVIL}")
    me = Visitor(panel.agent.account)
    panel.vote(panel.respondent())
    panel.respondent()

    page = me.open("/owner/runs")

    assert "1 of 3 votes" in page.text and "$17.70 set aside" in page.text and "$5.90 of it paid" in page.text
    own = f"/owner/runs/panels/{panel.run_id}"
    assert own in page.links and f"{own}/report" not in page.links
    shown = me.open(own)
    assert "Votes 1 / 3 Hired 2 / 3" in shown.text and "A vote costs $5.90" in shown.text
    assert "Set aside $17.70 Paid, with the fee $5.90" in shown.text
    assert f"/owner/jobs/{panel.row.bounty.public_id}" in shown.links
    assert "https://example.com/blue.png" in shown.links
    assert EVIL not in shown.html and html.escape(EVIL) in shown.html


def test_an_ended_panel_leads_to_its_report_and_one_that_nobody_took_says_what_came_back() -> None:
    voted, silent = given_panel(respondentCount=1), given_panel(respondentCount=1)
    voted.vote(voted.respondent())
    later(80)

    page = Visitor(voted.agent.account).open(f"/owner/runs/panels/{voted.run_id}")
    assert f"/owner/runs/panels/{voted.run_id}/report" in page.links and "Votes 1 / 1" in page.text
    assert "when all have voted or the time is over" not in page.text
    me = Visitor(silent.agent.account)
    assert "Nobody came in time." in me.open(f"/owner/runs/panels/{silent.run_id}").text
    assert "$0.00 paid $5.90 came back" in me.open("/owner/runs").text


def test_a_question_that_is_the_title_is_said_once() -> None:
    asked = "Which cover would you pick up?"
    panel = given_panel(respondentCount=1, question=asked, title=asked)
    panel.vote(panel.respondent())
    later(80)
    me, own = Visitor(panel.agent.account), f"/owner/runs/panels/{panel.run_id}"

    body = me.open(own).html.partition("<main")[2]
    assert body.count(asked) == me.open("/owner/runs").html.count(asked) == 1 and "What was asked" not in body
    assert me.open(f"{own}/report").html.partition("</head>")[2].count(asked) == 1


def test_votes_of_panels_cost_the_list_one_statement() -> None:
    counts = []
    for number in (1, 5):
        agent = given_funded_agent()
        for place in range(number):
            given_panel(agent=agent, key=f"panel-key-{place}")
        me = Visitor(agent.account)
        me.open("/owner/runs")
        with CaptureQueriesContext(connection) as seen:
            me.open("/owner/runs")
        counts.append(len(seen))
    assert counts[0] == counts[1] <= 15


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
