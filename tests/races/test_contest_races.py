"""A contest, or evidence, beside the clock that ends the seat: one of them wins, and the books add up."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Application, Contest
from bounties.services import timers
from marketplace.core import clock
from tests.factories.market import Seat, given_delivered
from wallet import ledger as books
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]


def given_last_moment() -> Seat:
    """Returned, silent, and due now."""
    seat = given_delivered()
    pending = seat.application.submissions.get(status="pending_review")
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{pending.public_id}"
    seat.agent.patch(path, {"action": "reject", "response": "Not the shelf."})
    now = clock.now()
    Application.objects.filter(pk=seat.application.pk).update(
        complete_by=now + timedelta(milliseconds=200), silent_since=now - timedelta(hours=48)
    )
    return seat


def check(seat: Seat, answer: Any) -> None:
    seat.fresh()
    if answer.status == 200:
        assert (seat.application.status, seat.escrow.ended_at) == ("accepted", None)
    else:
        assert answer.status == 409
        assert (seat.application.status, seat.escrow.status) == ("expired", "refunded")
        assert books.balance(books.pool(seat.bounty.pool_id)) == 590
        assert Event.objects.filter(type="application.seat_expired").count() == 1


@pytest.mark.parametrize("round_", range(4))
def test_a_contest_beside_the_clock(at_once: AtOnce, round_: int) -> None:
    seat = given_last_moment()
    clock.freeze(clock.now() + timedelta(seconds=1)) if round_ % 2 else None

    answer, *_ = at_once(
        lambda: seat.worker.post(f"/api/work/{seat.application.public_id}/contest", {"reason": "It is the shelf."}),
        timers.release_overdue,
        timers.release_overdue,
    )

    check(seat, answer)
    assert Contest.objects.count() == (answer.status == 200)


@pytest.mark.parametrize("round_", range(4))
def test_evidence_beside_the_clock(at_once: AtOnce, round_: int) -> None:
    seat = given_last_moment()
    clock.freeze(clock.now() + timedelta(seconds=1)) if round_ % 2 else None

    answer, *_ = at_once(
        lambda: seat.worker.post(f"/api/bounties/{seat.bounty.public_id}/submissions", {"textEvidence": "Sharper."}),
        timers.release_overdue,
        timers.release_overdue,
    )

    check(seat, answer)


def test_two_contests_make_one_case(at_once: AtOnce) -> None:
    seat = given_last_moment()
    answers = at_once(
        *[
            lambda: seat.worker.post(f"/api/work/{seat.application.public_id}/contest", {"reason": "It is the shelf."})
            for _ in range(3)
        ]
    )
    assert sorted(answer.status for answer in answers) == [200, 409, 409]
    assert Contest.objects.count() == 1
