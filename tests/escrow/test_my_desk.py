"""My desk: the first page of the back office. Each number is a filter, and the page takes at most ten queries."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bounties.models import Bounty
from config import desk as first_page
from escrow.models import Appeal, Case, DisputePolicy, StaffDigest
from escrow.selectors import desk as reads
from escrow.services import case_clocks
from marketplace.core import clock
from marketplace.models import SupportReport
from tests.api import Api
from tests.escrow.test_decisions import given_dispute
from tests.escrow.test_queue import office
from tests.factories.decisions import given_decision
from tests.factories.desk import acting_staff, changed, given_case, given_copies, given_support
from tests.factories.market import given_bounty, given_funded_agent, untouched

pytestmark = pytest.mark.django_db


def shown(client: Client) -> dict[str, tuple[int, str]]:
    """Label -> number and address."""
    parts = client.get("/admin/").context["desk"]["parts"]
    return {item["label"]: (item["count"], item["address"]) for part in parts for item in part["shown"]}


def given_work(me: Api) -> Case:
    now = clock.now()
    DisputePolicy.objects.update(approval_above_cents=0)
    _, dispute = given_dispute()
    given_decision(acting_staff(given_support()), dispute.pk, worker_cents=250)
    base = given_case(due_at=now + timedelta(hours=1), title="Shop front")
    given_copies(base, 2, assignee=me.account, assigned_at=now, due_at=now + timedelta(hours=9))
    given_copies(base, 1, due_at=now - timedelta(hours=1), with_lead_at=now)
    given_copies(base, 1, stage="evidence", due_at=now + timedelta(days=1))
    given_copies(base, 1, snoozed_until=now + timedelta(days=1), due_at=now + timedelta(days=1))
    (over,) = given_copies(base, 1, stage="closed", closed_at=now, due_at=None, round=2)
    Appeal.objects.create(
        dispute_id=over.dispute_id, made_by=base.worker, ground="error", state="overturned", decided_at=now
    )
    SupportReport.objects.create(account=base.owner, summary="Help", description="Help.")
    Bounty.objects.filter(pk=given_bounty(given_funded_agent()).pk).update(status="pending_review")
    return base


def test_each_number_is_a_filter_of_the_list_that_it_leads_to(support: Api) -> None:
    given_work(support)
    client = office(support)
    numbers = shown(client)

    assert {label: number for label, (number, _) in numbers.items() if number} == {
        "Due within 4 hours": 1,
        "Breached, with a lead": 1,
        "Mine": 2,
        "To approve": 1,
        "Unassigned": 4,
        "Ready to decide": 4,
        "Waiting for a party": 1,
        "Snoozed": 1,
        "Overturned in 30 days": 1,
        "Listings to review": 1,
        "Reports to answer": 1,
    }
    for label, (number, address) in numbers.items():
        answer = client.get(address)
        assert answer.status_code == 200, (label, address)
        assert len(answer.context["cl"].result_list) == number, (label, address)


@pytest.mark.parametrize("role", ["support", "operator", "auditor"])
def test_the_page_takes_at_most_ten_queries_however_much_there_is(support: Api, role: str) -> None:
    base = given_work(support)
    who = support if role == "support" else given_support(is_superuser=role == "operator")
    if role == "auditor":
        who.account.groups.add(Group.objects.get(name="auditor"))
    client = office(who)
    client.get("/admin/")

    def asked() -> list[str]:
        with CaptureQueriesContext(connection) as captured:
            assert client.get("/admin/").status_code == 200
        return [query["sql"] for query in captured.captured_queries]

    few = asked()
    given_copies(base, 45, assignee=who.account, assigned_at=clock.now())
    many = asked()

    assert len(many) == len(few) <= 10, "\n".join(many)


def test_a_case_whose_clock_has_run_out_is_shown_as_breached(support: Api, at: Any) -> None:
    at("2027-01-01T10:00:00+00:00")
    case = given_case(due_at=clock.now() + timedelta(hours=1))
    client = office(support)
    assert shown(client)["Breached, with a lead"][0] == 0

    at("2027-01-01T11:00:01+00:00")
    case_clocks.run_clocks()

    number, address = shown(client)["Breached, with a lead"]
    assert number == 1 and case.public_id in client.get(address).content.decode()


def test_money_at_stake_what_is_next_and_thirty_days(support: Api, at: Any) -> None:
    at("2027-01-10T10:00:00+00:00")
    base = given_work(support)
    Case.objects.filter(pk=base.pk).update(created_at=clock.now() - timedelta(days=3))
    page = office(support).get("/admin/")

    desk = page.context["desk"]
    assert {row["label"]: row["value"] for row in desk["stakes"]} == {
        "In all open cases": "41.30 USD",
        "Of it overdue": "5.90 USD",
        "In yours": "11.80 USD",
        "Waiting for approval": "5.90 USD",
    }
    assert [row["case"].assignee_id for row in desk["next_up"]] == [support.account.pk] * 2
    strip = desk["strip"]
    assert (strip["opened"], strip["ended"]) == (Case.objects.count(), 0)
    html = page.content.decode()
    assert html.count("<rect") >= 60 and re.search(r"2027-01-07</th><td>1</td><td>0</td>", html)
    assert not re.search(r"<script(?![^>]* src=)", html)


def test_what_was_decided_counts_on_the_day_of_its_decision(at: Any) -> None:
    at("2027-01-10T10:00:00+00:00")
    _, dispute = given_dispute()
    at("2027-01-11T23:30:00+00:00")
    given_decision(acting_staff(given_support()), dispute.pk, worker_cents=250)
    contest = changed(dispute)
    at("2027-01-12T10:00:00+00:00")

    days = reads.per_day(30)

    found = {day.isoformat(): numbers for day, numbers in days.items() if any(numbers)}
    assert found == {"2027-01-10": [1, 0], "2027-01-11": [0, 1]} and len(days) == 30
    assert contest.created_at.date().isoformat() == "2027-01-10"


def test_an_auditor_reads_the_page_without_a_button() -> None:
    who = given_support()
    who.account.groups.add(Group.objects.get(name="auditor"))

    page = office(who).get("/admin/").content.decode()

    assert "Unassigned" in page and 'method="post"' not in page.partition("my-desk")[2]


def test_how_often_mail_comes_is_set_here(support: Api) -> None:
    client = office(support)
    assert "Mail about your work" in client.get("/admin/").content.decode()

    client.post("/admin/escrow/case/desk/digest/", {"every": "daily", "next": "/admin/"})
    assert StaffDigest.objects.get().every == "daily"
    assert '<option value="daily" selected>' in client.get("/admin/").content.decode()
    with untouched():
        client.post("/admin/escrow/case/desk/digest/", {"every": "weekly"})


def test_figures_of_health_and_money_are_for_operators(support: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = [first_page.desk_health.Glance("Health", "Mails that wait", "3", "/admin/marketplace/mail/", True)]
    monkeypatch.setattr(first_page.desk_health, "glance", lambda: figures)

    assert "Mails that wait" not in office(support).get("/admin/").content.decode()
    page = office(given_support(is_superuser=True)).get("/admin/").content.decode()
    assert re.search(r'Mails that wait</dt><dd class="bad"><a href="/admin/marketplace/mail/">3</a>', page)
