"""Direct hires under many hands: one hire for one key, one payment for one hire, one end for one seat."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Application, Bounty
from bounties.services import hiring, timers
from escrow.models import Escrow
from escrow.services import releases
from marketplace.core import clock
from marketplace.models import Mail
from tests.factories.accounts import given_agent, given_worker
from tests.factories.hiring import (
    PERSONAL,
    RENT,
    bounty_of,
    earned,
    given_hired_by_name,
    page_of,
    pay_page,
    rental,
    seat,
    wallet,
)
from tests.factories.market import given_funded_agent, given_money
from wallet.services import checkouts
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]
ROUNDS = range(3)
PAST = timedelta(seconds=1)


@pytest.mark.parametrize("balance", [5000, 100], ids=["wallet", "page"])
def test_the_same_key_at_once_hires_once(balance: int, at_once: AtOnce) -> None:
    agent, worker = given_funded_agent(balance), given_worker()
    body = rental(worker, idempotencyKey="hire-once-1")

    answers = at_once(*[lambda: agent.post(RENT, body)] * 4)

    assert {answer.status for answer in answers} == {200}
    assert len({answer["bountyId"] for answer in answers}) == Bounty.objects.count() == Application.objects.count() == 1
    assert wallet(agent) == (4410 if balance == 5000 else 100)


def test_two_hires_from_a_wallet_for_one_make_one(at_once: AtOnce) -> None:
    agent, worker = given_funded_agent(590), given_worker()
    body = rental(worker, fundingMethod="wallet")

    answers = at_once(*[lambda: agent.post(RENT, body)] * 3)

    assert sorted((answer.status, answer.code) for answer in answers) == [
        (200, None),
        *[(402, "insufficient_funds")] * 2,
    ]
    assert (Bounty.objects.count(), Escrow.objects.filter(kind="seat").count(), wallet(agent)) == (1, 1, 0)


@pytest.mark.parametrize("_", ROUNDS)
@pytest.mark.parametrize("route", ["deposit", "enterprise-payment"])
def test_a_page_that_is_paid_while_the_wallet_pays_hires_once(route: str, _: int, at_once: AtOnce) -> None:
    agent, worker = given_agent(), given_worker()
    made = agent.post(RENT, rental(worker))
    given_money(agent, 1000)
    by_wallet = {
        "deposit": lambda: agent.post("/api/bounties/deposit", {"bountyId": made["bountyId"]}),
        "enterprise-payment": lambda: agent.post(f"/api/bounties/{made['bountyId']}/enterprise-payment"),
    }[route]

    answer, page = at_once(by_wallet, lambda: pay_page(made))

    assert (answer.status, answer["status"]) == (200, "funded")
    assert page.outcome in ("funded", "left_in_wallet")
    assert (Application.objects.get().status, bounty_of(made).status) == ("accepted", "assigned")
    assert Escrow.objects.filter(kind="seat").count() == Mail.objects.count() == 1
    assert wallet(agent) == 1000 + 590 - 590
    assert Event.objects.filter(type="application.accepted").count() == 1


@pytest.mark.parametrize("_", ROUNDS)
def test_paying_the_page_against_the_one_person_withdrawing(_: int, at_once: AtOnce) -> None:
    agent, worker = given_agent(), given_worker()
    made = agent.post(RENT, rental(worker))

    page, withdrawn = at_once(lambda: pay_page(made), lambda: worker.patch(seat(made), {"action": "withdraw"}))

    # Withdrawing is possible before and after the hire, and either way the money ends in the wallet.
    assert (withdrawn.status, page.status) == (200, "paid")
    assert page.outcome == ("funded" if Escrow.objects.filter(kind="seat").exists() else "left_in_wallet")
    assert (Application.objects.get().status, bounty_of(made).status, wallet(agent)) == ("withdrawn", "closed", 590)


def test_two_sweeps_settle_one_page_once(at_once: AtOnce) -> None:
    agent, worker = given_agent(), given_worker()
    made = agent.post(RENT, rental(worker))
    page = page_of(made)
    checkouts.book(page.pk, rail="card", reference="paid", cents=page.amount_cents)

    at_once(*[checkouts.settle_pending] * 3)

    assert (page_of(made).outcome, Escrow.objects.filter(kind="seat").count(), wallet(agent)) == ("funded", 1, 0)


@pytest.mark.parametrize("_", ROUNDS)
def test_confirming_against_the_two_hours(_: int, at_once: AtOnce) -> None:
    agent, worker = given_funded_agent(590), given_worker()
    made = given_hired_by_name(agent, worker)
    due = clock.now() + timedelta(milliseconds=40)
    Application.objects.update(confirm_by=due)

    def timer() -> int:
        while clock.now() < due:
            pass
        return timers.release_unconfirmed()

    confirmed, _count = at_once(lambda: worker.post(f"{seat(made)}/confirm"), timer)

    application = Application.objects.get()
    if confirmed.status == 200:
        assert (application.status, bounty_of(made).status, wallet(agent)) == ("accepted", "assigned", 0)
    else:
        assert confirmed.code == "confirmation_window_closed"
        assert (application.status, bounty_of(made).status, wallet(agent)) == ("expired", "closed", 590)


def test_cancelling_against_confirming_leaves_nothing_half_done(at_once: AtOnce) -> None:
    agent, worker = given_funded_agent(590), given_worker()
    made = given_hired_by_name(agent, worker)

    cancelled, confirmed = at_once(
        lambda: agent.post(f"/api/escrow/{made['escrowId']}/cancel"), lambda: worker.post(f"{seat(made)}/confirm")
    )

    # A confirmed seat without evidence can be cancelled, too; confirming what was cancelled can't.
    assert cancelled.status == 200
    assert (confirmed.status, confirmed.code) in [(200, None), (409, "invalid_state")]
    assert (bounty_of(made).status, wallet(agent)) == ("cancelled", 590)


def given_due(*, delivered: bool) -> tuple[Any, Any, Any]:
    agent, worker = given_funded_agent(590), given_worker()
    made = given_hired_by_name(agent, worker, PERSONAL, confirmed=True)
    if delivered:
        assert worker.post(f"/api/bounties/{made['bountyId']}/submissions", {"textEvidence": "Done."}).status == 200
    Application.objects.update(complete_by=clock.now() - PAST)
    return agent, worker, made


@pytest.mark.parametrize("delivered", [True, False])
def test_the_clock_of_a_personal_bounty_in_many_workers_settles_it_once(delivered: bool, at_once: AtOnce) -> None:
    agent, worker, made = given_due(delivered=delivered)

    done = at_once(*[hiring.settle_personal] * 2, *[timers.release_overdue] * 2)

    assert all(isinstance(count, int) for count in done), done
    assert bounty_of(made).status == ("paid" if delivered else "closed")
    assert (wallet(agent), earned(worker)) == ((0, 500) if delivered else (590, 0))
    assert Event.objects.filter(type__in=("escrow.released", "application.seat_expired")).count() == 1


def test_the_clock_of_a_personal_bounty_against_its_owners_release(at_once: AtOnce) -> None:
    agent, worker, made = given_due(delivered=True)
    path = f"/api/escrow/{made['escrowId']}/release"

    released, *_ = at_once(
        lambda: agent.post(path, {"acknowledgeRelease": True}), hiring.settle_personal, releases.release_due
    )

    assert (released.status, released.code) in [(200, None), (409, "invalid_state")]
    assert (bounty_of(made).status, wallet(agent), earned(worker)) == ("paid", 0, 500)
    assert Event.objects.filter(type="escrow.released").count() == 1
