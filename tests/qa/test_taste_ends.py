"""How a taste run ends, and what is read of it."""

from collections.abc import Callable

import pytest

from bounties.models import Bounty
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from qa.services import taste_panels
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import given_money, untouched
from tests.factories.taste import given_panel, later, looks
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
At = Callable[[str], object]


# ------------------------------------------------------------------ the end


def test_the_last_vote_closes_the_run_with_its_report(new_events: Callable[[], list[str]]) -> None:
    panel = given_panel()
    for worker in (panel.respondent(), panel.respondent()):
        panel.vote(worker)

    run = panel.read()
    assert (run["status"], run["endReason"], run["report"]["winner"]) == ("closed", "every_seat_is_paid", "Blue")
    assert (run["report"]["respondents"], run["report"]["degraded"], panel.is_settled) == (2, False, True)
    assert run["report"]["generatedAt"] == run["endedAt"]
    assert new_events()[-2:] == ["run.status_changed", "run.report_ready"]
    event = panel.agent.get("/api/events?types=run.report_ready")["events"][-1]
    assert event["data"] == {
        "runId": panel.run_id,
        "bountyId": run["bountyId"],
        "kind": "taste",
        "reportUrl": run["reportUrl"],
    }


def test_when_the_time_is_over_free_seats_go_home_and_who_is_hired_still_votes(at: At) -> None:
    at("2026-11-21T10:00:00Z")
    panel = given_panel(respondentCount=3)
    early = panel.respondent()
    panel.vote(early, "Red")
    later(71)
    late = panel.respondent()
    later(1)

    run = panel.read()
    assert (run["status"], run["refundedCents"], run["acceptedCount"]) == ("reviewing", 590, 2)
    assert panel.apply(given_worker()).status == 409
    panel.vote(late, "Blue")

    run = panel.read()
    assert (run["status"], run["report"]["winner"], run["report"]["degraded"]) == ("closed", None, True)
    assert panel.is_settled


def test_a_respondent_who_is_late_loses_the_seat_to_the_next(at: At) -> None:
    at("2026-11-21T10:00:00Z")
    panel = given_panel(respondentCount=1)
    panel.respondent()
    later(24)

    assert (panel.read()["status"], panel.read()["acceptedCount"]) == ("open", 0)
    next_one = panel.respondent()
    panel.vote(next_one)
    assert (panel.read()["status"], panel.is_settled) == ("closed", True)


def test_a_seat_that_is_lost_after_the_time_is_not_filled_again(at: At) -> None:
    at("2026-11-21T10:00:00Z")
    panel = given_panel(respondentCount=2)
    panel.vote(panel.respondent())
    later(71)
    panel.respondent()
    later(24)

    run = panel.read()
    assert (run["status"], run["report"]["respondents"], run["refundedCents"]) == ("closed", 1, 590)
    assert panel.is_settled


def test_nobody_came(at: At) -> None:
    at("2026-11-21T10:00:00Z")
    panel = given_panel(1180)
    later(72)

    run = panel.read()
    assert (run["status"], run["endReason"], run["report"]) == ("expired", "time_is_over", None)
    assert books.balance(books.wallet(panel.agent.account.pk)) == 1180 and panel.is_settled


def test_hired_and_never_heard_of_again(at: At) -> None:
    at("2026-11-21T10:00:00Z")
    panel = given_panel(590, respondentCount=1)
    later(71)
    panel.respondent()
    later(24)

    assert (panel.read()["status"], panel.is_settled) == ("expired", True)
    assert books.balance(books.wallet(panel.agent.account.pk)) == 590


def test_its_owner_cancels_while_nobody_is_hired() -> None:
    panel = given_panel(1180)
    bounty = f"/api/bounties/{panel.row.bounty.public_id}"
    assert panel.agent.delete(bounty, {"reason": "task_no_longer_needed"}).status == 200
    looks()

    run = panel.read()
    assert (run["status"], run["endReason"], panel.is_settled) == ("failed", "task_no_longer_needed", True)
    assert books.balance(books.wallet(panel.agent.account.pk)) == 1180


def test_a_run_that_waits_for_money_is_cancelled_by_its_bounty(at: At) -> None:
    at("2026-11-21T10:00:00Z")
    panel = given_panel(100)
    bounty = f"/api/bounties/{panel.row.bounty.public_id}"
    assert panel.agent.delete(bounty, {"reason": "task_no_longer_needed"}).status == 200
    looks()
    given_money(panel.agent, 5000)
    later(1)
    assert (panel.read()["status"], panel.read()["reservedCents"]) == ("failed", 0)


def test_nobody_cancels_once_somebody_is_hired() -> None:
    panel = given_panel()
    panel.respondent()
    with untouched():
        refused = panel.agent.delete(f"/api/bounties/{panel.row.bounty.public_id}", {"reason": "task_no_longer_needed"})
    assert (refused.status, refused.code) == (409, "workers_hired")


def test_an_operator_stops_a_run(operator: Api) -> None:
    panel, empty = given_panel(), given_panel()
    hired = panel.respondent()
    staff = Actor.staff(operator.account)

    for one in (panel, empty):
        unit(lambda one=one: taste_panels.stop(staff, one.row.pk, reason="A copy of another run."))
    looks()

    assert (empty.read()["status"], empty.read()["endReason"], empty.is_settled) == ("failed", "stopped", True)
    assert (panel.read()["status"], panel.read()["refundedCents"]) == ("reviewing", 590)
    panel.vote(hired)
    assert (panel.read()["status"], panel.is_settled) == ("closed", True)


# ------------------------------------------------------------------ reading


def test_a_stranger_finds_nothing() -> None:
    panel = given_panel()
    stranger = given_agent()
    with untouched():
        for path in (panel.path, panel.path + "/report", "/api/v1/taste/runs/tst_x"):
            assert stranger.get(path).status == 404
    assert stranger.get("/api/v1/taste/runs")["runs"] == []


def test_the_report_is_a_page_once_it_is_there() -> None:
    panel = given_panel()
    assert panel.agent.get(panel.path + "/report").code == "no_report_yet"
    for worker, label in ((panel.respondent(), "Blue"), (panel.respondent(), "Red")):
        panel.vote(worker, label, f"<script>alert(1)</script> {label} & more {worker.account.name}")

    page = panel.agent.get(panel.path + "/report")
    data = panel.agent.get(panel.path + "/report?format=json")

    assert page.status == 200 and page.headers["Content-Type"].startswith("text/html")
    text = page.body.decode()
    assert "<script" not in text and "&lt;script&gt;" in text and "No winner" in text
    assert "unsafe" not in page.headers["Content-Security-Policy"]
    assert data["report"] == panel.read()["report"]


def test_it_is_followed_by_many_at_once_as_by_one() -> None:
    panel = given_panel()
    panel.vote(panel.respondent(), look=False)
    taste_panels.reconcile(panel.row.bounty_id)
    taste_panels.reconcile(panel.row.bounty_id)
    assert panel.read()["spentCents"] == 590
    assert Bounty.objects.get().spots_filled == 1
