"""How a run says that it has ended: paid for nothing, tested by nobody, or without somebody who went silent; who hears of it,
and what a schedule with an end does."""

from typing import Any

import pytest

from bounties import tasks as bounty_tasks
from escrow.services import escrows
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.models import Mail
from qa import tasks
from qa.models import Run, Template
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.decisions import given_decision
from tests.factories.mailbox import mailbox, subjects
from tests.factories.market import given_funded_agent, given_money, untouched
from tests.factories.qa import (
    BUG,
    COST,
    RUNS,
    TEMPLATE,
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
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
ONE = {"testerCount": 1, "budgetPerRunCents": 1180, "periodCapCents": 31 * 1180}


def all_timers() -> None:
    while (
        bounty_tasks.release_unconfirmed_seats() + bounty_tasks.release_overdue_seats() + escrows.complete_unreviewed()
    ):
        turn()
    turn()


def balance(owner: Api) -> int:
    return books.balance(books.wallet(owner.account.pk))


def sums(shown: dict[str, Any]) -> tuple[int, int, int]:
    return shown["reservedCents"], shown["spentCents"], shown["refundedCents"]


# ------------------------------------------------------------------ paid, and no report


@pytest.mark.parametrize("way", ["release", "dispute"])
def test_a_run_that_paid_a_tester_without_a_report_does_not_say_that_nobody_tested(
    at: Any, operator: Api, way: str
) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run(**ONE | {"cadence": "weekly"})
    _, application = given_tester(run)
    escrow = owner.get(f"/api/bounties/{bounty_of(run)}/applications/{application.public_id}")["application"]
    path = f"/api/escrow/{escrow['currentEscrowId']}"
    if way == "release":
        assert owner.post(f"{path}/release", {"acknowledgeRelease": True}).status == 200
    else:
        body = {"category": "poor_quality", "description": "Half of it."}
        opened = owner.post(f"{path}/dispute", body)
        assert opened.status == 200, opened.body
        split(operator, opened["dispute"]["id"])
    at("2026-03-04T10:00:00Z")
    all_timers()

    shown = detail(owner, run)
    assert (shown["status"], shown["reason"], shown["hasReport"]) == ("closed", None, True)
    reserved, spent, refunded = sums(shown)
    assert reserved == 1180 and spent > 0 and spent + refunded == 1180
    report = shown["report"]
    assert (report["degraded"], report["submissionsAccepted"], report["findings"]) == (True, 0, [])
    paid, returned = f"{spent / 100:.2f} USD", f"{refunded / 100:.2f} USD"
    assert paid in report["summary"] and returned in report["summary"]
    assert "1 tester was paid without a report" in report["degradedReason"]
    assert not any("found nobody" in subject for subject in subjects(owner))


def split(operator: Api, dispute: str) -> None:
    staff, pk = Actor.staff(operator.account), ids.decode("dsp", dispute)
    given_decision(staff, pk, worker_cents=400, reason="Half of it was done.")


def test_a_run_that_found_nobody_says_so_to_the_cent(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run()
    at("2026-03-01T22:00:00Z")
    turn()
    shown = detail(owner, run)
    assert (shown["status"], shown["reason"], sums(shown)) == ("expired", "nobody_tested", (COST, 0, COST))
    [mail] = mailbox(owner)
    assert "$23.60" in mail["text"] and "found nobody" in mail["subject"]
    [event] = Event.objects.filter(type="run.status_changed", entity=run.public_id)
    assert {name: event.data[name] for name in ("kind", "status", "reason", "runId")} == {
        "kind": "qa",
        "status": "expired",
        "reason": "nobody_tested",
        "runId": run.public_id,
    }


# ------------------------------------------------------------------ silence


def test_a_tester_who_was_sent_back_and_stays_silent_stops_neither_report_nor_schedule(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run(autoMode=False)
    silent, kept = (given_worker(), given_worker())
    for tester in (silent, kept):
        path = f"/api/bounties/{bounty_of(run)}/applications"
        applied = tester.post(path, {"coverLetter": "Me."})["application"]["id"]
        turn()
        assert owner.patch(f"{RUNS}/{run.public_id}/escalations/{applied}", {"action": "accept"}).status == 200
        assert tester.post(f"{path}/{applied}/confirm").status == 200
        send(tester, run, BUG)
        turn()
        verdict = "revise" if tester is silent else "accept"
        assert owner.patch(f"{RUNS}/{run.public_id}/escalations/{applied}", {"action": verdict}).status == 200
    at("2026-03-02T10:00:00Z")
    all_timers()
    assert detail(owner, run)["status"] not in ("closed", "expired")

    at("2026-03-04T10:00:00Z")
    all_timers()

    shown = detail(owner, run)
    assert (shown["status"], sums(shown)) == ("closed", (COST, 1180, 1180))
    assert (shown["report"]["degraded"], shown["report"]["submissionsAccepted"]) == (True, 1)
    assert "1 tester did not replace a report that was sent back" in shown["report"]["degradedReason"]
    latest = Run.objects.order_by("-date").first()
    assert latest is not None and (latest.status, str(latest.date)) == ("open", "2026-03-04"), "the schedule goes on"


# ------------------------------------------------------------------ skipped and failed runs are told


def test_a_skipped_run_tells_its_owner_by_event_and_in_one_mail_a_day(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run(periodCapCents=COST)
    tester, _ = given_tester(run)
    send(tester, run, BUG)
    at("2026-03-01T22:00:00Z")
    all_timers()
    Mail.objects.all().delete()
    for day in (2, 3, 4):
        at(f"2026-03-0{day}T10:00:00Z")
        turn()
        at(f"2026-03-0{day}T10:05:00Z")
        tasks.mail_owners()
        tasks.mail_owners()
    skipped = Run.objects.filter(reason="period_cap_reached").order_by("date")
    told = Event.objects.filter(type="run.status_changed", data__reason="period_cap_reached")
    assert {event.data["runId"] for event in told} == {row.public_id for row in skipped} and len(skipped) == 3
    assert [event.data["status"] for event in told] == ["failed"] * 3
    mails = [mail for mail in mailbox(owner) if "did not start" in mail["subject"]]
    assert len(mails) == 3, "once a day"
    assert skipped[0].public_id in mails[0]["text"] and "month's cap" in mails[0]["text"]


def test_several_runs_of_a_day_are_told_in_one_mail(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner = given_agent()
    runs = [given_run(owner, name=f"Smoke test {number}")[1] for number in range(3)]
    at("2026-03-02T10:00:00Z")
    turn()
    at("2026-03-02T10:05:00Z")
    tasks.mail_owners()
    [mail] = [mail for mail in mailbox(owner) if "did not start" in mail["subject"]]
    assert all(run.public_id in mail["text"] for run in runs)
    assert "no money" in mail["text"]


def test_who_stops_or_pauses_it_is_not_mailed_about_it(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run(given_agent())
    assert owner.post(f"{RUNS}/{run.public_id}/stop").status == 200
    at("2026-03-01T10:05:00Z")
    tasks.mail_owners()
    assert detail(owner, run)["status"] == "failed" and mailbox(owner) == []
    assert Event.objects.filter(type="run.status_changed", entity=run.public_id).count() == 1


# ------------------------------------------------------------------ a schedule with an end


@pytest.mark.parametrize(("bound", "started"), [({"maxRuns": 2}, 2), ({"endsAt": "2026-03-04T10:00:00Z"}, 3), ({}, 6)])
def test_a_schedule_ends_when_it_was_told_to(at: Any, bound: dict[str, Any], started: int) -> None:
    at("2026-03-01T10:00:00Z")
    owner, template = given_template(**bound)
    turn()
    for day in range(2, 7):
        at(f"2026-03-0{day}T09:00:00Z")
        turn()
        at(f"2026-03-0{day}T10:00:00Z")
        turn()

    assert Run.objects.filter(template=template).count() == started
    shown = owner.get(TEMPLATES)["templates"][0]
    assert (shown["nextRunAt"] is None) == bool(bound)
    assert shown["runsStarted"] == started
    assert (shown["maxRuns"], shown["endsAt"]) == (
        bound.get("maxRuns"),
        "2026-03-04T10:00:00.000Z" if "endsAt" in bound else None,
    )


def test_a_schedule_without_an_end_says_so(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner = given_funded_agent()
    for fields, warned in (({}, True), ({"maxRuns": 3}, False), ({"cadence": "once", "periodCapCents": COST}, False)):
        made = owner.post(TEMPLATES, TEMPLATE | fields)
        assert any("no end" in text for text in made.body.get("warnings", [])) == warned, fields
    changed = owner.patch(f"{TEMPLATES}/{made['data']['id']}", {"cadence": "daily"})
    assert any("no end" in text for text in changed.body["warnings"])


def test_more_runs_set_an_ended_schedule_going_again_and_fewer_end_it(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, template = given_template(maxRuns=1)
    turn()
    path = f"{TEMPLATES}/{template.public_id}"
    assert owner.get(TEMPLATES)["templates"][0]["nextRunAt"] is None
    assert owner.patch(path, {"maxRuns": 2})["data"]["nextRunAt"] == "2026-03-02T10:00:00.000Z"
    assert owner.patch(path, {"endsAt": "2026-03-01T20:00:00Z"})["data"]["nextRunAt"] is None
    assert owner.patch(path, {"endsAt": None, "maxRuns": None})["data"]["nextRunAt"] == "2026-03-02T10:00:00.000Z"
    at("2026-03-02T10:00:00Z")
    turn()
    assert Run.objects.count() == 2


@pytest.mark.parametrize("wrong", [{"endsAt": "2026-02-28T10:00:00Z"}, {"maxRuns": 0}, {"maxRuns": 10_001}])
def test_an_end_that_can_not_be_is_refused(at: Any, wrong: dict[str, Any]) -> None:
    at("2026-03-01T10:00:00Z")
    owner = given_funded_agent()
    with untouched():
        refused = owner.post(TEMPLATES, TEMPLATE | wrong)
    assert (refused.status, list(refused["fields"])) == (400, list(wrong))


def test_a_run_without_money_does_not_count(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, template = given_template(given_agent(), maxRuns=1)
    turn()
    at("2026-03-02T10:00:00Z")
    turn()
    assert Template.objects.get().next_run_at is not None
    given_money(owner, COST)
    at("2026-03-03T10:00:00Z")
    turn()
    assert Run.objects.filter(template=template, status="open").count() == 1
    assert Template.objects.get().next_run_at is None


def test_runs_refunded_in_full_leave_the_months_cap_as_it_was(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run(periodCapCents=COST)
    at("2026-03-02T10:00:00Z")
    all_timers()
    assert detail(owner, run)["refundedCents"] == COST
    latest = Run.objects.order_by("-date").first()
    assert latest is not None and (latest.status, str(latest.date)) == ("open", "2026-03-02")
    assert balance(owner) == 100_000 - COST
