"""Who waits when all places are taken: stays until every place has delivered, replaces who fails, and hears how it ended."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bounties import tasks as bounty_tasks
from bounties.models import Application, Humanization
from marketplace.core import clock
from qa.models import Run
from qa.services import taste_panels
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.humanizations import deliver, given_humanization, hand_in, look, read
from tests.factories.qa import BUG, bounty_of, detail, given_run, given_tester, send, turn
from tests.factories.taste import given_panel, later
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
ONE = {"testerCount": 1, "budgetPerRunCents": 1180, "periodCapCents": 31 * 1180}


def status_of(worker: Api) -> str:
    return Application.objects.get(human=worker.account).status


def given_two(run: Run) -> tuple[Api, Api]:
    """Two applied for the one place: the first was hired and has confirmed, the second waits."""
    first, second = given_worker(), given_worker()
    path = f"/api/bounties/{bounty_of(run)}/applications"
    for worker in (first, second):
        assert worker.post(path, {"coverLetter": "Me."}).status == 200
    turn()
    seat = Application.objects.get(human=first.account)
    assert first.post(f"{path}/{seat.public_id}/confirm").status == 200
    assert status_of(second) == "pending"
    return first, second


def test_a_tester_who_fails_after_the_intake_is_replaced_from_the_bench(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run(**ONE)
    silent, waiting = given_two(run)
    Application.objects.filter(human=silent.account).update(complete_by=datetime(2026, 3, 2, 1, tzinfo=UTC))
    at("2026-03-01T22:00:00Z")  # the intake is over
    turn()
    assert status_of(waiting) == "pending"
    at("2026-03-02T01:00:00Z")
    for _ in range(3):
        bounty_tasks.release_overdue_seats()
        turn()
    assert status_of(waiting) == "accepted"

    application = Application.objects.get(human=waiting.account)
    path = f"/api/bounties/{bounty_of(run)}/applications"
    assert waiting.post(f"{path}/{application.public_id}/confirm").status == 200
    assert given_worker().post(path, {"coverLetter": "Me."}).status == 409, "nobody new is taken"
    assert send(waiting, run, BUG).status == 200
    shown = detail(owner, run)
    assert (shown["status"], shown["spentCents"], shown["report"]["degraded"]) == ("closed", 1180, False)


def test_after_the_intake_the_bench_of_a_run_hears_no_once_every_tester_has_delivered(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    _, run = given_run(**ONE | {"autoMode": True})
    tester, waiting = given_two(run)
    Application.objects.filter(human=tester.account).update(complete_by=datetime(2026, 3, 2, 1, tzinfo=UTC))
    at("2026-03-01T22:00:00Z")
    turn()
    assert status_of(waiting) == "pending"
    send(tester, run, BUG)
    turn()
    assert status_of(waiting) == "rejected"


def test_a_panel_keeps_its_bench_until_every_vote_is_in() -> None:
    panel = given_panel(respondentCount=2)
    first, silent, bench, rest = (given_worker() for _ in range(4))
    for worker in (first, silent, bench, rest):
        assert panel.apply(worker).status == 200
    taste_panels.reconcile_dirty()
    bounty_tasks.reject_rest()
    panel.vote(first)
    assert [status_of(worker) for worker in (bench, rest)] == ["pending", "pending"]

    later(25)  # one respondent did not vote in 24 hours
    assert [status_of(worker) for worker in (silent, bench, rest)] == ["expired", "accepted", "pending"]
    panel.vote(bench, "Red", "The red one is louder, and I like loud covers.")

    assert panel.read()["status"] == "closed"
    assert status_of(rest) == "rejected"


def test_a_seat_lost_after_the_hiring_period_is_filled_from_the_bench() -> None:
    panel = given_panel(respondentCount=1)
    later(60)
    bench = given_worker()
    for worker in (given_worker(), bench):
        assert panel.apply(worker).status == 200
    taste_panels.reconcile_dirty()
    assert status_of(bench) == "pending"
    later(25)
    assert status_of(bench) == "accepted"
    panel.vote(bench, "Red", "The red one is louder, and I like loud covers.")
    assert panel.read()["status"] == "closed"


def given_bench(**asked: Any) -> tuple[Api, Api, Api, Humanization]:
    """Two samples were approved: the first one's author is hired, the other waits."""
    owner, row = given_humanization(**asked)
    worker, bench = given_worker(), given_worker()
    for person in (worker, bench):
        assert hand_in(person, row).status == 200
    look()
    assert (status_of(worker), status_of(bench)) == ("accepted", "pending")
    return owner, worker, bench, row


def test_a_humanization_hires_the_next_one_when_its_worker_stays_silent() -> None:
    _, worker, bench, _ = given_bench(turnaroundMinutes=60)
    bounty_tasks.reject_rest()
    assert status_of(bench) == "pending"
    clock.freeze(clock.now() + timedelta(minutes=61))
    bounty_tasks.release_overdue_seats()
    look()
    assert (status_of(worker), status_of(bench)) == ("expired", "accepted")


def test_the_bench_of_a_humanization_hears_no_once_the_text_is_accepted() -> None:
    owner, worker, bench, row = given_bench()
    assert deliver(worker, row).status == 200
    look()
    assert status_of(bench) == "pending", "it may be sent back"
    submission = read(owner, row)["final"]["submissionId"]
    path = f"/api/bounties/{row.bounty.public_id}/submissions/{submission}"
    assert owner.patch(path, {"action": "approve"}).status == 200
    look()
    assert status_of(bench) == "rejected"


def test_events_of_a_runs_hires_name_the_run(at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    owner, run = given_run(**ONE)
    tester, _ = given_tester(run)
    send(tester, run, BUG)
    turn()
    panel = given_panel(respondentCount=1)
    voter = panel.respondent()
    panel.vote(voter)
    for name in ("application.submitted", "application.accepted", "proof.uploaded", "submission.reviewed"):
        told = {event.account_id: event.data["runId"] for event in Event.objects.filter(type=name)}
        assert told == {owner.account.pk: run.public_id, panel.agent.account.pk: panel.row.public_id}, name
