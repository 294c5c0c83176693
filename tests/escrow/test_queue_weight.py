"""What each tab of the queue asks of the database, when its rows have everything that stands beside a row."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bounties.models import Submission
from escrow.models import Case, CaseRequest, DeskNote, DisputePolicy, SavedView
from escrow.rules.desk import TABS
from marketplace.core import clock
from marketplace.models import Account
from tests.api import Api
from tests.escrow.test_decisions import given_dispute
from tests.escrow.test_macros import given_macro
from tests.factories.decisions import given_decision
from tests.factories.desk import acting_staff, changed, given_copies, given_support
from tests.factories.market import given_charged, given_funded_agent, given_taken_back
from tests.factories.office import office

pytestmark = pytest.mark.django_db
LIST = "/admin/escrow/case/"
MOST = 15


@pytest.fixture
def reader(support: Api) -> Api:
    for number in range(3):
        SavedView.objects.create(staff=support.account, name=f"View {number}", query="clock=late")
        given_macro(f"macro {number}", text="Wait.", steps=[{"do": "send", "to": "both"}])
    return support


def given_rows(reader: Api, each: int) -> dict[str, list[Case]]:
    """Tab -> `each` cases of it, with assignees, flags, tags, requests, notes and proposals."""
    now, colleague = clock.now(), given_support(name="Ana").account
    DisputePolicy.objects.update(approval_above_cents=0)
    agent = given_funded_agent(1_000_000)
    _, dispute = given_dispute(agent=agent)
    base = changed(dispute, due_at=now + timedelta(hours=3), tags=["photos"])
    given_taken_back(given_charged(agent, 5000), cents=590)
    Account.objects.filter(pk=base.worker_id).update(is_active=False)
    sent = Submission.objects.filter(application_id=base.escrow.subject_id)
    sent.update(checks={"findings": [{"code": "similar_image"}]})
    has = {"assignee": colleague, "assigned_at": now}
    made = {
        "unassigned": given_copies(base, each),
        "mine": given_copies(base, each, assignee=reader.account, assigned_at=now),
        "party": given_copies(base, each, stage="evidence", **has),
        "ready": given_copies(base, each, with_lead_at=now, due_at=now - timedelta(hours=1), **has),
        "appeals": given_copies(base, each, round=2, **has),
        "snoozed": given_copies(base, each, snoozed_until=now + timedelta(hours=1), **has),
        "closed": given_copies(base, each, stage="closed", closed_at=now, due_at=None, **has),
        "approve": [],
    }
    for _ in range(each):
        _, one = given_dispute(agent=given_funded_agent(590))
        given_decision(acting_staff(given_support()), one.pk, worker_cents=250)
        Case.objects.filter(pk=one.case.pk).update(**has)
        made["approve"].append(one.case)
    for row in Case.objects.all():
        for number in range(4):
            DeskNote.objects.create(case=row, author=colleague, words=f"Note {number}.")
        if row.stage == "evidence":
            CaseRequest.objects.create(
                case=row, asked_id=row.worker_id, made_by=colleague, items=["A photo"], due_at=now + timedelta(days=1)
            )
    return made


def asked(client: Client, query: str) -> list[str]:
    """The statements of this page of the queue. Where there is no test around it, its savepoint is a transaction."""
    client.get(LIST + query)  # content types and the like are read once
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(LIST + query)
    assert answer.status_code == 200
    return [query["sql"] for query in captured.captured_queries if "SAVEPOINT" not in query["sql"]]


@pytest.mark.parametrize("tab", [*TABS, "any"])
def test_a_tab_with_rows_that_have_everything_takes_at_most_fifteen(reader: Api, tab: str) -> None:
    made, client = given_rows(reader, 3), office(reader)

    needed = asked(client, f"?tab={tab}")

    page = client.get(f"{LIST}?tab={tab}")
    shown = {row.pk for row in page.context["cl"].result_list}
    assert shown >= {row.pk for row in made.get(tab, [])} and len(shown) >= 3
    text = page.content.decode()
    beside = {"Ana": tab not in ("unassigned", "mine"), "chargeback open": tab != "approve", "Note 3.": True}
    assert {words for words, wanted in beside.items() if wanted and words not in text} == set()
    assert len(needed) <= MOST, f"{len(needed)}:\n" + "\n".join(sql[:300] for sql in needed)


@pytest.mark.parametrize("query", ["?tab=any&q=front", "?tab=any&tag=photos", "?clock=late", "?category=poor_quality"])
def test_a_search_and_a_filter_take_no_more(reader: Api, query: str) -> None:
    given_rows(reader, 2)

    needed = asked(office(reader), query)

    assert len(needed) <= MOST, f"{len(needed)}:\n" + "\n".join(sql[:300] for sql in needed)


def test_five_rows_of_each_kind_take_as_many_as_two(reader: Api) -> None:
    """Also for an auditor, who has no buttons."""
    auditor = given_support()
    auditor.account.groups.add(Group.objects.get(name="auditor"))
    given_rows(reader, 2)
    readers = office(reader), office(auditor)
    few = [{tab: len(asked(client, f"?tab={tab}")) for tab in TABS} for client in readers]

    given_rows(reader, 3)

    many = [{tab: len(asked(client, f"?tab={tab}")) for tab in TABS} for client in readers]
    assert many == few
    assert max(few[1].values()) < max(few[0].values()) <= MOST
