"""QA runs from many hands at the same moment, and killed at any line: each is started, decided and paid once."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Application, Bounty
from marketplace.core import clock
from qa.models import Run, Template
from qa.services import runs, schedule
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import given_funded_agent, given_money
from tests.factories.qa import BUG, COST, RUNS, bounty_of, given_run, given_template, given_tester, send, turn
from tests.kills import Verb, check_killed_anywhere
from tests.qa.test_escalations import given_disputed
from wallet import ledger as books

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]


def balance(owner: Api) -> int:
    return books.balance(books.wallet(owner.account.pk))


@pytest.mark.parametrize("_", range(3))
def test_two_beats_and_two_workers_start_a_run_once(_: int, at_once: AtOnce) -> None:
    owner = given_funded_agent(10 * COST)
    given_template(owner)
    given_template(owner, cadence="once", periodCapCents=COST)

    assert all(isinstance(done, int) for done in at_once(*[schedule.start_due] * 4))

    assert Run.objects.filter(status="open").count() == Run.objects.count() == Bounty.objects.count() == 2
    assert balance(owner) == 8 * COST
    assert not Template.objects.filter(next_run_at__lte=clock.now()).exists()


def test_a_change_beside_the_start_comes_before_or_after_it(at_once: AtOnce) -> None:
    owner, template = given_template(given_funded_agent(10 * COST))
    path = f"/api/v1/qa/templates/{template.public_id}"

    answer, _ = at_once(lambda: owner.patch(path, {"status": "paused"}), schedule.start_due)

    assert answer.status == 200
    template.refresh_from_db()
    assert (template.status, template.paused_reason) == ("paused", "user")
    assert Run.objects.count() == Bounty.objects.count() <= 1


@pytest.mark.parametrize("_", range(3))
def test_two_decisions_at_once_are_one(_: int, at_once: AtOnce) -> None:
    owner, run = given_run(given_funded_agent(10 * COST), autoMode=False)
    given_tester(run, confirms=False)
    path = f"{RUNS}/{run.public_id}/escalations/{Application.objects.get().public_id}"

    answers = at_once(
        *[lambda verb=verb: owner.patch(path, {"action": verb}) for verb in ("accept", "revise", "accept")]
    )

    codes = {answer.code for answer in answers}
    assert None in codes and codes <= {None, "escalation_decided"}
    application = Application.objects.select_related("escrow").get()
    assert (application.status == "accepted") == (application.escrow is not None)


@pytest.mark.parametrize("_", range(3))
def test_a_stop_beside_hires_and_pay_leaves_every_cent_accounted_for(_: int, at_once: AtOnce) -> None:
    owner, run = given_run(given_funded_agent(10 * COST))
    tester, _application = given_tester(run)
    assert send(tester, run, BUG).status == 200
    other = given_worker()
    other.post(f"/api/bounties/{bounty_of(run)}/applications", {"coverLetter": "Me."})

    stopped, *done = at_once(
        lambda: owner.post(f"{RUNS}/{run.public_id}/stop"), runs.reconcile_dirty, runs.reconcile_dirty
    )

    assert stopped.status == 200 and all(isinstance(count, int) for count in done)
    turn()
    shown = owner.get(f"{RUNS}/{run.public_id}")["data"]
    assert shown["spentCents"] == 1180
    held = 1180 if shown["unsettledTesterCount"] else 0
    assert shown["reservedCents"] == shown["spentCents"] + shown["refundedCents"] + held


# ------------------------------------------------------------------ killed anywhere


def start() -> Verb:
    given_template(given_funded_agent(COST))
    return schedule.start_due


def start_without_money() -> Verb:
    given_template(given_funded_agent(COST - 1))
    return schedule.start_due


def fund_a_waiting_run() -> Verb:
    owner, run = given_run(given_funded_agent(COST - 100))
    given_money(owner, 100)
    Run.objects.filter(pk=run.pk).update(fund_at=clock.now())
    return schedule.fund_due


def give_up_the_third_time() -> Verb:
    """Its day to find money is over, as it was twice before: the template pauses, and its owner is told."""
    _, run = given_run(given_funded_agent(COST - 100))
    Template.objects.filter(pk=run.template_id).update(unfunded_runs=2)
    Run.objects.filter(pk=run.pk).update(fund_at=clock.now(), fund_until=clock.now())
    return schedule.fund_due


def hire() -> Verb:
    _, run = given_run(given_funded_agent(10 * COST))
    sent = given_worker().post(f"/api/bounties/{bounty_of(run)}/applications", {"coverLetter": "Me."})
    assert sent.status == 200
    return runs.reconcile_dirty


def stop() -> Verb:
    owner, run = given_run(given_funded_agent(10 * COST))
    given_tester(run)
    turn()
    path, key = f"{RUNS}/{run.public_id}/stop", f"stop-{run.public_id}"
    return lambda: owner.post(path, **{"Idempotency-Key": key})


def stop_one_that_waits_for_money() -> Verb:
    owner, run = given_run(given_funded_agent(COST - 100))
    path, key = f"{RUNS}/{run.public_id}/stop", f"stop-{run.public_id}"
    return lambda: owner.post(path, **{"Idempotency-Key": key})


def carry_out_an_accepted_dispute() -> Verb:
    return _decided("accept")


def carry_out_a_revised_dispute() -> Verb:
    return _decided("revise")


def _decided(action: str) -> Verb:
    """The owner disputed an unclear report, and decided about it since: a worker carries that out."""
    owner, run, _, application = given_disputed()
    path = f"{RUNS}/{run.public_id}/escalations/{application.public_id}"
    assert owner.patch(path, {"action": action})["data"]["state"] == "pending"
    return runs.reconcile_dirty


def pay_a_report() -> Verb:
    _, run = given_run(given_funded_agent(10 * COST))
    tester, _ = given_tester(run)
    turn()
    assert send(tester, run, BUG).status == 200
    return runs.reconcile_dirty


def end_a_run() -> Verb:
    """Its last tester was paid: the report is due."""
    _, run = given_run(given_funded_agent(10 * COST), testerCount=1)
    tester, _ = given_tester(run)
    turn()
    assert send(tester, run, BUG).status == 200
    runs.reconcile_dirty()
    return runs.reconcile_dirty


def send_free_seats_home() -> Verb:
    _, run = given_run(given_funded_agent(10 * COST))
    Run.objects.filter(pk=run.pk).update(intake_ends_at=clock.now() - timedelta(seconds=1))
    return runs.reconcile_due


@pytest.mark.parametrize(
    "given",
    [
        *(start, start_without_money, fund_a_waiting_run, give_up_the_third_time, hire, stop),
        *(stop_one_that_waits_for_money, carry_out_an_accepted_dispute, carry_out_a_revised_dispute),
        *(pay_a_report, end_a_run, send_free_seats_home),
    ],
    ids=lambda verb: verb.__name__,
)
def test_a_step_killed_anywhere_ends_like_an_undisturbed_one(given: Callable[[], Verb]) -> None:
    assert check_killed_anywhere(given) >= 2, "it was killed at its beginning and at its commit"
