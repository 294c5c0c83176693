"""A contest, or evidence, beside the clock that ends the seat: one of them wins, and the books add up."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from bounties.models import Application, Contest
from bounties.services import staff_cases, timers
from escrow.services import decisions
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit
from marketplace.models import StaffLimit
from tests.factories.desk import acting_staff, given_support
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


# ------------------------------------------------------------------ within the limits of staff


def given_contested() -> Seat:
    seat = given_delivered()
    pending = seat.application.submissions.get(status="pending_review")
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{pending.public_id}"
    seat.agent.patch(path, {"action": "reject", "response": "Not the shelf."})
    contest = seat.worker.post(f"/api/work/{seat.application.public_id}/contest", {"reason": "It is the shelf."})
    assert contest.status == 200
    return seat.fresh()


def pays(who: Actor, seat: Seat) -> Callable[[], Any]:
    return lambda: unit(lambda: staff_cases.release(who, seat.application.pk, reason="It is the shelf."))


def given_staff(**limits: int) -> Actor:
    who = acting_staff(given_support())
    StaffLimit.objects.create(person=who.me, **limits)
    return who


@pytest.mark.parametrize("_", range(3))
def test_of_two_who_approve_at_once_one_does(_: int, at_once: AtOnce) -> None:
    seat = given_contested()
    proposed = pays(given_staff(case_cents=0), seat)()
    others = [acting_staff(given_support()) for _number in range(3)]

    results = at_once(*(partial(unit, partial(decisions.approve, who, proposed.pk)) for who in others))

    assert sum(isinstance(result, InvalidState) for result in results) == 2, results
    proposed.refresh_from_db()
    assert (proposed.state, proposed.second_id in {who.id for who in others}) == ("final", True)
    assert books.balance(books.earnings(seat.worker.account.pk)) == 500


@pytest.mark.parametrize("_", range(3))
def test_an_approval_beside_new_evidence_pays_or_is_void(_: int, at_once: AtOnce) -> None:
    seat = given_contested()
    proposed = pays(given_staff(case_cents=0), seat)()
    second = acting_staff(given_support())
    path = f"/api/bounties/{seat.bounty.public_id}/submissions"

    approved, sent = at_once(
        lambda: unit(lambda: decisions.approve(second, proposed.pk)),
        lambda: seat.worker.post(path, {"textEvidence": "Sharper."}),
    )

    proposed.refresh_from_db()
    is_paid = not isinstance(approved, Exception)
    assert (sent.status == 200) is not is_paid, (approved, sent.body)
    assert proposed.state == ("final" if is_paid else "sent_back")
    assert books.balance(books.earnings(seat.worker.account.pk)) == (500 if is_paid else 0)


@pytest.mark.parametrize("_", range(3))
def test_two_seats_at_once_do_not_pass_the_limit_of_a_day(_: int, at_once: AtOnce) -> None:
    staff, seats = given_staff(day_cents=2 * 590 - 1), [given_contested() for _number in range(3)]

    made = at_once(*(pays(staff, seat) for seat in seats))

    assert sorted(one.state for one in made) == ["final", "proposed", "proposed"], made
    assert sum(books.balance(books.earnings(seat.worker.account.pk)) for seat in seats) == 500
