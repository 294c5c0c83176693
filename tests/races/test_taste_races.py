"""A taste run followed by many hands: its last seat, one vote, one start."""

from collections.abc import Callable
from typing import Any

import pytest

from bounties.models import Application, Bounty
from marketplace.core.transactions import unit
from qa.services import taste, taste_panels
from tests.factories.accounts import given_worker
from tests.factories.market import given_money
from tests.factories.taste import KEY, RUN, given_panel
from wallet import ledger as books
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]


def test_two_applicants_and_three_workers_fill_the_last_seat_once(at_once: AtOnce) -> None:
    panel = given_panel(590, respondentCount=1)
    people = [given_worker(), given_worker()]

    answers = at_once(
        *(lambda who=who: panel.apply(who).status for who in people),
        taste_panels.reconcile_dirty,
        taste_panels.reconcile_dirty,
    )
    at_once(taste_panels.reconcile_dirty, taste_panels.reconcile_dirty, taste_panels.reconcile_dirty)

    assert 200 in answers[:2]
    assert Application.objects.filter(status="accepted").count() == 1
    assert Bounty.objects.get().spots_filled == 1
    assert books.balance(books.pool(panel.row.bounty.pool_id)) == 0


def test_three_workers_pay_a_vote_once_and_report_once(at_once: AtOnce) -> None:
    panel = given_panel(590, respondentCount=1)
    worker = panel.respondent()
    assert panel.vote(worker, look=False).status == 200

    at_once(
        taste_panels.reconcile_dirty,
        taste_panels.reconcile_dirty,
        lambda: unit(lambda: taste_panels.reconcile(panel.row.bounty_id)),
    )
    taste_panels.reconcile_dirty()

    assert books.balance(books.earnings(worker.account.pk)) == 500
    assert (panel.read()["status"], panel.is_settled) == ("closed", True)
    assert Event.objects.filter(type="run.report_ready").count() == 1


def test_the_timer_and_the_same_key_start_a_waiting_run_once(at_once: AtOnce) -> None:
    panel = given_panel(1000)
    given_money(panel.agent, 1180)
    type(panel.row).objects.update(fund_at=panel.row.created_at)

    answer, _, _ = at_once(lambda: panel.agent.post("/api/v1/taste/runs", RUN, **KEY), taste.start_due, taste.start_due)

    assert (answer.status, answer["run"]["status"]) == (200, "open")
    assert books.balance(books.wallet(panel.agent.account.pk)) == 1000
    assert Event.objects.filter(type="run.status_changed").count() == 1


def test_cancelling_against_hiring_leaves_one_of_them(at_once: AtOnce) -> None:
    panel = given_panel(590, respondentCount=1)
    panel.apply(given_worker())
    path = f"/api/bounties/{panel.row.bounty.public_id}"

    cancelled, _ = at_once(
        lambda: panel.agent.delete(path, {"reason": "task_no_longer_needed"}), taste_panels.reconcile_dirty
    )
    taste_panels.reconcile_dirty()

    run = panel.read()
    assert (cancelled.status, run["status"], run["acceptedCount"]) in [(200, "failed", 0), (409, "open", 1)]
