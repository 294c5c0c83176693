"""The report of the desk: times, ends, overturned decisions, by category, person, code and outcome, for any stretch of time."""

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from escrow.models import Appeal, Case, CaseOffer, CaseReview, CaseStage, Dispute, DisputeDecision
from escrow.rules.quality import QUESTIONS
from escrow.selectors import desk_reports as reads
from escrow.services import cases, disputes
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from tests.api import Api
from tests.escrow.test_decisions import given_dispute, given_staff
from tests.escrow.test_office_disputes import office
from tests.factories.accounts import given_agent
from tests.factories.market import acting, given_funded_agent

pytestmark = pytest.mark.django_db
PAGE, FILE = "admin:escrow_casereview_report", "admin:escrow_casereview_report_csv"


def moved(dispute: Dispute, action: str) -> None:
    unit(lambda: cases.move(Case.objects.locked().get(dispute=dispute), action))


def given_decided(
    at: Any, *, hours: int, cents: int = 250, by: Actor | None = None, code: str = "", category: str = "other"
) -> Dispute:
    """Opened now, with staff after an hour, looked at half an hour later, decided after so many hours in all."""
    from escrow.models import DecisionPreview
    from escrow.services import decisions

    begun = clock.now()
    _, dispute = given_dispute(agent=given_funded_agent(590))
    Dispute.objects.filter(pk=dispute.pk).update(category=category)
    Case.objects.filter(dispute=dispute).update(category=category, created_at=begun, stage_at=begun)
    at((begun + timedelta(hours=1)).isoformat())
    moved(dispute, "goes_on")
    Case.objects.filter(dispute=dispute).update(first_look_at=clock.now() + timedelta(minutes=30))
    at((begun + timedelta(hours=hours)).isoformat())
    staff = by or given_staff()
    preview = unit(lambda: decisions.preview(staff, dispute.pk, worker_cents=cents, reason="Seen.", reason_code=code))
    assert isinstance(preview, DecisionPreview)
    unit(lambda: decisions.decide(staff, preview.pk))
    at(begun.isoformat())
    return dispute


def report(days: int = 3) -> reads.Report:
    return reads.read(clock.now() - timedelta(days=1), clock.now() + timedelta(days=days))


def lines(table: str) -> dict[str, reads.Line]:
    return {line.name: line for line in report().tables[table]}


@pytest.fixture(autouse=True)
def _noon(at: Any) -> None:
    at("2026-11-23T12:00:00Z")


def test_each_stage_that_a_case_leaves_is_kept_with_its_times(at: Any) -> None:
    dispute = given_decided(at, hours=5)

    left = CaseStage.objects.filter(case__dispute=dispute).order_by("id")

    assert [(row.stage, row.ended_at - row.began_at) for row in left] == [
        ("opened", timedelta(hours=1)),
        ("decision", timedelta(hours=4)),
    ]
    spent = {stage.name: (stage.times, stage.median) for stage in report().stages}
    assert spent == {"opened": (1, 3600), "decision": (1, 4 * 3600)}


def test_times_are_of_the_first_look_of_staff_s_turn_and_of_the_whole(at: Any) -> None:
    given_decided(at, hours=3)
    given_decided(at, hours=5)
    given_decided(at, hours=11)

    whole = report().whole

    assert whole.cases == 3
    assert whole.looked == 1800
    assert whole.staffed == 4 * 3600, "the hour in which the worker was asked is not staff's"
    assert whole.took == 5 * 3600
    assert whole.took_most == pytest.approx(9.8 * 3600), "nine of ten"


def test_cases_are_told_apart_by_end_category_person_and_code(at: Any) -> None:
    ana, ben = given_staff(), given_staff()
    given_decided(at, hours=2, cents=500, by=ana, code="as-agreed", category="poor_quality")
    given_decided(at, hours=2, cents=0, by=ana, code="as-agreed")
    given_decided(at, hours=2, cents=250, by=ben)

    assert {name: line.cases for name, line in lines("outcome").items()} == {"release": 1, "refund": 1, "split": 1}
    assert {name: line.cases for name, line in lines("category").items()} == {"poor_quality": 1, "other": 2}
    people = lines("person")
    assert (people[ana.me.display_name].cases, people[ben.me.display_name].splits) == (2, 1)
    assert {name: line.cases for name, line in lines("code").items()} == {"as-agreed": 2, "without a code": 1}
    assert report().whole.cents == 3 * 590 and report().whole.splits == 1


def test_an_overturned_decision_counts_for_who_made_it(at: Any) -> None:
    ana, ben = given_staff(), given_staff()
    wrong, right = given_decided(at, hours=2, by=ana), given_decided(at, hours=2, by=ben)
    over = {"decided_at": clock.now(), "ground": "error", "words": "No."}
    Appeal.objects.create(dispute=wrong, made_by=wrong.owner, state="overturned", **over)
    Appeal.objects.create(dispute=right, made_by=right.owner, state="upheld", **over)

    people = lines("person")

    assert (people[ana.me.display_name].appealed, people[ana.me.display_name].overturned) == (1, 1)
    assert (people[ben.me.display_name].appealed, people[ben.me.display_name].overturned) == (1, 0)


def test_what_the_parties_ended_themselves_is_nobody_s_decision(at: Any) -> None:
    seat, dispute = given_dispute()
    unit(lambda: disputes.withdraw(acting(seat.agent), dispute.public_id))
    _, settled = given_dispute(agent=given_funded_agent(590))
    case = Case.objects.get(dispute=settled)
    parts = {"amount_cents": 590, "worker_cents": 100, "fee_cents": 18, "refund_cents": 472}
    offer = CaseOffer.objects.create(
        case=case, made_by=settled.owner, due_at=clock.now(), state="accepted", ended_at=clock.now(), **parts
    )
    DisputeDecision.objects.create(
        dispute=settled,
        offer=offer,
        state="final",
        decision="split",
        decided_at=clock.now(),
        proposer=settled.worker,
        **parts,
    )

    assert {name: line.cases for name, line in lines("outcome").items()} == {"withdrawn": 1, "settled": 1}
    assert set(lines("person")) == {"nobody of the staff"}


def test_only_what_ended_in_the_period_counts(at: Any) -> None:
    given_decided(at, hours=30)
    start = clock.now()

    found = [
        reads.read(start + timedelta(hours=a), start + timedelta(hours=b)).whole.cases for a, b in ((0, 30), (30, 31))
    ]

    assert found == [0, 1], "the end of a period is no part of it"


def test_the_page_has_tables_beside_its_charts_and_the_same_queries_for_any_number(at: Any, support: Api) -> None:
    given_decided(at, hours=2, code="<script>")
    client, address = office(support), reverse(PAGE)
    client.get(address)

    def asked() -> tuple[int, str]:
        with CaptureQueriesContext(connection) as captured:
            answer = client.get(address, {"from": "2026-11-20", "to": "2026-11-30"})
        assert answer.status_code == 200
        return len(captured), answer.content.decode()

    few, shown = asked()
    assert "<table>" in shown and 'class="bar-of' in shown and "2026-11-20 to 2026-11-30" in shown
    assert "&lt;script&gt;" in shown and "<script>" not in shown.split("desk-report")[1]
    for _ in range(3):
        given_decided(at, hours=4)
    many, _ = asked()
    assert many == few


def test_a_wrong_day_is_said_and_an_empty_period_has_no_numbers(support: Api) -> None:
    client = office(support)

    wrong = client.get(reverse(PAGE), {"from": "yesterday"}).content.decode()
    assert "Time in each stage" not in wrong and "All cases" not in wrong, "nothing that was not asked for"
    backwards = {"from": "2026-11-20", "to": "2026-11-01", "table": "stages"}
    assert client.get(reverse(FILE), backwards, headers={"Accept": "text/html"}).status_code == 400
    empty = client.get(reverse(PAGE), {"from": "2020-01-01", "to": "2020-01-02"}).content.decode()

    assert "Give a day, such as" in wrong and "Nothing in this period." in empty


def rows_of(who: Api, table: str, **days: str) -> list[dict[str, str]]:
    answer: Any = office(who).get(reverse(FILE), {"table": table, "from": "2026-11-20", "to": "2026-11-30"} | days)
    assert answer.status_code == 200
    return list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode().removeprefix("\ufeff"))))


def test_each_table_is_a_file_without_formulas_and_taking_it_is_written_down(at: Any, support: Api) -> None:
    given_decided(at, hours=2, code="=1+1")

    (row,) = rows_of(support, "code")

    assert row["name"] == "'=1+1" and row["at_stake_usd"] == "5.90" and row["decision_median_seconds"] == "7200"
    assert [line["stage"] for line in rows_of(support, "stages")] == ["opened", "decision"]
    assert rows_of(support, "scores") == []
    assert LogEntry.objects.filter(change_message__startswith="exported: report, code").count() == 1
    assert office(support).get(reverse(FILE), {"table": "../x"}).status_code == 404


def test_support_see_no_colleague_s_figures_auditors_and_operators_all(at: Any, support: Api, operator: Api) -> None:
    given_decided(at, hours=2, by=Actor.staff(support.account))
    given_decided(at, hours=2)
    auditor = given_agent(is_staff=True)
    auditor.account.groups.add(Group.objects.get(name="auditor"))

    assert [row["name"] for row in rows_of(support, "person")] == [support.account.display_name]
    assert [len(rows_of(who, "person")) for who in (auditor, operator)] == [2, 2]
    assert len(rows_of(support, "outcome")) == 1


def test_strangers_read_no_report(agent: Api) -> None:
    assert [office(agent).get(reverse(name)).status_code for name in (PAGE, FILE)] == [302, 302]


def test_score_sheets_have_their_means(at: Any) -> None:
    reviewer = given_staff()
    for score in (2, 5):
        dispute = given_decided(at, hours=2)
        CaseReview.objects.create(
            case=Case.objects.get(dispute=dispute),
            reviewer=reviewer.me,
            done_at=clock.now(),
            scores=dict.fromkeys(QUESTIONS, score),
        )

    assert {score.name: (score.sheets, score.mean) for score in report().scores} == dict.fromkeys(QUESTIONS, (2, 3.5))
