"""The clocks of a seat: confirmed, begun, finished in time, or given back once; more time, and evidence sent back."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from bounties.models import Application, Bounty
from bounties.services import timers
from tests.api import Answer
from tests.factories.market import (
    Seat,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_released,
    untouched,
)
from wallet import ledger as books
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
START = datetime.fromisoformat("2026-11-21T10:00:00+00:00")
Later = Callable[[timedelta], None]


@pytest.fixture
def later(at: Callable[[str], datetime]) -> Later:
    """Business time is so far after START."""

    def go(by: timedelta) -> None:
        at((START + by).isoformat())

    go(timedelta(0))
    return go


def hours(number: float) -> timedelta:
    return timedelta(hours=number)


def url(seat: Seat, verb: str) -> str:
    return f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}/{verb}"


def send_back(seat: Seat, action: str = "request_redo") -> Answer:
    pending = seat.application.submissions.get(status="pending_review")
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{pending.public_id}"
    return seat.agent.patch(path, {"action": action, "response": "Sharper, please."})


def given_back(seat: Seat, timer: Callable[[], int], reason: str) -> None:
    """The timer returns this seat, once: the listing reopens, the share is in the pool, and it is told."""
    assert (timer(), timer()) == (1, 0)
    seat.fresh()
    assert (seat.application.status, seat.application.end_reason) == ("expired", reason)
    assert (seat.bounty.status, seat.bounty.spots_filled, seat.bounty.spots_available) == ("open", 0, 1)
    assert (seat.escrow.status, seat.escrow.refunded_to) == ("refunded", "pool")
    assert books.balance(books.pool(seat.bounty.pool_id)) == seat.escrow.amount_cents
    told = Event.objects.get(type="application.seat_expired", entity=seat.application.public_id)
    assert told.data["reason"] == reason


def test_two_hours_to_confirm_and_not_a_moment_more(later: Later) -> None:
    seat = given_hired()

    later(hours(2) - timedelta(milliseconds=1))
    assert timers.release_unconfirmed() == 0
    later(hours(2))
    with untouched():
        late = seat.worker.post(url(seat, "confirm"))
    assert (late.status, late.code) == (409, "confirmation_window_closed")
    given_back(seat, timers.release_unconfirmed, "confirmation_timeout")
    assert seat.worker.post(url(seat, "confirm")).code == "confirmation_window_closed"


@pytest.mark.main
def test_the_start_window_runs_from_the_confirmation(later: Later) -> None:
    seat = given_hired(start_window_minutes=30)
    later(hours(1))
    seat.worker.post(url(seat, "confirm"))
    assert seat.fresh().application.start_by == START + timedelta(minutes=90)

    later(timedelta(minutes=90, milliseconds=-1))
    assert timers.release_not_started() == 0
    later(timedelta(minutes=90))
    with untouched():
        late = seat.worker.post(url(seat, "start"))
    assert (late.status, late.code) == (409, "start_window_closed")
    given_back(seat, timers.release_not_started, "not_started")


@pytest.mark.parametrize("by", ["start", "upload"])
def test_whoever_starts_or_uploads_in_time_keeps_the_seat(later: Later, by: str) -> None:
    seat = given_confirmed(start_window_minutes=30)
    if by == "start":
        assert seat.worker.post(url(seat, "start"))["application"]["startedAt"] == "2026-11-21T10:00:00.000Z"
    else:
        seat.worker.post(f"/api/bounties/{seat.bounty.public_id}/submissions", {"textEvidence": "Done."})
    later(hours(1))

    with untouched():
        assert timers.release_not_started() == 0
    if by == "start":
        with untouched():
            assert seat.worker.post(url(seat, "start")).status == 200


def test_a_seat_without_any_evidence_at_its_end_goes_back(later: Later) -> None:
    seat = given_confirmed(completion_window_hours=5, start_window_minutes=30)
    seat.worker.post(url(seat, "start"))
    assert seat.fresh().application.complete_by == START + hours(5)

    later(hours(5) - timedelta(milliseconds=1))
    assert timers.release_overdue() == 0
    later(hours(5))
    with untouched():
        late = seat.worker.post(f"/api/bounties/{seat.bounty.public_id}/submissions", {"textEvidence": "Done."})
    assert (late.status, late.code) == (409, "completion_window_closed")
    given_back(seat, timers.release_overdue, "overdue")


@pytest.mark.parametrize("given", [given_delivered, given_released])
def test_what_was_delivered_is_taken_away_by_no_timer(later: Later, given: Callable[..., Seat]) -> None:
    given(completion_window_hours=5, start_window_minutes=30, response_window_hours=2, auto_expire_ghosts=True)
    later(hours(50))

    with untouched():
        for timer in (timers.release_unconfirmed, timers.release_not_started, timers.release_overdue):
            assert timer() == 0
        assert timers.nudge_silent() + timers.flag_silent() == 0


@pytest.mark.parametrize("action", ["request_redo", "reject"])
def test_evidence_that_was_sent_back_leaves_at_least_a_day(later: Later, action: str) -> None:
    short, long = (given_delivered(completion_window_hours=window) for window in (5, 100))
    later(hours(4))

    send_back(short, action)
    send_back(long, action)

    assert short.fresh().application.complete_by == START + hours(28)
    assert long.fresh().application.complete_by == START + hours(100)


def test_evidence_not_replaced_in_time_still_holds_its_money_and_the_owner_can_not_take_it(
    later: Later, ledger: Any
) -> None:
    """How it ends: test_silent_ends.py."""
    seat = given_delivered()
    send_back(seat, "reject")
    money = ledger()
    later(hours(24))

    assert (timers.release_overdue(), timers.release_overdue()) == (1, 0)

    seat.fresh()
    assert (seat.application.status, seat.escrow.status, ledger()) == ("accepted", "locked", money)
    refused = seat.agent.post(url(seat, "expire"))
    assert (refused.status, refused.code) == (409, "evidence_exists")
    sent = seat.worker.post(f"/api/bounties/{seat.bounty.public_id}/submissions", {"textEvidence": "Sharper."})
    assert sent.status == 200


# ------------------------------------------------------------------ more time


def ask(seat: Seat, number: int = 3) -> Answer:
    return seat.worker.post(url(seat, "extension"), {"hours": number, "reason": "It rains."})


def decide(seat: Seat, **body: Any) -> Answer:
    return seat.agent.post(url(seat, "extension/decision"), body)


def test_a_pending_request_holds_the_release_back_for_a_day_at_most(later: Later) -> None:
    seat = given_confirmed(completion_window_hours=5)
    later(hours(4))
    assert ask(seat)["application"]["extension"]["state"] == "pending"

    later(hours(28) - timedelta(milliseconds=1))
    with untouched():
        assert timers.release_overdue() == 0
        again = ask(seat)
    assert (again.status, again.code) == (409, "extension_pending")
    later(hours(28))
    given_back(seat, timers.release_overdue, "overdue")


def test_evidence_is_taken_while_a_request_holds_the_seat(later: Later) -> None:
    seat = given_confirmed(completion_window_hours=5)
    ask(seat)
    later(hours(20))

    sent = seat.worker.post(f"/api/bounties/{seat.bounty.public_id}/submissions", {"textEvidence": "Done."})

    assert sent.status == 200


def test_approving_gives_the_hours_asked_for_or_others(later: Later) -> None:
    first, second = given_confirmed(completion_window_hours=5), given_confirmed(completion_window_hours=5)
    ask(first)
    ask(second)

    given = decide(first, action="approve")["application"]
    decide(second, action="approve", hours=10)

    assert given["completeBy"] == "2026-11-21T18:00:00.000Z"
    assert (given["extension"]["state"], given["extension"]["grantedHours"]) == ("approved", 3)
    assert second.fresh().application.complete_by == START + hours(15)


def test_hours_given_after_the_time_was_over_run_from_now(later: Later) -> None:
    seat = given_confirmed(completion_window_hours=5)
    ask(seat)
    later(hours(12))

    decide(seat, action="approve")

    assert seat.fresh().application.complete_by == START + hours(15)
    assert timers.release_overdue() == 0


def test_a_denied_request_ends_the_hold(later: Later) -> None:
    seat = given_confirmed(completion_window_hours=5)
    ask(seat)
    later(hours(6))

    assert decide(seat, action="deny")["application"]["extension"]["state"] == "denied"

    given_back(seat, timers.release_overdue, "overdue")


def test_asking_again_after_a_denial_holds_the_seat_no_longer_than_the_first_request_did(later: Later) -> None:
    seat = given_confirmed(completion_window_hours=40)
    later(hours(30))
    ask(seat)
    later(hours(39))
    decide(seat, action="deny")

    assert ask(seat)["application"]["extension"]["state"] == "pending"

    later(hours(54) - timedelta(milliseconds=1))
    assert timers.release_overdue() == 0
    later(hours(54))
    given_back(seat, timers.release_overdue, "overdue")


def test_a_request_after_time_was_given_holds_the_seat_anew(later: Later) -> None:
    seat = given_confirmed(completion_window_hours=5)
    ask(seat)
    decide(seat, action="approve", hours=30)
    later(hours(34))

    ask(seat)

    later(hours(58) - timedelta(milliseconds=1))
    assert timers.release_overdue() == 0


def test_time_can_be_granted_without_a_request(later: Later) -> None:
    seat = given_confirmed(completion_window_hours=5)

    with untouched():
        assert decide(seat, action="approve").code == decide(seat, action="deny").code == "no_extension_pending"
        assert decide(seat, action="grant").code == "validation_error"
    assert decide(seat, action="grant", hours=2)["application"]["completeBy"] == "2026-11-21T17:00:00.000Z"


def test_whoever_is_too_late_or_unconfirmed_gets_no_more_time(later: Later) -> None:
    in_time, unconfirmed = given_confirmed(), given_hired(completion_window_hours=5)
    overdue = given_confirmed(completion_window_hours=1)
    later(hours(1))

    with untouched():
        assert ask(unconfirmed).code == "seat_not_confirmed"
        assert ask(overdue).code == "completion_window_closed"
        for bad in ({"hours": 0}, {"hours": 721}, {"hours": 2}):
            assert in_time.worker.post(url(in_time, "extension"), bad).status == 400


# ------------------------------------------------------------------ where the money of a lost seat goes


def test_a_seat_lost_when_nobody_is_recruited_any_more_goes_to_the_wallet(later: Later) -> None:
    agent = given_funded_agent(2 * 590)
    kept = given_confirmed(agent=agent, spots_available=2, deadline=START + hours(1))
    lost = given_confirmed(agent=agent, bounty=kept.bounty)
    ended = {"complete_by": START + hours(25), "ends_at": START + hours(73), "end_warning_at": None}
    Application.objects.filter(pk=lost.application.pk).update(**ended)
    later(hours(73))

    assert (timers.release_overdue(), timers.release_overdue()) == (1, 0)

    bounty = Bounty.objects.get()
    assert (bounty.status, bounty.spots_filled, bounty.spots_available) == ("assigned", 1, 1)
    assert lost.fresh().escrow.refunded_to == "wallet"
    assert books.balance(books.wallet(agent.account.pk)) == 590


def test_the_last_seat_lost_after_that_closes_the_bounty(later: Later) -> None:
    seat = given_confirmed(completion_window_hours=100, deadline=START + hours(1))
    later(hours(100))

    assert timers.release_overdue() == 1

    assert (seat.fresh().bounty.status, seat.bounty.spots_available) == ("closed", 0)
    assert books.balance(books.wallet(seat.agent.account.pk)) == 100_000
