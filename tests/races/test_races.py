"""Races that must have one winner: the loser is told, and no cent moves twice."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Application, Bounty, Submission
from bounties.services import timers
from escrow.models import Escrow
from marketplace.core import clock
from marketplace.core.money import cents_from_dollars
from tests.api import Api
from tests.factories.market import (
    given_application,
    given_bounty,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
)
from wallet import ledger
from wallet.models import Checkout, Payment
from wallet.models.ledger import LedgerTransaction

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]
TASK = {"title": "T", "description": "D", "price": 5, "estimatedHours": 1}
CARD = b"cc-name=A&cc-number=4242424242424242&cc-exp=12%2F40&cc-csc=123&action=pay"


def codes(answers: list[Any]) -> list[tuple[int, str | None]]:
    return sorted((answer.status, answer.code) for answer in answers)


def test_two_accepts_of_the_last_seat_hire_one(at_once: AtOnce) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    paths = [
        f"/api/bounties/{bounty.public_id}/applications/{given_application(bounty)[1].public_id}" for _ in range(2)
    ]

    answers = at_once(*(lambda path=path: agent.patch(path, {"action": "accept"}) for path in paths))

    assert codes(answers) == [(200, None), (409, "no_spots_left")]
    assert sorted(Application.objects.values_list("status", flat=True)) == ["accepted", "pending"]
    assert Escrow.objects.filter(kind="seat").count() == 1
    assert ledger.balance(ledger.pool(bounty.pool_id)) == 0
    assert Bounty.objects.get().spots_filled == 1


def test_two_releases_pay_once(at_once: AtOnce) -> None:
    seat = given_delivered()
    path = f"/api/escrow/{seat.escrow.public_id}/release"

    answers = at_once(*[lambda: seat.agent.post(path, {"acknowledgeRelease": True})] * 2)

    assert codes(answers) == [(200, None), (409, "invalid_state")]
    assert ledger.balance(ledger.earnings(seat.worker.account.pk)) == 500
    assert LedgerTransaction.objects.filter(key=f"end:{seat.escrow.pk}").count() == 1


def test_release_against_cancel_ends_the_seat_in_one_way(at_once: AtOnce) -> None:
    seat = given_confirmed()
    escrow = seat.escrow
    wallet = ledger.wallet(seat.agent.account.pk)
    before = ledger.balance(wallet)

    released, cancelled = at_once(
        lambda: seat.agent.post(f"/api/escrow/{escrow.public_id}/release", {"acknowledgeRelease": True}),
        lambda: seat.agent.post(f"/api/escrow/{escrow.public_id}/cancel"),
    )

    assert sorted([released.status, cancelled.status]) == [200, 409]
    earned, back = ledger.balance(ledger.earnings(seat.worker.account.pk)), ledger.balance(wallet) - before
    assert (earned, back) == ((500, 0) if released.status == 200 else (0, 590))


def test_the_same_key_twice_at_once_posts_one_bounty(at_once: AtOnce) -> None:
    agent = given_funded_agent()

    answers = at_once(*[lambda: agent.post("/api/bounties", TASK, Idempotency_Key="twice-at-once")] * 4)

    assert [answer.status for answer in answers] == [200] * 4
    assert len({answer["bountyId"] for answer in answers}) == 1
    assert sum("Idempotency-Replayed" in answer.headers for answer in answers) == 3
    assert Bounty.objects.count() == 1


def test_two_bounties_from_a_wallet_for_one_fund_one(at_once: AtOnce) -> None:
    agent = given_funded_agent(590)

    answers = at_once(*[lambda: agent.post("/api/bounties", TASK)] * 2)

    assert [answer.status for answer in answers] == [200, 200]
    assert sorted(answer["bounty"]["status"] for answer in answers) == ["open", "pending_deposit"]
    assert ledger.balance(ledger.wallet(agent.account.pk)) == 0
    assert Checkout.objects.filter(purpose="bounty").get().amount_cents == 590


def test_two_payers_of_one_page_pay_once(at_once: AtOnce) -> None:
    agent = given_funded_agent(100)
    page = "/checkout/" + agent.post("/api/wallet/deposit", {"amount": 25})["depositId"]
    form = {"Content-Type": "application/x-www-form-urlencoded"}

    answers = at_once(*[lambda: Api().call("POST", page, raw=CARD, **form)] * 3)

    # 302 to the receipt, or, when the page was paid before this payer looked, 409 and the same receipt
    statuses = {answer.status for answer in answers}
    assert 302 in statuses and statuses <= {302, 409}
    assert Payment.objects.filter(amount_cents=cents_from_dollars(25)).count() == 1
    assert ledger.balance(ledger.wallet(agent.account.pk)) == 2600


def test_confirming_against_the_timer_leaves_the_seat_hired_or_returned(at_once: AtOnce) -> None:
    seat = given_hired()
    Application.objects.update(confirm_by=clock.now() + timedelta(milliseconds=40))
    path = f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}/confirm"

    def timer() -> int:
        while clock.now() < Application.objects.get().confirm_by:
            pass
        return timers.release_unconfirmed()

    confirmed, _ = at_once(lambda: seat.worker.post(path), timer)

    seat.fresh()
    if confirmed.status == 200:
        assert (seat.application.status, seat.escrow.status) == ("accepted", "locked")
    else:
        assert confirmed.code == "confirmation_window_closed"
        assert (seat.application.status, seat.bounty.status) == ("expired", "open")
        assert ledger.balance(ledger.pool(seat.bounty.pool_id)) == 590


@pytest.mark.main
def test_two_timers_return_a_seat_once(at_once: AtOnce) -> None:
    seat = given_hired()
    Application.objects.update(confirm_by=clock.now() - timedelta(seconds=1))

    at_once(*[timers.release_unconfirmed] * 3)

    seat.fresh()
    assert (seat.application.status, seat.bounty.status, seat.bounty.spots_filled) == ("expired", "open", 0)
    assert ledger.balance(ledger.pool(seat.bounty.pool_id)) == 590


def test_two_submissions_at_once_leave_one_in_review(at_once: AtOnce) -> None:
    seat = given_confirmed()
    path = f"/api/bounties/{seat.bounty.public_id}/submissions"

    answers = at_once(*[lambda: seat.worker.post(path, {"textEvidence": "Done."})] * 2)

    assert codes(answers) == [(200, None), (409, "submission_in_review")]
    assert Submission.objects.count() == 1


def test_one_wallet_under_many_hands_loses_nothing(at_once: AtOnce) -> None:
    agent = given_funded_agent(5 * 590 + 300)

    answers = at_once(*[lambda: agent.post("/api/bounties", TASK)] * 8)

    assert [answer.status for answer in answers] == [200] * 8
    funded = sum(answer["bounty"]["status"] == "open" for answer in answers)
    assert funded == 5
    assert ledger.balance(ledger.wallet(agent.account.pk)) == 300
