"""Many hands on one seat: the last spot, accept against withdraw, and each timer in two workers at once."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Application, Bounty
from bounties.services import applications, endings, last_calls, seats, timers
from escrow.models import Escrow
from marketplace.core import clock
from marketplace.core.transactions import unit
from marketplace.models import Mail
from tests.factories.market import (
    Seat,
    acting,
    given_application,
    given_bounty,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
)
from wallet import ledger
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]


def test_twenty_accepts_for_the_last_seat_give_one_hire(at_once: AtOnce) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    given_hired(agent=agent, bounty=bounty)
    waiting = [given_application(bounty)[1].public_id for _ in range(20)]

    answers = at_once(
        *(
            lambda pk=pk: agent.patch(f"/api/bounties/{bounty.public_id}/applications/{pk}", {"action": "accept"})
            for pk in waiting
        )
    )

    assert sorted((answer.status, answer.code) for answer in answers) == [(200, None), *[(409, "no_spots_left")] * 19]
    assert Application.objects.filter(status="accepted").count() == 2
    assert Escrow.objects.filter(kind="seat").count() == 2
    assert ledger.balance(ledger.pool(bounty.pool_id)) == 0
    bounty.refresh_from_db()
    assert (bounty.status, bounty.spots_filled) == ("assigned", 2)


@pytest.mark.parametrize("_", range(3))
def test_accepting_against_withdrawing_leaves_a_hire_or_none(_: int, at_once: AtOnce) -> None:
    agent = given_funded_agent(590)
    bounty = given_bounty(agent)
    worker, application = given_application(bounty)
    path = f"/api/bounties/{bounty.public_id}/applications/{application.public_id}"

    accepted, withdrawn = at_once(
        lambda: agent.patch(path, {"action": "accept"}), lambda: worker.patch(path, {"action": "withdraw"})
    )

    # withdrawing is possible before and after; accepting only before
    assert withdrawn.status == 200
    assert (accepted.status, accepted.code) in [(200, None), (409, "invalid_state")]
    application.refresh_from_db()
    bounty.refresh_from_db()
    assert (application.status, bounty.status, bounty.spots_filled) == ("withdrawn", "open", 0)
    assert ledger.balance(ledger.pool(bounty.pool_id)) == 590
    assert Escrow.objects.filter(kind="seat").count() == (accepted.status == 200)


def overdue(seat: Seat, **columns: Any) -> None:
    Application.objects.filter(pk=seat.application.pk).update(**columns)


PAST = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("column", "timer", "reason"),
    [
        ("start_by", timers.release_not_started, "not_started"),
        ("complete_by", timers.release_overdue, "overdue"),
        ("flag_at", timers.flag_silent, "ghosted"),
    ],
)
def test_a_clock_in_two_workers_at_once_returns_the_seat_once(
    at_once: AtOnce, column: str, timer: Callable[[], int], reason: str
) -> None:
    seat = given_confirmed(response_window_hours=5, auto_expire_ghosts=True, completion_window_hours=5)
    overdue(seat, **{column: clock.now() - PAST})

    assert all(isinstance(done, int) for done in at_once(*[timer] * 3))

    seat.fresh()
    assert (seat.application.status, seat.application.end_reason) == ("expired", reason)
    assert (seat.bounty.status, seat.bounty.spots_filled) == ("open", 0)
    assert ledger.balance(ledger.pool(seat.bounty.pool_id)) == 590
    assert Event.objects.filter(type="application.seat_expired").count() == 1


def test_every_clock_at_once_on_one_seat_returns_it_once(at_once: AtOnce) -> None:
    seat = given_confirmed(response_window_hours=5, auto_expire_ghosts=True, completion_window_hours=5)
    due = clock.now() - PAST
    overdue(seat, start_by=due, complete_by=due, flag_at=due)

    at_once(timers.release_not_started, timers.release_overdue, timers.flag_silent)

    assert Event.objects.filter(type="application.seat_expired").count() == 1
    assert (seat.fresh().bounty.spots_filled, ledger.balance(ledger.pool(seat.bounty.pool_id))) == (0, 590)


def test_a_nudge_is_mailed_once_by_two_workers(at_once: AtOnce) -> None:
    seat = given_confirmed(response_window_hours=5)
    overdue(seat, nudge_at=clock.now() - PAST)

    at_once(*[timers.nudge_silent] * 3)

    assert Mail.objects.filter(subject__startswith="Are you still on it?").count() == 1


def test_the_last_call_is_made_once_by_two_workers(at_once: AtOnce) -> None:
    seat = given_confirmed()
    due = clock.now() - PAST
    overdue(seat, complete_by=due, end_warning_at=due)

    at_once(*[last_calls.warn] * 3, timers.release_overdue)

    assert Mail.objects.filter(subject__startswith="Your work was due").count() == 1
    assert Event.objects.filter(type="application.ghost_flagged").count() == 1
    assert seat.fresh().application.status == "accepted"


@pytest.mark.parametrize("last_call", [False, True])
def test_evidence_against_the_clock_is_delivered_or_the_seat_is_gone(at_once: AtOnce, last_call: bool) -> None:
    seat = given_confirmed(completion_window_hours=5)
    end = clock.now() + timedelta(milliseconds=60)
    overdue(seat, complete_by=end, ends_at=end if last_call else None)
    path = f"/api/bounties/{seat.bounty.public_id}/submissions"

    def timer() -> int:
        while clock.now() < seat.application.complete_by:
            pass
        return timers.release_overdue()

    seat.fresh()
    sent, _ = at_once(lambda: seat.worker.post(path, {"textEvidence": "Done."}), timer)

    seat.fresh()
    if sent.status == 200:
        assert (seat.application.status, seat.escrow.status) == ("accepted", "delivered")
    else:
        assert sent.code in ("completion_window_closed", "invalid_state")
        assert (seat.application.status, seat.escrow.refunded_to) == ("expired", "pool")


def test_the_case_for_staff_is_opened_once(at_once: AtOnce) -> None:
    seat = given_delivered()
    pending = seat.application.submissions.get()
    seat.agent.patch(
        f"/api/bounties/{seat.bounty.public_id}/submissions/{pending.public_id}",
        {"action": "reject", "response": "No."},
    )
    overdue(seat, complete_by=clock.now() - PAST)

    at_once(*[timers.release_overdue] * 3)

    assert Event.objects.filter(type__endswith="needs_staff").count() == 1
    assert seat.fresh().application.status == "accepted"


def test_the_end_of_a_bounty_in_two_workers_returns_its_money_once(at_once: AtOnce) -> None:
    agent = given_funded_agent(5 * 590)
    half = given_confirmed(agent=agent, spots_available=3).bounty
    empty, unpaid = given_bounty(agent, spots_available=2), given_bounty(agent)
    for _ in range(3):
        given_application(half)
    Bounty.objects.update(deadline=clock.now() - timedelta(hours=73))

    at_once(*[endings.remove_unfilled_seats] * 2, *[endings.lapse_unpublished] * 2)
    at_once(*[endings.reject_rest] * 3)

    assert [row.status for row in (Bounty.objects.get(pk=b.pk) for b in (half, empty, unpaid))] == [
        *("assigned", "closed", "closed"),
    ]
    assert ledger.balance(ledger.wallet(agent.account.pk)) == 4 * 590
    assert Event.objects.filter(type="application.rejected").count() == 3
    assert Event.objects.filter(type="escrow.refunded").count() == 2


def test_confirming_the_last_two_seats_at_once_settles_the_others(at_once: AtOnce) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    _, other = given_application(bounty)
    hired = [given_hired(agent=agent, bounty=bounty) for _ in range(2)]

    def confirm(seat: Seat) -> Any:
        return unit(lambda: seats.confirm(acting(seat.worker), bounty.public_id, seat.application.public_id))

    at_once(*(lambda seat=seat: confirm(seat) for seat in hired))
    endings.reject_rest()

    other.refresh_from_db()
    assert other.status == "rejected"


def test_rejecting_against_accepting_decides_once(at_once: AtOnce) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    _, application = given_application(bounty)

    results = at_once(
        lambda: unit(lambda: applications.accept(acting(agent), bounty.public_id, application.public_id)),
        lambda: unit(lambda: applications.reject(acting(agent), bounty.public_id, application.public_id)),
    )

    assert sum(isinstance(result, Exception) for result in results) == 1
    application.refresh_from_db()
    assert Escrow.objects.filter(kind="seat").count() == (application.status == "accepted")
