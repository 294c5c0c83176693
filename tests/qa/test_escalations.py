"""What the rules leave to the owner: testers, reports, disputes. What they decide happens once, and money follows it."""

from typing import Any

import pytest

from bounties.models import Application
from escrow.models import Dispute
from marketplace.core import clock
from qa.models import Escalation, Run
from qa.rules.reviews import MEANINGS
from tests.api import Answer, Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.decisions import given_decision
from tests.factories.files import picture
from tests.factories.market import acting, untouched
from tests.factories.qa import BUG, COST, RUNS, bounty_of, detail, given_run, given_tester, send, turn
from tests.qa.test_runs import _all_timers
from tests.visitor import Visitor
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def decide(owner: Api, run: Run, application: Application, action: str, **more: Any) -> Answer:
    return owner.patch(f"{RUNS}/{run.public_id}/escalations/{application.public_id}", {"action": action, **more})


def given_waiting(**fields: Any) -> tuple[Api, Run, Api, Application]:
    """Somebody applied whom the owner has to choose."""
    owner, run = given_run(autoMode=False, **fields)
    tester, application = given_tester(run, confirms=False)
    return owner, run, tester, application


def given_unclear() -> tuple[Api, Run, Api, Application]:
    """A report whose screenshot is of one colour."""
    owner, run = given_run()
    tester, application = given_tester(run)
    assert send(tester, run, BUG, upload=picture()).status == 200
    turn()
    return owner, run, tester, application


def earned(worker: Api) -> int:
    return books.balance(books.earnings(worker.account.pk))


def test_an_applicant_whom_the_owner_accepts_is_hired(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run, _, application = given_waiting()
    shown = detail(owner, run)
    assert (shown["escalationCount"], shown["applicationEscalationCount"]) == (1, 1)
    assert [(row["kind"], row["reason"], row["status"]) for row in shown["escalations"]] == [
        ("application", "manual", "open")
    ]
    assert shown["escalations"][0]["applicationId"] == application.public_id

    answer = decide(owner, run, application, "accept")["data"]

    assert (answer["state"], answer["kind"], answer["runId"]) == ("accepted", "application", run.public_id)
    application.refresh_from_db()
    assert application.status == "accepted"
    with untouched():
        assert decide(owner, run, application, "accept")["data"] == answer
        refused = decide(owner, run, application, "revise")
    assert (refused.status, refused.code) == (409, "escalation_decided")


def test_an_applicant_whom_the_owner_sends_away_hears_it() -> None:
    owner, run, _, application = given_waiting()
    assert decide(owner, run, application, "revise", response="Not this time.")["data"]["state"] == "revised"
    application.refresh_from_db()
    assert (application.status, application.response) == ("rejected", "Not this time.")
    turn()
    assert detail(owner, run)["escalationCount"] == 0


def test_a_tester_of_an_earlier_dispute_is_left_to_the_owner() -> None:
    owner, run = given_run()
    worker = given_worker()
    _earlier_dispute(worker)
    _, application = given_tester(run, worker, confirms=False)
    assert application.status == "pending"
    assert Escalation.objects.get().reason == "earlier_disputes"
    assert decide(owner, run, application, "accept").status == 200


def _earlier_dispute(worker: Api) -> None:
    from escrow.services import disputes
    from marketplace.core.transactions import unit
    from tests.factories.market import given_delivered

    seat = given_delivered(worker=worker)
    unit(
        lambda: disputes.open_dispute(
            acting(seat.agent), seat.escrow.public_id, category="other", description="No.", urls=[]
        )
    )


def test_an_applicant_nobody_decided_about_hears_no_when_the_time_is_over(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run, _, application = given_waiting()
    at("2026-03-01T22:00:00Z")
    with untouched():
        assert decide(owner, run, application, "accept").code == "invalid_state"
    turn()
    turn()
    application.refresh_from_db()
    assert (application.status, Escalation.objects.get().status) == ("rejected", "settled")
    assert decide(owner, run, application, "accept").code == "escalation_decided"
    assert detail(owner, run)["refundedCents"] == COST


# ------------------------------------------------------------------ reports


def test_an_unclear_report_is_paid_when_its_owner_accepts() -> None:
    owner, run, tester, application = given_unclear()
    shown = detail(owner, run)
    assert [(row["kind"], row["reason"]) for row in shown["escalations"]] == [("submission", "blank_image")]
    assert (shown["submissionEscalationCount"], shown["spentCents"], earned(tester)) == (1, 0, 0)

    assert decide(owner, run, application, "accept")["data"]["state"] == "accepted"

    assert (earned(tester), detail(owner, run)["spentCents"]) == (1000, 1180)
    with untouched():
        assert decide(owner, run, application, "accept").status == 200


def test_a_report_that_is_sent_back_gets_a_day_and_may_be_clear_then(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run, tester, application = given_unclear()

    assert decide(owner, run, application, "revise", response="Show the page.")["data"]["state"] == "revised"

    application.refresh_from_db()
    assert application.complete_by is not None
    assert (application.complete_by - clock.now()).total_seconds() == 24 * 3600
    assert application.submissions.get().status == "redo_requested"
    turn()
    at("2026-03-02T09:00:00Z")
    assert send(tester, run, BUG).status == 200
    turn()
    assert earned(tester) == 1000
    shown = detail(owner, run)
    assert (shown["status"], shown["report"]["submissionsRejected"]) == ("closed", 1)
    assert shown["reservedCents"] == shown["spentCents"] + shown["refundedCents"] == COST


def test_evidence_of_a_run_leads_to_its_decision_and_never_to_a_review_that_is_refused() -> None:
    owner, run, tester, application = given_unclear()
    bounty, evidence = bounty_of(run), application.submissions.get()
    path = f"/api/bounties/{bounty}/submissions/{evidence.public_id}"
    decision = f"{RUNS}/{run.public_id}/escalations/{application.public_id}"
    for_run, qa_run = {"accept", "revise"}, f"{RUNS}/{run.public_id}"

    def leads(answer: Answer) -> list[tuple[str, str]]:
        return [(action["path"], action["body"].get("action", "")) for action in answer["nextActions"]]

    told = owner.get(f"/api/events?types=proof.uploaded&bountyId={bounty}")
    assert leads(told)[0] == (qa_run, ""), "an event leads to the run"
    shown = owner.get(path)
    assert shown["submission"]["runId"] == run.public_id
    assert leads(shown) == [(decision, "accept"), (decision, "revise"), (qa_run, "")]
    assert all(action["why"] for action in shown["nextActions"])
    listed = owner.get(f"/api/bounties/{bounty}/applications")
    assert (listed["applications"][0]["runId"], leads(listed)) == (run.public_id, [(qa_run, "")])
    overview = listed["applications"][0]["jobOverview"]
    assert (overview["nextAction"]["kind"], overview["buyerActions"]) == ("decide_escalation", [])
    assert leads(owner.get(f"/api/bounties/{bounty}")) == [(qa_run, "")]
    with untouched():
        refused = owner.patch(path, {"action": "approve"})
        expired = owner.post(f"/api/bounties/{bounty}/applications/{application.public_id}/expire", {})
    assert (refused.code, leads(refused)) == (
        "managed_bounty",
        [*((decision, one) for one in sorted(for_run)), (qa_run, "")],
    )
    assert (expired.code, leads(expired)) == ("managed_bounty", [(qa_run, "")])

    seen = owner.get(qa_run)
    [row] = seen["data"]["escalations"]
    assert row["meaning"] == MEANINGS[row["reason"]] == "A picture shows one colour only."
    accept, revise, _, stop = seen["nextActions"]  # it is waited for before it is stopped
    assert accept["why"] == "A picture shows one colour only. Approves and pays it."
    assert "new evidence" in revise["why"] and stop["why"]
    assert owner.call(accept["method"], accept["path"], shown["nextActions"][0]["body"]).status == 200
    assert earned(tester) == 1000


def test_a_forgotten_report_counts_as_accepted_after_72_hours_and_is_paid_then(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run, tester, _ = given_unclear()
    at("2026-03-04T10:00:00Z")
    _all_timers()
    assert earned(tester) == 1000
    shown = detail(owner, run)
    assert (shown["status"], shown["escalations"][0]["status"]) == ("closed", "settled")


def test_with_auto_mode_off_every_report_is_the_owners(at: Any) -> None:
    owner, run, tester, application = given_waiting()
    decide(owner, run, application, "accept")
    tester.post(f"/api/bounties/{bounty_of(run)}/applications/{application.public_id}/confirm")
    assert send(tester, run, BUG).status == 200
    turn()
    assert [(row.kind, row.reason) for row in Escalation.objects.order_by("id")] == [
        ("application", "manual"),
        ("submission", "manual"),
    ]
    assert decide(owner, run, application, "accept")["data"]["kind"] == "submission"
    assert earned(tester) == 1000


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"findings": None}, "findings"),
        ({"files": [], "findings": []}, "files"),
        ({"findings": [BUG | {"fileIds": ["file:7"]}]}, "findings.0.fileIds"),
        ({"findings": [BUG | {"severity": "huge"}]}, "findings.0.severity"),
        ({"findings": [BUG | {"title": ""}]}, "findings.0.title"),
    ],
)
def test_a_report_without_what_was_asked_for_is_refused(fields: dict[str, Any], named: str) -> None:
    import orjson

    from tests.factories.qa import screenshot

    _, run = given_run()
    tester, _ = given_tester(run)
    sent: dict[str, Any] = {"textEvidence": "Done.", "findings": [BUG], "files": [screenshot()]} | fields
    body = {name: value for name, value in sent.items() if value is not None}
    if "findings" in body:
        body["findings"] = orjson.dumps(body["findings"]).decode()
    with untouched():
        refused = tester.upload(f"/api/bounties/{bounty_of(run)}/submissions", body)
    assert (refused.status, list(refused["fields"])) == (400, [named]), refused.body


# ------------------------------------------------------------------ disputes


def given_disputed() -> tuple[Api, Run, Api, Application]:
    owner, run, tester, application = given_unclear()
    application.refresh_from_db()
    assert application.escrow is not None
    opened = owner.post(
        f"/api/escrow/{application.escrow.public_id}/dispute", {"category": "poor_quality", "description": "Blank."}
    )
    assert opened.status == 200
    turn()
    return owner, run, tester, application


def test_a_dispute_is_told_and_accepting_withdraws_it_and_pays() -> None:
    owner, run, tester, application = given_disputed()
    shown = detail(owner, run)
    assert [(row["kind"], row["reason"], row["status"]) for row in shown["escalations"]] == [
        ("dispute", "poor_quality", "open"),
        ("submission", "blank_image", "settled"),
    ]
    assert (shown["escalationCount"], shown["disputeEscalationCount"]) == (1, 1)

    assert decide(owner, run, application, "accept")["data"]["state"] == "pending"
    turn()

    assert (earned(tester), Dispute.objects.get().status) == (1000, "withdrawn")
    assert decide(owner, run, application, "accept")["data"]["state"] == "accepted"


def test_a_dispute_that_no_look_has_told_of_yet_can_be_decided_at_once() -> None:
    owner, run, tester, application = given_unclear()
    application.refresh_from_db()
    assert application.escrow is not None and application.bounty.dirty_since is None
    path = f"/api/escrow/{application.escrow.public_id}/dispute"
    assert owner.post(path, {"category": "poor_quality", "description": "Blank."}).status == 200
    application.bounty.refresh_from_db()
    assert application.bounty.dirty_since is not None, "the run looks by itself"

    answer = decide(owner, run, application, "accept")["data"]

    assert (answer["kind"], answer["state"]) == ("dispute", "pending")
    turn()
    assert (earned(tester), Dispute.objects.get().status) == (1000, "withdrawn")


def test_a_dispute_that_is_revised_asks_for_new_evidence() -> None:
    owner, run, tester, application = given_disputed()
    assert decide(owner, run, application, "revise", response="Show the page.")["data"]["state"] == "pending"
    turn()
    assert application.submissions.get().status == "redo_requested"
    assert earned(tester) == 0
    assert send(tester, run, BUG).status == 200
    turn()
    assert earned(tester) == 1000


def test_a_dispute_that_is_withdrawn_elsewhere_leaves_the_report_to_the_owner_again() -> None:
    owner, run, _, application = given_disputed()
    assert owner.post(f"/api/disputes/{Dispute.objects.get().public_id}/withdraw").status == 200
    turn()
    assert [(row.kind, row.status) for row in Escalation.objects.order_by("id")] == [
        ("submission", "settled"),
        ("dispute", "settled"),
        ("submission", "open"),
    ]
    assert decide(owner, run, application, "accept")["data"]["state"] == "accepted"


def test_staffs_decision_ends_the_dispute_and_the_run() -> None:

    owner, run, tester, _ = given_disputed()
    staff = given_agent(is_staff=True)
    given_decision(acting(staff), Dispute.objects.get().pk, worker_cents=250, reason="Half of it.")
    owner.post(f"{RUNS}/{run.public_id}/stop")
    turn()
    shown = detail(owner, run)
    assert (shown["status"], shown["spentCents"], earned(tester)) == ("closed", 250 + 45, 250)
    assert shown["reservedCents"] == shown["spentCents"] + shown["refundedCents"]


def test_the_line_about_what_a_test_leaves_to_its_owner_leads_to_the_test() -> None:
    owner, run, _, application = given_unclear()

    page = Visitor(owner.account).open(f"/owner/jobs/{bounty_of(run)}/people/{application.public_id}")

    assert "What the test leaves to you is on its page. To the test" in page.text
    assert f'<a href="/owner/runs/{run.public_id}">' in page.html
