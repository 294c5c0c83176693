"""Different verbs crossing on one row: whoever is second is told the truth, and the money fits whoever was first."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Application, Bounty, Submission
from bounties.services import timers
from escrow.models import Escrow
from escrow.services import escrows, releases
from marketplace.core import clock
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import (
    given_application,
    given_bounty,
    given_completed,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_money,
)
from wallet import ledger
from wallet.models import Checkout
from wallet.models.ledger import LedgerTransaction
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]
YES = {"acknowledgeRelease": True}
CARD = b"cc-name=A&cc-number=4242424242424242&cc-exp=12%2F40&cc-csc=123&action=pay"
CANCEL = {"reason": "task_no_longer_needed"}
ROUNDS = range(3)  # each race is run a few times: who comes first differs


def wallet(agent: Api) -> int:
    return ledger.balance(ledger.wallet(agent.account.pk))


def earned(worker: Api) -> int:
    return ledger.balance(ledger.earnings(worker.account.pk))


def pay(page: Checkout) -> Any:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    return Api().call("POST", f"/checkout/{page.public_id}", raw=CARD, **form)


@pytest.mark.parametrize("_", ROUNDS)
def test_accepting_against_cancelling_the_bounty(_: int, at_once: AtOnce) -> None:
    agent = given_funded_agent(590)
    bounty = given_bounty(agent)
    path = f"/api/bounties/{bounty.public_id}"
    application = given_application(bounty)[1].public_id

    accepted, cancelled = at_once(
        lambda: agent.patch(f"{path}/applications/{application}", {"action": "accept"}),
        lambda: agent.delete(path, CANCEL),
    )

    status = Application.objects.get().status
    if accepted.status == 200:
        assert (cancelled.status, cancelled.code, status, wallet(agent)) == (409, "workers_hired", "accepted", 0)
    else:
        assert (accepted.status, accepted.code) == (409, "invalid_state")
        assert (cancelled.status, status, wallet(agent)) == (200, "rejected", 590)


@pytest.mark.parametrize("_", ROUNDS)
def test_approving_against_releasing_approves_once_and_pays_once(_: int, at_once: AtOnce) -> None:
    seat = given_delivered(agent=given_funded_agent(590))
    submission = Submission.objects.get().public_id

    approved, released = at_once(
        lambda: seat.agent.patch(
            f"/api/bounties/{seat.bounty.public_id}/submissions/{submission}", {"action": "approve"}
        ),
        lambda: seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/release", YES),
    )

    seat.fresh()
    assert released.status == 200
    assert approved.status == 200 or (approved.status, approved["currentState"]) == (409, "approved")
    assert (seat.bounty.status, Submission.objects.get().status, earned(seat.worker)) == ("paid", "approved", 500)
    for once in ("submission.reviewed", "bounty.completed", "escrow.released"):
        assert Event.objects.filter(type=once).count() == 1, once


@pytest.mark.parametrize("_", ROUNDS)
def test_the_timer_against_the_poster_pays_once(_: int, at_once: AtOnce) -> None:
    seat = given_completed(agent=given_funded_agent(590))
    Escrow.objects.filter(kind="seat").update(auto_release_at=clock.now())

    released, *_timers = at_once(
        lambda: seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/release", YES),
        releases.release_due,
        releases.release_due,
    )

    assert released.status == 200 or (released.status, released["currentState"]) == (409, "released")
    assert (earned(seat.worker), ledger.house_balance(ledger.FEES)) == (500, 90)
    assert LedgerTransaction.objects.filter(key=f"end:{seat.escrow.pk}").count() == 1
    assert Event.objects.filter(type="escrow.released").count() == 1


@pytest.mark.parametrize("_", ROUNDS)
def test_silence_against_a_redo_leaves_one_verdict(_: int, at_once: AtOnce) -> None:
    seat = given_delivered()
    submission = Submission.objects.get().public_id
    Escrow.objects.filter(kind="seat").update(review_due_at=clock.now())

    redo, _timer = at_once(
        lambda: seat.agent.patch(
            f"/api/bounties/{seat.bounty.public_id}/submissions/{submission}",
            {"action": "request_redo", "response": "Again."},
        ),
        escrows.complete_unreviewed,
    )

    verdict = (Submission.objects.get().status, seat.escrow.status, seat.fresh().bounty.status)
    assert verdict == (
        ("redo_requested", "locked", "assigned") if redo.status == 200 else ("approved", "completed", "completed")
    )


@pytest.mark.parametrize("_", ROUNDS)
def test_delivering_against_cancelling_the_seat(_: int, at_once: AtOnce) -> None:
    seat = given_confirmed(agent=given_funded_agent(590))

    sent, cancelled = at_once(
        lambda: seat.worker.post(f"/api/bounties/{seat.bounty.public_id}/submissions", {"textEvidence": "Done."}),
        lambda: seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/cancel"),
    )

    if sent.status == 200:
        assert (cancelled.status, cancelled.code, wallet(seat.agent)) == (409, "evidence_exists", 0)
    else:
        assert (sent.status, sent.code, sent["currentState"]) == (409, "invalid_state", "expired")
        assert (cancelled.status, wallet(seat.agent)) == (200, 590)
        assert not Submission.objects.exists()


@pytest.mark.parametrize("_", ROUNDS)
def test_confirming_against_cancelling_the_seat_ends_cancelled(_: int, at_once: AtOnce) -> None:
    seat = given_hired(agent=given_funded_agent(590))
    path = f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}/confirm"

    confirmed, cancelled = at_once(
        lambda: seat.worker.post(path),
        lambda: seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/cancel"),
    )

    assert cancelled.status == 200
    assert confirmed.status == 200 or (confirmed.status, confirmed["currentState"]) == (409, "expired")
    seat.fresh()
    assert (seat.application.status, seat.bounty.status, wallet(seat.agent)) == ("expired", "cancelled", 590)


@pytest.mark.parametrize("_", ROUNDS)
def test_paying_against_cancelling_leaves_the_money_in_the_wallet(_: int, at_once: AtOnce) -> None:
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)
    page = Checkout.objects.get(purpose="bounty")

    paid, cancelled = at_once(lambda: pay(page), lambda: agent.delete(f"/api/bounties/{bounty.public_id}", CANCEL))

    page.refresh_from_db()
    assert (paid.status, cancelled.status) == (302, 200)
    assert page.outcome in ("funded", "left_in_wallet")
    assert (Bounty.objects.get().status, wallet(agent)) == ("cancelled", 590)


@pytest.mark.parametrize("_", ROUNDS)
def test_paying_against_funding_from_the_wallet_funds_once(_: int, at_once: AtOnce) -> None:
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)
    page = Checkout.objects.get(purpose="bounty")
    given_money(agent, 490)

    paid, funded = at_once(
        lambda: pay(page), lambda: agent.post("/api/bounties/deposit", {"bountyId": bounty.public_id})
    )

    bounty.refresh_from_db()
    assert (paid.status, funded.status, funded["status"], bounty.status) == (302, 200, "funded", "open")
    assert (wallet(agent), ledger.balance(ledger.pool(bounty.pool_id))) == (490, 590)
    assert LedgerTransaction.objects.filter(key=f"fund:{bounty.pool_id}").count() == 1


def test_many_apply_at_once_and_each_is_counted(at_once: AtOnce) -> None:
    bounty = given_bounty(given_funded_agent())
    path = f"/api/bounties/{bounty.public_id}/applications"
    workers = [given_worker() for _ in range(5)]

    answers = at_once(*[lambda who=who: who.post(path, {"coverLetter": "Me."}) for who in workers])

    bounty.refresh_from_db()
    assert [answer.status for answer in answers] == [200] * 5
    assert bounty.application_count == Application.objects.count() == 5


def test_one_person_applying_twice_at_once_applies_once(at_once: AtOnce) -> None:
    bounty = given_bounty(given_funded_agent())
    worker = given_worker()
    path = f"/api/bounties/{bounty.public_id}/applications"

    answers = at_once(*[lambda: worker.post(path, {"coverLetter": "Me."})] * 3)

    assert sorted((answer.status, answer.code) for answer in answers) == [
        (200, None),
        (409, "already_applied"),
        (409, "already_applied"),
    ]
    bounty.refresh_from_db()
    assert bounty.application_count == 1


def test_three_last_seats_for_six_applicants(at_once: AtOnce) -> None:
    agent = given_funded_agent(3 * 590)
    bounty = given_bounty(agent, spots_available=3)
    ids = [given_application(bounty)[1].public_id for _ in range(6)]
    path = f"/api/bounties/{bounty.public_id}/applications"

    answers = at_once(*[lambda i=i: agent.patch(f"{path}/{i}", {"action": "accept"}) for i in ids])

    assert (
        sorted((answer.status, answer.code) for answer in answers) == [(200, None)] * 3 + [(409, "no_spots_left")] * 3
    )
    bounty.refresh_from_db()
    assert (bounty.status, bounty.spots_filled, ledger.balance(ledger.pool(bounty.pool_id))) == ("assigned", 3, 0)
    assert [row.data["spotsFilled"] for row in Event.objects.filter(type="bounty.seat_filled").order_by("id")] == [
        1,
        2,
        3,
    ]


def test_timers_of_many_seats_side_by_side_return_each_once(at_once: AtOnce) -> None:
    agent = given_funded_agent(4 * 590)
    bounty = given_bounty(agent, spots_available=4)
    for _ in range(4):
        given_hired(agent=agent, bounty=bounty)
    Application.objects.update(confirm_by=clock.now() - timedelta(seconds=1))

    results = at_once(*[timers.release_unconfirmed] * 3)

    assert not [error for error in results if isinstance(error, Exception)]
    bounty.refresh_from_db()
    assert (bounty.status, bounty.spots_filled, ledger.balance(ledger.pool(bounty.pool_id))) == ("open", 0, 4 * 590)
    assert Event.objects.filter(type="application.seat_expired").count() == 4
