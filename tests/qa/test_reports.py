"""Reports: findings that keep their ids from run to run, the diff, the page, the event."""

from datetime import timedelta
from typing import Any

import orjson
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Submission
from marketplace.core import clock
from marketplace.models import File
from qa.models import Finding, Run
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.qa import BUG, RUNS, TEMPLATES, bounty_of, detail, given_run, given_tester, send, turn
from tests.house.strangers import EVIL
from tests.visitor import Visitor
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
SEARCH: dict[str, Any] = BUG | {
    "title": "Search finds no mugs",
    "steps": "Type mug into the search field and press enter.",
    "actual": "The list of results stays empty.",
    "severity": "low",
}
ONE = {"testerCount": 1, "budgetPerRunCents": 1180}


def next_run(owner: Api, before: Run) -> Run:
    clock.freeze(before.due_at + timedelta(days=1))
    turn()
    return Run.objects.select_related("template").latest("date")


def given_tested(run: Run, *findings: dict[str, Any], text: str = "I bought a mug and all of it went well.") -> None:
    tester, _ = given_tester(run)
    assert send(tester, run, *findings, text=text).status == 200
    turn()


def test_a_fault_keeps_its_id_from_its_first_run_to_its_return(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, first = given_run(**ONE)
    given_tested(first, BUG, SEARCH)
    second = next_run(owner, first)
    given_tested(second, SEARCH | {"title": "No mugs found by search"})
    third = next_run(owner, second)
    given_tested(third, BUG | {"title": "Grey pay button stays"})

    reports = [detail(owner, run)["report"] for run in (first, second, third)]
    assert [[finding["id"] for finding in report["findings"]] for report in reports] == [["F1", "F2"], ["F2"], ["F1"]]
    assert reports[0]["diff"] == {"newFindingIds": ["F1", "F2"], "resolvedFindingIds": [], "stillOpenFindingIds": []}
    assert reports[1]["diff"] == {"newFindingIds": [], "resolvedFindingIds": ["F1"], "stillOpenFindingIds": ["F2"]}
    assert reports[2]["diff"] == {"newFindingIds": ["F1"], "resolvedFindingIds": ["F2"], "stillOpenFindingIds": []}
    assert reports[2]["comparedWithRunId"] == second.public_id
    assert "Since the run of 2026-03-02: 1 new, 0 still open, 1 resolved." in reports[2]["summary"]
    assert Finding.objects.count() == 2


def test_a_clean_run_says_that_all_is_resolved(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, first = given_run(**ONE)
    given_tested(first, BUG)
    second = next_run(owner, first)
    given_tested(second)
    report = detail(owner, second)["report"]
    assert (report["findings"], report["diff"]["resolvedFindingIds"], report["degraded"]) == ([], ["F1"], False)


def test_a_closed_run_is_told_once_with_the_address_of_its_report(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run(**ONE)
    given_tested(run, BUG)
    turn()
    told = Event.objects.get(type="run.report_ready")
    assert told.key == f"run.report_ready:{run.public_id}" and told.account_id == owner.account.pk
    assert told.data == {
        "kind": "qa",
        "runId": run.public_id,
        "reportUrl": run.report_url,
        "bountyId": bounty_of(run),
    }
    assert owner.get(f"/api/events?bountyId={bounty_of(run)}&types=run.report_ready")["count"] == 1
    assert owner.get(run.report_url.removeprefix("http://127.0.0.1:8000")).status == 200


def test_the_report_is_a_page_of_its_own_and_data_on_request(at: Any, worker: Api) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run(**ONE, name="Shop <b>&</b> cart")
    given_tested(run, BUG | {"title": "Bad <script>alert(1)</script> label"}, SEARCH)
    path = f"{RUNS}/{run.public_id}/report"

    page = owner.get(path)
    text = page.body.decode()
    assert page.headers["Content-Type"].startswith("text/html")
    assert "style-src 'sha256-" in page.headers["Content-Security-Policy"]
    assert page.headers["Cache-Control"] == "private, no-store"
    assert "<script>" not in text and "Shop &lt;b&gt;&amp;&lt;/b&gt; cart" in text
    assert text.index("Critical") < text.index("High") < text.index("Low")
    data = owner.get(f"{path}?format=json")
    assert data["html"] == text
    assert [finding["severity"] for finding in data["report"]["findings"]] == ["high", "low"]
    assert data["report"]["bySeverity"] == {"critical": 0, "high": 1, "medium": 0, "low": 1}
    assert [file["name"] for file in data["report"]["findings"][0]["files"]] == ["shot.png"]
    assert owner.get(f"{path}?format=pdf").status == 400
    assert worker.get(path).status == 404


def test_a_report_names_what_was_tested_whatever_its_template_becomes(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run(**ONE)
    later = {"name": "Another shop", "targetUrl": "https://1.1.1.1/another"}
    assert owner.patch(f"{TEMPLATES}/{run.template.public_id}", later).status == 200
    given_tested(run, BUG)
    page = owner.get(f"{RUNS}/{run.public_id}/report").body.decode()
    assert "Checkout smoke test" in page and "https://1.1.1.1/shop" in page
    assert "nother" not in page


def test_the_list_leaves_reports_out_and_costs_the_same_for_one_and_five(at: Any) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    at("2026-03-01T10:00:00Z")
    owner, run = given_run(**ONE)
    given_tested(run, BUG)
    counts = []
    for _ in range(2):
        owner.get(RUNS)  # the first call of a day writes that down
        with CaptureQueriesContext(connection) as captured:
            listed = owner.get(RUNS)
        counts.append(len(captured))
        assert all("report" not in row for row in listed["runs"])
        for _ in range(3):
            run = next_run(owner, run)
            given_tested(run, BUG)
    assert counts[0] == counts[1]
    assert [row["hasReport"] for row in owner.get(f"{RUNS}?limit=2")["runs"]] == [True, True]


def test_on_the_owner_s_page_the_report_has_what_each_tester_answered_wrote_and_photographed(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run(**ONE, checklist=["Did the cart keep your mug?", "Was the price right?"])
    tester, application = given_tester(run, given_worker(name=f"Tess {EVIL}"))
    steps = owner.get(f"/api/bounties/{bounty_of(run)}")["bounty"]["completionQuestions"]
    answers = [{"questionId": step["id"], "value": f"Yes, {EVIL} {step['prompt']}"} for step in steps]
    words = f"I bought a mug. {EVIL}"
    assert send(tester, run, BUG, text=words, answers=orjson.dumps(answers).decode()).status == 200
    turn()
    me, path = Visitor(owner.account), f"/owner/runs/{run.public_id}/report"

    page = me.open(path)

    person = f"/owner/jobs/{bounty_of(run)}/people/{application.public_id}"
    photo = f"{person}/photos/{File.objects.get(name='shot.png').public_id}#photo"
    assert [words in page.text, *(answer["value"] in page.text for answer in answers)] == [True] * 3
    assert "Did the cart keep your mug?" in page.text and f"Tess {EVIL}" in page.text and EVIL not in page.html
    assert person in page.links and page.links.count(photo) == 2, "by what they sent, and by the finding"
    assert "img-src 'self'" in page.headers["Content-Security-Policy"]
    assert me.open(photo).status == 200
    kept = owner.get(f"{RUNS}/{run.public_id}/report")
    assert (
        "What the testers sent" not in kept.body.decode() and "img-src" not in kept.headers["Content-Security-Policy"]
    )
    assert "/owner/" not in kept.body.decode(), "the API's page stands on its own"


def test_evidence_that_was_sent_back_or_is_gone_stands_in_no_report(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run(**ONE)
    given_tested(run, BUG, text="Taken, with a photo.")
    taken = Submission.objects.get()
    taken.files.clear()
    back = {"status": "rejected", "text_evidence": "Not taken.", "response": "No photo.", "finalized_at": clock.now()}
    Submission.objects.create(
        bounty_id=taken.bounty_id, application_id=taken.application_id, form={"findings": []}, **back
    )

    page = Visitor(owner.account).open(f"/owner/runs/{run.public_id}/report")

    assert "Taken, with a photo." in page.text and "Not taken." not in page.text
    assert "with 1 file." in page.text and not [link for link in page.links if "/photos/" in link]


def test_what_testers_sent_costs_the_report_no_statement_for_each(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    counts = []
    for testers in (1, 4):
        owner, run = given_run(
            testerCount=testers, budgetPerRunCents=1180 * testers, periodCapCents=40 * 1180 * testers
        )
        for number in range(testers):
            given_tested(run, BUG, text=f"Number {number} bought a mug and all of it went well.")
        me, path = Visitor(owner.account), f"/owner/runs/{run.public_id}/report"
        me.open(path)
        with CaptureQueriesContext(connection) as seen:
            assert me.open(path).text.count("bought a mug and all") == testers
        counts.append(len(seen))
    assert counts[0] == counts[1] <= 15
