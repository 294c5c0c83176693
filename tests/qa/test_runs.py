"""Runs by the clock: when they start, what they cost, whom they hire, how they end, and where every cent is."""

from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Application, Bounty, ScreeningRule
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from marketplace.models import Mail, Switch
from qa import tasks
from qa.models import Run, Template
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import given_funded_agent, given_money, untouched
from tests.factories.qa import (
    BUG,
    COST,
    RUNS,
    TEMPLATES,
    bounty_of,
    detail,
    given_run,
    given_template,
    given_tester,
    send,
    turn,
)
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def balance(owner: Api) -> int:
    return books.balance(books.wallet(owner.account.pk))


def statuses(template: Template) -> list[tuple[str, str]]:
    return list(Run.objects.filter(template=template).order_by("date").values_list("status", "reason"))


def test_a_run_is_a_funded_bounty_with_the_terms_of_its_template(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner = given_funded_agent(100_000)
    owner, run = given_run(
        owner,
        applicantScreening={"liveVideoRequired": True, "linkedinRequired": True, "resumeRequired": True},
        allowedCountries=["PT"],
        checklist=["Did the mail arrive?"],
        testerStartMessage="Hello {{name}}!",
    )

    seen = owner.get(f"/api/bounties/{bounty_of(run)}")["bounty"]
    assert run.public_id == f"{run.template.public_id}_20260301"
    assert (seen["qaRunId"], seen["status"], seen["price"]) == (run.public_id, "open", 10)
    assert (seen["spotsAvailable"], seen["deadline"]) == (2, "2026-03-01T22:00:00.000Z")
    assert (seen["title"], seen["description"]) == (run.template.name, run.template.instructions)
    assert (seen["linkedinVerifiedRequired"], seen["supportedCountries"]) == (True, ["PT"])
    assert [link["type"] for link in seen["requiredLinks"]] == ["resume"]
    assert [row["type"] for row in seen["applicationDetails"]] == ["live_video"]
    assert [row["prompt"] for row in seen["completionQuestions"]] == ["Did the mail arrive?"]
    assert seen["lifecycleMessages"] == {"onAccepted": "Hello {{name}}!"}
    shown = detail(owner, run)
    assert (shown["status"], shown["reservedCents"], shown["bountyId"]) == ("open", COST, bounty_of(run))
    assert balance(owner) == 100_000 - COST
    template = Template.objects.get()
    assert template.next_run_at == run.due_at + timedelta(days=1)
    assert "lifecycleMessages" not in given_agent().get(f"/api/bounties/{bounty_of(run)}")["bounty"]


def test_each_day_has_one_run_at_the_same_time_and_missed_days_none(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    _, run = given_run()
    unit(lambda: _stop(run))
    turn()
    at("2026-03-05T13:30:00Z")
    turn()

    dates = Run.objects.order_by("date").values_list("date", "due_at")
    assert [(str(date), moment.isoformat()) for date, moment in dates] == [
        ("2026-03-01", "2026-03-01T10:00:00+00:00"),
        ("2026-03-05", "2026-03-05T10:00:00+00:00"),
    ]
    assert Template.objects.get().next_run_at.isoformat() == "2026-03-06T10:00:00+00:00"


def _stop(run: Run) -> Run:
    from qa.services import runs

    return runs.halt(Actor.system(), run.pk)


def test_once_runs_once(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    _, run = given_run(cadence="once", periodCapCents=COST)
    assert (run.status, Template.objects.get().next_run_at) == ("open", None)
    at("2026-03-20T10:00:00Z")
    turn()
    run.refresh_from_db()
    assert (run.status, Run.objects.count()) == ("expired", 1)


def test_while_one_runs_the_next_is_skipped_where_everybody_sees_it(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run(autoMode=False)
    tester = given_worker()
    tester.post(f"/api/bounties/{bounty_of(run)}/applications", {"coverLetter": "Hi."})
    turn()
    owner.patch(f"{RUNS}/{run.public_id}/escalations/{Application.objects.get().public_id}", {"action": "accept"})
    tester.post(f"/api/bounties/{bounty_of(run)}/applications/{Application.objects.get().public_id}/confirm")
    send(tester, run, BUG)
    at("2026-03-02T10:00:00Z")
    turn()

    assert statuses(run.template) == [("reviewing", ""), ("failed", "previous_run_active")]
    listed = owner.get(f"{RUNS}?templateId={run.template.public_id}")["runs"]
    assert [(row["status"], row["reason"], row["reservedCents"]) for row in listed] == [
        ("failed", "previous_run_active", 0),
        ("reviewing", None, COST),
    ]


def test_the_months_reservations_never_pass_the_cap_and_the_next_month_begins_anew(at: Any) -> None:
    at("2026-03-30T10:00:00Z")
    owner, run = given_run(periodCapCents=COST)
    tester, _ = given_tester(run)
    send(tester, run, BUG)
    at("2026-03-30T22:00:00Z")
    turn()
    for day in ("2026-03-31T10:00:00Z", "2026-04-01T10:00:00Z"):
        at(day)
        turn()
        turn()
    at("2026-04-01T10:00:00Z")

    assert statuses(run.template) == [
        ("closed", ""),
        ("failed", "period_cap_reached"),
        ("open", ""),
    ]
    assert balance(owner) == 100_000 - COST - 1180


# ------------------------------------------------------------------ money that is missing


def test_a_run_without_money_asks_every_hour_and_leaves_nothing_behind(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run(given_funded_agent(COST - 100))
    shown = detail(owner, run)
    assert (shown["status"], shown["reason"], shown["reservedCents"]) == ("funding", "insufficient_funds", 0)
    assert not Bounty.objects.exists()

    given_money(owner, 100)
    at("2026-03-01T10:59:00Z")
    turn()
    assert detail(owner, run)["status"] == "funding"
    at("2026-03-01T11:00:00Z")
    turn()

    shown = detail(owner, run)
    assert (shown["status"], shown["reason"], shown["reservedCents"]) == ("open", None, COST)
    assert shown["intakeEndsAt"] == "2026-03-01T23:00:00.000Z"
    assert balance(owner) == 0


def test_after_three_runs_without_money_the_template_pauses_and_its_owner_is_told(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run(given_agent())
    for hour in range(1, 24 * 4):
        clock.freeze(run.due_at + timedelta(hours=hour))
        tasks.start_runs()

    assert statuses(run.template) == [("failed", "insufficient_funds")] * 3
    shown = owner.get(TEMPLATES)["templates"][0]
    assert (shown["status"], shown["pausedReason"]) == ("paused", "insufficient_funds")
    mail = Mail.objects.get(subject__startswith="Your test plan is paused")
    assert run.template.public_id in mail.text and mail.to == owner.account.email
    given_money(owner, COST)
    resumed = owner.patch(f"{TEMPLATES}/{run.template.public_id}", {"status": "active"})["data"]
    assert resumed["nextRunAt"] == "2026-03-05T10:00:00.000Z"
    at("2026-03-05T10:00:00Z")
    turn()
    assert statuses(run.template)[-1] == ("open", "")


def test_a_cap_of_the_wallet_makes_a_run_wait_and_is_told_once(at: Any, new_events: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner = given_funded_agent()
    owner.patch("/api/wallet/controls", {"spendingCapPerBountyCents": 100})
    owner, run = given_run(owner)
    for hour in (11, 12):
        at(f"2026-03-01T{hour}:00:00Z")
        turn()
    assert detail(owner, run)["reason"] == "spending_cap_exceeded"
    assert new_events().count("wallet.spending_cap_hit") == 1
    owner.patch("/api/wallet/controls", {"spendingCapPerBountyCents": None})
    at("2026-03-01T13:00:00Z")
    turn()
    assert detail(owner, run)["status"] == "open"


def test_what_is_switched_off_since_is_a_run_that_failed(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    _, template = given_template()
    Switch.objects.filter(pk="qa").update(is_on=False)
    turn()
    assert statuses(template) == [("failed", "product_unavailable")]


def test_a_listing_that_an_operator_holds_back_is_paid_and_waits(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    ScreeningRule.objects.create(phrase="cheapest thing", reason="Sounds like a shop.")
    owner, run = given_run()
    shown = detail(owner, run)
    assert (shown["status"], shown["reason"], shown["reservedCents"]) == ("open", "waits_for_approval", COST)

    owner.post(f"{RUNS}/{run.public_id}/stop")
    turn()

    shown = detail(owner, run)
    assert (shown["status"], shown["refundedCents"]) == ("failed", COST)
    assert balance(owner) == 100_000


# ------------------------------------------------------------------ testers


def test_testers_are_hired_in_the_order_in_which_they_came_and_the_next_waits(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run()
    people = [given_worker() for _ in range(3)]
    for person in people:
        person.post(f"/api/bounties/{bounty_of(run)}/applications", {"coverLetter": "Me."})
    turn()
    rows = list(Application.objects.order_by("id").values_list("status", flat=True))
    assert rows == ["accepted", "accepted", "pending"]

    # one never confirms: the third has the place
    path = f"/api/bounties/{bounty_of(run)}/applications"
    for number, person in enumerate(people[:1]):
        person.post(f"{path}/{Application.objects.order_by('id')[number].public_id}/confirm")
    at("2026-03-01T12:00:00Z")
    _all_timers()
    rows = list(Application.objects.order_by("id").values_list("status", flat=True))
    assert rows == ["accepted", "expired", "accepted"]
    assert detail(owner, run)["acceptedTesterCount"] == 2


def _all_timers() -> None:
    from bounties.services import timers
    from escrow.services import escrows

    while timers.release_unconfirmed() + timers.release_overdue() + escrows.complete_unreviewed():
        pass
    turn()


def test_when_the_time_is_over_nobody_new_is_taken_and_free_seats_go_home(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run(testerCount=1, budgetPerRunCents=1180)
    tester = given_worker()
    tester.post(f"/api/bounties/{bounty_of(run)}/applications", {"coverLetter": "Me."})
    waiting, application = given_tester(run, confirms=False)
    assert application.status == "pending"
    hired = Application.objects.get(status="accepted").public_id
    tester.post(f"/api/bounties/{bounty_of(run)}/applications/{hired}/confirm")
    at("2026-03-01T22:00:00Z")
    turn()
    application.refresh_from_db()
    assert application.status == "pending", "the bench, as long as somebody tests"
    late = given_worker().post(f"/api/bounties/{bounty_of(run)}/applications", {"coverLetter": "Me."})
    assert late.status == 409
    assert detail(owner, run)["status"] == "open"  # somebody tests still

    # who goes silent now is replaced once, and then there is nobody left
    at("2026-03-02T02:00:00Z")
    _all_timers()
    application.refresh_from_db()
    assert (application.status, detail(owner, run)["status"]) == ("accepted", "open")
    at("2026-03-02T04:00:00Z")
    _all_timers()

    shown = detail(owner, run)
    assert (shown["status"], shown["reason"]) == ("expired", "nobody_tested")
    assert (shown["reservedCents"], shown["spentCents"], shown["refundedCents"]) == (1180, 0, 1180)
    assert balance(owner) == 100_000 and (tester, waiting)


def test_a_run_nobody_came_to_expires_and_all_of_its_money_is_home(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run()
    at("2026-03-01T22:00:00Z")
    turn()
    shown = detail(owner, run)
    assert (shown["status"], shown["hasReport"], shown["refundedCents"]) == ("expired", False, COST)
    assert owner.get(f"{RUNS}/{run.public_id}/report").code == "no_report_yet"


@pytest.mark.parametrize("verb", ["accept", "reject", "cancel", "review"])
def test_the_verbs_of_the_bounty_are_the_runs(verb: str) -> None:
    owner, run = given_run()
    tester, application = given_tester(run)
    sent = send(tester, run, BUG)["submission"]["id"]
    bounty = f"/api/bounties/{bounty_of(run)}"
    with untouched():
        match verb:
            case "cancel":
                refused = owner.delete(bounty, {"reason": "task_no_longer_needed"})
            case "review":
                refused = owner.patch(f"{bounty}/submissions/{sent}", {"action": "approve"})
            case _:
                refused = owner.patch(f"{bounty}/applications/{application.public_id}", {"action": verb})
    assert (refused.status, refused.code) == (409, "managed_bounty")
    assert "/api/v1/qa/runs" in refused["error"]


# ------------------------------------------------------------------ stop


def test_stop_closes_the_intake_at_once_and_testers_keep_their_deadline_and_pay(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run()
    tester, application = given_tester(run)
    waiting = given_worker()
    path = f"{RUNS}/{run.public_id}/stop"

    stopped = owner.post(path)["data"]

    assert stopped["stop"] == {"state": "draining", "requestedAt": "2026-03-01T10:00:00.000Z"}
    assert (stopped["status"], stopped["unsettledTesterCount"], stopped["refundedCents"]) == ("draining", 1, 0)
    refused = waiting.post(f"/api/bounties/{bounty_of(run)}/applications", {"coverLetter": "Me."})
    assert (refused.status, refused.code) == (409, "bounty_not_open")
    turn()
    assert detail(owner, run)["refundedCents"] == 1180
    at("2026-03-01T13:00:00Z")
    assert send(tester, run, BUG).status == 200
    turn()
    again = owner.post(path)["data"]
    assert (again["status"], again["stop"]["state"], again["unsettledTesterCount"]) == ("closed", "done", 0)
    assert (again["spentCents"], again["refundedCents"]) == (1180, 1180)
    assert detail(owner, run)["report"]["degraded"] is True
    at("2026-03-02T10:00:00Z")
    turn()
    assert statuses(run.template)[-1] == ("open", "")
    application.refresh_from_db()


def test_a_run_that_waits_for_money_is_stopped_for_good(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run(given_agent())
    stopped = owner.post(f"{RUNS}/{run.public_id}/stop")["data"]
    assert (stopped["status"], stopped["reason"], stopped["stop"]["state"]) == ("failed", "stopped", "done")
    with untouched():
        assert owner.post(f"{RUNS}/{run.public_id}/stop")["data"] == stopped


def test_runs_of_others_are_not_there(other_agent: Api) -> None:
    owner, run = given_run()
    path = f"{RUNS}/{run.public_id}"
    with untouched():
        for answer in (
            other_agent.get(path), other_agent.post(f"{path}/stop"), other_agent.get(f"{path}/report"),
            other_agent.patch(f"{path}/escalations/app_1", {"action": "accept"}), owner.get(f"{RUNS}/qat_1_20260101"),
            owner.get(f"{RUNS}/{run.template.public_id}_20260231"), owner.get(f"{RUNS}/{run.template.public_id}"),
            owner.patch(f"{path}/escalations/app_1", {"action": "accept"}),
        ):  # fmt: skip
            assert answer.status == 404, answer.body
    for name in (run.template.public_id, "qat_1", "tst_1"):
        assert other_agent.get(f"{RUNS}?templateId={name}")["runs"] == []
    assert other_agent.get(RUNS)["runs"] == []
    assert len(owner.get(RUNS)["runs"]) == 1
