"""What concerns a whole bounty waits for the verbs of its seats that are under way, and sees what they did."""

from datetime import timedelta

import pytest
from django.db import OperationalError

from bounties.errors import WorkersHired
from bounties.models import Application, Bounty
from bounties.services import (
    bounties,
    edits,
    endings,
)
from marketplace.core import clock
from tests.factories.market import Seat, acting, given_application, given_bounty, given_funded_agent, given_hired
from tests.races.hot import VERBS, given_seats, started, stopped, wait_for_a_waiter, without_waiting
from wallet import ledger
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_cancellation_waits_for_an_acceptance_and_sees_it() -> None:
    one, _ = given_seats("")
    bounty, agent = one.bounty.public_id, acting(one.agent)

    with stopped(lambda: VERBS["accept"][1](one)) as held:
        answer = started(lambda: bounties.cancel(agent, bounty, reason="other"))
        wait_for_a_waiter()
        held.go_on()

    assert isinstance(answer(), WorkersHired)
    one.fresh()
    assert (one.bounty.status, one.application.status) == ("partially_filled", "accepted")


def test_a_cancellation_waits_for_an_application_and_rejects_it() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)

    with stopped(lambda: given_application(bounty)) as held:
        answer = started(lambda: bounties.cancel(acting(agent), bounty.public_id, reason="other"))
        wait_for_a_waiter()
        held.go_on()

    assert not isinstance(answer(), Exception)
    bounty.refresh_from_db()
    assert (bounty.status, bounty.application_count) == ("cancelled", 1)
    assert Application.objects.get(bounty=bounty).status == "rejected"


def test_an_edit_between_two_who_count_waits_for_both_without_a_deadlock(log_errors: list[str]) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    words = {"description": "Two sharp photos."}

    with (
        stopped(lambda: given_application(bounty)) as later,
        stopped(lambda: given_application(bounty), counted=True) as first,
    ):
        answer = started(lambda: edits.edit(acting(agent), bounty.public_id, words, locked_names=[]))
        wait_for_a_waiter()
        later.let_go()
        wait_for_a_waiter(2)
        results = [first.go_on(), later.go_on(), answer()]

    assert [result for result in results if isinstance(result, Exception)] == []
    assert log_errors == []
    bounty.refresh_from_db()
    assert (bounty.description, bounty.application_count) == ("Two sharp photos.", 2)


def test_who_comes_while_an_edit_waits_waits_behind_it() -> None:
    """So that an owner is heard, however many come."""
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    words = {"description": "Two sharp photos."}

    with stopped(lambda: given_application(bounty)) as first:
        edited = started(lambda: edits.edit(acting(agent), bounty.public_id, words, locked_names=[]))
        wait_for_a_waiter()
        with pytest.raises(OperationalError, match="lock timeout"):
            without_waiting(lambda: given_application(bounty))
        first.go_on()

    assert not isinstance(edited(), Exception)
    without_waiting(lambda: given_application(bounty))
    bounty.refresh_from_db()
    assert bounty.application_count == 2


def test_a_raise_waits_for_an_acceptance_and_pays_that_seat_more() -> None:
    one, _ = given_seats("")
    raised = {"price_cents": 400}

    with stopped(lambda: VERBS["accept"][1](one)) as held:
        answer = started(lambda: edits.edit(acting(one.agent), one.bounty.public_id, raised, locked_names=[]))
        wait_for_a_waiter()
        held.go_on()

    assert answer().cents == -118, "of the seat that is still free"
    assert one.fresh().escrow.amount_cents == 590
    assert ledger.balance(ledger.pool(one.bounty.pool_id)) == 472


def test_an_acceptance_that_waited_for_a_new_price_hires_at_that() -> None:
    one, _ = given_seats("")
    cheaper = {"price_cents": 400}

    with stopped(lambda: edits.edit(acting(one.agent), one.bounty.public_id, cheaper, locked_names=[])) as held:
        answer = started(lambda: VERBS["accept"][1](one))
        wait_for_a_waiter()
        held.go_on()

    assert not isinstance(answer(), Exception)
    assert one.fresh().escrow.amount_cents == 472
    assert ledger.balance(ledger.pool(one.bounty.pool_id)) == 472


def test_a_bounty_that_ends_with_its_last_seat_leaves_who_is_decided_right_now_to_the_next_round() -> None:
    agent = given_funded_agent(590)
    bounty = given_bounty(agent)
    worker, row = given_application(bounty)
    hired = given_hired(agent=agent, bounty=bounty)
    Bounty.objects.update(deadline=clock.now() - timedelta(hours=73))

    with stopped(lambda: VERBS["reject"][1](Seat(agent, worker, bounty, row))) as held:
        without_waiting(lambda: VERBS["expire"][1](hired))
        assert hired.fresh().bounty.status == "closing"
        held.go_on()
    endings.finish_closing()

    assert hired.fresh().bounty.status == "cancelled"
    row.refresh_from_db()
    assert row.status == "rejected"
    assert Event.objects.filter(type="application.rejected").count() == 1
    assert ledger.balance(ledger.wallet(agent.account.pk)) == 590
